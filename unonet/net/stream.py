"""One TCP connection: a handshake, then a link that decrypts and hands over as bytes arrive.

Knows sockets, the time a handshake may take and how much may wait, read or unwritten; the steps of
the handshake are ``wire.channel``'s, who is let in ``door``'s.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from typing import Final

from unonet.errors import CannotReach, HandshakeFailed, UnonetError
from unonet.net.link import BaseLink
from unonet.net.pacing import Pacing
from unonet.net.transport import Address
from unonet.wire.channel import (
    Channel,
    ChannelEvent,
    Endpoint,
    Opened,
    Received,
    Refused,
    Reply,
)

UNSENT_LIMIT: Final = 1024 * 1024
"""A leader may have to send two of the longest messages, and then more, at once."""
UNSENT_SECONDS: Final = 10.0
READ_SIZE: Final = 16 * 1024
_SILENCE_MS: Final = 4_000
_LINGER_SECONDS: Final = 2.0


class TcpLink(BaseLink):
    """One open TCP link."""

    def __init__(self, stream: Stream, peer: Opened, *, address: Address, dialled: bool) -> None:
        super().__init__(peer.key, topic=peer.topic, address=address, dialled=dialled)
        self._stream = stream

    def send_encoded(self, body: bytes) -> None:
        if self.closed:
            return
        if self._stream.waits and self._stream.unsent > UNSENT_LIMIT:
            self._end(_unread())
        else:
            self._stream.send(body)

    def trust(self) -> None:
        self._stream.trust()

    def _shut(self, error: Exception | None) -> None:
        self._stream.shut(at_once=error is not None)

    def arrived(self, body: bytes) -> None:
        if not self.closed:
            self._deliver(body)

    def ended(self, error: Exception | None) -> None:
        self._end(error)


class Stream(asyncio.BufferedProtocol):
    """One TCP connection: first a handshake, then a ``TcpLink``; in ``streams`` while it lasts."""

    initiator: bool

    def __init__(
        self, endpoint: Endpoint, streams: set[Stream], *, expect_key: bytes | None = None
    ) -> None:
        self._endpoint = endpoint
        self._streams = streams
        self._expect_key = expect_key
        self._channel: Channel
        self._pacing: Pacing
        self._owed = 0.0
        self._rest: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self.waits = False
        self._buffer = memoryview(bytearray(READ_SIZE))
        self._transport: asyncio.Transport
        self._link: TcpLink | None = None
        self._timer: asyncio.TimerHandle

    # Called when the handshake is over

    def opened(self, link: TcpLink) -> None:
        raise NotImplementedError

    def failed(self, error: Exception) -> None:
        raise NotImplementedError

    # For the link and the transport

    @property
    def unsent(self) -> int:
        """Bytes that wait in this process because the kernel takes no more."""
        return self._transport.get_write_buffer_size()

    def send(self, body: bytes) -> None:
        # A transport that has lost its peer says so on the log, message by message.
        if not self._transport.is_closing():
            self._transport.write(self._channel.send(body))

    def trust(self) -> None:
        self._pacing.trust(asyncio.get_running_loop().time())
        self._read_on()

    def shut(self, *, at_once: bool) -> None:
        if at_once:
            self._transport.abort()
            return
        self._transport.close()
        if self.unsent:
            asyncio.get_running_loop().call_later(_LINGER_SECONDS, self._transport.abort)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
        else:
            self._transport.abort()

    # asyncio.BufferedProtocol: a plain one allocates 256 KiB anew for every read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._streams.add(self)
        # Any unwritten byte starts the clock of ``pause_writing``.
        transport.set_write_buffer_limits(high=0)
        _tune(transport.get_extra_info("socket"))
        loop = asyncio.get_running_loop()
        self._pacing = Pacing(loop.time())
        self._channel = Channel(
            self._endpoint,
            initiator=self.initiator,
            ephemeral=secrets.token_bytes(32),
            now=loop.time(),
            expect_key=self._expect_key,
        )
        assert self._channel.deadline is not None
        self._timer = loop.call_at(
            self._channel.deadline, self._fail, HandshakeFailed("the handshake took too long")
        )

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        try:
            events = self._channel.receive_bytes(bytes(self._buffer[:nbytes]))
        except UnonetError as error:
            self._fail(error)
            return
        for event in events:
            self._take(event)
        if self._owed > 0:
            self._read_later()

    def pause_writing(self) -> None:
        self.waits = True
        loop = asyncio.get_running_loop()
        self._unread = loop.call_later(UNSENT_SECONDS, lambda: self._fail(_unread()))

    def resume_writing(self) -> None:
        self.waits = False
        if self._unread is not None:
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        self._streams.discard(self)
        self.resume_writing()
        if self._link is None:
            self._fail(self._channel.lost())
        else:
            self._link.ended(exc and CannotReach(reason_of(exc)))

    def _take(self, event: ChannelEvent) -> None:
        match event:
            case Received(body):
                assert self._link is not None
                self._link.arrived(body)
                now = asyncio.get_running_loop().time()
                self._owed = max(self._owed, self._pacing.spend(body, now))
            case Reply(raw):
                self._transport.write(raw)
            case Opened():
                self._open(event)
            case Refused():
                self._transport.close()

    def _open(self, peer: Opened) -> None:
        self._timer.cancel()
        address = address_of(self._transport)
        self._link = TcpLink(self, peer, address=address, dialled=self.initiator)
        self.opened(self._link)

    def _read_later(self) -> None:
        self._transport.pause_reading()
        self._rest = asyncio.get_running_loop().call_later(self._owed, self._read_on)
        self._owed = 0.0

    def _read_on(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None
            self._transport.resume_reading()

    def _fail(self, error: Exception) -> None:
        self._timer.cancel()
        self._transport.abort()
        if self._link is not None:
            self._link.ended(error)
        else:
            self.failed(error)


def _unread() -> CannotReach:
    return CannotReach("the peer does not read what it is sent")


def _tune(sock: socket.socket) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENCE_MS)


def address_of(transport: asyncio.Transport) -> Address:
    # None when the peer was gone before the connection was even looked at.
    host, port = (transport.get_extra_info("peername") or ("0.0.0.0", 0))[:2]
    return host, port


def reason_of(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
