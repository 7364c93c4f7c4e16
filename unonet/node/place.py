"""A place at one table: its links, and where what comes in goes, from the lobby to the last seal.

Lobby messages go to the lobby, ordering messages to the table; those that arrive before this end
has its genesis wait. Knows no address but those it is given, and nothing of how tables are found.
"""

from __future__ import annotations

import asyncio
from typing import Final

from unonet.errors import CannotReach, DecodeError, ProtocolError
from unonet.ledger.identity import Identity
from unonet.ledger.store import LogWriter
from unonet.net.mesh import Mesh
from unonet.net.transport import Address, Link, Transport
from unonet.node.chair import Player
from unonet.node.events import GuestSat
from unonet.node.report import Report
from unonet.node.table_node import TableNode, Watch
from unonet.table.guest_lobby import GuestLobby
from unonet.table.host_lobby import HostLobby
from unonet.table.lobby import Applicant, Proposal
from unonet.table.terms import Genesis
from unonet.wire.messages import Lobby, Message

EARLY_LIMIT: Final = 256
"""Ordering messages that wait for genesis; what is dropped is sent again."""


class Place:
    """One identity at one table. ``agree`` with others, then ``play``; ``close`` in any case."""

    def __init__(self, transport: Transport, identity: Identity, *, watch: Watch) -> None:
        self.identity = identity
        self.mesh = Mesh(
            transport,
            on_message=self._on_message,
            on_up=self._on_up,
            on_down=self._on_down,
            on_stranger=self._on_stranger,
        )
        self._transport = transport
        self._watch = watch
        self._lobby: HostLobby | GuestLobby | None = None
        self._node: TableNode | None = None
        self._host: bytes | None = None
        self._early: list[tuple[bytes, Message]] = []
        self._known: frozenset[bytes] = frozenset()
        self._taken = 0
        self._agreed: asyncio.Future[Genesis] = asyncio.get_running_loop().create_future()

    async def host(self, proposal: Proposal, own: Applicant) -> Genesis:
        """Wait until every seat is taken and has signed. Guests dial in meanwhile."""
        self._lobby = HostLobby(self.identity, proposal, own, eager=True)
        self._tell_seats()
        return await self._agreed

    async def join(self, lobby_id: bytes, own: Applicant, *, host: Address) -> Genesis:
        """Sit down at the lobby that listens at ``host``. Raises NetworkError if that fails."""
        link = await self._transport.dial(host)
        self._host = link.peer_key
        self._lobby = GuestLobby(
            self.identity, own, host=link.peer_key, lobby_id=lobby_id, eager=True
        )
        self.mesh.adopt(link)
        self.mesh.expect(link.peer_key, host)
        return await self._agreed

    async def play(self, genesis: Genesis, log: LogWriter | None, player: Player) -> Report:
        """Play the agreed table to its end. Raises what the table ended with."""
        node = TableNode(genesis, self.identity, peers=self.mesh, log=log, watch=self._watch)
        self._lobby, self._node = None, node
        node.open()
        self._let_in(node, frozenset(genesis.terms.keys))
        return await node.run(player)

    async def close(self) -> None:
        await self.mesh.close()

    def _on_message(self, key: bytes, message: Message) -> None:
        match message:
            case Lobby(body):
                self._on_lobby(key, body)
            case _ if self._node is not None:
                self._node.on_message(key, message)
            case _ if len(self._early) < EARLY_LIMIT:
                self._early.append((key, message))

    def _let_in(self, node: TableNode, seated: frozenset[bytes]) -> None:
        """Links of seats go on at the table, with what waited; all others end."""
        for key in self.mesh.up - seated:
            self.mesh.forget(key)
        for key in self.mesh.up:
            node.on_up(key)
        early, self._early = self._early, []
        for key, message in early:
            if key in seated:
                self._hand_early(node, key, message)

    def _hand_early(self, node: TableNode, key: bytes, message: Message) -> None:
        try:
            node.on_message(key, message)
        except (ProtocolError, DecodeError):
            self.mesh.drop(key)

    def _on_lobby(self, key: bytes, body: bytes) -> None:
        if self._lobby is not None:
            if isinstance(self._lobby, HostLobby):
                self._lobby.receive(key, body, asyncio.get_running_loop().time())
            else:
                self._lobby.receive(key, body)
            self._advance()

    def _on_up(self, key: bytes) -> None:
        if self._node is not None:
            self._node.on_up(key)
        elif isinstance(self._lobby, GuestLobby):
            if key == self._host:
                self._lobby.sit()
            self._advance()

    def _on_down(self, key: bytes) -> None:
        if self._node is not None:
            self._node.on_down(key)
        elif isinstance(self._lobby, HostLobby):
            self.mesh.forget(key)
            self._lobby.left(key, asyncio.get_running_loop().time())
            self._advance()

    def _on_stranger(self, link: Link) -> None:
        if isinstance(self._lobby, HostLobby):
            self.mesh.adopt(link)
        else:
            link.close()

    def _advance(self) -> None:
        """Do what follows from what the lobby knows now."""
        lobby = self._lobby
        if isinstance(lobby, GuestLobby):
            self._meet(lobby)
            lobby.linked(self.mesh.up)
        if lobby is not None:
            for key, body, _ in lobby.outbox():
                self.mesh.send(key, Lobby(body))
            self._tell_seats()
            self._conclude(lobby)

    def _meet(self, lobby: GuestLobby) -> None:
        """Expect links with exactly those whom the newest draft seats."""
        seated = frozenset(lobby.peers)
        for key in seated - self._known:
            addresses = lobby.peers[key]
            if key != self._host:
                self.mesh.expect(key, addresses[0] if addresses else None)
        for key in self._known - seated - {self._host}:
            self.mesh.forget(key)
        self._known = seated

    def _tell_seats(self) -> None:
        lobby = self._lobby
        if isinstance(lobby, HostLobby):
            nicknames = lobby.nicknames
            for taken in range(self._taken + 1, len(nicknames) + 1):
                self._watch(GuestSat(nicknames[taken - 1], taken, lobby.proposal.wanted))
            self._taken = len(nicknames)

    def _conclude(self, lobby: HostLobby | GuestLobby) -> None:
        if self._agreed.done():
            return
        if lobby.genesis is not None:
            self._agreed.set_result(lobby.genesis)
        elif isinstance(lobby, GuestLobby) and lobby.refused is not None:
            self._agreed.set_exception(CannotReach(f"the host lets nobody in: {lobby.refused}"))
