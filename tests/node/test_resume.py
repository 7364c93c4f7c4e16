"""Going on with a match of this home: which one it is, with whom, and when there is nothing."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from unonet.errors import NothingToResume, SeatInUse
from unonet.game.ruleset import Ruleset
from unonet.net.fake import run_virtual
from unonet.node import keeping, table_node
from unonet.node.chair import Chair, Player, bot_player
from unonet.node.events import Resumed, Sidelined, Waiting
from unonet.node.home import load_identity
from unonet.node.local import play_local
from unonet.node.report import Report
from unonet.node.resume import find_log, forget_table, resume_table
from unonet.node.seat_folder import SeatFolder
from unonet.node.vigil import missing
from unonet.table.audit import verify

RULES = Ruleset.parse("classic", {"target": "50"})


def quitting(after: int) -> Player:
    """Plays like a bot and closes the table once so many cards are in sight of it."""

    async def play(chair: Chair) -> None:
        playing = asyncio.ensure_future(bot_player("greedy", seed=1)(chair))
        try:
            while (view := chair.view()) is None or view.discard_count < after:
                await asyncio.sleep(0.001)
        finally:
            playing.cancel()

    return play


async def begin(home: Path, after: int = 3, **options: Any) -> Report:
    return await play_local(
        home,
        ruleset=RULES,
        nickname="Ada",
        bots=["greedy", "random"],
        player=quitting(after),
        watch=lambda event: None,
        pause=False,
        **options,
    )


async def go_on(home: Path, log: Path | None = None, **options: Any) -> Report:
    fields = {
        "interface": "127.0.0.1",
        "player": bot_player("greedy", seed=2),
        "watch": lambda event: None,
    }
    return await resume_table(home, log, **(fields | options))


# A table on this machine


def test_after_another_start_of_the_machine_it_goes_on_once_all_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "boot_id", lambda: b"a" * 16)
    run_virtual(begin(tmp_path))
    monkeypatch.setattr(keeping, "boot_id", lambda: b"b" * 16)
    told: list[bytes] = []

    def tell() -> bytes:
        told.append(b"b" * 16)
        return told[-1]

    monkeypatch.setattr(table_node, "boot_id", tell)
    assert run_virtual(go_on(tmp_path)).result == "finished"
    assert len(told) == 1, "by the seat that leads, and once"


@pytest.mark.parametrize("after", [1, 2, 6])
def test_a_match_against_bots_is_taken_up_with_all_of_them(tmp_path: Path, after: int) -> None:
    first = run_virtual(begin(tmp_path, after))
    assert first.result == "unfinished"
    assert len(list((tmp_path / "state").iterdir())) == 3
    seen: list[Any] = []
    second = run_virtual(go_on(tmp_path, watch=seen.append))
    assert (second.result, second.log) == ("finished", first.log)
    assert second.entries > first.entries
    assert [type(event) for event in seen[:2]][1] is Resumed
    assert verify(second.log).ok
    assert list((tmp_path / "state").iterdir()) == []
    assert list((tmp_path / "logs").iterdir()) == [second.log]


def test_a_match_is_closed_and_taken_up_many_times(tmp_path: Path) -> None:
    report = run_virtual(begin(tmp_path, 1))
    for after in range(2, 8):
        if report.result == "unfinished":
            report = run_virtual(go_on(tmp_path, player=quitting(after)))
    if report.result == "unfinished":
        report = run_virtual(go_on(tmp_path))
    audit = verify(report.log)
    assert (audit.ok, audit.result) == (True, "finished")


def test_leaving_a_table_of_ones_own_bots_ends_it(tmp_path: Path) -> None:
    async def leaving(chair: Chair) -> None:
        while chair.view() is None:
            await asyncio.sleep(0.001)
        assert chair.may_leave
        chair.leave()
        await asyncio.sleep(3600)

    report = run_virtual(
        play_local(
            tmp_path,
            ruleset=RULES,
            nickname="Ada",
            bots=["greedy"] * 3,
            player=leaving,
            watch=lambda event: None,
            pause=False,
        )
    )
    assert report.result == "left"
    assert list((tmp_path / "state").iterdir()) == []


# Which one


def test_the_newest_match_that_is_remembered_comes_first(tmp_path: Path) -> None:
    older = run_virtual(begin(tmp_path)).log
    newer = run_virtual(begin(tmp_path)).log
    assert older and newer
    os.utime(older, (1, 1))
    assert find_log(tmp_path) == newer
    forget_table(tmp_path, newer)
    assert find_log(tmp_path) == older
    forget_table(tmp_path, None)
    assert find_log(tmp_path) == newer
    assert find_log(tmp_path, older) == older


def test_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(NothingToResume, match="no log"):
        find_log(tmp_path)
    log = run_virtual(begin(tmp_path)).log
    assert log is not None
    run_virtual(go_on(tmp_path))
    with pytest.raises(NothingToResume, match="over and sealed"):
        run_virtual(go_on(tmp_path))
    stranger = tmp_path / "stranger"
    moved = tmp_path / "moved.unolog"
    moved.write_bytes(log.read_bytes())
    load_identity(stranger)
    for other in (moved, log):
        with pytest.raises(NothingToResume, match=r"another identity|over"):
            run_virtual(go_on(stranger, other))


def test_a_log_that_ends_before_its_genesis(tmp_path: Path) -> None:
    log = run_virtual(begin(tmp_path)).log
    assert log is not None
    log.write_bytes(log.read_bytes()[:120])
    with pytest.raises(NothingToResume, match="before its first entry"):
        run_virtual(go_on(tmp_path))


def test_a_renamed_log_is_still_ones_own(tmp_path: Path) -> None:
    log = run_virtual(begin(tmp_path)).log
    assert log is not None
    renamed = log.rename(log.with_name("friday.unolog"))
    assert run_virtual(go_on(tmp_path, renamed)).result == "finished"


def test_a_seat_that_is_played_is_neither_taken_nor_forgotten(tmp_path: Path) -> None:
    log = run_virtual(begin(tmp_path)).log
    assert log is not None
    held = SeatFolder.take(tmp_path, bytes.fromhex(log.name[:32]), 0)
    for call in (lambda: run_virtual(go_on(tmp_path)), lambda: forget_table(tmp_path, None)):
        with pytest.raises(SeatInUse):
            call()
    held.release()
    assert run_virtual(go_on(tmp_path)).result == "finished"


def test_what_is_forgotten_can_only_be_looked_at(tmp_path: Path) -> None:
    log = run_virtual(begin(tmp_path)).log
    assert forget_table(tmp_path, None) == log
    assert list((tmp_path / "state").iterdir()) == []
    seen: list[Any] = []

    async def a_while() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(go_on(tmp_path, watch=seen.append), 1.5)

    asyncio.run(a_while())
    kinds = [type(event) for event in seen]
    assert kinds[1:3] == [Sidelined, Waiting]
    assert log is not None
    assert verify(log).ok


# For whom a table waits


@pytest.mark.parametrize(
    ("live", "leader", "linked", "expected"),
    [
        ((0, 1), 0, (1,), ()),
        ((0, 1), 1, (), (1,)),
        ((0, 1), 0, (), (1,)),
        ((0, 1, 2), 2, (1,), (2,)),
        ((0, 1, 2), 1, (1,), (2,)),
        ((0, 1, 2), 1, (1, 2), ()),
        ((0, 1, 2, 3), 1, (1, 2), ()),
        ((0, 1, 2, 3), 3, (1, 2), (3,)),
        ((0, 1, 2, 3), 1, (1,), (2, 3)),
        ((0, 1, 2, 3, 4), 1, (1, 2, 3), ()),
        ((0,), 1, (), (1,)),
        ((0,), 0, (), ()),
        ((1,), 1, (1,), ()),
    ],
)
def test_a_table_waits_for_its_leader_and_for_a_quorum(
    live: tuple[int, ...], leader: int, linked: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert missing(0, leader=leader, live=live, linked=linked) == expected
