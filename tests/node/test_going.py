"""Seats that leave for good: who may, what the others do, what stays on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.node.company import Company, agreed
from unonet.errors import LocalProtocolError, NothingToResume
from unonet.game.events import Left
from unonet.net.fake import Faults, run_virtual
from unonet.node.chair import Chair
from unonet.node.events import Waiting
from unonet.node.keeping import take_up
from unonet.table.audit import verify
from unonet.table.events import MatchOver

SMALL = {"hand_size": "6", "target": "50"}
LONG = {"target": "500"}


def scene(company: Company, play: Callable[[Company], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        try:
            await play(company)
        finally:
            await company.close()

    run_virtual(run())


async def chair(company: Company, seat: int) -> Chair:
    return await company.sitting[seat].chair


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("after", [0, 1, 5, 9, 14, 18])
def test_a_follower_leaves_and_the_others_play_to_the_end(
    tmp_path: Path, seats: int, after: int
) -> None:
    async def play(company: Company) -> None:
        leaver = company.followers[0]
        others = [seat for seat in range(seats) if seat != leaver]
        company.sit()
        await company.entries(after)
        assert (await chair(company, leaver)).may_leave
        (await chair(company, leaver)).leave()
        (left,) = await company.reports(leaver)
        assert left.result == "left"
        assert not company.state(leaver).exists()
        await company.kill(leaver)
        reports = await company.reports()
        assert {report.result for report in reports} == {"finished"}
        assert agreed(reports)
        company.audited(*others)
        assert verify(company.log(leaver)).ok
        for seat in others:
            assert len(company.events(seat, Left)) == 1
            assert company.events(seat, Waiting) == []

    deal = "sealed" if seats == 4 else "open"
    scene(Company(tmp_path, seats, "classic", SMALL, deal=deal), play)


@pytest.mark.parametrize("who", ["leader", "follower"])
@pytest.mark.parametrize("after", [0, 3, 6, 12])
def test_one_of_two_leaves_and_the_other_has_won(tmp_path: Path, who: str, after: int) -> None:
    async def play(company: Company) -> None:
        leaver = company.leader if who == "leader" else company.followers[0]
        stayer = 1 - leaver
        company.sit()
        await company.entries(after)
        assert (await chair(company, leaver)).may_leave
        (await chair(company, leaver)).leave()
        reports = {report.seat: report for report in await company.reports()}
        assert reports[stayer].result == "finished"
        assert reports[stayer].winners == (stayer,)
        assert company.events(stayer, MatchOver)[-1].winners == (stayer,)
        assert reports[leaver].result == "left"
        company.audited(stayer)
        assert not company.state(leaver).exists()
        assert not company.state(stayer).exists()

    scene(Company(tmp_path, 2, "classic", LONG), play)


def test_the_seat_that_leads_three_cannot_leave_them(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(14)
        leading = await chair(company, company.leader)
        assert not leading.may_leave
        with pytest.raises(LocalProtocolError):
            leading.leave()
        first, last = company.followers
        (await chair(company, first)).leave()
        await company.reports(first)
        assert leading.may_leave, "of two it may"
        leading.leave()
        await company.reports()
        assert company.events(last, MatchOver)[-1].winners == (last,)
        company.audited(last)

    scene(Company(tmp_path, 3, "classic", LONG), play)


def test_all_but_one_leave(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(14)
        for seat in company.followers:
            (await chair(company, seat)).leave()
        reports = {report.seat: report for report in await company.reports()}
        assert reports[company.leader].winners == (company.leader,)
        assert {reports[seat].result for seat in company.followers} == {"left"}
        company.audited(company.leader)

    scene(Company(tmp_path, 4, "classic", LONG), play)


def test_too_few_are_left_to_open_a_sealed_card(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(40)
        for seat in company.followers[:2]:
            (await chair(company, seat)).leave()
        reports = {report.seat: report for report in await company.reports()}
        staying = company.leader, company.followers[2]
        assert {reports[seat].result for seat in staying} == {"void"}
        assert {reports[seat].winners for seat in staying} == {()}
        company.audited(*staying, result="void")

    scene(Company(tmp_path, 4, "classic", LONG, deal="sealed"), play)


def test_a_leave_survives_the_end_of_its_process(tmp_path: Path) -> None:
    """Signed, then killed before it was final: it is sent again, and the seat is gone."""

    async def play(company: Company) -> None:
        leaver = company.followers[0]
        company.sit()
        await company.entries(14)
        (await chair(company, leaver)).leave()
        await company.kill(leaver)
        await asyncio.sleep(0.1)
        company.revive(leaver)
        (report,) = await company.reports(leaver)
        assert report.result == "left"
        await company.kill(leaver)
        reports = await company.reports()
        assert agreed(reports)

    scene(Company(tmp_path, 3, "classic", SMALL), play)


def test_who_is_gone_without_knowing_it_is_told(tmp_path: Path) -> None:
    """The others made its leave final alone; they do not look for it any more, but let it ask."""

    async def play(company: Company) -> None:
        leaver = company.followers[0]
        others = [seat for seat in range(3) if seat != leaver]
        company.sit()
        await company.entries(14)
        for seat in others:
            company.network.cut(company.key(seat), company.key(leaver))
        (await chair(company, leaver)).leave()
        await company.until(lambda: all(company.events(seat, Left) for seat in others))
        assert company.events(leaver, Left) == []
        await company.kill(leaver)
        company.network.heal()
        await asyncio.sleep(1.0)
        company.revive(leaver)
        (report,) = await company.reports(leaver)
        assert report.result == "left"
        await company.kill(leaver)
        assert agreed(await company.reports())

    scene(Company(tmp_path, 3, "classic", LONG), play)


def test_who_has_left_does_not_come_back(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        leaver = company.followers[0]
        company.sit()
        await company.entries(14)
        (await chair(company, leaver)).leave()
        await company.reports(leaver)
        await company.kill(leaver)
        table_id = company.genesis.terms.table_id
        with (
            pytest.raises(NothingToResume, match="left the match"),
            take_up(company.homes[leaver], company.log(leaver), table_id, leaver),
        ):
            pass
        await company.reports()
        with (
            pytest.raises(NothingToResume, match="over and sealed"),
            take_up(
                company.homes[company.leader], company.log(company.leader), table_id, company.leader
            ),
        ):
            pass
        assert not company.state(leaver).exists()

    scene(Company(tmp_path, 3, "classic", SMALL), play)


def test_leaving_on_a_bad_network(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        company.sit()
        await company.entries(14)
        leaver = company.followers[0]
        (await chair(company, leaver)).leave()
        reports = await company.reports(*(seat for seat in range(4) if seat != leaver))
        assert agreed(reports)
        company.audited(*(seat for seat in range(4) if seat != leaver))

    rough = Faults(delay=(0.001, 0.08), loss=0.05, duplication=0.05, reordering=0.2)
    scene(Company(tmp_path, 4, "classic", SMALL, faults=rough), play)


def test_who_waits_for_a_quorum_may_leave_and_is_gone_once_it_is_back(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        leaver, away = company.followers
        company.sit()
        await company.entries(14)
        await company.kill(away)
        (await chair(company, leaver)).leave()
        await asyncio.sleep(10.0)
        company.revive(away)
        reports = {report.seat: report for report in await company.reports()}
        assert reports[leaver].result == "left"
        assert reports[away].result == "finished"

    scene(Company(tmp_path, 3, "classic", SMALL), play)
