"""The links of a table under the numbers that its order gives to seats and to those who look on.

Knows which key has which number. Saying is best effort: a link that is down is normal, and what was
lost is said again. Does not know what the messages mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from unonet.errors import LocalProtocolError
from unonet.node.gallery import Gallery
from unonet.node.peers import Peers
from unonet.order.messages import Message


class Voice:
    """Seat ``i`` has the key ``keys[i]``; whoever looks on has a number of the gallery."""

    def __init__(self, keys: Sequence[bytes], *, gallery: Gallery, peers: Peers) -> None:
        self._keys = keys
        self._seats = {key: seat for seat, key in enumerate(keys)}
        self._gallery = gallery
        self._peers = peers

    def peer(self, key: bytes) -> int | None:
        """The number of a seat or of one who looks on; None: a stranger."""
        seat = self._seats.get(key)
        return self._gallery.peer(key) if seat is None else seat

    def tell(self, numbers: Iterable[int], message: Message) -> None:
        """To these, in this order, as far as they are there."""
        keys = [self._key(number) for number in numbers]
        # One message that cannot be said is no reason to stop: what follows may have to be kept.
        with suppress(LocalProtocolError):
            self._peers.tell([key for key in keys if key is not None], message)

    def tell_all(self, message: Message) -> None:
        """To every seat and everybody who looks on."""
        with suppress(LocalProtocolError):
            self._peers.broadcast(message)

    def drop(self, number: int) -> None:
        """End the link over what came on it."""
        if (key := self._key(number)) is not None:
            self._peers.drop(key)

    def expect(self, seat: int) -> None:
        """Let this seat dial us, and do not dial it."""
        self._peers.expect(self._keys[seat])

    def _key(self, number: int) -> bytes | None:
        return self._keys[number] if number < len(self._keys) else self._gallery.key(number)
