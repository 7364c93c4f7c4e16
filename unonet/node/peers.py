"""What a table asks of its links; it knows keys and messages, no addresses and no sockets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from unonet.order.messages import Message


class Peers(Protocol):
    """The links that a table needs; ``unonet.net.mesh.Mesh`` has them."""

    def send(self, key: bytes, message: Message) -> None: ...

    def tell(self, keys: Iterable[bytes], message: Message) -> None: ...

    def broadcast(self, message: Message) -> None: ...

    def drop(self, key: bytes) -> None: ...

    def expect(self, key: bytes) -> None: ...
