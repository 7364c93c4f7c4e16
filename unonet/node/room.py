"""A lobby from the inside of a node: carries its messages and tells what is new.

What hosts, guests and those who look on have in common; each has a module of its own, and binds a
sans-I/O lobby of ``unonet.table`` to links and a clock. What a table does after genesis, and how a
person is asked, is not known here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, TypeAlias

from unonet.errors import TableRefused
from unonet.net.loss import Loss
from unonet.net.mesh import Mesh
from unonet.net.transport import Address
from unonet.node.events import NodeEvent, Seated
from unonet.node.lobby_chair import LobbyChair, Waiter
from unonet.node.lobby_news import NOBODY, news
from unonet.table.lobby import LobbyView, Outgoing
from unonet.table.terms import Genesis, TermsSeat
from unonet.wire.messages import Lobby

Addresses: TypeAlias = Mapping[bytes, tuple[Address, ...]]
Tell: TypeAlias = Callable[[NodeEvent], None]
Company: TypeAlias = Callable[[tuple[TermsSeat, ...], Addresses], None]
"""Hears of everybody who sits in a new draft, and where they listen."""


class Phase(Protocol):
    """Who hears of links and lobby messages now: a room, or a table that plays."""

    def nickname(self, key: bytes) -> str | None: ...

    def admits(self, key: bytes, first: Lobby | None) -> bool: ...

    def on_lobby(self, key: bytes, body: bytes) -> None: ...

    def on_up(self, key: bytes) -> None: ...

    def on_down(self, key: bytes, why: Loss) -> None: ...


class Room:
    """What all lobbies have in common; ``agreed`` gets genesis, or why there is none."""

    def __init__(self, mesh: Mesh, *, key: bytes, watch: Tell) -> None:
        self.key = key
        self.seen: LobbyView = NOBODY
        self.agreed: asyncio.Future[Genesis] = asyncio.get_running_loop().create_future()
        self.chair = LobbyChair(self)
        self._mesh = mesh
        self._watch = watch
        self._named: str | None = None

    # For the place

    def admits(self, key: bytes, message: Lobby | None) -> bool:
        """Whether a stranger with this first word may come in."""
        return False

    def on_lobby(self, key: bytes, body: bytes) -> None:
        raise NotImplementedError

    def on_up(self, key: bytes) -> None:
        raise NotImplementedError

    def on_down(self, key: bytes, why: Loss) -> None:
        raise NotImplementedError

    def nickname(self, key: bytes) -> str | None:
        """Of whoever sits here with this key."""
        return next((place.nickname for place in self.seen.seats if place.key == key), None)

    def close(self) -> None:
        """No event comes after it."""

    async def agree(self, waiter: Waiter | None) -> Genesis | None:
        """Genesis, or None when the person leaves. Raises what keeps it from coming."""
        waiting = asyncio.ensure_future(waiter(self.chair) if waiter else _for_ever())
        try:
            await asyncio.wait((waiting, self.agreed), return_when=asyncio.FIRST_COMPLETED)
            if self.agreed.done():
                return self.agreed.result()
            waiting.result()
            return None
        finally:
            self.close()
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    # For the chair

    def missing(self) -> frozenset[bytes]:
        return frozenset()

    def ready(self) -> None:
        raise NotImplementedError

    def unready(self) -> None:
        raise NotImplementedError

    def _send(self, outbox: Iterable[Outgoing]) -> None:
        outgoing = list(outbox)
        for key, body, _ in outgoing:
            self._mesh.send(key, Lobby(body))
        for key in {one.key for one in outgoing if one.last}:
            self._mesh.forget(key)

    def _tell(self, view: LobbyView | None) -> None:
        if view is not None and view != self.seen:
            before, self.seen = self.seen, view
            nickname = self.nickname(self.key)
            if nickname is not None and nickname != self._named:
                self._named = nickname
                self._watch(Seated(nickname))
            for event in news(before, view):
                self._watch(event)
            self.chair.notify()

    def _fail(self, error: Exception) -> None:
        if not self.agreed.done():
            self.agreed.set_exception(error)


_REFUSED: Final = {
    "full": "no seat is free",
    "started": "the match has begun; you can watch it",
    "kicked": "the host sent you away",
    "busy": "you asked too often; wait a minute",
    "watchers": "as many look on as may",
    "closed": "the host closed it",
}


def refusal(reason: str) -> TableRefused:
    """The error for a reason that a host gave; an unknown one is passed on in its words."""
    return TableRefused(_REFUSED.get(reason, reason), reason)


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()


def now() -> float:
    """The time of every lobby and timer of this process."""
    return asyncio.get_running_loop().time()
