"""Turns what happened into what a person reads: seats into nicknames, cards into words.

Knows the nicknames of one table and who is listening. Finds every sentence in ``phrases``; decides
nothing about the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from unonet import words as unonet_words
from unonet.game.cards import CARD_TEXTS, COLOR_OF, FACE_OF, FIRST_WILD
from unonet.game.decks import deck_name
from unonet.game.moves import Move, Verb
from unonet.game.ruleset import Ruleset
from unonet.node.events import Seated
from unonet.table.events import Agreed
from unonet_cli.output import clean, paint
from unonet_cli.phrases import events, table, words
from unonet_cli.phrases.events import Choice, Phrase


class Presenter:
    """Sentences of one table for one listener: ``me`` is the seat that is called "you", or None."""

    def __init__(
        self, nicknames: Sequence[str] = (), *, me: int | None = None, painted: bool = False
    ) -> None:
        self.nicknames = tuple(nicknames)
        self.me = me
        self.my_name: str | None = None
        self.table_id: bytes | None = None
        self._painted = painted

    def sit(self, seat: int, nicknames: Sequence[str]) -> None:
        """The listener has this seat of these."""
        self.me, self.nicknames, self.my_name = seat, tuple(nicknames), nicknames[seat]

    def speaker(self, say: Callable[[str], None]) -> Callable[[Any], None]:
        """A ``Watch``: says what a listener should hear."""

        def watch(event: Any) -> None:
            sentence = self.tell(event)
            if not isinstance(event, events.QUIET):
                say(sentence)

        return watch

    def tell(self, event: Any) -> str:
        """The sentence of ``event``; learns the nicknames when they are agreed."""
        if isinstance(event, Agreed):
            self.nicknames, self.table_id = event.nicknames, event.table_id
        if isinstance(event, Seated):
            self.my_name = event.nickname
        phrase = events.PHRASES[type(event)]
        if isinstance(phrase, Choice):
            phrase = phrase.phrases[phrase.by(event)]
        return self._fill(phrase, _Words(self, getattr(event, "outcome", event)))

    def describe(self, move: Move) -> str:
        """What a move does, as a part of a sentence to the one who may make it."""
        return words.MOVES[Verb(move.verb).name].format_map(_Words(self, move, to_you=True))

    def _fill(self, phrase: Phrase, filler: _Words) -> str:
        subject = phrase.they[1:].partition("}")[0] if phrase.they.startswith("{") else ""
        filler.to_you = bool(phrase.you) and filler.is_me(subject)
        text = (phrase.you if filler.to_you else phrase.they).format_map(filler)
        you = words.YOU + " "
        return words.YOU_FIRST + text[len(words.YOU) :] if text.startswith(you) else text

    def name(self, seat: int) -> str:
        """The nickname at ``seat``, or "you"."""
        if seat == self.me:
            return words.YOU
        if 0 <= seat < len(self.nicknames):
            return clean(self.nicknames[seat])
        return words.SEAT.format(seat=seat)

    def names(self, seats: Iterable[int]) -> str:
        return listed([self.name(seat) for seat in seats]) or words.NOBODY

    def color(self, color: int) -> str:
        word = words.COLORS[color]
        return paint(word, word) if self._painted else word

    def card(self, card: int) -> str:
        """``red 5``, painted where paint is wanted; the colour is always a word too."""
        if card < 0:
            return words.HIDDEN
        if card >= FIRST_WILD:
            return words.WILDS[card - FIRST_WILD]
        color = words.COLORS[COLOR_OF[card]]
        named = f"{color} {words.FACES[FACE_OF[card]]}"
        return paint(named, color) if self._painted else named

    def cards(self, cards: Iterable[int]) -> str:
        return ", ".join(map(self.card, sorted(cards)))

    def bar(self, progress: tuple[int, int]) -> str:
        """How far something has come: ``2 of 4``, and drawn where an eye looks."""
        done, wanted = progress
        drawn = f" [{'#' * done}{'.' * (wanted - done)}]" if self._painted else ""
        return words.PROGRESS.format(done=done, wanted=wanted) + drawn

    def scores(self, scores: Sequence[int], *, all_seats: bool = True) -> str:
        return ", ".join(
            f"{self.name(seat)} {score}" for seat, score in enumerate(scores) if score or all_seats
        )


def token(card: int) -> str:
    """``r5``: what a person types."""
    return CARD_TEXTS[card]


def chat_line(text: str) -> str:
    """What somebody said: a canned phrase in our words, anything else as it came."""
    number = text[1:] if text.startswith("#") else ""
    if number.isdecimal() and 0 < int(number) <= len(table.CHAT):
        return table.CHAT[int(number) - 1]
    return clean(text)


def rules_named(differences: Sequence[tuple[str, str]]) -> str:
    """The preset that has exactly these differences from ``classic``, or they themselves."""
    from unonet.node.listing import CUSTOM, preset_name

    preset = preset_name(Ruleset.from_differences(differences))
    return rules_changed(differences) if preset == CUSTOM else preset


def rules_changed(differences: Sequence[tuple[str, str]]) -> str:
    """``option=value`` of each, empty for none; a custom deck by its size."""
    named = {
        option: deck_name(value) if option == "deck" else value for option, value in differences
    }
    return ", ".join(f"{clean(option)}={clean(value)}" for option, value in named.items())


def listed(items: Sequence[str]) -> str:
    """``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + words.AND + items[-1]


class _Words:
    """The words for a phrase's placeholders, found by the names of the event's fields."""

    def __init__(self, presenter: Presenter, event: Any, *, to_you: bool = False) -> None:
        self._presenter = presenter
        self._event = event
        self.to_you = to_you

    def is_me(self, field: str) -> bool:
        value = getattr(self._event, field, None)
        if field == "nickname":
            return value is not None and value == self._presenter.my_name
        me = self._presenter.me
        return me is not None and value in (me, (me,))

    def __getitem__(self, field: str) -> str:
        if field in OPTIONAL:
            of, phrase = OPTIONAL[field]
            value = getattr(self._event, of)
            wanted = value if isinstance(value, bool) else value >= 0
            return (phrase.you if self.to_you else phrase.they).format_map(self) if wanted else ""
        if field in DERIVED:
            of, say = DERIVED[field]
            return say(getattr(self._event, of))
        return FIELDS.get(field, _text)(self._presenter, getattr(self._event, field))


def _text(_: Presenter, value: Any) -> str:
    return clean(str(value))


def _cards(presenter: Presenter, value: Any) -> str:
    return words.cards(value) if isinstance(value, int) else presenter.cards(value)


def _draws(presenter: Presenter, draws: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{presenter.name(seat)} {presenter.card(card)}" for seat, card in draws)


OPTIONAL = {
    "color_named": ("color", events.NAMES_COLOR),
    "swap": ("target", events.SWAPS),
    "uno_called": ("uno", events.CALLS_UNO),
}

FIELDS: dict[str, Callable[[Presenter, Any], str]] = {
    **dict.fromkeys(
        ("seat", "by", "accused", "dealer", "target", "winner", "other"), Presenter.name
    ),
    "winners": Presenter.names,
    "card": Presenter.card,
    "progress": Presenter.bar,
    "color": Presenter.color,
    "cards": _cards,
    "round": lambda _, number: str(number + 1),
    "slots": lambda _, slots: words.cards(len(slots)),
    "draws": _draws,
    "scores": Presenter.scores,
    "points": lambda presenter, points: presenter.scores(points, all_seats=False),
    "nicknames": lambda _, names: listed([clean(name) for name in names]),
    "table_id": lambda _, raw: raw.hex()[:8],
    "said": lambda _, text: chat_line(text),
}

DERIVED: dict[str, tuple[str, Callable[[Any], str]]] = {
    "table_words": ("table_id", lambda raw: unonet_words.table_words(raw)),
    "key_words": ("key", lambda raw: unonet_words.fingerprint_words(raw)),
    "rules_named": ("differences", lambda pairs: rules_named(pairs)),
}
"""Placeholders that say a field in another way."""
