"""Seats with homes of their own on one fake network in virtual time: killed, back, leaving."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.net.fake import FakeNetwork, Faults
from unonet.node.chair import Chair, Player, bot_player
from unonet.node.home import load_identity
from unonet.node.journal import Ways
from unonet.node.keeping import keep, take_up
from unonet.node.place import Place
from unonet.node.playing import Playing
from unonet.node.report import Report
from unonet.node.seat_folder import folder_of
from unonet.order.chain import first_leader
from unonet.table.audit import verify
from unonet.table.terms import TermsSeat, accept, write_genesis, write_terms

LOBBY = bytes(range(16))


@dataclass
class Seated:
    """One process of a seat; ``seen`` is what its front end was told, over all its processes."""

    place: Place
    game: asyncio.Task[Report]
    chair: asyncio.Future[Chair]


@dataclass
class Company:
    """A table of ``seats`` that agreed already; ``homes[seat]`` is what a seat has on disk."""

    folder: Path
    seats: int
    preset: str = "quick"
    options: dict[str, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=lambda: Faults(delay=(0.001, 0.01)))
    lobby: int = 0
    deal: str = "open"

    def __post_init__(self) -> None:
        self.network = FakeNetwork(seed=self.seats, faults=self.faults)
        self.homes = [self.folder / f"home{seat}" for seat in range(self.seats)]
        identities = [_identity(home, seat) for seat, home in enumerate(self.homes)]
        places = [
            TermsSeat(one.key, f"P{seat}", None, None, None, bytes([seat + self.lobby]) * 32)
            for seat, one in enumerate(identities)
        ]
        ruleset = Ruleset.parse(self.preset, self.options)
        terms = write_terms(LOBBY, ruleset, seats=places, deal=self.deal)
        self.genesis = write_genesis(terms, [accept(one, terms) for one in identities])
        self.leader = first_leader(terms.table_id, self.seats)
        self.followers = [seat for seat in range(self.seats) if seat != self.leader]
        self.addresses = {one.key: (("fake", 100 + seat),) for seat, one in enumerate(identities)}
        self.sitting: dict[int, Seated] = {}
        self.seen: list[list[Any]] = [[] for _ in range(self.seats)]

    # Sitting down and going

    def sit(self, *seats: int) -> None:
        """Begin the match at these seats, all by default."""
        for seat in seats or range(self.seats):
            ways = Ways(None, self.addresses[self.key(seat)], self.addresses)
            self._start(
                seat,
                lambda seat=seat, ways=ways: keep(  # type: ignore[misc]
                    self.homes[seat], self.genesis, load_identity(self.homes[seat]), ways
                ),
            )

    async def kill(self, *seats: int) -> None:
        """End these processes without a word; their disks stay as they are."""
        for seat in seats:
            one = self.sitting.pop(seat)
            one.game.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await one.game
            await one.place.close()

    def revive(self, *seats: int, home: Path | None = None) -> None:
        """Start these seats again from what is on their disks."""
        for seat in seats:
            at = home or self.homes[seat]
            self._start(
                seat,
                lambda seat=seat, at=at: take_up(  # type: ignore[misc]
                    at, self.log(seat, at), self.genesis.terms.table_id, seat
                ),
                home=home,
            )

    def _start(self, seat: int, opening: Callable[[], Any], *, home: Path | None = None) -> None:
        identity = load_identity(home or self.homes[seat])
        place = Place(
            self.network.transport(identity.key, LOBBY), identity, watch=self.seen[seat].append
        )
        chair: asyncio.Future[Chair] = asyncio.get_running_loop().create_future()
        game = asyncio.ensure_future(self._play(seat, place, opening, chair))
        self.sitting[seat] = Seated(place, game, chair)

    async def _play(
        self, seat: int, place: Place, opening: Callable[[], Any], chair: asyncio.Future[Chair]
    ) -> Report:
        with opening() as kept:
            await place.listen(("fake",), port=100 + seat)
            place.meet_again(kept.genesis, kept.ways.peers or self.addresses)
            report = await place.play(
                kept.genesis,
                kept.log,
                shown(bot_player("greedy", seed=seat), chair),
                journal=kept.journal,
                past=kept.past,
            )
            kept.settle(report)
            return report

    async def reports(self, *seats: int) -> list[Report]:
        """What the matches of these seats end with, all that sit by default."""
        chosen = [self.sitting[seat].game for seat in seats or sorted(self.sitting)]
        return list(await asyncio.wait_for(asyncio.gather(*chosen), 3600))

    async def close(self) -> None:
        await self.kill(*self.sitting)

    # Looking

    def key(self, seat: int) -> bytes:
        return self.genesis.terms.keys[seat]

    def log(self, seat: int, home: Path | None = None) -> Path:
        name = f"{self.genesis.terms.table_id.hex()}-{seat}.unolog"
        return (home or self.homes[seat]) / "logs" / name

    def state(self, seat: int) -> Path:
        return folder_of(self.homes[seat], self.genesis.terms.table_id, seat)

    def events(self, seat: int, kind: type[Any]) -> list[Any]:
        return [event for event in self.seen[seat] if isinstance(event, kind)]

    async def until(self, reached: Callable[[], bool], limit: float = 120.0) -> None:
        """Let time pass until ``reached``."""
        async with asyncio.timeout(limit):
            await asyncio.sleep(0.001)
            while not reached():
                await asyncio.sleep(0.001)

    async def entries(self, count: int, seat: int | None = None) -> None:
        """Let time pass until so many entries are final at a seat, the leader by default."""
        chosen = self.leader if seat is None else seat
        await self.until(lambda: self.final(chosen) >= count)

    def final(self, seat: int) -> int:
        """How many entries are final at a seat that plays; it must not have ended."""
        one = self.sitting[seat]
        assert not one.game.done(), f"the match was over too soon: {one.game}"
        table = one.place.table
        return table.node.report().entries if isinstance(table, Playing) else 0

    def audited(self, *seats: int, result: str = "finished") -> None:
        """The logs of these seats hold, and they agree on how the match ended."""
        for seat in seats or range(self.seats):
            report = verify(self.log(seat))
            assert report.ok, report.error
            assert report.result == result


def _identity(home: Path, seat: int) -> Identity:
    """Always the same one, so that a test knows who leads."""
    home.mkdir(parents=True)
    return Identity.create(home / "identity.key", bytes([seat + 1]) * 32)


def shown(player: Player, where: asyncio.Future[Chair]) -> Player:
    """``player``, whose chair the test gets as well."""

    def play(chair: Chair) -> Coroutine[Any, Any, None]:
        where.set_result(chair)
        return player(chair)

    return play


def agreed(reports: list[Report]) -> bool:
    """Same last seal everywhere."""
    return len({(r.index, r.entry_hash, r.state_hash, r.scores) for r in reports}) == 1


def copy_home(home: Path, to: Path) -> Path:
    """A backup of a home on another machine."""
    shutil.copytree(home, to)
    return to
