"""Who hears what comes over the links of a place: the room or the table that is in it now.

Lobby messages go to the lobby, ordering messages to the table that they are about, chat to whoever
watches; strangers wait outside until somebody wants them. Does not know how a room comes to an
agreement, nor how a table is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from unonet import names
from unonet.errors import DecodeError, ProtocolError
from unonet.net.loss import Loss
from unonet.net.mesh import Mesh
from unonet.net.transport import Link, Transport
from unonet.node.events import ChatHeard
from unonet.node.gate import Gate
from unonet.node.guest_room import GuestRoom
from unonet.node.limbo import Limbo
from unonet.node.playing import Following, Playing
from unonet.node.room import Addresses, Phase
from unonet.node.table_node import Watch
from unonet.node.talk import Ear, one_line
from unonet.node.watch_room import WatchRoom
from unonet.table.nearby import is_near
from unonet.wire.messages import Chat, Lobby, Message, PeerAddress, Peers, Table

TABLE_SECONDS: Final = 1.0
"""How often a node repeats which table it is at: a network may lose what a link must not."""


class Reception:
    """The links of one identity, with the ``phase`` that hears of them; ``table`` while one plays.

    ``addresses`` is where the seats of the agreed table listen, as far as we heard.
    """

    def __init__(self, transport: Transport, *, watch: Watch) -> None:
        self.mesh = Mesh(
            transport,
            on_message=self._on_message,
            on_up=self._on_up,
            on_down=self._on_down,
            on_stranger=self._on_stranger,
        )
        self.phase: Phase | None = None
        self.table: Playing | Following | None = None
        self.addresses: Addresses = {}
        self._key = transport.key
        self._watch = watch
        self._limbo = Limbo(self._admits, self._welcome)
        self._gate = Gate()
        self._ear = Ear()
        self._repeating: asyncio.TimerHandle | None = None

    def enter(self, phase: Phase) -> None:
        """``phase`` hears from now on; some who waited may come in."""
        self.phase = phase
        self._limbo.review()

    def play_at(self, table: Playing | Following) -> None:
        """``table`` hears from now on, and its seats hear which one it is."""
        self.phase = self.table = table
        self._say_table()

    def leave(self) -> None:
        """Nobody hears of anything any more, until somebody is entered again."""
        self.phase = self.table = None
        if self._repeating is not None:
            self._repeating.cancel()

    def let_in(self, table: Playing | Following) -> None:
        """Links of seats and of those who look on go on, with what waited; all others end."""
        for key in self.mesh.up - table.invited:
            self.mesh.forget(key)
        for key in self.mesh.up:
            table.on_up(key)
        for key, message in self._gate.waiting(table.node.table_id):
            if key in table.invited:
                self.guarded(key, partial(table.node.on_message, key, message))
        self._limbo.review()

    def talk(self, text: str) -> None:
        """Say a line to everybody with a link to us, and to whoever watches here."""
        if said := one_line(text):
            self.mesh.broadcast(Chat(said))
            nickname = self.phase.nickname(self._key) if self.phase else None
            self._watch(ChatHeard(nickname or names.FALLBACK, said))

    async def close(self) -> None:
        self.leave()
        self._limbo.close()
        await self.mesh.close()

    def _say_table(self) -> None:
        if self.table is not None:
            self.mesh.broadcast(Table(self.table.node.table_id))
            loop = asyncio.get_running_loop()
            self._repeating = loop.call_later(TABLE_SECONDS, self._say_table)

    # What comes in

    def _on_message(self, key: bytes, message: Message) -> None:
        match message:
            case Lobby(body):
                if self.phase is not None:
                    self.phase.on_lobby(key, body)
            case Chat(text):
                self._on_chat(key, text)
            case Table(table_id):
                self._gate.names(key, table_id)
                if isinstance(self.phase, GuestRoom):
                    self.phase.on_table(key, table_id)
            case Peers(peers):
                self._on_peers(key, peers)
            case _:
                self._on_order(key, message)

    def _on_order(self, key: bytes, message: Message) -> None:
        if self.table is None:
            self._gate.hold(key, message)
        elif self._gate.opens(key, self.table.node.table_id):
            self.table.node.on_message(key, message)

    def _on_peers(self, key: bytes, peers: tuple[PeerAddress, ...]) -> None:
        """Where the seats of a table listen, for one who looks on."""
        if isinstance(self.phase, WatchRoom):
            beside = self.mesh.seen_at(key)
            self.addresses = {
                seat: ((host, port),) for seat, host, port in peers if is_near(host, beside)
            }

    def _on_chat(self, key: bytes, text: str) -> None:
        said = self._ear.hear(key, text, asyncio.get_running_loop().time())
        nickname = self.phase.nickname(key) if self.phase else None
        if said is not None and nickname is not None:
            self._watch(ChatHeard(nickname, said))

    # Links

    def _on_up(self, key: bytes) -> None:
        if self.phase is not None:
            self.phase.on_up(key)

    def _on_down(self, key: bytes, why: Loss) -> None:
        self._gate.close(key)
        if self.phase is not None:
            self.phase.on_down(key, why)

    def _on_stranger(self, link: Link) -> None:
        self._limbo.take(link)

    def _admits(self, key: bytes, first: Lobby | None) -> bool:
        if key in self.mesh.expected:
            return True
        return self.phase is not None and self.phase.admits(key, first)

    def _welcome(self, link: Link, first: Lobby | None) -> None:
        self.mesh.adopt(link)
        if first is not None:
            self.guarded(link.peer_key, partial(self._on_message, link.peer_key, first))

    def guarded(self, key: bytes, hear: Callable[[], None]) -> None:
        """Hear what did not come just now: an error ends the link of ``key``, who said it."""
        try:
            hear()
        except (ProtocolError, DecodeError):
            self.mesh.drop(key)
