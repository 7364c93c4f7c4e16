"""Whole matches over a network that delays, reorders, duplicates, loses and breaks links."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.net.fake import FakeNetwork, Faults, run_virtual
from unonet.node.chair import bot_player
from unonet.node.home import new_log
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.table.audit import verify
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Address
from unonet.table.terms import TermsSeat

LOBBY = bytes(range(16))
ROUGH = Faults(delay=(0.001, 0.08), loss=0.03, duplication=0.03, reordering=0.2)


@dataclass
class World:
    """Some seats on one fake network, each with its own log."""

    home: Path
    seats: int
    ruleset: Ruleset
    seed: int
    faults: Faults

    async def play(self) -> list[Report]:
        self.network = FakeNetwork(seed=self.seed, faults=Faults(delay=(0.001, 0.01)))
        identities = [Identity.from_seed(bytes([seat + 1]) * 32) for seat in range(self.seats)]
        self.keys = [identity.key for identity in identities]
        places = [
            Place(self.network.transport(one.key, LOBBY), one, watch=lambda event: None)
            for one in identities
        ]
        addresses = [await place.mesh.listen(("127.0.0.1", 0)) for place in places]
        stays = [
            asyncio.ensure_future(self._stay(seat, place, addresses))
            for seat, place in enumerate(places)
        ]
        trouble = asyncio.ensure_future(self._trouble())
        try:
            return await asyncio.wait_for(asyncio.gather(*stays), 3600)
        finally:
            trouble.cancel()
            for place in places:
                await place.close()

    async def _stay(self, seat: int, place: Place, addresses: list[tuple[str, int]]) -> Report:
        own = Applicant(
            TermsSeat(place.identity.key, f"bot {seat}", "greedy", None, None, os.urandom(32)),
            (Address(*addresses[seat]),),
        )
        if seat == 0:
            genesis = await place.host(self._proposal(), own)
        else:
            await asyncio.sleep(0.01 * seat)
            await place.reach(addresses[0])
            genesis = await place.join(own)
        assert genesis is not None
        self.network.faults = self.faults
        log = new_log(self.home / str(seat), genesis.terms.table_id, seat)
        return await place.play(genesis, log, bot_player("greedy", seed=self.seed + seat))

    def _proposal(self) -> Proposal:
        """Sealed at two seats; at ten an open deal asks as much of the links, and less of us."""
        deal = "sealed" if self.seats == 2 else "open"
        return Proposal(LOBBY, self.seats, self.ruleset, deal)

    async def _trouble(self) -> None:
        """Every few seconds some links break; now and then one way is cut for a while."""
        step = 0
        while True:
            await asyncio.sleep(3.0)
            step += 1
            first, second = self.keys[step % self.seats], self.keys[(step + 1) % self.seats]
            self.network.break_links(first, second)
            if step % 3 == 0:
                self.network.cut(first, second)
                await asyncio.sleep(5.0)
                self.network.heal()


@pytest.mark.parametrize(("seats", "preset"), [(2, "classic"), (10, "quick")])
def test_a_whole_match_survives_a_rough_network(tmp_path: Path, seats: int, preset: str) -> None:
    ruleset = Ruleset.parse(preset, {"target": "100"} if preset == "classic" else {})
    world = World(tmp_path, seats, ruleset, seed=seats, faults=ROUGH)
    reports = run_virtual(world.play())
    assert {report.result for report in reports} == {"finished"}
    agreed = {(r.index, r.entry_hash, r.state_hash, r.scores) for r in reports}
    assert len(agreed) == 1
    for report in reports:
        assert report.log is not None
        audit = verify(report.log)
        assert audit.ok, audit.error
        assert audit.result == "finished"
