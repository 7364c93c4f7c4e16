"""Tables on a network: open one, join one, list them; each call from discovery to the last seal.

Everything that is started here is stopped here, however a call ends.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from unonet import names
from unonet.errors import BadRuleset, CannotReach
from unonet.game.ruleset import PRESETS, Ruleset
from unonet.ledger.identity import Identity, fingerprint
from unonet.net.announcement import Announcement
from unonet.net.finder import Candidate, Finder, OnAddresses
from unonet.net.interfaces import choose_interfaces
from unonet.net.tcp import TcpTransport
from unonet.node.chair import Player
from unonet.node.events import TableFound, TableOpened
from unonet.node.home import fresh_identity, load_identity, new_log
from unonet.node.known import Known
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.node.table_node import Watch
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Address
from unonet.table.terms import Genesis, TermsSeat, endorse, ruleset_hash

CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Offer:
    """The table that a host opens."""

    lobby_id: bytes
    name: str
    seats: int
    ruleset: Ruleset
    deal: str = "open"
    recovery: str = "majority"


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sits down. A bot has a skill, and an operator: the identity file, or else the home's."""

    nickname: str
    bot: str | None = None
    operator: Path | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A table as others see it; hexadecimal where bytes stand behind, nothing proven."""

    id: str
    name: str
    address: str
    port: int
    rules: str
    rules_hash: str | None
    seats_taken: int
    seats: int
    state: str
    closed: bool
    alive: bool
    fingerprint: str


async def host_table(
    home: Path, offer: Offer, guest: Guest, *, interface: str | None, player: Player, watch: Watch
) -> Report:
    """Announce a table, wait for guests, play. NetworkError, StorageError, BadRuleset."""
    offer.ruleset.check_seats(offer.seats)
    proposal = Proposal(offer.lobby_id, offer.seats, offer.ruleset, offer.deal, offer.recovery)
    addresses = choose_interfaces(interface)
    identity, own = _seat(home, guest, offer.lobby_id)
    announcement = _announcement(offer, identity)
    look = partial(choose_interfaces, interface)
    async with (
        _place(identity, offer.lobby_id, addresses, watch) as (place, listening),
        Finder(addresses, look=look, on_addresses=_listen_too(place, listening)) as finder,
    ):
        watch(TableOpened(offer.name, *listening[0]))
        agreeing = asyncio.ensure_future(place.host(proposal, Applicant(own, listening)))
        announce = partial(finder.announce, port=listening[0].port, identity=identity)
        showing = asyncio.ensure_future(_show(announce, announcement, agreeing))
        try:
            await asyncio.wait((agreeing, showing), return_when=asyncio.FIRST_COMPLETED)
            if not agreeing.done():
                showing.result()
            return await _play(home, place, agreeing.result(), player)
        finally:
            agreeing.cancel()
            showing.cancel()
            await asyncio.gather(agreeing, showing, return_exceptions=True)


async def join_table(
    home: Path,
    table: bytes | tuple[str, int],
    guest: Guest,
    *,
    interface: str | None,
    player: Player,
    watch: Watch,
    timeout: float = 30.0,
) -> Report:
    """Sit down and play at the table with this lobby id, or at the one that listens there.

    A table is looked for ``timeout`` seconds; CannotReach when it does not show itself.
    """
    addresses = choose_interfaces(interface)
    lobby_id = table if isinstance(table, bytes) else await _lobby_at(table)
    identity, own = _seat(home, guest, lobby_id)
    host = table
    if isinstance(host, bytes):
        look = partial(choose_interfaces, interface)
        async with Finder(addresses, Known.load(home).addresses(), look=look) as finder:
            found = await _find(finder, lobby_id, timeout)
        watch(TableFound(found.announcement.name, *found.address))
        host = found.address
    async with _place(identity, lobby_id, addresses, watch) as (place, listening):
        genesis = await place.join(lobby_id, Applicant(own, listening), host=host)
        return await _play(home, place, genesis, player)


async def _lobby_at(address: tuple[str, int]) -> bytes:
    """Which lobby listens there; a bot must know before it can ask for a seat."""
    transport = TcpTransport(fresh_identity())
    try:
        return (await transport.dial(address)).topic
    finally:
        await transport.close()


async def list_tables(interface: str | None, seconds: float) -> list[Listing]:
    """Every table that shows itself within ``seconds``."""
    shown: tuple[Candidate, ...] = ()

    def remember(candidates: tuple[Candidate, ...]) -> None:
        nonlocal shown
        shown = candidates

    async with Finder(choose_interfaces(interface)) as finder:
        await finder.browse(remember)
        await asyncio.sleep(seconds)
    return [_listing(candidate) for candidate in shown]


async def _show(
    announce: Callable[[Announcement], Awaitable[None]],
    announcement: Announcement,
    agreeing: asyncio.Future[Genesis],
) -> None:
    """Announce the table while it is a lobby, and then as one that plays. Raises CannotReach."""
    await announce(announcement)
    await asyncio.wait((agreeing,))
    await announce(replace(announcement, taken=announcement.seats, status="play"))


def _listen_too(place: Place, listening: Sequence[Address]) -> OnAddresses:
    """Takes links in on the addresses that this machine has now, at the same port."""

    async def listen(addresses: tuple[str, ...]) -> None:
        for address in addresses:
            # Refused where we listen already.
            with suppress(CannotReach):
                await place.mesh.listen((address, listening[0].port))

    return listen


async def _find(finder: Finder, lobby_id: bytes, timeout: float) -> Candidate:
    found: asyncio.Future[Candidate] = asyncio.get_running_loop().create_future()

    def look(candidates: tuple[Candidate, ...]) -> None:
        for candidate in candidates:
            if candidate.announcement.topic == lobby_id and not found.done():
                found.set_result(candidate)

    await finder.browse(look)
    try:
        return await asyncio.wait_for(found, timeout)
    except TimeoutError:
        raise CannotReach(f"no table {lobby_id.hex()} showed itself in {timeout:.0f} s") from None


@asynccontextmanager
async def _place(
    identity: Identity, topic: bytes, addresses: tuple[str, ...], watch: Watch
) -> AsyncIterator[tuple[Place, tuple[Address, ...]]]:
    """A place that listens on every address, at one port, and is closed in the end."""
    place = Place(TcpTransport(identity, topic), identity, watch=watch)
    try:
        listening: list[Address] = []
        port = 0
        for address in addresses:
            host, port = await place.mesh.listen((address, port))
            listening.append(Address(host, port))
        yield place, tuple(listening)
    finally:
        await place.close()


async def _play(home: Path, place: Place, genesis: Genesis, player: Player) -> Report:
    seat = genesis.terms.keys.index(place.identity.key)
    with closing(new_log(home, genesis.terms.table_id, seat)) as log:
        return await place.play(genesis, log, player)


def _seat(home: Path, guest: Guest, lobby_id: bytes) -> tuple[Identity, TermsSeat]:
    """The key that sits, and its place: a person's device key, or a bot's with its operator."""
    nickname, nonce = names.sanitise(guest.nickname), os.urandom(32)
    device = load_identity(home)
    if guest.bot is None:
        return device, TermsSeat(device.key, nickname, None, None, None, nonce)
    if guest.operator is None:
        identity, operator = fresh_identity(), device
    else:
        identity, operator = device, Identity.load(guest.operator)
    endorsement = endorse(operator, lobby_id, identity.key)
    place = TermsSeat(identity.key, nickname, guest.bot, operator.key, endorsement, nonce)
    return identity, place


def _announcement(offer: Offer, identity: Identity) -> Announcement:
    return Announcement(
        topic=offer.lobby_id,
        fingerprint=fingerprint(identity.key),
        boot=os.urandom(2).hex(),
        name=offer.name,
        taken=1,
        seats=offer.seats,
        status="lobby",
        preset=_preset(lambda ruleset: ruleset == offer.ruleset) or CUSTOM,
    )


def _listing(candidate: Candidate) -> Listing:
    announcement = candidate.announcement
    ruleset = _built(announcement.preset)
    return Listing(
        id=announcement.topic.hex(),
        name=announcement.name,
        address=candidate.address[0],
        port=candidate.address[1],
        rules=announcement.preset,
        rules_hash=ruleset_hash(ruleset).hex() if ruleset else None,
        seats_taken=announcement.taken,
        seats=announcement.seats,
        state=announcement.status,
        closed=announcement.closed,
        alive=candidate.alive,
        fingerprint=announcement.fingerprint,
    )


def _preset(fits: Callable[[Ruleset], bool]) -> str | None:
    rulesets = {name: _built(name) for name in PRESETS}
    return next((name for name, ruleset in rulesets.items() if ruleset and fits(ruleset)), None)


def _built(preset: str) -> Ruleset | None:
    """The ruleset of a preset, or None for one that this version does not know or play."""
    try:
        return Ruleset.parse(preset)
    except BadRuleset:
        return None
