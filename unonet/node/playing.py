"""A table that plays, from the outside of its node: who may look on, and who comes too late.

``Playing`` stands before a seat, ``Following`` before a spectator. What the order says goes past
them; they know links and lobby messages only.
"""

from __future__ import annotations

import hashlib

from unonet import names
from unonet.net.loss import Loss
from unonet.net.mesh import Mesh
from unonet.node.events import WatcherCame
from unonet.node.room import Addresses, Tell
from unonet.node.spectator import Spectator
from unonet.node.table_node import TableNode
from unonet.table.lobby_messages import (
    Begin,
    Draft,
    Marks,
    Refused,
    Sit,
    Watch,
    read_message,
    write_message,
)
from unonet.table.terms import Genesis, Parent
from unonet.wire.messages import MAX_PEERS, Lobby, PeerAddress, Peers, Table


class Playing:
    """Lets up to eight look on, tells them where the seats are, and keeps early wishes to sit.

    ``sits`` are the newest wishes of seated guests for the match after this one.
    """

    def __init__(
        self, node: TableNode, genesis: Genesis, *, mesh: Mesh, addresses: Addresses, watch: Tell
    ) -> None:
        self.node = node
        self.sits: dict[bytes, bytes] = {}
        self._genesis = genesis
        self._keys = frozenset(genesis.terms.keys)
        self._mesh = mesh
        self._addresses = addresses
        self._watch = watch

    @property
    def invited(self) -> frozenset[bytes]:
        """Whose links go on."""
        return self._keys | self.node.gallery.nicknames.keys()

    def nickname(self, key: bytes) -> str | None:
        """Of a seat; those who look on are silent."""
        terms = self._genesis.terms
        return terms.nicknames[terms.keys.index(key)] if key in self._keys else None

    def admits(self, key: bytes, first: Lobby | None) -> bool:
        """Whoever says what it wants gets an answer."""
        return first is not None and isinstance(read_message(first.body), Sit | Watch)

    def on_lobby(self, key: bytes, body: bytes) -> None:
        match read_message(body):
            case Sit() if key in self._keys:
                self.sits[key] = body
            case Watch(nickname) if key not in self._keys:
                self._let_watch(key, names.sanitise(nickname))
            case Sit() | Watch():
                self._refuse(key, "started")
            case _:
                pass  # what was said of the lobby before it ended

    def on_up(self, key: bytes) -> None:
        if key in self.invited:
            self._mesh.send(key, Table(self.node.table_id))
            self.node.on_up(key)

    def on_down(self, key: bytes, why: Loss) -> None:
        if key in self.invited:
            self.node.on_down(key, why)
        if key not in self._keys:
            self._mesh.forget(key)

    def _let_watch(self, key: bytes, nickname: str) -> None:
        known = key in self.node.gallery
        if not self.node.gallery.let_in(key, nickname):
            self._refuse(key, "watchers")
            return
        self._mesh.send(key, Peers(self._seats()))
        self._mesh.send(key, Lobby(write_message(Begin(self._genesis.raw))))
        self._mesh.send(key, Table(self.node.table_id))
        if not known:
            self._watch(WatcherCame(nickname))
            self.node.on_up(key)

    def _seats(self) -> tuple[PeerAddress, ...]:
        """The first address of every seat that has one."""
        firsts = (
            PeerAddress(key, *addresses[0])
            for key, addresses in self._addresses.items()
            if addresses
        )
        return tuple(firsts)[:MAX_PEERS]

    def _refuse(self, key: bytes, reason: str) -> None:
        self._mesh.send(key, Lobby(write_message(Refused(reason))))
        self._mesh.forget(key)


class Following:
    """Asks every seat that it gets a link to; a seat without room is left alone.

    A host that drafts the next match has done with this one.
    """

    def __init__(self, node: Spectator, genesis: Genesis, *, mesh: Mesh, nickname: str) -> None:
        self.node = node
        self.sits: dict[bytes, bytes] = {}
        self.invited = frozenset(genesis.terms.keys)
        self._terms = genesis.terms
        self._mesh = mesh
        self._wish = Lobby(write_message(Watch(nickname)))

    def nickname(self, key: bytes) -> str | None:
        keys = self._terms.keys
        return self._terms.nicknames[keys.index(key)] if key in keys else None

    def admits(self, key: bytes, first: Lobby | None) -> bool:
        """Nobody dials one who looks on."""
        return False

    def on_lobby(self, key: bytes, body: bytes) -> None:
        match read_message(body):
            case Refused():
                self._mesh.forget(key)
            case Draft() | Marks() if key == self._terms.keys[0]:
                self.node.end()
            case _:
                pass

    def on_up(self, key: bytes) -> None:
        self._mesh.send(key, self._wish)
        self.node.on_up(key)

    def on_down(self, key: bytes, why: Loss) -> None:
        self.node.on_down(key)


def parent_of(genesis: Genesis, node: TableNode) -> Parent | None:
    """What a rematch continues: a match that is over, under its seal."""
    seal = node.seal
    if seal is None or not node.fold.over:
        return None
    seats = len(genesis.terms.seats)
    return Parent(node.table_id, hashlib.sha256(seal.statement).digest(), (0,) * seats)
