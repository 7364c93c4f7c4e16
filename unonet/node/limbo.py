"""Links of keys that nobody expects: they wait for a first word, then come in or go.

Nothing is ever sent to a link in here. Who is let in is the caller's to say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias

from unonet.errors import DecodeError, ProtocolError
from unonet.net.transport import Link
from unonet.wire.messages import Lobby, Message

PATIENCE: Final = 5.0
"""Seconds that a stranger has until somebody wants it."""
LIMIT: Final = 20

Admit: TypeAlias = Callable[[bytes, Lobby | None], bool]


class Limbo:
    """Strangers, at most ``LIMIT``. ``admit(key, first)`` says whether one may come in now.

    ``first`` is the first lobby message of the stranger, None while it is silent; a ProtocolError
    or DecodeError ends its link. ``welcome(link, first)`` then takes the link over.
    """

    def __init__(self, admit: Admit, welcome: Callable[[Link, Lobby | None], None]) -> None:
        self._admit = admit
        self._welcome = welcome
        self._waiting: dict[Link, Lobby | None] = {}
        self._timers: dict[Link, asyncio.TimerHandle] = {}

    def take(self, link: Link) -> None:
        if len(self._waiting) >= LIMIT:
            link.close()
            return
        loop = asyncio.get_running_loop()
        self._waiting[link] = None
        self._timers[link] = loop.call_later(PATIENCE, self._send_away, link)
        link.on_close = lambda: self._forget(link)
        link.on_message = lambda message: self._hear(link, message)
        self._consider(link)

    def review(self) -> None:
        """Something changed: some may come in now."""
        for link in list(self._waiting):
            self._consider(link)

    def close(self) -> None:
        for link in list(self._waiting):
            self._send_away(link)

    def _hear(self, link: Link, message: Message) -> None:
        if isinstance(message, Lobby) and self._waiting.get(link) is None:
            self._waiting[link] = message
            self._consider(link)

    def _consider(self, link: Link) -> None:
        if link not in self._waiting:
            return
        first = self._waiting[link]
        try:
            admitted = self._admit(link.peer_key, first)
        except (ProtocolError, DecodeError):
            self._send_away(link)
            return
        if admitted:
            self._forget(link)
            self._welcome(link, first)

    def _send_away(self, link: Link) -> None:
        self._forget(link)
        link.close()

    def _forget(self, link: Link) -> None:
        self._waiting.pop(link, None)
        if timer := self._timers.pop(link, None):
            timer.cancel()
