"""Who is here: the seats that have a link to ours, and those who look on.

Tells the order and the player when somebody comes or goes. Does not know links, what is said on
them, nor why a table waits (``vigil``).
"""

from __future__ import annotations

from collections.abc import Callable

from unonet.net.loss import Loss
from unonet.node.events import GoingOn, LinkLost, LinkUp, Waiting, WatcherLeft
from unonet.node.gallery import Gallery
from unonet.node.vigil import Vigil
from unonet.node.voice import Voice
from unonet.order.replica import Replica
from unonet.table.reducer import Fold

Watch = Callable[[LinkUp | LinkLost | WatcherLeft | Waiting | GoingOn], None]


class Presence:
    """Of one seat at one table; ``linked`` are the other seats with a link to it."""

    def __init__(
        self,
        own: int,
        *,
        fold: Fold,
        replica: Replica,
        voice: Voice,
        gallery: Gallery,
        watch: Watch,
    ) -> None:
        self.linked: set[int] = set()
        self._nicknames = fold.terms.nicknames
        self._fold = fold
        self._replica = replica
        self._voice = voice
        self._gallery = gallery
        self._watch = watch
        self._vigil = Vigil(own, leader=replica.leader, nicknames=self._nicknames, watch=watch)
        self._closed = False

    def up(self, key: bytes, *, now: float) -> None:
        """There is a link to this key. Strangers are ignored."""
        if (peer := self._voice.peer(key)) is None:
            return
        self._replica.connected(peer, now=now)
        if self._has_seat(peer):
            self.linked.add(peer)
            self._watch(LinkUp(self._nicknames[peer]))
            self.look()

    def down(self, key: bytes, why: Loss, *, now: float) -> None:
        """There is none any more."""
        if (peer := self._voice.peer(key)) is None:
            return
        self._replica.disconnected(peer, now=now)
        if not self._closed:
            if self._has_seat(peer):
                self._lose(peer, why)
            else:
                self._watch(WatcherLeft(self._gallery.nicknames[key]))
        self._gallery.leave(key)

    def look(self) -> None:
        """The roster may have changed."""
        if not self._closed:
            self._vigil.look(live=self._fold.live(), linked=self.linked)

    def close(self) -> None:
        """The table has ended: who goes now is no news."""
        self._closed = True
        self._vigil.close()

    def _has_seat(self, peer: int) -> bool:
        return peer < len(self._nicknames)

    def _lose(self, seat: int, why: Loss) -> None:
        """Nobody dials a seat that has left, but it may come and ask."""
        self.linked.discard(seat)
        if seat in self._fold.live():
            self._watch(LinkLost(self._nicknames[seat], why))
        elif seat != self._replica.leader:
            self._voice.expect(seat)
        self.look()
