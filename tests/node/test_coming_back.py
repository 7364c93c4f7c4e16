"""Seats that end without a word and start again from their homes: the match goes on to its seal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.node.company import Company, agreed, copy_home
from unonet.errors import SeatInUse, SessionEnded, StorageError
from unonet.net.fake import run_virtual
from unonet.node.events import GoingOn, Resumed, Sidelined, Waiting
from unonet.node.keeping import take_up
from unonet.table.events import Committed, Opened, RoundClosed

SMALL = {"target": "50"}
"""A match of a round or a few, none of which can end within the entries that a test waits for."""


def scene(company: Company, play: Callable[[Company], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        try:
            await play(company)
        finally:
            await company.close()

    run_virtual(run())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("after", [0, 1, 4, 7, 10, 16])
@pytest.mark.parametrize("who", ["leader", "follower"])
def test_a_killed_seat_comes_back_and_the_match_is_played_to_its_end(
    tmp_path: Path, seats: int, after: int, who: str
) -> None:
    async def play(company: Company) -> None:
        victim = company.leader if who == "leader" else company.followers[0]
        company.sit()
        await company.entries(after)
        await company.kill(victim)
        await asyncio.sleep(3.0)
        company.revive(victim)
        reports = await company.reports()
        assert {report.result for report in reports} == {"finished"}
        assert agreed(reports)
        company.audited()
        assert not company.state(victim).exists()
        assert company.events(victim, Resumed)

    deal = "sealed" if seats == 3 else "open"
    scene(Company(tmp_path, seats, "classic", SMALL, deal=deal), play)


def test_a_seat_is_killed_again_and_again(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        for step in range(12):
            await company.entries(2 * step)
            victim = step % 3
            await company.kill(victim)
            await asyncio.sleep(0.5)
            company.revive(victim)
        reports = await company.reports()
        assert agreed(reports)
        company.audited()

    scene(Company(tmp_path, 3, "classic", SMALL, deal="sealed"), play)


def test_all_are_killed_and_all_come_back(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(14)
        await company.kill(0, 1, 2)
        company.revive(0, 1, 2)
        reports = await company.reports()
        assert agreed(reports)
        company.audited()

    scene(Company(tmp_path, 3, "classic", SMALL), play)


@pytest.mark.parametrize("step", [Committed, Opened])
def test_what_was_committed_is_opened_after_a_restart(tmp_path: Path, step: type[Any]) -> None:
    async def play(company: Company) -> None:
        victim = company.followers[0]
        company.sit()
        await company.until(
            lambda: any(event.seat == victim for event in company.events(company.leader, step))
        )
        await company.kill(victim)
        company.revive(victim)
        reports = await company.reports()
        assert agreed(reports)
        company.audited()

    scene(Company(tmp_path, 3, "classic", SMALL, deal="sealed"), play)


@pytest.mark.parametrize(("seats", "who"), [(2, "follower"), (4, "leader"), (3, "follower")])
def test_the_others_say_for_whom_they_wait(tmp_path: Path, seats: int, who: str) -> None:
    async def play(company: Company) -> None:
        victim = company.leader if who == "leader" else company.followers[0]
        watcher = company.followers[-1] if who == "leader" else company.leader
        company.sit()
        await company.entries(14)
        await company.kill(victim)
        await asyncio.sleep(5.0)
        assert company.events(watcher, Waiting) == [Waiting((f"P{victim}",))]
        assert company.events(watcher, GoingOn) == []
        company.revive(victim)
        await company.reports()
        assert company.events(watcher, GoingOn) == [GoingOn()]

    scene(Company(tmp_path, seats, "classic", SMALL), play)


def test_nobody_waits_for_one_of_four_followers(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        victim, watcher = company.followers[:2]
        company.sit()
        await company.entries(14)
        await company.kill(victim)
        await asyncio.sleep(3.0)
        assert company.events(watcher, Waiting) == []
        company.revive(victim)
        await company.reports()

    scene(Company(tmp_path, 4, "classic", SMALL), play)


def test_a_link_that_is_gone_for_ten_seconds_comes_back(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(14)
        victim = company.followers[0]
        for seat in range(3):
            if seat != victim:
                company.network.cut(company.key(victim), company.key(seat))
                company.network.cut(company.key(seat), company.key(victim))
        await asyncio.sleep(10.0)
        assert len(company.events(victim, Waiting)[-1].nicknames) == 2
        company.network.heal()
        reports = await company.reports()
        assert agreed(reports)
        company.audited()

    scene(Company(tmp_path, 3, "classic", SMALL), play)


# What may be lost, and what may not


def test_a_seat_without_its_state_only_looks_on(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        victim = company.followers[0]
        company.sit()
        await company.entries(14)
        await company.kill(victim)
        for file in company.state(victim).iterdir():
            file.unlink()
        company.state(victim).rmdir()
        company.revive(victim)
        await asyncio.sleep(5.0)
        assert company.events(victim, Sidelined) == [Sidelined()]
        chair = await company.sitting[victim].chair
        assert chair.pending
        assert not chair.may_leave
        view = chair.view()
        assert view is not None
        assert view.legal == ()
        leader = company.sitting[company.leader].game
        assert not leader.done()

    scene(Company(tmp_path, 3, "classic", {"target": "500"}), play)


def test_four_go_on_beside_one_who_only_looks_on_until_it_is_needed(tmp_path: Path) -> None:
    """Its log keeps up with the others, though it acks nothing."""

    async def play(company: Company) -> None:
        victim = company.followers[0]
        company.sit()
        await company.entries(14)
        await company.kill(victim)
        (company.state(victim) / "journal").unlink()
        company.revive(victim)
        await asyncio.sleep(5.0)
        sizes = {company.log(seat).stat().st_size > 1000 for seat in range(4)}
        assert sizes == {True}

    scene(Company(tmp_path, 4, "classic"), play)


def test_an_own_session_elsewhere_ends_the_older_one(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        victim = company.followers[0]
        company.sit()
        await company.entries(14)
        older = company.sitting[victim]
        company.revive(victim, home=copy_home(company.homes[victim], tmp_path / "backup"))
        with pytest.raises(SessionEnded):
            await asyncio.wait_for(older.game, 60)
        await older.place.close()
        reports = await company.reports()
        assert agreed(reports)
        company.audited(*(seat for seat in range(3) if seat != victim))

    scene(Company(tmp_path, 3, "classic", SMALL), play)


def test_one_home_does_not_play_one_seat_twice(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(14)
        table_id = company.genesis.terms.table_id
        size = company.log(0).stat().st_size
        with (
            pytest.raises(SeatInUse),
            take_up(company.homes[0], company.log(0), table_id, 0),
        ):
            pass
        assert company.log(0).stat().st_size == size
        await company.kill(0)
        company.revive(0)
        await company.reports()

    scene(Company(tmp_path, 2, "classic", SMALL), play)


def test_a_damaged_journal_is_named_and_nothing_is_played(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        victim = company.followers[0]
        company.sit()
        await company.entries(14)
        await company.kill(victim)
        journal = company.state(victim) / "journal"
        raw = bytearray(journal.read_bytes())
        raw[200] ^= 1
        journal.write_bytes(raw)
        company.revive(victim)
        with pytest.raises(StorageError, match="journal is damaged"):
            await company.sitting[victim].game
        assert journal.read_bytes() == bytes(raw)

    scene(Company(tmp_path, 3), play)


def test_a_torn_log_is_cut_and_the_rest_is_caught_up(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        victim = company.followers[0]
        company.sit()
        await company.entries(14)
        await company.kill(victim)
        log = company.log(victim)
        log.write_bytes(log.read_bytes()[:-7])
        company.revive(victim)
        reports = await company.reports()
        assert agreed(reports)
        assert log.with_name(log.name + ".torn").exists()
        company.audited()

    scene(Company(tmp_path, 3, "classic", SMALL), play)


def test_state_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(14)
        state = company.state(0)
        assert state.stat().st_mode & 0o777 == 0o700
        assert state.parent.stat().st_mode & 0o777 == 0o700
        assert {file.name for file in state.iterdir()} == {"lock", "journal", "secrets-0"}
        assert all(file.stat().st_mode & 0o777 == 0o600 for file in state.iterdir())
        await company.reports()
        assert not state.exists()

    scene(Company(tmp_path, 2, "classic", SMALL), play)


def test_a_round_is_closed_once_however_often_one_comes_back(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        leader = company.leader
        for rounds in (1, 2):
            await company.until(
                lambda rounds=rounds: len(company.events(leader, RoundClosed)) >= rounds  # type: ignore[misc]
            )
            await company.kill(leader)
            company.revive(leader)
        reports = await company.reports()
        assert agreed(reports)
        assert len({report.rounds for report in reports}) == 1
        company.audited()

    scene(Company(tmp_path, 3, "classic", {"target": "400"}), play)
