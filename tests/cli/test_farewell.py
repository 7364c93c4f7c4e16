"""Ctrl-C at a table: one question, its answers, and a second Ctrl-C that does not ask."""

from __future__ import annotations

import asyncio
import io
import json
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.cli.test_person import VIEW, FakeChair
from unonet.game import Ruleset
from unonet.node import play_local
from unonet.node.chair import Chair
from unonet_cli.output import Output
from unonet_cli.plain.interrupts import on_interrupt
from unonet_cli.plain.person import Person
from unonet_cli.presenter import Presenter

CTRL_C = "^C"
GOOD = "Leave the table for good (l"
ONLY = "The others cannot go on without you"


class Leaver(FakeChair):
    """A chair that tells who wanted to leave."""

    def __init__(self, *, may_leave: bool = True) -> None:
        super().__init__(VIEW)
        self.may_leave = may_leave
        self.left = 0

    def leave(self) -> None:
        self.left += 1


class Keyboard:
    """Types each line a moment after the one before; ``^C`` is a real SIGINT."""

    interactive = True

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = list(keys)

    async def next(self) -> str | None:
        while True:
            await asyncio.sleep(0.01)
            if not self._keys:
                await asyncio.sleep(3600)
            key = self._keys.pop(0)
            if key != CTRL_C:
                return key
            signal.raise_signal(signal.SIGINT)

    def put_back(self, line: str | None) -> None:
        """Nobody comes after."""


def sit(chair: Leaver, *keys: str, quits: bool = True) -> str:
    stream = io.StringIO()

    async def run() -> None:
        person = Person(Output(stream), Presenter(), lambda: Keyboard(keys))
        try:
            await asyncio.wait_for(person.play(chair), 0.5)
        except TimeoutError:
            assert not quits
        else:
            assert quits
        assert person.has_quit == quits

    asyncio.run(run())
    return stream.getvalue()


@pytest.mark.parametrize("answer", ["c", "close", "q", "C "])
def test_closing_keeps_the_seat(answer: str) -> None:
    chair = Leaver()
    said = sit(chair, CTRL_C, answer)
    assert GOOD in said
    assert said.rstrip().endswith("`unonet resume` takes you back to it.")
    assert chair.left == 0


@pytest.mark.parametrize("answer", ["l", "leave", " L"])
def test_leaving_is_left_to_the_table(answer: str) -> None:
    chair = Leaver()
    said = sit(chair, CTRL_C, answer, quits=False)
    assert chair.left == 1
    assert "You leave for good" in said


def test_whoever_stays_is_asked_again_the_next_time() -> None:
    chair = Leaver()
    said = sit(chair, CTRL_C, "", "r7", CTRL_C, "no", quits=False)
    assert said.count(GOOD) == said.count("You stay.") == 2
    assert chair.sent == ["r7"]
    assert chair.left == 0


def test_who_is_needed_can_only_close() -> None:
    chair = Leaver(may_leave=False)
    said = sit(chair, CTRL_C, "l", CTRL_C, "c")
    assert said.count(ONLY) == 2
    assert GOOD not in said
    assert chair.left == 0


def test_ctrl_c_is_everybodys_again_after_the_match() -> None:
    before = signal.getsignal(signal.SIGINT)

    async def run() -> None:
        during = signal.getsignal(signal.SIGINT)
        with on_interrupt(lambda: None):
            assert signal.getsignal(signal.SIGINT) != during
        assert signal.getsignal(signal.SIGINT) == during

    asyncio.run(run())
    assert signal.getsignal(signal.SIGINT) == before


@pytest.mark.parametrize("keys", [(CTRL_C, CTRL_C), (CTRL_C, "l", CTRL_C)])
def test_a_second_ctrl_c_closes_at_once(keys: tuple[str, ...]) -> None:
    stream = io.StringIO()

    async def run() -> None:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        person = Person(Output(stream), Presenter(), lambda: Keyboard(keys))
        await asyncio.wait_for(person.play(Leaver()), 2)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run())
    assert stream.getvalue().count(GOOD) == 1


# The command


def unfinished(home: Path) -> None:
    async def leave_off(chair: Chair) -> None:
        while chair.view() is None:
            await asyncio.sleep(0.001)

    asyncio.run(
        play_local(
            home,
            ruleset=Ruleset.parse("quick"),
            nickname="Ada",
            bots=["greedy"],
            player=leave_off,
            watch=lambda event: None,
            pause=False,
        )
    )


def test_nothing_to_resume(unonet: Callable[..., Ran], tmp_path: Path) -> None:
    ran = unonet("resume", "--home", str(tmp_path))
    assert ran.exit_code == 1
    assert ran.err.startswith("There is nothing to go on with: no log is kept")
    ran = unonet("resume", "--home", str(tmp_path), "--json")
    assert json.loads(ran.out)["error"]["code"] == "nothing_to_resume"


def test_a_match_is_resumed_and_closed_again(unonet: Callable[..., Ran], tmp_path: Path) -> None:
    unfinished(tmp_path)
    for _ in range(2):
        ran = unonet("resume", "--home", str(tmp_path))
        assert ran.exit_code == 0
        assert "Back at the table" in ran.out
        assert "takes you back to it." in ran.out
        assert "Log kept: " in ran.out


def test_a_seat_is_forgotten(unonet: Callable[..., Ran], tmp_path: Path) -> None:
    unfinished(tmp_path)
    (log,) = (tmp_path / "logs").iterdir()
    ran = unonet("resume", "--home", str(tmp_path), "--forget", "--json")
    assert ran.values == [{"log": str(log), "forgotten": True}]
    assert list((tmp_path / "state").iterdir()) == []
    assert log.exists()
