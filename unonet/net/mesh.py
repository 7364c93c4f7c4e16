"""Keeps one live link to each peer that is expected, whatever breaks.

Knows keys, addresses, who dials, and when silence means death; what messages mean it does not know,
but for Ping, Pong and Bye, which are its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from unonet.errors import NetworkError
from unonet.net.backoff import BackOff
from unonet.net.loss import Loss, loss_of
from unonet.net.transport import Address, Link, Transport
from unonet.pace import Budget
from unonet.wire.messages import Bye, Message, Ping, Pong, encode

PING_SECONDS: Final = 1.0
SILENCE_SECONDS: Final = 4.0
SECOND_DIALLER_WAITS: Final = 2.0
DIALS_PER_SECOND: Final = 4.0
DIALS_AT_ONCE: Final = 60
"""Of all peers together: others name addresses, and must not make us search a network for them."""
_DIALS_AT_A_TIME: Final = 4


def _ignore_stranger(link: Link) -> None:
    link.close()


@dataclass(slots=True)
class _Live:
    """The one link to a peer, since when, when anything was last heard on it, and whether Bye."""

    link: Link
    since: float
    heard: float
    said_bye: bool = False


@dataclass(slots=True)
class _Route:
    """Where a peer can be dialled, which is next, and whether it leaves the dialling to us.

    ``seen`` is where its last link came from or led to.
    """

    addresses: tuple[Address, ...] = ()
    alone: bool = False
    seen: str | None = None
    turn: int = 0

    def next(self) -> Address:
        address = self.addresses[self.turn % len(self.addresses)]
        self.turn += 1
        return address


class Mesh:
    """One link per peer key. All callbacks are synchronous and come from the event loop.

    Of two peers the one with the lower key (bytewise) dials, the other one only after 2 s without a
    link; of two links the one that the lower key dialled stays, of two such the newer. ``on_up``
    and ``on_down`` (which hears why) alternate for a key, also when one link takes the place of
    another: what was on its way may be lost. Links that do not last are dialled again ever more
    slowly, and for a while none is taken of a peer that broke the protocol (``backoff``). A link
    of a key that nobody expects goes to ``on_stranger``.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        on_message: Callable[[bytes, Message], None],
        on_up: Callable[[bytes], None],
        on_down: Callable[[bytes, Loss], None],
        on_stranger: Callable[[Link], None] = _ignore_stranger,
    ) -> None:
        self._transport = transport
        self._key = transport.key
        self._on_message = on_message
        self._on_up = on_up
        self._on_down = on_down
        self._on_stranger = on_stranger
        self._routes: dict[bytes, _Route] = {}
        self._live: dict[bytes, _Live] = {}
        self._diallers: dict[bytes, asyncio.Task[None]] = {}
        self._dials = asyncio.Semaphore(_DIALS_AT_A_TIME)
        self._dialled: Budget | None = None
        self._back_offs: dict[bytes, BackOff] = {}
        self._pulse: asyncio.TimerHandle | None = None
        self._pings = 0

    async def listen(self, address: Address) -> Address:
        """Take links in at ``address``; the one that was bound."""
        return await self._transport.listen(self._arrived, address)

    def expect(self, key: bytes, *addresses: Address, alone: bool = False) -> None:
        """This key belongs to the mesh; it is dialled whenever it is away, at each address in turn.

        ``alone``: the peer does not dial us, so there is no need to wait for it.
        """
        before = self._routes.get(key)
        self._routes[key] = _Route(addresses, alone, before.seen if before else None)
        self._say_known()
        self._back_offs.setdefault(key, BackOff())
        if key not in self._diallers or before is None or before.addresses != addresses:
            self._redial(key)

    def forget(self, key: bytes) -> None:
        """This key is a stranger again; its link closes."""
        if self._routes.pop(key, None):
            self._say_known()
        self._back_offs.pop(key, None)
        self._stop_dialling(key)
        self._drop(key, Loss.FORGOTTEN)

    def drop(self, key: bytes) -> None:
        """End the link to this peer over what it said; it may come again, but not at once."""
        self._drop(key, Loss.BREACH)
        self._redial(key)

    def adopt(self, link: Link) -> None:
        """Take over a link that was dialled by hand or came as a stranger; its key is expected."""
        self._routes.setdefault(link.peer_key, _Route())
        self._back_offs.setdefault(link.peer_key, BackOff())
        self._settle(link)

    @property
    def expected(self) -> frozenset[bytes]:
        """The keys that belong to the mesh, with a link or without."""
        return frozenset(self._routes)

    @property
    def up(self) -> frozenset[bytes]:
        """The keys with a live link."""
        return frozenset(self._live)

    def seen_at(self, key: bytes) -> str | None:
        """The address of the other end of the last link to an expected peer."""
        route = self._routes.get(key)
        return route.seen if route else None

    def send(self, key: bytes, message: Message) -> None:
        """To one peer; lost when there is no link to it."""
        self.tell((key,), message)

    def tell(self, keys: Iterable[bytes], message: Message) -> None:
        """To each of these peers, in this order, as far as there is a link; encoded once.

        Raises LocalProtocolError for a message that does not fit, and then nobody was told.
        """
        body = encode(message)
        for key in keys:
            if live := self._live.get(key):
                live.link.send_encoded(body)

    def broadcast(self, message: Message) -> None:
        """To every live peer, likewise."""
        self.tell(self._live, message)

    async def close(self) -> None:
        """End every link and task; no callback comes after it."""
        self._on_up, self._on_down = _nothing, _nothing
        self.broadcast(Bye())
        for key in list(self._routes):
            self.forget(key)
        if self._pulse is not None:
            self._pulse.cancel()
        await self._transport.close()

    def _say_known(self) -> None:
        routes = self._routes.values()
        dialled = {host for route in routes for host, _ in route.addresses}
        self._transport.know(dialled | {route.seen for route in routes if route.seen})

    # Links

    def _arrived(self, link: Link) -> None:
        back_off = self._back_offs.get(link.peer_key)
        if back_off is None:
            self._on_stranger(link)
        elif back_off.offence(_now()):
            link.close()
        else:
            self._settle(link)

    def _settle(self, link: Link) -> None:
        key = link.peer_key
        if (live := self._live.get(key)) and self._outranks(live.link, link):
            link.close()
            return
        self._drop(key, Loss.REPLACED)
        link.trust()
        self._routes[key].seen = link.address[0]
        self._say_known()
        self._live[key] = _Live(link, _now(), _now())
        self._start_pulse()
        self._on_up(key)
        # Last: the link hands over at once what it has already received.
        link.on_close = lambda: self._closed(link)
        link.on_message = partial(self._heard, link)
        if link.closed:
            self._closed(link)

    def _outranks(self, old: Link, new: Link) -> bool:
        return self._by_lower(old) and not self._by_lower(new)

    def _by_lower(self, link: Link) -> bool:
        return link.dialled is (self._key < link.peer_key)

    def _drop(self, key: bytes, why: Loss) -> None:
        if live := self._live.pop(key, None):
            self._note_end(live, why)
            live.link.on_message = live.link.on_close = None
            live.link.close()
            self._on_down(key, why)

    def _note_end(self, live: _Live, why: Loss) -> None:
        if back_off := self._back_offs.get(live.link.peer_key):
            if why is Loss.BREACH:
                back_off.offended(_now())
            else:
                back_off.ended(_now(), lasted=_now() - live.since)

    def _closed(self, link: Link) -> None:
        key = link.peer_key
        if (live := self._live.get(key)) and live.link is link:
            self._drop(key, loss_of(link.error, said_bye=live.said_bye))
            self._redial(key)

    def _heard(self, link: Link, message: Message) -> None:
        live = self._live.get(link.peer_key)
        if live is None or live.link is not link:
            return
        live.heard = _now()
        match message:
            case Ping(token):
                link.send(Pong(token))
            case Pong():
                pass
            case Bye():
                live.said_bye = True
            case _:
                self._on_message(link.peer_key, message)

    # Pulse

    def _start_pulse(self) -> None:
        if self._pulse is None:
            self._pulse = asyncio.get_running_loop().call_later(PING_SECONDS, self._beat)

    def _beat(self) -> None:
        self._pulse = None
        silent_since = _now() - SILENCE_SECONDS
        for key, live in list(self._live.items()):
            if live.heard <= silent_since:
                self._drop(key, Loss.SILENT)
                self._redial(key)
        self._pings += 1
        self.broadcast(Ping(self._pings))
        if self._live:
            self._start_pulse()

    # Dialling

    def _redial(self, key: bytes) -> None:
        self._stop_dialling(key)
        route = self._routes.get(key)
        if route is not None and route.addresses and key not in self._live:
            self._diallers[key] = asyncio.create_task(self._dial(key, route))

    def _stop_dialling(self, key: bytes) -> None:
        # A dialler whose own link has just ended is about to return.
        task = self._diallers.pop(key, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _dial(self, key: bytes, route: _Route) -> None:
        waits = 0 if route.alone or self._key < key else SECOND_DIALLER_WAITS
        await asyncio.sleep(waits)
        back_off = self._back_offs[key]
        while key not in self._live:
            await asyncio.sleep(back_off.wait(_now()))
            try:
                async with self._dials:
                    await asyncio.sleep(self._dial_debt())
                    link = await self._transport.dial(route.next(), key)
            except NetworkError:
                back_off.failed(_now())
            else:
                self._settle(link)
                return

    def _dial_debt(self) -> float:
        if self._dialled is None:
            self._dialled = Budget(DIALS_PER_SECOND, DIALS_AT_ONCE, _now())
        return self._dialled.spend(1, _now())


def _now() -> float:
    return asyncio.get_running_loop().time()


def _nothing(key: bytes, why: Loss | None = None) -> None:
    """Nobody is told any more."""
