"""People, bots and lookers-on with places on one fake network in virtual time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.net.fake import FakeNetwork, Faults
from unonet.net.transport import Transport
from unonet.node.chair import Player, bot_player
from unonet.node.hosted import HostedBots
from unonet.node.lobby_chair import LobbyChair, Waiter
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Address
from unonet.table.terms import Genesis, TermsSeat

LOBBY = bytes(range(16))
QUICK = Ruleset.parse("quick")


def identity(number: int) -> Identity:
    return Identity.from_seed(bytes([number + 1]) * 32)


def ready_at(seats: int) -> Waiter:
    """A person that is ready whenever so many sit."""

    async def wait(chair: LobbyChair) -> None:
        while True:
            await chair.changed()
            view, me = chair.view(), chair.me
            if me is not None and len(view.seats) == seats and not view.ready[me]:
                chair.ready()

    return wait


async def never(chair: LobbyChair) -> None:
    """A person that makes up its mind about nothing."""
    await asyncio.get_running_loop().create_future()


class FakeBots(HostedBots):
    """Bots that come in over the fake network."""

    network: FakeNetwork

    def transport(self, identity: Identity) -> Transport:
        return self.network.transport(identity.key, LOBBY)


@dataclass
class Somebody:
    """One process: its place, what its front end was told, and its chair in the lobby."""

    name: str
    place: Place
    seen: list[Any]
    address: Address
    chair: asyncio.Future[LobbyChair] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def key(self) -> bytes:
        return self.place.identity.key

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.seen if isinstance(event, kind)]

    def waiter(self, waiter: Waiter) -> Waiter:
        """``waiter``, with its newest chair in ``chair``."""

        async def wait(chair: LobbyChair) -> None:
            if self.chair.done():
                self.chair = asyncio.get_running_loop().create_future()
            self.chair.set_result(chair)
            await waiter(chair)

        return wait


class Parlour:
    """Everybody who came; ``close`` sends them home."""

    def __init__(self, *, seed: int = 1, faults: Faults | None = None) -> None:
        self.network = FakeNetwork(seed=seed, faults=faults or Faults(delay=(0.001, 0.01)))
        self.people: list[Somebody] = []
        self.bots: FakeBots | None = None
        self.tasks: list[asyncio.Future[Any]] = []

    async def come(self, name: str) -> Somebody:
        """Somebody new, listening."""
        one = identity(len(self.people))
        seen: list[Any] = []
        place = Place(self.network.transport(one.key, LOBBY), one, watch=seen.append)
        (address,) = await place.listen(["10.0.0.1"])
        somebody = Somebody(name, place, seen, Address(*address))
        self.people.append(somebody)
        return somebody

    @property
    def host(self) -> Somebody:
        return self.people[0]

    def applicant(self, one: Somebody, bot: str | None = None) -> Applicant:
        place = TermsSeat(one.key, one.name, bot, None, None, os.urandom(32))
        return Applicant(place, (one.address,))

    def opened_by(
        self,
        one: Somebody,
        seats: int,
        waiter: Waiter | None,
        *,
        matches: int = 1,
        bots: int = 0,
        ruleset: Ruleset = QUICK,
        deal: str = "open",
    ) -> asyncio.Future[list[Report]]:
        """``one`` hosts; its matches, or less if it leaves.

        The deal is open unless it is what a test is about: nobody has to wait for proofs.
        """
        self.bots = FakeBots(one.place.identity, lobby_id=LOBBY, door=one.address, beside=one.name)
        self.bots.network = self.network
        self.bots.fill(bots, seats - 1)
        fill = self.bots.fill
        proposal = Proposal(LOBBY, seats, ruleset, deal)
        waits = one.waiter(waiter) if waiter else None

        def agree() -> Awaitable[Genesis | None]:
            return one.place.host(proposal, self.applicant(one), waiter=waits, fill=fill)

        return self._start(self._matches(one, agree, matches))

    def joined_by(
        self, one: Somebody, waiter: Waiter | None, *, matches: int = 1
    ) -> asyncio.Future[list[Report]]:
        """``one`` sits down at the host's table."""
        waits = one.waiter(waiter) if waiter else None

        def agree() -> Awaitable[Genesis | None]:
            return one.place.join(self.applicant(one), waiter=waits)

        async def sit() -> list[Report]:
            await one.place.reach(self.host.address)
            return await self._matches(one, agree, matches)

        return self._start(sit())

    def watched_by(
        self, one: Somebody, *, at: Somebody | None = None, matches: int = 1
    ) -> asyncio.Future[list[Report]]:
        """``one`` looks on, by way of the host or of another seat."""

        async def look_on() -> list[Report]:
            await one.place.reach((at or self.host).address)
            reports = []
            for _ in range(matches):
                genesis = await one.place.look_on(one.name)
                reports.append(await one.place.follow(genesis))
            return reports

        return self._start(look_on())

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.bots is not None:
            await self.bots.close()
        for one in self.people:
            await one.place.close()

    async def __aenter__(self) -> Parlour:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    async def _matches(
        self, one: Somebody, agree: Callable[[], Awaitable[Genesis | None]], matches: int
    ) -> list[Report]:
        reports: list[Report] = []
        while len(reports) < matches:
            genesis = await agree()
            if genesis is None:
                break
            one.seen.append(genesis)
            reports.append(await one.place.play(genesis, None, self.player()))
        return reports

    def player(self) -> Player:
        return bot_player("greedy", seed=len(self.people))

    def _start(self, coroutine: Any) -> asyncio.Future[Any]:
        task = asyncio.ensure_future(coroutine)
        self.tasks.append(task)
        return task


async def until(condition: Callable[[], object], *, seconds: float = 60) -> None:
    """Wait for it, in virtual time."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.05)


def agreed(report: Report) -> tuple[Any, ...]:
    """What every seat and everybody who looked on must have in common."""
    return report.result, report.index, report.entry_hash, report.state_hash, report.scores
