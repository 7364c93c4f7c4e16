"""Host, join, watch, identity and tables --watch, without a network: what is asked and said."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.cli.test_lobby_talk import Typed
from tests.cli.test_person import VIEW, WAITING, FakeChair
from unonet import node as unonet_node
from unonet.errors import CannotReach, TableClosed, WrongCode
from unonet.ledger.identity import Identity, fingerprint
from unonet.node import Listing, Report
from unonet.node.known import Known
from unonet.words import address_words, fingerprint_words, join_code, table_words
from unonet_cli.commands import tables
from unonet_cli.commands.evening import LOGIN_NAMES, Evening, nickname_of
from unonet_cli.output import Output
from unonet_cli.phrases import words
from unonet_cli.plain.person import Person
from unonet_cli.presenter import Presenter

KEY = Identity.from_seed(b"k" * 32).key
CODE = join_code(bytes(16))
ADA = Listing(
    id="ab" * 16,
    name="Ada's table",
    address="10.0.0.1",
    port=4000,
    rules="quick",
    rules_hash=None,
    seats_taken=1,
    seats=4,
    state="lobby",
    closed=False,
    alive=True,
    fingerprint=fingerprint(KEY),
)
BOB = replace(ADA, id="cd" * 16, name="Bob's\x1b[2J table", closed=True)
ADA_TOO = replace(ADA, id="ef" * 16, name="Ada's table for two")


def report(result: str = "finished") -> Report:
    return Report(
        log=Path("x.unolog"),
        seat=0,
        result=result,
        rounds=1,
        entries=9,
        index=9,
        entry_hash=b"",
        state_hash=b"",
        scores=(0, 0),
        winners=(0,),
        nicknames=("Ada", "Bob"),
        setup_s=0.1,
        move_ms=(),
    )


class AtHome(Evening):
    """An evening with lines that are typed ahead; ``said`` is what was read."""

    def __init__(self, *lines: str, interactive: bool = True) -> None:
        self.stream = io.StringIO()
        super().__init__(Output(self.stream))
        source = Typed(lines, interactive=interactive)
        self.lines = lambda: source

    @property
    def said(self) -> str:
        return self.stream.getvalue()


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(coroutine)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Listing]:
    """Tables on a network that is not there."""
    listings: list[Listing] = []

    async def find(home: Path, fits: Any, **options: Any) -> list[Listing]:
        return [one for one in listings if fits(one)]

    monkeypatch.setitem(vars(unonet_node), "find_tables", find)
    return listings


def find(at_home: Evening, *words: str, **options: Any) -> Any:
    return run(at_home.find(Path(), words, interface=None, timeout=3, **options))


# Which table


def test_the_only_table_with_a_free_seat_is_taken(shown: list[Listing]) -> None:
    shown += [ADA, replace(BOB, state="play")]
    assert find(AtHome()).name == "Ada's table"


def test_a_table_is_named_in_as_many_words_as_it_has(shown: list[Listing]) -> None:
    shown += [ADA, BOB]
    assert find(AtHome(), "ada's", "table").topic == bytes.fromhex(ADA.id)


def test_an_address_or_its_words_are_not_looked_for(shown: list[Listing]) -> None:
    assert find(AtHome(), "10.0.0.7:80").addresses == (("10.0.0.7", 80),)
    words = address_words("10.0.0.7", 80, KEY).split()
    assert find(AtHome(), *words).addresses == (("10.0.0.7", 80),)


def test_no_table_is_said_in_the_words_that_were_typed(shown: list[Listing]) -> None:
    with pytest.raises(CannotReach, match="no table 'Eve' in 3 s"):
        find(AtHome(), "Eve")
    with pytest.raises(CannotReach, match="no table with a free seat"):
        find(AtHome())
    with pytest.raises(CannotReach, match="did you mean"):
        find(AtHome(), "one", "two", "tree", "fore", "fiveish")


def test_of_several_a_person_picks_one(shown: list[Listing]) -> None:
    shown += [ADA, BOB]
    at_home = AtHome("x", "3", "0", "2")
    assert find(at_home).topic == bytes.fromhex(BOB.id)
    assert "1 Ada's table: 1 of 4 seats, rules quick, waiting for players, open.\n" in at_home.said
    assert "2 Bob's\\x1b[2J table: 1 of 4 seats, rules quick, waiting" in at_home.said
    assert at_home.said.count("Type a number from 1 to 2.") == 3


def test_of_several_a_script_must_name_one(shown: list[Listing]) -> None:
    shown += [ADA, BOB]
    with pytest.raises(typer.BadParameter, match=r"abababab.*cdcdcdcd"):
        find(AtHome(interactive=False))


def test_an_exact_name_is_better_than_a_beginning(shown: list[Listing]) -> None:
    shown += [ADA_TOO, ADA]
    at_home = AtHome(interactive=False)
    assert find(at_home, "ada's table").topic == bytes.fromhex(ADA.id)
    with pytest.raises(typer.BadParameter, match="several tables"):
        find(at_home, "ada")


def test_the_end_of_the_input_picks_none(shown: list[Listing]) -> None:
    shown += [ADA, BOB]
    with pytest.raises(KeyboardInterrupt):
        find(AtHome())


def test_a_table_that_plays_can_be_watched(shown: list[Listing]) -> None:
    shown += [replace(ADA, state="play", seats_taken=4)]
    assert find(AtHome(), to_watch=True).name == "Ada's table"
    with pytest.raises(CannotReach):
        find(AtHome())


# Closed tables


class Door:
    """Lets in who has the code."""

    def __init__(self) -> None:
        self.tried: list[str | None] = []

    async def __call__(self, code: str | None) -> tuple[Report, ...]:
        self.tried.append(code)
        if code is None:
            raise TableClosed("it takes links with its own join code, or with none")
        if code != CODE:
            raise WrongCode("the other end closed the link over it")
        return (report(),)


def test_a_person_is_asked_for_the_code_until_it_is_the_right_one() -> None:
    door, at_home = Door(), AtHome("seven", join_code(b"x" * 16), CODE)
    assert run(at_home.enter(door, None))
    assert door.tried == [None, join_code(b"x" * 16), CODE]
    assert "The table is closed: it takes links with its own join code" in at_home.said
    assert "That is no join code: " in at_home.said
    assert "The join code is not taken: " in at_home.said


def test_who_has_no_code_stays_outside() -> None:
    with pytest.raises(TableClosed):
        run(AtHome("").enter(Door(), None))
    with pytest.raises(WrongCode):
        run(AtHome(interactive=False).enter(Door(), join_code(b"x" * 16)))


def test_a_code_given_beforehand_is_not_asked_for() -> None:
    at_home = AtHome()
    assert run(at_home.enter(Door(), CODE))
    assert at_home.said == ""


# The end of an evening


@pytest.mark.parametrize(
    ("results", "code"),
    [((), 0), (("finished",), 0), (("finished", "unfinished"), 1), (("void",), 6)],
)
def test_the_exit_code_is_that_of_the_last_match(results: Sequence[str], code: int) -> None:
    assert AtHome().conclude([report(result) for result in results]) == code


def test_who_leaves_has_not_failed() -> None:
    at_home = AtHome()
    at_home.person.has_quit = True
    assert at_home.conclude([report("unfinished")]) == 0


def test_a_name_is_cleaned_and_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "zo\x1b[2Je")
    assert nickname_of(None) == "zo[2Je"
    assert nickname_of("\u202eAda") == "Ada"
    for name in LOGIN_NAMES:
        monkeypatch.delenv(name, raising=False)
    assert nickname_of(None) in words.FRIENDLY_NAMES
    monkeypatch.setenv("LOGNAME", "ada")
    assert nickname_of(None) == "ada"
    monkeypatch.setenv("USER", "root")
    assert nickname_of(None) in words.FRIENDLY_NAMES


def test_bots_leave_the_host_a_seat(unonet: Any, tmp_path: Path) -> None:
    ran = unonet("host", "--seats", "3", "--bots", "3", "--home", str(tmp_path))
    assert ran.exit_code == 2
    assert "leaves you no seat" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [("--seats", "11"), ("--deal", "marked"), ("--skill", "genius"), ("--rules", "mahjong")],
)
def test_what_cannot_be_hosted_is_a_usage_error(
    unonet: Any, tmp_path: Path, arguments: tuple[str, str]
) -> None:
    assert unonet("host", *arguments, "--home", str(tmp_path)).exit_code == 2


# At the table


class Bell(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_table(chair: FakeChair, *lines: str, stream: io.StringIO | None = None) -> str:
    stream = stream or io.StringIO()

    async def sit() -> None:
        presenter = Presenter()
        presenter.table_id = bytes(16)
        person = Person(Output(stream), presenter, lambda: Typed(lines, interactive=True))
        await asyncio.wait_for(person.play(chair), 1)

    run(sit())
    return stream.getvalue()


def test_one_bell_rings_when_it_is_ones_turn_on_a_terminal_only() -> None:
    said = at_table(FakeChair(VIEW, WAITING), "hand", "top", "1", stream=Bell())
    assert said.count("\a") == 1
    assert said.index("\a") < said.index("Your turn.")
    assert "\a" not in at_table(FakeChair(VIEW, WAITING), "1")
    assert "\a" not in at_table(FakeChair(WAITING), stream=Bell())


def test_chat_at_the_table() -> None:
    chair = FakeChair(VIEW)
    said = at_table(chair, "chat Well, WELL", "c 2", "chat")
    assert chair.said == ["Well, WELL", "#2"]
    assert "chat 8: Good game!" in said


def test_the_words_of_the_table_at_the_table() -> None:
    assert table_words(bytes(16)) in at_table(FakeChair(VIEW), "words")


# Who one is


def test_identity_tells_the_own_key_and_who_was_met(unonet: Any, tmp_path: Path) -> None:
    ran = unonet("identity", "--home", str(tmp_path))
    assert ran.exit_code == 0
    assert "You have met nobody yet." in ran.out
    known = Known.load(tmp_path)
    known.meet(KEY, "Ada", addresses=[("10.0.0.1", 4000)], now=1_700_000_000)
    known.save()
    (shown,) = unonet("identity", "--home", str(tmp_path), "--json").values
    own = Identity.load(tmp_path / "identity.key").key
    assert shown["key"] == own.hex() and shown["fingerprint"] == fingerprint(own)
    assert shown["words"] == fingerprint_words(own) and len(shown["words"].split()) == 6
    assert shown["known"] == [
        {
            "nickname": "Ada",
            "key": KEY.hex(),
            "fingerprint": fingerprint(KEY),
            "words": fingerprint_words(KEY),
            "first_seen": "2023-11-14",
            "last_seen": "2023-11-14",
        }
    ]
    said = unonet("identity", "--home", str(tmp_path)).out
    assert fingerprint_words(own) in said and "You have met 1 player" in said
    assert f"Ada, key {fingerprint(KEY)}" in said


# tables --watch


def test_what_comes_changes_and_goes() -> None:
    fuller = replace(ADA, seats_taken=2)
    assert list(tables.changes([], [ADA, BOB])) == [("came", ADA), ("came", BOB)]
    assert list(tables.changes([ADA, BOB], [fuller])) == [("changed", fuller), ("gone", BOB)]
    assert list(tables.changes([ADA], [ADA])) == []


def test_watching_tables_prints_a_line_for_each_event(
    unonet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def watch(interface: str | None) -> Any:
        yield [ADA]
        yield [replace(ADA, seats_taken=2), BOB]
        yield []

    monkeypatch.setitem(vars(unonet_node), "watch_tables", watch)
    events = unonet("tables", "--watch", "--json").values
    assert [(one["event"], one["seats_taken"]) for one in events] == [
        ("came", 1),
        ("changed", 2),
        ("came", 1),
        ("gone", 2),
        ("gone", 1),
    ]
    said = unonet("tables", "--watch").out.splitlines()
    assert said[0].startswith("New: Ada's table: 1 of 4 seats")
    assert said[-1].startswith("Gone: Bob's\\x1b[2J table")
