"""A person in a fake lobby: what is said, what is wished for, and when it ends."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.table.tabletop import identity, place, seeded
from unonet.errors import BadRuleset
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.table.lobby import LobbyView
from unonet.table.terms import endorse, write_terms
from unonet.words import table_words
from unonet_cli.output import Output
from unonet_cli.phrases import table
from unonet_cli.plain.lobby import _ANSWERS, COMMANDS, LobbyTalk

LOBBY = seeded("lobby", 0)[:16]
HOST, ADA, BOT = (identity(0, seat) for seat in range(3))


def seats(*, dirty: str = "Ada") -> list[object]:
    return [
        place(HOST.key, "Host"),
        place(ADA.key, dirty),
        place(
            BOT.key,
            "Robo",
            bot="greedy",
            operator=HOST.key,
            endorsement=endorse(HOST, LOBBY, BOT.key),
        ),
    ]


def view(**changes: object) -> LobbyView:
    terms = write_terms(LOBBY, Ruleset.parse("quick"), seats=seats())  # type: ignore[arg-type]
    lobby = LobbyView(3, 4, terms.seats, (False, False, True), terms=terms)
    return replace(lobby, **changes)  # type: ignore[arg-type]


ALONE = replace(view(), number=0, seats=view().seats[:1], ready=(False,), terms=None)
WORDS = table_words(view().terms.table_id)  # type: ignore[union-attr]


class FakeChair:
    """Takes note of wishes; marks and rules follow at once."""

    def __init__(self, *views: LobbyView, key: Identity = ADA, why: str | None = None) -> None:
        self.wishes: list[object] = []
        self.missing: tuple[str, ...] = ()
        self.talk = lambda text: self.wishes.append(("talk", text))
        self._views = list(views)
        self._key = key.key
        self._why = why
        self._news = asyncio.Event()
        self._news.set()

    @property
    def hosting(self) -> bool:
        return self._key == HOST.key

    @property
    def me(self) -> int | None:
        return self.view().seat_of(self._key)

    def view(self) -> LobbyView:
        return self._views[0]

    async def changed(self) -> None:
        await self._news.wait()
        self._news.clear()

    def _mark(self, is_ready: bool) -> None:
        now = self.view()
        marks = tuple(is_ready if seat == self.me else mark for seat, mark in enumerate(now.ready))
        self._views[0] = replace(now, ready=marks)
        self._news.set()

    def ready(self) -> None:
        self.wishes.append("ready")
        if not self.missing:
            self._mark(True)

    def unready(self) -> None:
        self.wishes.append("unready")
        self._mark(False)

    def start(self) -> str | None:
        self.wishes.append("start")
        return self._why

    def kick(self, nickname: str) -> bool:
        self.wishes.append(("kick", nickname))
        return nickname == "Ada"

    def bots(self, count: int) -> int:
        self.wishes.append(("bots", count))
        return min(count, 2)

    def change(self, ruleset: Ruleset) -> None:
        if ruleset.hand_size > 15:
            raise BadRuleset("not that many cards")
        self.wishes.append(("rules", ruleset.differences()))


class Typed:
    def __init__(self, lines: Sequence[str], *, interactive: bool) -> None:
        self.lines = list(lines)
        self.interactive = interactive

    async def next(self) -> str | None:
        await asyncio.sleep(0)
        return self.lines.pop(0) if self.lines else None

    def put_back(self, line: str | None) -> None:
        if line is not None:
            self.lines.insert(0, line)


def visit(chair: FakeChair, *lines: str, interactive: bool = True) -> str:
    """What the person read until the input ended or nothing was asked any more."""
    stream = io.StringIO()

    async def run() -> None:
        talk = LobbyTalk(Output(stream), lambda: Typed(lines, interactive=interactive))
        try:
            await asyncio.wait_for(talk.wait(chair), 0.2)
        except TimeoutError:
            assert not talk.has_quit
        else:
            assert talk.has_quit

    asyncio.run(run())
    return stream.getvalue()


def test_a_guest_is_told_how_to_agree_and_leaves_with_the_end_of_the_input() -> None:
    said = visit(FakeChair(view()))
    assert said.startswith("Type ready when you want to play, ? for help.\n> ")
    assert said.endswith("You leave the lobby.\n")


def test_a_host_alone_is_told_how_to_get_company() -> None:
    said = visit(FakeChair(ALONE, key=HOST), "bots 1", "b 9", "bots", "bots x", "bots -1")
    assert "Nobody else is here yet." in said
    assert "1 bot will sit here." in said and "2 bots will sit here." in said
    assert said.count("How many? Type bots and a number") == 3


@pytest.mark.parametrize("line", ["ready", "r", "READY", " r "])
def test_ready_and_unready(line: str) -> None:
    chair = FakeChair(view())
    said = visit(chair, line, "u", "unready")
    assert chair.wishes == ["ready", "unready", "unready"]
    assert said.count("You are not ready.") == 1


def test_ready_without_a_link_to_everybody_says_whom_it_waits_for() -> None:
    chair = FakeChair(view())
    chair.missing = ("Host", "Robo\x1b[2J")
    said = visit(chair, "ready")
    assert "once there is a link to Host and Robo\\x1b[2J." in said


def test_ready_alone_is_no_use() -> None:
    chair = FakeChair(ALONE, key=HOST)
    assert "nothing to agree to while you are alone" in visit(chair, "ready")
    assert chair.wishes == []


def test_who_sits_who_is_ready_and_who_cannot_reach_whom() -> None:
    said = visit(FakeChair(view(apart=((0, 1),))), "players")
    assert "Host: host, not ready.\n" in said
    assert "Ada: you, not ready.\n" in said
    assert "Robo: bot of Host, ready.\n" in said
    assert "Host and Ada cannot reach each other.\n" in said
    assert "3 of 4 seats are taken.\n" in said


def test_an_empty_line_shows_the_players() -> None:
    assert "Ada: you, not ready." in visit(FakeChair(view()), "")


def test_the_words_and_the_rules_can_be_read_at_any_time() -> None:
    said = visit(FakeChair(view()), "words", "w", "rules", "l")
    assert said.count(f"the same four words: {WORDS}. If not, somebody sits in between.") == 2
    assert said.count("Rules of this table: quick, hash ") == 2
    assert said.count("Differs from classic: match=round.") == 2
    assert said.count("One round is the match.") == 2
    alone = visit(FakeChair(ALONE, key=HOST), "w", "l")
    assert "There are no words yet" in alone and "nothing to agree to" in alone


def test_chat_keeps_its_case_and_has_phrases_ready() -> None:
    chair = FakeChair(view())
    said = visit(chair, "chat Hello  You", "t 3", "c 9", "chat")
    assert chair.wishes == [("talk", "Hello  You"), ("talk", "#3"), ("talk", "9")]
    for number, phrase in enumerate(table.CHAT, 1):
        assert f"chat {number}: {phrase}" in said


def test_only_a_host_sends_away_begins_fills_and_changes() -> None:
    chair = FakeChair(view())
    said = visit(chair, "start", "s", "kick Host", "k Host", "bots 3", "b 3", "rules modern")
    assert said.count("Only the host does that.") == 7
    assert chair.wishes == []


def test_a_host_sends_away_begins_and_fills() -> None:
    chair = FakeChair(view(), key=HOST)
    said = visit(chair, "kick Ada", "k Eve", "kick", "start")
    assert "Ada was sent away." in said
    assert "No guest is called Eve." in said
    assert "Whom? Type kick and the name." in said
    assert chair.wishes == [("kick", "Ada"), ("kick", "Eve"), "start"]


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("alone", "a match needs two"),
        ("not_ready", "Not yet: Ada must be ready first."),
        ("apart", "Not yet: Host and Ada cannot reach each other."),
    ],
)
def test_why_a_match_cannot_begin(why: str, words: str) -> None:
    chair = FakeChair(view(apart=((0, 1),)), key=HOST, why=why)
    assert words in visit(chair, "start")


def test_a_host_changes_the_rules() -> None:
    chair = FakeChair(view(), key=HOST)
    said = visit(
        chair, "rules modern target=300", "rules nonsense", "rules classic x", "rules quick y=1=2"
    )
    assert chair.wishes == [("rules", Ruleset.parse("modern", {"target": "300"}).differences())]
    assert said.count("These rules cannot be played: ") == 2
    assert "Not understood: classic x." in said


def test_rules_that_cannot_be_dealt_are_explained() -> None:
    chair = FakeChair(view(), key=HOST)
    said = visit(chair, "rules classic hand_size=20")
    assert "These rules cannot be played: not that many cards." in said


def test_help_has_what_a_host_can_do_for_hosts_only() -> None:
    assert "kick" not in visit(FakeChair(view()), "?")
    assert "kick, k NAME" in visit(FakeChair(view(), key=HOST), "help")


def test_what_is_not_understood_is_said_and_cleaned() -> None:
    assert "Not understood: \\x1b[2Jx." in visit(FakeChair(view()), "\x1b[2Jx")


def test_every_command_has_an_answer_and_a_form_of_one_letter() -> None:
    words = set(COMMANDS.values())
    assert words == {*_ANSWERS, "quit"}
    short = {COMMANDS[form] for form in COMMANDS if len(form) == 1}
    assert short == words


def test_a_prompt_stands_behind_all_news_until_a_person_agrees() -> None:
    chair = FakeChair(view())

    async def run() -> str:
        stream = io.StringIO()
        lines = Typed([], interactive=False)

        async def silent() -> str | None:
            return await asyncio.get_running_loop().create_future()

        lines.next = silent  # type: ignore[method-assign]
        output = Output(stream)
        waiting = asyncio.ensure_future(LobbyTalk(output, lambda: lines).wait(chair))
        for number in (3, 3, 4, 5):
            output.say("Somebody sat down.")
            chair._views[0] = replace(view(), number=number)
            chair._news.set()
            await asyncio.sleep(0.01)
        waiting.cancel()
        return stream.getvalue()

    said = asyncio.run(run())
    assert said.count("> ") == 4
    assert said.count("Type ready when") == 1


def test_a_pipe_waits_with_its_next_line_until_there_is_something_to_decide() -> None:
    chair = FakeChair(view())
    lines = Typed(["ready", "for the table"], interactive=False)

    async def run() -> None:
        talk = LobbyTalk(Output(io.StringIO()), lambda: lines)
        try:
            await asyncio.wait_for(talk.wait(chair), 0.1)
        except TimeoutError:
            return

    asyncio.run(run())
    assert chair.wishes == ["ready"]
    # What was typed ahead is for whoever reads next.
    assert lines.lines == ["for the table"]


def test_after_a_match_the_same_company_is_asked_again() -> None:
    stream = io.StringIO()

    async def run() -> None:
        talk = LobbyTalk(Output(stream), lambda: Typed([], interactive=True))
        await talk.wait(FakeChair(view()))
        await talk.wait(FakeChair(view()))

    asyncio.run(run())
    assert stream.getvalue().count("Play again? Type ready for another match") == 1


def test_an_answer_that_brings_a_new_draft_leaves_one_prompt() -> None:
    class Kicking(FakeChair):
        def kick(self, nickname: str) -> bool:
            self._views[0] = replace(view(), number=4)
            self._news.set()
            return True

    said = visit(Kicking(view(), key=HOST), "kick Ada")
    assert said.count("> ") == 2
