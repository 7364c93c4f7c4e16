"""What every link has in common: an inbox, hand-over, and one end.

Knows messages and callbacks; how bytes travel is the business of ``tcp`` and ``fake``.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from unonet.errors import DecodeError, RemoteProtocolError
from unonet.net.transport import Address
from unonet.wire.messages import Message, decode, encode


class BaseLink:
    """A ``transport.Link`` but for ``send_encoded`` and ``_shut``, which say how bytes leave."""

    def __init__(self, peer_key: bytes, *, topic: bytes, address: Address, dialled: bool) -> None:
        self.peer_key = peer_key
        self.topic = topic
        self.address = address
        self.dialled = dialled
        self.error: Exception | None = None
        self.closed = False
        self.on_close: Callable[[], None] | None = None
        self._on_message: Callable[[Message], None] | None = None
        self._inbox: deque[Message] = deque()
        self._news = asyncio.Event()

    @property
    def on_message(self) -> Callable[[Message], None] | None:
        return self._on_message

    @on_message.setter
    def on_message(self, callback: Callable[[Message], None] | None) -> None:
        self._on_message = callback
        while self._inbox and self._on_message is not None:
            self._hand_over(self._inbox.popleft())

    def send(self, message: Message) -> None:
        if not self.closed:
            self.send_encoded(encode(message))

    def send_encoded(self, body: bytes) -> None:
        raise NotImplementedError

    async def receive(self) -> Message | None:
        while not self._inbox and not self.closed:
            self._news.clear()
            await self._news.wait()
        return self._inbox.popleft() if self._inbox else None

    def trust(self) -> None:
        """Nothing changes where nothing is rationed."""

    def close(self) -> None:
        self._end(None)

    def _shut(self, error: Exception | None) -> None:
        """Stop the stream: at once after an error, else when all is written."""
        raise NotImplementedError

    def _deliver(self, body: bytes) -> None:
        try:
            message = decode(body)
        except DecodeError as error:
            self._end(error)
            return
        if self._on_message is not None:
            self._hand_over(message)
        else:
            self._inbox.append(message)
            self._news.set()

    def _hand_over(self, message: Message) -> None:
        assert self._on_message is not None
        try:
            self._on_message(message)
        except (RemoteProtocolError, DecodeError) as error:
            self._end(error)

    def _end(self, error: Exception | None) -> None:
        if self.closed:
            return
        self.closed = True
        self.error = error
        self._news.set()
        self._shut(error)
        # Not from inside a send: whoever sends must not see its own links change meanwhile.
        asyncio.get_running_loop().call_soon(self._tell_end)

    def _tell_end(self) -> None:
        if self.on_close is not None:
            self.on_close()
