"""The chair in a lobby: all that a person's front end holds of it, whether it hosts or not.

It sees who sits and how the terms stand, and says what its person wants; it knows no link.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeAlias

from unonet.errors import LocalProtocolError
from unonet.game.ruleset import Ruleset
from unonet.table.lobby import LobbyView


class Wishes(Protocol):
    """What a chair stands in; ``unonet.node.room.Room`` is one."""

    key: bytes
    seen: LobbyView

    def missing(self) -> frozenset[bytes]: ...

    def ready(self) -> None: ...

    def unready(self) -> None: ...


class HostWishes(Protocol):
    """What only a host can do; ``unonet.node.host_room.HostRoom`` can."""

    def start(self) -> str | None: ...

    def kick(self, nickname: str) -> bool: ...

    def bots(self, count: int) -> int: ...

    def change(self, ruleset: Ruleset) -> None: ...


class LobbyChair:
    """All that a person's front end holds of a lobby, whether it hosts or not."""

    def __init__(self, room: Wishes, host: HostWishes | None = None) -> None:
        self._room = room
        self._host = host
        self._news = asyncio.Event()
        self._news.set()
        self.talk: Callable[[str], None] = _to_nobody

    @property
    def hosting(self) -> bool:
        return self._host is not None

    @property
    def me(self) -> int | None:
        """The own seat in the newest draft."""
        return self._room.seen.seat_of(self._room.key)

    @property
    def missing(self) -> tuple[str, ...]:
        """Who sits here without a link to us."""
        keys = self._room.missing()
        return tuple(place.nickname for place in self._room.seen.seats if place.key in keys)

    def view(self) -> LobbyView:
        """How the lobby stands now; nobody sits in it before the host's first draft."""
        return self._room.seen

    async def changed(self) -> None:
        """Return once the lobby has changed since this last returned."""
        await self._news.wait()
        self._news.clear()

    def ready(self) -> None:
        """Set the own mark: the terms as they are now will be signed."""
        self._room.ready()

    def unready(self) -> None:
        self._room.unready()

    def start(self) -> str | None:
        """Host: begin with those who sit, or the reason why not (``HostLobby.start``)."""
        return self._hosted().start()

    def kick(self, nickname: str) -> bool:
        """Host: send a guest away for good; whether there is one of this name."""
        return self._hosted().kick(nickname)

    def bots(self, count: int) -> int:
        """Host: so many bots sit, as far as there are seats; how many will."""
        return self._hosted().bots(count)

    def change(self, ruleset: Ruleset) -> None:
        """Host: play by these rules. Raises BadRuleset."""
        self._hosted().change(ruleset)

    def notify(self) -> None:
        self._news.set()

    def _hosted(self) -> HostWishes:
        if self._host is None:
            raise LocalProtocolError("only the host does that")
        return self._host


Waiter: TypeAlias = Callable[[LobbyChair], Coroutine[Any, Any, None]]
"""A person in a lobby: cancelled when the match begins; one that returns leaves."""


def _to_nobody(text: str) -> None:
    """Nobody is linked yet."""
