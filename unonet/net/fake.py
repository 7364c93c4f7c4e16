"""A network in memory with faults on demand, and an event loop whose clock jumps.

Messages travel as the bytes of ``unonet.wire``, unencrypted; a link knows the key of the other end
because the network says so. Not here: sockets, handshakes, real time. One seed, one history.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final, TypeVar, TypeVarTuple

from unonet.errors import CannotReach, HandshakeFailed
from unonet.net.link import BaseLink
from unonet.net.transport import Address, Link

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_DIAL_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Faults:
    """What happens to each message: seconds of delay between the two bounds, and odds from 0 to 1.

    A message that is reordered may be overtaken by later ones; all others keep their order.
    """

    delay: tuple[float, float] = (0.001, 0.001)
    loss: float = 0.0
    duplication: float = 0.0
    reordering: float = 0.0


class FakeNetwork:
    """Where fake transports find each other; ``faults`` may be replaced at any time."""

    def __init__(self, *, seed: int = 0, faults: Faults | None = None) -> None:
        self.faults = faults or Faults()
        self._random = random.Random(seed)
        self._listening: dict[Address, tuple[FakeTransport, Callable[[Link], None]]] = {}
        self._cuts: set[tuple[bytes, bytes]] = set()
        self._links: list[FakeLink] = []
        self._ports = 0

    def transport(self, key: bytes, topic: bytes | None = None) -> FakeTransport:
        """A transport for the peer with this key, 32 bytes."""
        return FakeTransport(self, key, topic)

    def cut(self, source: bytes, target: bytes) -> None:
        """From now on nothing from key ``source`` reaches key ``target``; the other way works."""
        self._cuts.add((source, target))

    def heal(self) -> None:
        """Undo every cut."""
        self._cuts.clear()

    def break_links(self, *keys: bytes) -> None:
        """End all links among these peers (all peers when none is named), as a reset would."""
        for link in list(self._links):
            if not keys or {link.owner, link.peer_key} <= set(keys):
                link.reset()

    def _cut(self, source: bytes, target: bytes) -> bool:
        return (source, target) in self._cuts

    def _delay(self) -> float:
        return self._random.uniform(*self.faults.delay)

    def _copies(self) -> int:
        if self._random.random() < self.faults.loss:
            return 0
        return 2 if self._random.random() < self.faults.duplication else 1

    def _overtaken(self) -> bool:
        return self._random.random() < self.faults.reordering


class FakeTransport:
    """A ``transport.Transport`` in memory."""

    def __init__(self, network: FakeNetwork, key: bytes, topic: bytes | None) -> None:
        self.key = key
        self.topic = topic
        self._network = network
        self._address: Address | None = None
        self._links: list[FakeLink] = []

    async def listen(self, on_link: Callable[[Link], None], address: Address) -> Address:
        network = self._network
        network._ports += 1
        self._address = (address[0], address[1] or network._ports)
        network._listening[self._address] = (self, on_link)
        return self._address

    async def dial(self, address: Address, expect_key: bytes | None = None) -> Link:
        network = self._network
        await asyncio.sleep(network._delay())
        if address not in network._listening:
            raise CannotReach(f"nobody listens at {address[0]}:{address[1]}")
        other, on_link = network._listening[address]
        if network._cut(self.key, other.key) or network._cut(other.key, self.key):
            await asyncio.sleep(_DIAL_SECONDS)
            raise CannotReach(f"no answer from {address[0]}:{address[1]}")
        topic = self._agree(other, expect_key)
        near, far = FakeLink.pair(self, other, topic, address)
        on_link(far)
        try:
            await asyncio.sleep(network._delay())
        except asyncio.CancelledError:
            near.close()
            raise
        return near

    def know(self, hosts: Collection[str]) -> None:
        """There is room for everybody."""

    async def close(self) -> None:
        if self._address is not None:
            self._network._listening.pop(self._address, None)
        for link in list(self._links):
            link.close()

    def _agree(self, other: FakeTransport, expect_key: bytes | None) -> bytes:
        if expect_key not in (None, other.key) or other.key == self.key:
            raise HandshakeFailed("the other end has another key than expected")
        if other.topic is None or self.topic not in (None, other.topic):
            raise HandshakeFailed("the other end is at another table")
        return other.topic


class FakeLink(BaseLink):
    """One end of a link in memory."""

    _other: FakeLink

    def __init__(
        self,
        transport: FakeTransport,
        peer: bytes,
        *,
        topic: bytes,
        address: Address,
        dialled: bool,
    ) -> None:
        super().__init__(peer, topic=topic, address=address, dialled=dialled)
        self.owner = transport.key
        self._transport = transport
        self._network = transport._network
        self._clear_at = 0.0
        transport._links.append(self)
        self._network._links.append(self)

    @classmethod
    def pair(
        cls, dialler: FakeTransport, listener: FakeTransport, topic: bytes, address: Address
    ) -> tuple[FakeLink, FakeLink]:
        near = cls(dialler, listener.key, topic=topic, address=address, dialled=True)
        far = cls(listener, dialler.key, topic=topic, address=("fake", 0), dialled=False)
        near._other, far._other = far, near
        return near, far

    def send_encoded(self, body: bytes) -> None:
        if self.closed or self._network._cut(self.owner, self.peer_key):
            return
        for _ in range(self._network._copies()):
            asyncio.get_running_loop().call_at(self._arrival(), self._arrive, body)

    def reset(self) -> None:
        """End both ends at once; what is on its way is lost."""
        error = CannotReach("the link broke")
        self._end(error)
        self._other._end(error)

    def _arrival(self) -> float:
        at = asyncio.get_running_loop().time() + self._network._delay()
        if self._network._overtaken():
            return at + self._network._delay()
        # Timers at one and the same moment fire in any order: keep them apart.
        self._clear_at = max(self._clear_at + 1e-9, at)
        return self._clear_at

    def _arrive(self, body: bytes) -> None:
        if not self._other.closed:
            self._other._deliver(body)

    def _shut(self, error: Exception | None) -> None:
        self._transport._links.remove(self)
        self._network._links.remove(self)
        # The other end hears of it after everything that was sent, unless the way is cut.
        if not self._other.closed and not self._network._cut(self.owner, self.peer_key):
            asyncio.get_running_loop().call_at(self._arrival(), self._other._end, None)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop that never sleeps: with nothing ready, its clock jumps to the next timer."""

    def __init__(self) -> None:
        super().__init__(_JumpingSelector(self))
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Run ``func`` at once, and raise what it raises: no time of another thread passes here."""
        future: asyncio.Future[T] = self.create_future()
        future.set_result(func(*args))
        return future


class _JumpingSelector(selectors.SelectSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None:
            raise RuntimeError("every task waits and no timer is left to wake one")
        self._loop.now += timeout
        return []


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """``asyncio.run`` on a ``VirtualLoop``: hours pass in the time that the work itself takes.

    Raises ``RuntimeError`` instead of waiting for ever.
    """
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
