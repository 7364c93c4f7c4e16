"""The network as five methods above the channel: listen, dial, send, receive, close.

Whoever uses these interfaces sees whole messages from an authenticated key, over TCP or over the
fake network alike; nothing here knows sockets, frames or what a message means.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol, TypeAlias

from unonet.wire.messages import Message

Address: TypeAlias = tuple[str, int]
"""(host, port)"""


class Link(Protocol):
    """One open connection to one authenticated peer.

    With ``on_message`` set, each message is handed over synchronously as it arrives, without a turn
    of the event loop, those that waited first; without it they wait for ``receive``. A
    ``RemoteProtocolError`` or ``DecodeError`` that ``on_message`` raises closes it with that error.
    ``on_close`` is called once, soon after the end.
    """

    on_message: Callable[[Message], None] | None
    on_close: Callable[[], None] | None

    @property
    def peer_key(self) -> bytes:
        """The Ed25519 key that the peer proved to own, 32 bytes."""

    @property
    def topic(self) -> bytes:
        """The lobby or table id that both ends named, 16 bytes."""

    @property
    def address(self) -> Address:
        """The peer's end; of a link that the peer dialled, not where it listens."""

    @property
    def dialled(self) -> bool:
        """Whether this end dialled."""

    @property
    def closed(self) -> bool: ...

    @property
    def error(self) -> Exception | None:
        """Why it closed; None while open, after ``close`` and after the peer's orderly end."""

    def send(self, message: Message) -> None:
        """Encode and queue; silently nothing once the link is closed."""

    def send_encoded(self, body: bytes) -> None:
        """The same for ``wire.encode(message)``, so that a broadcast encodes once."""

    async def receive(self) -> Message | None:
        """The next message, None once the link is closed and all that arrived was received."""

    def trust(self) -> None:
        """Somebody at the table stands behind it. Until then a link that the other end dialled is
        one of few, and read slowly."""

    def close(self) -> None:
        """End the link once what was sent is on its way; harmless when repeated."""


class Transport(Protocol):
    """Makes links in both directions for one identity."""

    topic: bytes | None
    """Lobby or table id; None: takes the other end's when dialling, takes nobody in."""

    @property
    def key(self) -> bytes: ...

    async def listen(self, on_link: Callable[[Link], None], address: Address) -> Address:
        """Take links in; ``on_link`` gets each once its handshake is done, and must set
        ``on_message`` or ``receive`` from it. Returns the bound address (port 0: any free one)."""

    async def dial(self, address: Address, expect_key: bytes | None = None) -> Link:
        """An open link; raises ``CannotReach``, ``HandshakeFailed`` (also for another key than
        expected) or ``VersionMismatch``, after 3 s at the latest."""

    def know(self, hosts: Collection[str]) -> None:
        """Peers of the table are at these addresses: their connections never compete with
        strangers' for a place. Replaces those that were known before."""

    async def close(self) -> None:
        """Close every link and stop listening."""
