"""Which matches a home could go on with, and what a host says who plays one of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.node.company import Company
from tests.node.parlour import LOBBY, Parlour, never, ready_at, until
from unonet.errors import NothingToResume, StillSeated
from unonet.game.events import CardUp
from unonet.net.fake import run_virtual
from unonet.node.guest_room import GuestRoom
from unonet.node.matches import match_of, unfinished
from unonet.node.seat_folder import SeatFolder


def left(company: Company) -> None:
    async def run() -> None:
        try:
            company.sit()
            await company.entries(8)
            # Whoever plays a seat at this moment has nothing to be told.
            assert unfinished(company.homes[0]) == []
        finally:
            await company.close()

    run_virtual(run())


def test_a_match_that_was_closed_is_told_with_its_company(tmp_path: Path) -> None:
    company = Company(tmp_path, 3)
    left(company)
    (match,) = unfinished(company.homes[1])
    terms = company.genesis.terms
    assert match.log == company.log(1)
    assert (match.table_id, match.lobby_id) == (terms.table_id, terms.lobby_id)
    assert match.others == ("P0", "P2")
    assert not match.alone
    assert match_of(company.homes[1], terms.table_id) == match
    with pytest.raises(NothingToResume):
        match_of(company.homes[1], bytes(16))


def test_a_seat_in_use_a_forgotten_one_and_a_damaged_log_are_no_offer(tmp_path: Path) -> None:
    company = Company(tmp_path, 3)
    left(company)
    table_id = company.genesis.terms.table_id
    folder = SeatFolder.take(company.homes[0], table_id, 0)
    assert unfinished(company.homes[0]) == []
    folder.release()
    assert len(unfinished(company.homes[0])) == 1
    folder.erase()
    assert unfinished(company.homes[0]) == []
    company.log(1).write_bytes(b"nothing")
    assert unfinished(company.homes[1]) == []


def test_a_finished_match_is_no_offer(tmp_path: Path) -> None:
    company = Company(tmp_path, 2)

    async def run() -> None:
        company.sit()
        await company.reports()
        await company.close()

    run_virtual(run())
    assert unfinished(company.homes[0]) == unfinished(company.homes[1]) == []


def test_whoever_has_a_seat_in_the_match_is_told_instead_of_seated() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 2, ready_at(2))
            game = parlour.joined_by(ada, ready_at(2))
            await until(lambda: ada.told(CardUp))
            assert ada.place.table is not None
            table_id = ada.place.table.node.table_id
            game.cancel()
            await asyncio.gather(game, return_exceptions=True)
            await ada.place.reach(host.address)
            with pytest.raises(StillSeated) as caught:
                await ada.place.join(parlour.applicant(ada), waiter=never, kept=[table_id])
            assert caught.value.table_id == table_id

    run_virtual(asyncio.wait_for(main(), 60))


def test_only_the_host_says_what_is_played_here() -> None:
    async def main() -> None:
        async with Parlour() as parlour:
            host, ada = [await parlour.come(name) for name in ("Host", "Ada")]
            parlour.opened_by(host, 3, never)
            room = GuestRoom(
                ada.place.mesh,
                ada.place.identity,
                parlour.applicant(ada),
                host=host.key,
                lobby_id=LOBBY,
                watch=ada.seen.append,
                eager=False,
                kept=[bytes(16)],
            )
            room.on_table(ada.key, bytes(16))
            room.on_table(host.key, bytes(15))
            assert not room.agreed.done()
            room.on_table(host.key, bytes(16))
            assert isinstance(room.agreed.exception(), StillSeated)
            room.close()

    run_virtual(asyncio.wait_for(main(), 60))
