"""A process that does its worst to a table: ``python hostile.py HOST PORT``, until its input ends.

Says "here" when it has its first link, and in the end what really got through, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from unonet.errors import NetworkError
from unonet.ledger.identity import Identity
from unonet.net.tcp import TcpTransport
from unonet.net.transport import Link
from unonet.order.messages import Chunk, Heads, Want
from unonet.table.lobby_messages import Begin, Draft, Watch, read_message, write_message
from unonet.wire.channel import Answer
from unonet.wire.messages import (
    Chat,
    Lobby,
    Message,
    PeerAddress,
    Peers,
    Ping,
    Pong,
    Table,
    encode,
)

WATCHERS, STRANGERS, HOLDERS, BABBLERS = 3, 6, 3, 2
PENDING = 64 * 1024
"""Bytes that wait at our own end: with more of them a link would end itself."""
DRAFT = Draft(1, 2, bytes(59_000), ((), ()))
MAXIMAL: list[Message] = [
    Lobby(write_message(DRAFT)),
    Chat("x" * 512),
    Peers((PeerAddress(bytes(32), "10.0.0.1", 1),) * 18),
    Want(1, 0),
    Heads(1, 0, 2**32 - 1, bytes(32), 0),
    Ping(1),
]
BODIES = [encode(message) for message in MAXIMAL]


class Hostile:
    """``landed`` counts what the other end has answered, so what it has really taken in."""

    def __init__(self, host: str, port: int) -> None:
        self.landed: Counter[str] = Counter()
        self._address = host, port

    async def run(self) -> None:
        attacks = [
            *[self._again(self._babble) for _ in range(BABBLERS)],
            *[self._again(self._hold) for _ in range(HOLDERS)],
            *[self._again(self._flood_unknown) for _ in range(STRANGERS)],
            *[self._again(self._flood_looking_on) for _ in range(WATCHERS)],
        ]
        await asyncio.gather(*attacks)

    async def _again(self, attack: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            with suppress(OSError, NetworkError, TimeoutError):
                await attack()
            await asyncio.sleep(0.001)

    async def _babble(self) -> None:
        """Garbage, as much as the other end takes."""
        reader, writer = await asyncio.open_connection(*self._address)
        try:
            writer.write(secrets.token_bytes(60_000))
            self._note("garbage", await reader.read(1))
        finally:
            writer.close()

    async def _hold(self) -> None:
        """A handshake of which a byte comes now and then."""
        reader, writer = await asyncio.open_connection(*self._address)
        try:
            writer.write(b"\1\0\0\4\0")
            self._note("held", await reader.read(1))
            while not reader.at_eof():
                writer.write(b"\0")
                await writer.drain()
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await reader.read(1)
        finally:
            writer.close()

    async def _flood_unknown(self) -> None:
        """Frames of a key that nobody knows and that never says what it wants."""
        await self._linked(lambda link, begin: begin())

    async def _flood_looking_on(self) -> None:
        """The largest frames that one who looks on may send, and questions with long answers."""

        def ask(link: Link, begin: Callable[[], None]) -> None:
            link.send(Lobby(write_message(Watch("Eve" * 80))))
            link.on_message = lambda message: self._hear(message, link, begin)

        await self._linked(ask)

    async def _linked(self, come_in: Callable[[Link, Callable[[], None]], None]) -> None:
        """Send as much as a link takes, from when ``come_in`` says that it may begin."""
        transport = TcpTransport(Identity.from_seed(os.urandom(32)))
        try:
            link = await transport.dial(self._address)
            self.landed["handshakes"] += 1
            if self.landed["handshakes"] == 1:
                print("here", flush=True)
            link.on_message = lambda message: None
            begun = asyncio.Event()
            come_in(link, begun.set)
            while not link.closed:
                if begun.is_set():
                    self._send_what_fits(link)
                await asyncio.sleep(0.002)
        finally:
            await transport.close()

    def _send_what_fits(self, link: Any) -> None:
        while not link.closed and link._stream.unsent < PENDING:
            for body in BODIES:
                link.send_encoded(body)
                self.landed["sent_bytes"] += len(body)

    def _hear(self, message: Message, link: Link, begin: Callable[[], None]) -> None:
        match message:
            case Table():
                # The order hears nobody who does not say of which table.
                link.send(message)
                begin()
            case Pong():
                self.landed["rounds"] += 1
            case Chunk():
                self.landed["chunks"] += 1
            case Lobby(body) if isinstance(read_message(body), Begin):
                self.landed["let_in"] += 1
            case _:
                pass

    def _note(self, what: str, answer: bytes) -> None:
        full = answer == bytes([Answer.FULL])
        self.landed["full" if full else what] += bool(answer)


async def main(host: str, port: str) -> None:
    hostile = Hostile(host, int(port))
    running = asyncio.ensure_future(hostile.run())
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    print(json.dumps(hostile.landed))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
