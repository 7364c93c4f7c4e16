"""Looking on: at a lobby that fills, or at a table that plays already.

Knows links; what is believed is ``unonet.table.guest_lobby.WatcherLobby``'s.
"""

from __future__ import annotations

from unonet.errors import CannotReach, LocalProtocolError
from unonet.net.loss import Loss
from unonet.net.mesh import Mesh
from unonet.node.room import Addresses, Room, Tell, refusal
from unonet.table.guest_lobby import WatcherLobby
from unonet.table.terms import Genesis


class WatchRoom(Room):
    """Looks on at a lobby, or asks a seat of a table that plays for its genesis.

    ``seen`` is a match that was watched already: the next one is waited for.
    """

    def __init__(
        self,
        mesh: Mesh,
        key: bytes,
        nickname: str,
        *,
        host: bytes,
        lobby_id: bytes,
        watch: Tell,
        seen: Genesis | None = None,
    ) -> None:
        super().__init__(mesh, key=key, watch=watch)
        self.lobby = WatcherLobby(nickname, key=host, lobby_id=lobby_id, seen=seen)
        self._host = host
        # The seats of a match that is over have nothing to say until the next one.
        for other in mesh.expected - {host}:
            mesh.forget(other)
        self.on_up(host)

    @property
    def addresses(self) -> Addresses:
        return self.lobby.peers

    def on_lobby(self, key: bytes, body: bytes) -> None:
        self.lobby.receive(key, body, beside=self._mesh.seen_at(key))
        self._advance()

    def on_up(self, key: bytes) -> None:
        if key == self._host:
            self.lobby.watch()
            self._advance()

    def on_down(self, key: bytes, why: Loss) -> None:
        if key == self._host:
            self._fail(CannotReach("the table is gone"))

    def ready(self) -> None:
        raise LocalProtocolError("whoever looks on signs nothing")

    def unready(self) -> None:
        raise LocalProtocolError("whoever looks on signs nothing")

    def _advance(self) -> None:
        lobby = self.lobby
        self._send(lobby.outbox())
        self._tell(lobby.view())
        if lobby.genesis is not None and not self.agreed.done():
            self.agreed.set_result(lobby.genesis)
        elif lobby.refused is not None:
            self._fail(refusal(lobby.refused))
