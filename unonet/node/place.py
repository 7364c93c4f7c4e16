"""A place at one table, from the lobby to the last seal: agrees with others, then plays or follows.

The same company may play one match after the other over the same links; where what comes in goes
is ``reception``'s. Knows no address but those it is given, and nothing of how tables are found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from unonet.errors import CannotReach, NetworkError
from unonet.game.view import PlayerView
from unonet.ledger.identity import Identity
from unonet.ledger.store import LogWriter
from unonet.net.transport import Address, Transport
from unonet.node.chair import Player
from unonet.node.guest_room import GuestRoom
from unonet.node.host_room import HostRoom
from unonet.node.journal import Journal
from unonet.node.lobby_chair import Waiter
from unonet.node.past import Past
from unonet.node.playing import Following, Playing, parent_of
from unonet.node.reception import Reception
from unonet.node.report import Report
from unonet.node.room import Addresses, Company, Room
from unonet.node.spectator import Spectator
from unonet.node.table_node import TableNode, Watch
from unonet.node.watch_room import WatchRoom
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Watch as WatchWish
from unonet.table.lobby_messages import write_message
from unonet.table.terms import Genesis, Parent

Fill: TypeAlias = Callable[[int, int], int]
Looker: TypeAlias = Callable[[Callable[[], PlayerView | None]], Coroutine[Any, Any, None]]
"""A person who watches: asks for what everybody may see; one that returns leaves."""


class Place:
    """One identity at one table. Agree with others, then ``play``; ``close`` in any case."""

    def __init__(self, transport: Transport, identity: Identity, *, watch: Watch) -> None:
        self.identity = identity
        self._reception = Reception(transport, watch=watch)
        self.mesh = self._reception.mesh
        self.parent: Parent | None = None
        self.on_leave: Callable[[], None] = _nobody_else
        self._transport = transport
        self._watch = watch
        self._host: bytes | None = None
        self._seen: Genesis | None = None
        self._nickname = ""
        self._watchers: Mapping[bytes, str] = {}
        self._sits: Mapping[bytes, bytes] = {}

    @property
    def table(self) -> Playing | Following | None:
        """What is played or followed here now."""
        return self._reception.table

    @property
    def host_key(self) -> bytes | None:
        """Whom ``reach`` got to."""
        return self._host

    @property
    def addresses(self) -> Addresses:
        """Where the seats of the agreed table listen, as far as we heard."""
        return self._reception.addresses

    def go(self) -> None:
        """Leave the match that is played here, for good, as soon as possible."""
        if isinstance(self.table, Playing):
            self.table.node.go()

    def meet_again(self, genesis: Genesis, addresses: Addresses) -> None:
        """Go back to the seats of a table that was agreed before: they are dialled and let in."""
        self._reception.addresses = addresses
        for key in genesis.terms.keys:
            if key != self.identity.key:
                self.mesh.expect(key, *addresses.get(key, ()))

    async def listen(self, hosts: Sequence[str], *, port: int = 0) -> tuple[Address, ...]:
        """Take links in on each of these addresses, at one port: any, or this one.

        Raises CannotReach.
        """
        bound: list[Address] = []
        for host in hosts:
            bound.append(await self.mesh.listen((host, port)))
            port = bound[-1][1]
        return tuple(bound)

    # Coming to a genesis

    async def host(
        self,
        proposal: Proposal,
        own: Applicant,
        *,
        waiter: Waiter | None = None,
        company: Company | None = None,
        fill: Fill = lambda count, free: 0,
    ) -> Genesis | None:
        """Seat guests until all are ready; None when the waiting person leaves.

        Without a ``waiter`` the host is always ready. ``fill(count, free)`` seats bots of one's
        own. After a match the same company is asked again.
        """
        room = HostRoom(
            self.mesh,
            self.identity,
            proposal,
            own,
            watch=self._watch,
            eager=waiter is None,
            parent=self.parent,
            company=company,
            on_bots=fill,
        )
        self._reception.phase = room
        wishes = {key: write_message(WatchWish(name)) for key, name in self._watchers.items()}
        for key, wish in (wishes | dict(self._sits)).items():
            if key in self.mesh.up:
                self._reception.guarded(key, partial(room.on_lobby, key, wish))
        genesis = await self._agree(room, waiter)
        self._watchers, self._reception.addresses = dict(room.watchers), room.addresses
        return genesis

    async def reach(self, *addresses: Address, key: bytes | None = None) -> bytes:
        """Link to whoever listens at the first address that answers; the topic it names.

        Raises NetworkError: that of the last address.
        """
        error: NetworkError = CannotReach("no address to dial")
        for address in addresses:
            try:
                link = await self._transport.dial(address, key)
            except NetworkError as failed:
                error = failed
                continue
            self._host, self._transport.topic = link.peer_key, link.topic
            self.mesh.adopt(link)
            self.mesh.expect(link.peer_key, address, alone=True)
            return link.topic
        raise error

    async def join(
        self,
        own: Applicant,
        *,
        waiter: Waiter | None = None,
        company: Company | None = None,
        kept: Collection[bytes] = (),
    ) -> Genesis | None:
        """Sit down where ``reach`` got; None when the waiting person leaves. NetworkError.

        StillSeated when one of the matches ``kept`` is played there.
        """
        host, topic = self._reached()
        room = GuestRoom(
            self.mesh,
            self.identity,
            own,
            host=host,
            lobby_id=topic,
            watch=self._watch,
            eager=waiter is None,
            parent=self.parent,
            company=company,
            kept=kept,
        )
        genesis = await self._agree(room, waiter)
        self._reception.addresses = room.addresses
        return genesis

    async def look_on(self, nickname: str) -> Genesis:
        """Ask to watch where ``reach`` got, and wait for the next match. Raises NetworkError."""
        host, topic = self._reached()
        room = WatchRoom(
            self.mesh,
            self.identity.key,
            nickname,
            host=host,
            lobby_id=topic,
            watch=self._watch,
            seen=self._seen,
        )
        self._nickname = nickname
        genesis = await self._agree(room, None)
        assert genesis is not None, "nobody is there to leave"
        self._reception.addresses = {**self._reception.addresses, **room.addresses}
        return genesis

    def _reached(self) -> tuple[bytes, bytes]:
        assert self._host is not None and self._transport.topic is not None, "reach first"
        return self._host, self._transport.topic

    async def _agree(self, room: Room, waiter: Waiter | None) -> Genesis | None:
        room.chair.talk = self._reception.talk
        self._reception.enter(room)
        try:
            return await room.agree(waiter)
        finally:
            self._reception.leave()

    # Playing

    async def play(
        self,
        genesis: Genesis,
        log: LogWriter | None,
        player: Player,
        *,
        journal: Journal | None = None,
        past: Past | None = None,
    ) -> Report:
        """Play the agreed table to its end. Raises what the table ended with."""
        node = TableNode(
            genesis,
            self.identity,
            peers=self.mesh,
            log=log,
            watch=self._watch,
            journal=journal,
            past=past,
        )
        node.chair.talk = self._reception.talk
        node.on_leave = self.on_leave
        node.chair.with_people = any(seat.bot is None for seat in genesis.terms.seats)
        for key in self._watchers.keys() & self.mesh.up:
            node.gallery.let_in(key, self._watchers[key])
        table = Playing(
            node, genesis, mesh=self.mesh, addresses=self._reception.addresses, watch=self._watch
        )
        self._reception.play_at(table)
        node.open()
        self._reception.let_in(table)
        try:
            report = await node.run(player)
        finally:
            self._reception.leave()
        self.parent = parent_of(genesis, node)
        self._watchers, self._sits = dict(node.gallery.nicknames), table.sits
        return report

    async def follow(self, genesis: Genesis) -> Report:
        """Watch the table to its end without a seat."""
        node = Spectator(genesis, self.identity, peers=self.mesh, watch=self._watch)
        self._seen = genesis
        table = Following(node, genesis, mesh=self.mesh, nickname=self._nickname)
        self._reception.play_at(table)
        for key in genesis.terms.keys:
            if key != self._host:
                self.mesh.expect(key, *self._reception.addresses.get(key, ()), alone=True)
        self._reception.let_in(table)
        try:
            return await node.run()
        finally:
            self._reception.leave()

    def sight(self) -> PlayerView | None:
        """What everybody may see of the match that is followed here; None before the deal."""
        return self.table.node.view() if isinstance(self.table, Following) else None

    async def close(self) -> None:
        await self._reception.close()


def _nobody_else() -> None:
    """No other place is left with this one."""
