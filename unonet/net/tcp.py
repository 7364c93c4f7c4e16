"""Links over TCP: one asyncio protocol per connection, decrypting and handing over as bytes arrive.

Knows sockets, the time a handshake may take and how much may wait, read or unwritten; the steps of
the handshake are ``wire.channel``'s, who is welcome and when a silent peer is dead the mesh's.
"""

from __future__ import annotations

import asyncio
import dataclasses
import ipaddress
import secrets
import socket
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from unonet.errors import (
    CannotReach,
    HandshakeFailed,
    UnonetError,
    WrongCode,
)
from unonet.ledger.identity import Identity
from unonet.net.link import BaseLink
from unonet.net.pacing import Pacing
from unonet.net.throttle import Throttle
from unonet.net.transport import Address, Link
from unonet.pace import Budgets
from unonet.wire.channel import (
    HANDSHAKE_SECONDS,
    Answer,
    Channel,
    ChannelEvent,
    Endpoint,
    Opened,
    Received,
    Refused,
    Reply,
)

UNSENT_LIMIT: Final = 256 * 1024
UNSENT_SECONDS: Final = 10.0
STRANGERS_PER_ADDRESS: Final = 4
STRANGERS_ON_LOOPBACK: Final = 16
STRANGERS_IN_ALL: Final = 20
"""Accepted connections that nobody trusts yet, with a finished handshake or without."""
ARRIVALS: Final = (20.0, 80.0)
"""Connections of one address that get as far as a handshake, a second and at once."""
_SILENCE_MS: Final = 4_000
_READ_SIZE: Final = 16 * 1024
_LINGER_SECONDS: Final = 2.0


class TcpTransport:
    """A ``transport.Transport`` over TCP, with a fresh X25519 key of its own.

    ``psk`` (32 bytes) closes the table: only peers that have the same one get a link.
    """

    def __init__(
        self, identity: Identity, topic: bytes | None = None, *, psk: bytes | None = None
    ) -> None:
        self._endpoint = Endpoint(identity, secrets.token_bytes(32), topic, psk)
        self._servers: list[asyncio.Server] = []
        self._streams: set[_Stream] = set()
        self._strangers: Counter[str] = Counter()
        self._arrivals: Budgets[str] = Budgets(*ARRIVALS)
        self._throttle = Throttle()

    @property
    def key(self) -> bytes:
        return self._endpoint.identity.key

    @property
    def topic(self) -> bytes | None:
        return self._endpoint.topic

    @topic.setter
    def topic(self, topic: bytes | None) -> None:
        """Counts for handshakes that start from now on."""
        self._endpoint = dataclasses.replace(self._endpoint, topic=topic)

    async def listen(self, on_link: Callable[[Link], None], address: Address) -> Address:
        loop = asyncio.get_running_loop()
        if loop.get_exception_handler() is None:
            loop.set_exception_handler(_note)
        try:
            server = await loop.create_server(lambda: _Accepted(self, on_link), *address)
        except OSError as error:
            raise CannotReach(f"cannot listen at {_name(address)}: {_reason(error)}") from error
        self._servers.append(server)
        host, port = server.sockets[0].getsockname()[:2]
        return host, port

    async def dial(self, address: Address, expect_key: bytes | None = None) -> Link:
        dialled = _Dialled(self, expect_key)
        try:
            return await dialled.to(address)
        except TimeoutError:
            raise CannotReach(f"no answer from {_name(address)} in time") from None
        except OSError as error:
            raise CannotReach(f"{_name(address)}: {_reason(error)}") from error

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        for stream in list(self._streams):
            stream.close()
        # Connections are only lost in the next turn of the loop.
        await asyncio.sleep(0)

    def endpoint(self) -> Endpoint:
        return self._endpoint

    def _has_room(self, host: str, now: float) -> bool:
        return (
            self._strangers[host] < _limit_of(host)
            and self._strangers.total() < STRANGERS_IN_ALL
            and not self._throttle.waits(host, now)
            and self._arrivals.take(host, now)
        )


class TcpLink(BaseLink):
    """One open TCP link."""

    def __init__(self, stream: _Stream, peer: Opened, *, address: Address, dialled: bool) -> None:
        super().__init__(peer.key, topic=peer.topic, address=address, dialled=dialled)
        self._stream = stream

    def send_encoded(self, body: bytes) -> None:
        if self.closed:
            return
        if self._stream.unsent > UNSENT_LIMIT:
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


class _Stream(asyncio.BufferedProtocol):
    """One TCP connection: first a handshake, then a ``TcpLink``."""

    initiator: bool

    def __init__(self, owner: TcpTransport, expect_key: bytes | None = None) -> None:
        self._owner = owner
        self._expect_key = expect_key
        self._channel: Channel
        self._pacing: Pacing
        self._owed = 0.0
        self._rest: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._buffer = memoryview(bytearray(_READ_SIZE))
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
        self._owner._streams.add(self)
        # Any unwritten byte starts the clock of ``pause_writing``.
        transport.set_write_buffer_limits(high=0)
        _tune(transport.get_extra_info("socket"))
        loop = asyncio.get_running_loop()
        self._pacing = Pacing(loop.time())
        self._channel = Channel(
            self._owner.endpoint(),
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
        loop = asyncio.get_running_loop()
        self._unread = loop.call_later(UNSENT_SECONDS, lambda: self._fail(_unread()))

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        self._owner._streams.discard(self)
        self.resume_writing()
        if self._link is None:
            self._fail(self._channel.lost())
        else:
            self._link.ended(exc and CannotReach(_reason(exc)))

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
        address = _address(self._transport)
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


class _Dialled(_Stream):
    initiator = True

    def __init__(self, owner: TcpTransport, expect_key: bytes | None) -> None:
        super().__init__(owner, expect_key)
        self.outcome: asyncio.Future[TcpLink] = asyncio.get_running_loop().create_future()

    async def to(self, address: Address) -> TcpLink:
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                loop = asyncio.get_running_loop()
                await loop.create_connection(lambda: self, *address)
                return await self.outcome
        except BaseException:
            self._give_up()
            raise

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._transport.write(self._channel.open())

    def opened(self, link: TcpLink) -> None:
        if self.outcome.done():
            link.close()
        else:
            self.outcome.set_result(link)

    def failed(self, error: Exception) -> None:
        if not self.outcome.done():
            self.outcome.set_exception(error)

    def _give_up(self) -> None:
        # Cancelled or late: nobody else will ever close what may still open, or has just opened.
        self.outcome.cancel()
        if self in self._owner._streams:
            self.close()


class _Accepted(_Stream):
    initiator = False

    def __init__(self, owner: TcpTransport, on_link: Callable[[Link], None]) -> None:
        super().__init__(owner)
        self._on_link = on_link
        self._host: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        host = _address(transport)[0]
        if not self._owner._has_room(host, asyncio.get_running_loop().time()):
            transport.set_protocol(asyncio.Protocol())
            transport.write(bytes([Answer.FULL]))
            transport.close()
            return
        super().connection_made(transport)
        self._owner._strangers[host] += 1
        self._host = host

    def opened(self, link: TcpLink) -> None:
        if self._host is not None:
            self._owner._throttle.succeeded(self._host)
        self._on_link(link)

    def failed(self, error: Exception) -> None:
        if self._host is not None and isinstance(error, WrongCode):
            self._owner._throttle.failed(self._host, asyncio.get_running_loop().time())
        self._no_stranger()

    def trust(self) -> None:
        super().trust()
        self._no_stranger()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._no_stranger()

    def _no_stranger(self) -> None:
        if self._host is not None:
            self._owner._strangers[self._host] -= 1
            self._owner._strangers += Counter()
            self._host = None


def _limit_of(host: str) -> int:
    on_loopback = ipaddress.ip_address(host).is_loopback
    return STRANGERS_ON_LOOPBACK if on_loopback else STRANGERS_PER_ADDRESS


def _unread() -> CannotReach:
    return CannotReach("the peer does not read what it is sent")


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    # Out of descriptors: asyncio tries to accept again in a second, and has no more to say.
    if context.get("message") != "socket.accept() out of system resource":
        loop.default_exception_handler(context)


def _tune(sock: socket.socket) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENCE_MS)


def _address(transport: asyncio.Transport) -> Address:
    # None when the peer was gone before the connection was even looked at.
    host, port = (transport.get_extra_info("peername") or ("0.0.0.0", 0))[:2]
    return host, port


def _name(address: Address) -> str:
    return f"{address[0]}:{address[1]}"


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
