"""What a person in a lobby can ask to see, as lines of text from a view. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unonet.table.lobby import LobbyView
from unonet.table.terms import TermsSeat, ruleset_hash
from unonet.words import table_words
from unonet_cli import rule_words
from unonet_cli.output import clean
from unonet_cli.phrases import lobby as say
from unonet_cli.phrases import table, words
from unonet_cli.presenter import listed, rules_named


def names(nicknames: Sequence[str]) -> str:
    return listed([clean(name) for name in nicknames])


def players(view: LobbyView, me: int | None) -> list[str]:
    """One sentence a seat in the order of joining, then how many seats are taken."""
    lines = [
        say.SEAT_LINE.format(name=clean(place.nickname), notes=", ".join(_notes(view, seat, me)))
        for seat, place in enumerate(view.seats)
    ]
    lines += [
        say.PAIR.format(first=_name(view, first), second=_name(view, second)) + say.CANNOT_REACH
        for first, second in view.apart
    ]
    return [*lines, say.FREE.format(seats=len(view.seats), wanted=view.wanted)]


def rules(view: LobbyView) -> list[str]:
    if view.terms is None:
        return [say.NO_TERMS]
    ruleset = view.terms.ruleset
    named, short = rules_named(ruleset.differences()), ruleset_hash(ruleset).hex()[:8]
    return [
        say.RULES.format(rules=named, hash=short),
        rule_words.changes(ruleset),
        *rule_words.differing(ruleset),
    ]


def words_of(view: LobbyView) -> str:
    """The words to read aloud."""
    if view.terms is None:
        return say.NO_WORDS
    return say.WORDS.format(words=table_words(view.terms.table_id))


def why_not(reason: str, view: LobbyView, me: int | None) -> str:
    """Why a match cannot begin, with the names that it is about."""
    waiting = [
        place.nickname
        for seat, place in enumerate(view.seats)
        if not view.ready[seat] and seat != me
    ]
    pairs = [
        say.PAIR.format(first=_name(view, first), second=_name(view, second))
        for first, second in view.apart
    ]
    named = names(waiting) or words.NOBODY
    return say.WHY_NOT[reason].format(names=named, pairs="; ".join(pairs) or say.SOME)


def canned() -> list[str]:
    """The phrases that are ready-made."""
    return [say.CANNED.format(number=n, text=text) for n, text in enumerate(table.CHAT, 1)]


def spoken(text: str) -> str:
    """What goes over the line: the number of a ready-made phrase stands for it."""
    number = text.removeprefix("#")
    is_canned = number.isascii() and number.isdecimal() and 0 < int(number) <= len(table.CHAT)
    return f"#{int(number)}" if is_canned else text


def _notes(view: LobbyView, seat: int, me: int | None) -> Iterator[str]:
    place = view.seats[seat]
    if seat == me:
        yield say.NOTE_YOU
    if seat == 0:
        yield say.NOTE_HOST
    if place.bot is not None:
        yield _bot_of(view, place)
    yield say.NOTE_READY if view.ready[seat] else say.NOTE_NOT_READY


def _bot_of(view: LobbyView, bot: TermsSeat) -> str:
    operator = next((p.nickname for p in view.seats if p.key == bot.operator), None)
    if operator is None:
        return say.NOTE_BOT
    return say.NOTE_BOT_OF.format(operator=clean(operator))


def _name(view: LobbyView, seat: int) -> str:
    return clean(view.seats[seat].nickname)
