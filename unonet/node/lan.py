"""Tables on a network: open one, join one, watch one; each call from discovery to the last seal.

Everything that is started here is stopped here, however a call ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from unonet import names
from unonet.errors import CannotReach, TableRefused
from unonet.ledger.identity import Identity
from unonet.net.announcement import Announcement
from unonet.net.finder import Finder, OnAddresses
from unonet.net.interfaces import LOOPBACK, choose_interfaces
from unonet.net.tcp import TcpTransport
from unonet.node.chair import Player
from unonet.node.events import CompanyGone, HardToFind, LogKept, OnlyHere, TableFound, TableOpened
from unonet.node.home import load_identity
from unonet.node.hosted import HostedBots
from unonet.node.hosting import Hosting, Offer, first_announcement, tell_ways
from unonet.node.journal import Ways
from unonet.node.listing import find_tables
from unonet.node.lobby_chair import Waiter
from unonet.node.matches import unfinished
from unonet.node.meeting import Meeting
from unonet.node.place import Looker, Place
from unonet.node.report import Report
from unonet.node.showing import Showing
from unonet.node.sitting import Guest, Seat, is_last, play_kept
from unonet.node.table_node import Watch
from unonet.node.target import Target, target_of
from unonet.table.lobby import Applicant
from unonet.table.lobby_messages import Address
from unonet.words import join_key


async def host_table(
    home: Path,
    offer: Offer,
    guest: Guest,
    *,
    interface: str | None,
    player: Player,
    watch: Watch,
    waiter: Waiter | None = None,
    again: bool = False,
) -> tuple[Report, ...]:
    """Announce a table, seat guests, play; one report for each match.

    Without a ``waiter`` the host is always ready. ``again``: after a match the same company is
    asked for another one, until the waiter leaves. NetworkError, StorageError, BadRuleset.
    """
    offer.ruleset.check_table(offer.seats, sealed=offer.deal == "sealed")
    addresses = choose_interfaces(interface)
    seat = Seat.of(home, guest)
    psk = join_key(offer.code) if offer.code else None
    look = partial(choose_interfaces, interface)
    async with (
        _place(seat.identity, offer.lobby_id, addresses, watch, psk) as (place, listening),
        Finder(addresses, look=look, on_addresses=_listen_too(place, listening)) as finder,
    ):
        watch(TableOpened(offer.name, *listening[0]))
        if interface is None and addresses == (LOOPBACK,):
            watch(OnlyHere())
        if waiter is not None:
            tell_ways(offer, seat.identity, listening, watch)
        shown = _Shown(finder, watch, port=listening[0].port, identity=seat.identity)
        showing = Showing(shown.announce, first_announcement(offer, seat.identity))
        bots = HostedBots(
            seat.identity,
            lobby_id=offer.lobby_id,
            door=listening[0],
            psk=psk,
            skill=offer.skill,
            home=home,
            beside=names.sanitise(guest.nickname),
            pause=False if offer.fast else None,
        )
        place.on_leave = bots.leave
        evening = Hosting(home, offer, seat, place, listening, psk, showing=showing, bots=bots)
        try:
            matches = evening.matches(player, watch, waiter=waiter, again=again)
            return await _beside(matches, showing.run())
        finally:
            await bots.close()


async def join_table(
    home: Path,
    table: bytes | Target,
    guest: Guest,
    *,
    interface: str | None,
    player: Player,
    watch: Watch,
    waiter: Waiter | None = None,
    again: bool = False,
    code: str | None = None,
    timeout: float = 30.0,
) -> tuple[Report, ...]:
    """Sit down and play at a table, or at the one with this lobby id; else as ``host_table``.

    An id is looked for ``timeout`` seconds; CannotReach when it does not show itself. StillSeated
    when a match is played there that this home has not finished.
    """
    addresses = choose_interfaces(interface)
    seat = Seat.of(home, guest)
    target = await _resolve(home, table, interface=interface, timeout=timeout)
    if target.name:
        watch(TableFound(target.name, *target.addresses[0]))
    psk = join_key(code) if code else None
    async with _place(seat.identity, target.topic, addresses, watch, psk) as (place, listening):
        topic = await _reach(place, target)
        meeting = Meeting(home, seat.identity.key, watch) if waiter else None
        kept = [match.table_id for match in unfinished(home)]
        reports: list[Report] = []
        while True:
            own = Applicant(seat.place(topic), listening)
            company = meeting.greet if meeting else None
            try:
                genesis = await place.join(own, waiter=waiter, company=company, kept=kept)
            except (CannotReach, TableRefused):
                if not reports:
                    raise
                watch(CompanyGone())
                break
            if genesis is None:
                break
            if meeting is not None:
                meeting.save()
            reports.append(await play_kept(home, place, genesis, player, Ways(psk, listening)))
            if waiter is not None:
                watch(LogKept(str(reports[-1].log)))
            if not again or is_last(place, reports[-1]):
                break
        return tuple(reports)


async def watch_table(
    home: Path,
    table: bytes | Target,
    nickname: str,
    *,
    interface: str | None,
    watch: Watch,
    looker: Looker | None = None,
    again: bool = False,
    code: str | None = None,
    timeout: float = 30.0,
) -> tuple[Report, ...]:
    """Look on at a table without a seat, from where it is now to the end of the match.

    ``again``: and at every match that follows. A ``looker`` that returns ends it at once.
    CannotReach, TableRefused.
    """
    addresses = choose_interfaces(interface)
    target = await _resolve(home, table, interface=interface, timeout=timeout)
    psk = join_key(code) if code else None
    identity = load_identity(home)
    async with _place(identity, target.topic, addresses, watch, psk) as (place, _):
        await _reach(place, target)
        following = _follow(place, names.sanitise(nickname), watch, again=again)
        return await following if looker is None else await _unless(looker(place.sight), following)


async def _follow(place: Place, nickname: str, watch: Watch, *, again: bool) -> tuple[Report, ...]:
    reports: list[Report] = []
    while again or not reports:
        try:
            genesis = await place.look_on(nickname)
        except (CannotReach, TableRefused):
            if not reports:
                raise
            watch(CompanyGone())
            break
        reports.append(await place.follow(genesis))
    return tuple(reports)


async def _unless(
    leaving: Coroutine[Any, Any, None], following: Coroutine[Any, Any, tuple[Report, ...]]
) -> tuple[Report, ...]:
    """What ``following`` ends with; nothing if ``leaving`` comes first."""
    tasks = asyncio.ensure_future(leaving), asyncio.ensure_future(following)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[1].done():
            return tasks[1].result()
        tasks[0].result()
        return ()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _beside(
    matches: Coroutine[Any, Any, tuple[Report, ...]], showing: Coroutine[Any, Any, None]
) -> tuple[Report, ...]:
    """What the matches end with, while the table is shown; what keeps it from being shown."""
    playing, shown = asyncio.ensure_future(matches), asyncio.ensure_future(showing)
    try:
        await asyncio.wait((playing, shown), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            shown.result()
        return playing.result()
    finally:
        for task in (playing, shown):
            task.cancel()
        await asyncio.gather(playing, shown, return_exceptions=True)


async def _resolve(
    home: Path, table: bytes | Target, *, interface: str | None, timeout: float
) -> Target:
    if isinstance(table, Target):
        return table
    wanted = table.hex()
    found = await find_tables(
        home, lambda listing: listing.id == wanted, interface=interface, timeout=timeout, settle=0
    )
    if not found:
        raise CannotReach(f"no table {wanted} showed itself in {timeout:.0f} s")
    return target_of(found[0])


async def _reach(place: Place, target: Target) -> bytes:
    topic = await place.reach(*target.addresses, key=target.key)
    assert place.host_key is not None
    target.require(place.host_key)
    return topic


class _Shown:
    """A table that is shown by a finder, which says once what keeps it from being found."""

    def __init__(self, finder: Finder, watch: Watch, *, port: int, identity: Identity) -> None:
        self._finder = finder
        self._watch = watch
        self._port = port
        self._identity = identity
        self._told: set[str] = set()

    async def announce(self, announcement: Announcement) -> None:
        await self._finder.announce(announcement, self._port, identity=self._identity)
        for problem in self._finder.problems:
            if problem not in self._told:
                self._told.add(problem)
                self._watch(HardToFind(problem))


def _listen_too(place: Place, listening: Sequence[Address]) -> OnAddresses:
    """Takes links in on the addresses that this machine has now, at the same port."""

    async def listen(addresses: tuple[str, ...]) -> None:
        for address in addresses:
            # Refused where we listen already.
            with suppress(CannotReach):
                await place.mesh.listen((address, listening[0].port))

    return listen


@asynccontextmanager
async def _place(
    identity: Identity,
    topic: bytes | None,
    addresses: tuple[str, ...],
    watch: Watch,
    psk: bytes | None,
) -> AsyncIterator[tuple[Place, tuple[Address, ...]]]:
    """A place that listens on every address, at one port, and is closed in the end."""
    place = Place(TcpTransport(identity, topic, psk=psk), identity, watch=watch)
    try:
        listening = await place.listen(addresses)
        yield place, tuple(Address(*address) for address in listening)
    finally:
        await place.close()
