"""Links over TCP: dials, listens, and lets in whom the door has a place for.

A connection is ``stream``'s, how many strangers there may be ``door``'s; who is welcome, and when a
silent peer is dead, the mesh's.
"""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
from collections.abc import Callable, Collection
from typing import Any

from unonet.errors import CannotReach, WrongCode
from unonet.ledger.identity import Identity
from unonet.net.door import Door
from unonet.net.stream import Stream, TcpLink, address_of, reason_of
from unonet.net.transport import Address, Link
from unonet.wire.channel import HANDSHAKE_SECONDS, Answer, Endpoint

__all__ = ["TcpLink", "TcpTransport"]


class TcpTransport:
    """A ``transport.Transport`` over TCP, with a fresh X25519 key of its own.

    ``psk`` (32 bytes) closes the table: only peers that have the same one get a link.
    """

    def __init__(
        self, identity: Identity, topic: bytes | None = None, *, psk: bytes | None = None
    ) -> None:
        self._endpoint = Endpoint(identity, secrets.token_bytes(32), topic, psk)
        self._servers: list[asyncio.Server] = []
        self._streams: set[Stream] = set()
        self._door = Door()

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
            server = await loop.create_server(lambda: self._accepted(on_link), *address)
        except OSError as error:
            raise CannotReach(f"cannot listen at {_name(address)}: {reason_of(error)}") from error
        self._servers.append(server)
        host, port = server.sockets[0].getsockname()[:2]
        return host, port

    async def dial(self, address: Address, expect_key: bytes | None = None) -> Link:
        dialled = _Dialled(self._endpoint, self._streams, expect_key=expect_key)
        try:
            return await dialled.to(address)
        except TimeoutError:
            raise CannotReach(f"no answer from {_name(address)} in time") from None
        except OSError as error:
            raise CannotReach(f"{_name(address)}: {reason_of(error)}") from error

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        for stream in list(self._streams):
            stream.close()
        # Connections are only lost in the next turn of the loop.
        await asyncio.sleep(0)

    def know(self, hosts: Collection[str]) -> None:
        self._door.known = frozenset(hosts)

    def _accepted(self, on_link: Callable[[Link], None]) -> _Accepted:
        return _Accepted(self._endpoint, self._streams, door=self._door, on_link=on_link)


class _Dialled(Stream):
    initiator = True

    def __init__(
        self, endpoint: Endpoint, streams: set[Stream], *, expect_key: bytes | None
    ) -> None:
        super().__init__(endpoint, streams, expect_key=expect_key)
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
        if self in self._streams:
            self.close()


class _Accepted(Stream):
    initiator = False

    def __init__(
        self,
        endpoint: Endpoint,
        streams: set[Stream],
        *,
        door: Door,
        on_link: Callable[[Link], None],
    ) -> None:
        super().__init__(endpoint, streams)
        self._door = door
        self._on_link = on_link

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        host = address_of(transport)[0]
        if self._door.admits(self, host, asyncio.get_running_loop().time()):
            super().connection_made(transport)
            return
        transport.set_protocol(asyncio.Protocol())
        transport.write(bytes([Answer.FULL]))
        transport.close()

    def opened(self, link: TcpLink) -> None:
        self._door.proved(self)
        self._on_link(link)

    def failed(self, error: Exception) -> None:
        if isinstance(error, WrongCode):
            self._door.guessed(self, asyncio.get_running_loop().time())
        self._door.leave(self)

    def trust(self) -> None:
        super().trust()
        self._door.leave(self)

    def turn_away(self) -> None:
        self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._door.leave(self)


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    # Out of descriptors: asyncio tries to accept again in a second, and has no more to say.
    if context.get("message") != "socket.accept() out of system resource":
        loop.default_exception_handler(context)


def _name(address: Address) -> str:
    return f"{address[0]}:{address[1]}"
