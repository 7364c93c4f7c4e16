"""The lobby of somebody else's table: asks for a place, meets the others, waits for a lost host.

Knows links and a clock; what is signed and when is ``unonet.table.guest_lobby``'s.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final

from unonet.errors import CannotReach, StillSeated
from unonet.ledger.identity import Identity
from unonet.net.loss import Loss
from unonet.net.mesh import Mesh
from unonet.node.events import LinkLost, LinkUp
from unonet.node.room import Addresses, Company, Room, Tell, refusal
from unonet.table.guest_lobby import GuestLobby
from unonet.table.lobby import Applicant
from unonet.table.terms import Parent

HOST_PATIENCE: Final = 30.0
"""Seconds that a guest waits for a host whose link is gone."""


class GuestRoom(Room):
    """The lobby of the host with key ``host``; a guest without a person is always ready.

    ``kept`` are matches in which one has a seat: if the host plays one of them, StillSeated.
    """

    def __init__(
        self,
        mesh: Mesh,
        identity: Identity,
        own: Applicant,
        *,
        host: bytes,
        lobby_id: bytes,
        watch: Tell,
        eager: bool,
        parent: Parent | None = None,
        company: Company | None = None,
        kept: Collection[bytes] = (),
    ) -> None:
        super().__init__(mesh, key=identity.key, watch=watch)
        self.lobby = GuestLobby(
            identity, own, host=host, lobby_id=lobby_id, eager=eager, parent=parent
        )
        self._host = host
        self._company = company
        self._kept = frozenset(kept)
        # The company of the last match, until a draft says who stays.
        self._seated = mesh.expected - {host}
        self._patience: asyncio.TimerHandle | None = None
        if host in mesh.up:
            self.on_up(host)
        else:
            self.on_down(host, Loss.ENDED)

    @property
    def addresses(self) -> Addresses:
        return self.lobby.peers

    def on_lobby(self, key: bytes, body: bytes) -> None:
        self.lobby.receive(key, body, beside=self._mesh.seen_at(key))
        self._advance()

    def on_table(self, key: bytes, table_id: bytes) -> None:
        """The host plays at this table now."""
        if key == self._host and table_id in self._kept:
            self._fail(StillSeated(table_id))

    def on_up(self, key: bytes) -> None:
        if key == self._host:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None
                if nickname := self.nickname(self._host):
                    self._watch(LinkUp(nickname))
            self.lobby.sit()
        self._advance()

    def on_down(self, key: bytes, why: Loss) -> None:
        if key == self._host:
            self._miss(why)
        self._advance()

    def close(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    def missing(self) -> frozenset[bytes]:
        return self.lobby.missing

    def ready(self) -> None:
        self.lobby.ready()
        self._advance()

    def unready(self) -> None:
        self.lobby.unready()
        self._advance()

    def _miss(self, why: Loss) -> None:
        """Wait for the host, for so long and no longer."""
        if self._patience is None and self.lobby.refused is None:
            error = CannotReach("the host of the table is gone")
            self._patience = asyncio.get_running_loop().call_later(HOST_PATIENCE, self._fail, error)
            if nickname := self.nickname(self._host):
                self._watch(LinkLost(nickname, why))

    def _advance(self) -> None:
        lobby = self.lobby
        self._meet()
        lobby.linked(self._mesh.up)
        self._send(lobby.outbox())
        view = lobby.view()
        if self._company is not None and view is not None and view.number != self.seen.number:
            self._company(view.seats, lobby.peers)
        self._tell(view)
        if lobby.genesis is not None and not self.agreed.done():
            self.agreed.set_result(lobby.genesis)
        elif lobby.refused is not None:
            self._fail(refusal(lobby.refused))

    def _meet(self) -> None:
        """Expect links with exactly those whom the newest draft seats."""
        if self.lobby.view() is None:
            return
        peers = self.lobby.peers
        seated = frozenset(peers)
        for key in seated - self._seated - {self._host}:
            self._mesh.expect(key, *peers[key])
        for key in self._seated - seated - {self._host}:
            self._mesh.forget(key)
        self._seated = seated
