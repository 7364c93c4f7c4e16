"""A place at one table: its links, and where what comes in goes, from the lobby to the last seal.

Lobby messages go to the lobby, ordering messages to the table that they are about, chat to whoever
watches. The same company may play one match after the other over the same links. Knows no address
but those it is given, and nothing of how tables are found.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from unonet import names
from unonet.errors import CannotReach, DecodeError, NetworkError, ProtocolError
from unonet.ledger.identity import Identity
from unonet.ledger.store import LogWriter
from unonet.net.loss import Loss
from unonet.net.mesh import Mesh
from unonet.net.transport import Address, Link, Transport
from unonet.node.chair import Player
from unonet.node.events import ChatHeard
from unonet.node.gate import Gate
from unonet.node.guest_room import GuestRoom
from unonet.node.host_room import HostRoom
from unonet.node.journal import Journal
from unonet.node.limbo import Limbo
from unonet.node.lobby_chair import Waiter
from unonet.node.past import Past
from unonet.node.playing import Following, Playing, parent_of
from unonet.node.report import Report
from unonet.node.room import Addresses, Company, Phase, Room
from unonet.node.spectator import Spectator
from unonet.node.table_node import TableNode, Watch
from unonet.node.talk import Ear, one_line
from unonet.node.watch_room import WatchRoom
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Watch as WatchWish
from unonet.table.lobby_messages import write_message
from unonet.table.nearby import is_near
from unonet.table.terms import Genesis, Parent
from unonet.wire.messages import (
    Chat,
    Lobby,
    Message,
    PeerAddress,
    Peers,
    Table,
)

TABLE_SECONDS: Final = 1.0
"""How often a node repeats which table it is at: a network may lose what a link must not."""

Fill: TypeAlias = Callable[[int, int], int]


class Place:
    """One identity at one table. Agree with others, then ``play``; ``close`` in any case."""

    def __init__(self, transport: Transport, identity: Identity, *, watch: Watch) -> None:
        self.identity = identity
        self.mesh = Mesh(
            transport,
            on_message=self._on_message,
            on_up=self._on_up,
            on_down=self._on_down,
            on_stranger=self._on_stranger,
        )
        self.parent: Parent | None = None
        self.on_leave: Callable[[], None] = _nobody_else
        self._transport = transport
        self._watch = watch
        self._limbo = Limbo(self._admits, self._welcome)
        self._phase: Phase | None = None
        self._table: Playing | Following | None = None
        self._host: bytes | None = None
        self._addresses: Addresses = {}
        self._seen: Genesis | None = None
        self._nickname = ""
        self._watchers: Mapping[bytes, str] = {}
        self._sits: Mapping[bytes, bytes] = {}
        self._gate = Gate()
        self._ear = Ear()
        self._repeating: asyncio.TimerHandle | None = None

    @property
    def host_key(self) -> bytes | None:
        """Whom ``reach`` got to."""
        return self._host

    @property
    def addresses(self) -> Addresses:
        """Where the seats of the agreed table listen, as far as we heard."""
        return self._addresses

    def go(self) -> None:
        """Leave the match that is played here, for good, as soon as possible."""
        if isinstance(self._table, Playing):
            self._table.node.go()

    def meet_again(self, genesis: Genesis, addresses: Addresses) -> None:
        """Go back to the seats of a table that was agreed before: they are dialled and let in."""
        self._addresses = addresses
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
        self._phase = room
        wishes = {key: write_message(WatchWish(name)) for key, name in self._watchers.items()}
        for key, wish in (wishes | dict(self._sits)).items():
            if key in self.mesh.up:
                self._guarded(key, partial(room.on_lobby, key, wish))
        genesis = await self._agree(room, waiter)
        self._watchers, self._addresses = dict(room.watchers), room.addresses
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
        self, own: Applicant, *, waiter: Waiter | None = None, company: Company | None = None
    ) -> Genesis | None:
        """Sit down where ``reach`` got; None when the waiting person leaves. NetworkError."""
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
        )
        genesis = await self._agree(room, waiter)
        self._addresses = room.addresses
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
        self._addresses = {**self._addresses, **room.addresses}
        return genesis

    def _reached(self) -> tuple[bytes, bytes]:
        assert self._host is not None and self._transport.topic is not None, "reach first"
        return self._host, self._transport.topic

    async def _agree(self, room: Room, waiter: Waiter | None) -> Genesis | None:
        self._phase = room
        room.chair.talk = self.talk
        self._limbo.review()
        try:
            return await room.agree(waiter)
        finally:
            self._phase = None

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
        node.chair.talk = self.talk
        node.on_leave = self.on_leave
        node.chair.with_people = any(seat.bot is None for seat in genesis.terms.seats)
        for key in self._watchers.keys() & self.mesh.up:
            node.gallery.let_in(key, self._watchers[key])
        table = Playing(node, genesis, mesh=self.mesh, addresses=self._addresses, watch=self._watch)
        self._enter(table)
        node.open()
        self._let_in(table)
        try:
            report = await node.run(player)
        finally:
            self._leave()
        self.parent = parent_of(genesis, node)
        self._watchers, self._sits = dict(node.gallery.nicknames), table.sits
        return report

    async def follow(self, genesis: Genesis) -> Report:
        """Watch the table to its end without a seat."""
        node = Spectator(genesis, self.identity, peers=self.mesh, watch=self._watch)
        self._seen = genesis
        table = Following(node, genesis, mesh=self.mesh, nickname=self._nickname)
        self._enter(table)
        for key in genesis.terms.keys:
            if key != self._host:
                self.mesh.expect(key, *self._addresses.get(key, ()), alone=True)
        self._let_in(table)
        try:
            return await node.run()
        finally:
            self._leave()

    def talk(self, text: str) -> None:
        """Say a line to everybody with a link to us, and to whoever watches here."""
        if said := one_line(text):
            self.mesh.broadcast(Chat(said))
            nickname = self._phase.nickname(self.identity.key) if self._phase else None
            self._watch(ChatHeard(nickname or names.FALLBACK, said))

    async def close(self) -> None:
        self._leave()
        self._limbo.close()
        await self.mesh.close()

    def _enter(self, table: Playing | Following) -> None:
        self._phase = self._table = table
        self._say_table()

    def _leave(self) -> None:
        self._phase = self._table = None
        if self._repeating is not None:
            self._repeating.cancel()

    def _say_table(self) -> None:
        if self._table is not None:
            self.mesh.broadcast(Table(self._table.node.table_id))
            loop = asyncio.get_running_loop()
            self._repeating = loop.call_later(TABLE_SECONDS, self._say_table)

    def _let_in(self, table: Playing | Following) -> None:
        """Links of seats and of those who look on go on, with what waited; all others end."""
        for key in self.mesh.up - table.invited:
            self.mesh.forget(key)
        for key in self.mesh.up:
            table.on_up(key)
        for key, message in self._gate.waiting(table.node.table_id):
            if key in table.invited:
                self._guarded(key, partial(table.node.on_message, key, message))
        self._limbo.review()

    # What comes in

    def _on_message(self, key: bytes, message: Message) -> None:
        match message:
            case Lobby(body):
                if self._phase is not None:
                    self._phase.on_lobby(key, body)
            case Chat(text):
                self._on_chat(key, text)
            case Table(table_id):
                self._gate.names(key, table_id)
            case Peers(peers):
                self._on_peers(key, peers)
            case _:
                self._on_order(key, message)

    def _on_order(self, key: bytes, message: Message) -> None:
        if self._table is None:
            self._gate.hold(key, message)
        elif self._gate.opens(key, self._table.node.table_id):
            self._table.node.on_message(key, message)

    def _on_peers(self, key: bytes, peers: tuple[PeerAddress, ...]) -> None:
        """Where the seats of a table listen, for one who looks on."""
        if isinstance(self._phase, WatchRoom):
            beside = self.mesh.seen_at(key)
            self._addresses = {
                seat: ((host, port),) for seat, host, port in peers if is_near(host, beside)
            }

    def _on_chat(self, key: bytes, text: str) -> None:
        said = self._ear.hear(key, text, asyncio.get_running_loop().time())
        nickname = self._phase.nickname(key) if self._phase else None
        if said is not None and nickname is not None:
            self._watch(ChatHeard(nickname, said))

    # Links

    def _on_up(self, key: bytes) -> None:
        if self._phase is not None:
            self._phase.on_up(key)

    def _on_down(self, key: bytes, why: Loss) -> None:
        self._gate.close(key)
        if self._phase is not None:
            self._phase.on_down(key, why)

    def _on_stranger(self, link: Link) -> None:
        self._limbo.take(link)

    def _admits(self, key: bytes, first: Lobby | None) -> bool:
        if key in self.mesh.expected:
            return True
        return self._phase is not None and self._phase.admits(key, first)

    def _welcome(self, link: Link, first: Lobby | None) -> None:
        self.mesh.adopt(link)
        if first is not None:
            self._guarded(link.peer_key, partial(self._on_message, link.peer_key, first))

    def _guarded(self, key: bytes, hear: Callable[[], None]) -> None:
        """Hear what did not come just now: an error ends the link of ``key``, who said it."""
        try:
            hear()
        except (ProtocolError, DecodeError):
            self.mesh.drop(key)


def _nobody_else() -> None:
    """No other place is left with this one."""
