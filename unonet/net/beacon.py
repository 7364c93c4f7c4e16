"""The beacon: whoever looks asks everybody on the network, whoever hosts answers (protocol.md, 6).

For networks that block multicast. Knows sockets, who is asked and how often is answered; the bytes
are ``beacon_messages``', what becomes of an answer is the finder's business. Nothing is sent but
while somebody looks.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, ip_address
from typing import Final

from unonet.errors import CannotReach, DecodeError
from unonet.ledger.identity import Identity
from unonet.net.announcement import Announcement, to_txt
from unonet.net.beacon_messages import (
    NONCE_SIZE,
    pack_answer,
    pack_question,
    unpack_answer,
    unpack_question,
)
from unonet.net.interfaces import broadcast_of
from unonet.net.notice import OnSeen
from unonet.net.transport import Address
from unonet.pace import Budget, Budgets

BEACON_PORT: Final = 18_866
ASK_SECONDS: Final = 2.0
MAX_REMEMBERED: Final = 32
ANSWERS_PER_ADDRESS: Final = 20
"""A second; as many at once."""
ANSWERS_IN_ALL: Final = 200

_ROUNDS_HEARD: Final = 2
_CHECKS_PER_ADDRESS: Final = 32
_CHECKS_PER_ROUND: Final = 256


class Asker:
    """Asks ``everybody`` on its networks, and the remembered hosts one by one, every 2 s."""

    def __init__(self, on_seen: OnSeen, remembered: tuple[str, ...], everybody: bool) -> None:
        self._on_seen = on_seen
        self._remembered = remembered
        self._everybody = everybody
        self._nonces: deque[bytes] = deque(maxlen=_ROUNDS_HEARD)
        self._answered: set[bytes] = set()
        self._checks: Counter[str] = Counter()
        self._transports: list[tuple[asyncio.DatagramTransport, list[str]]] = []
        self._asking: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        addresses: Sequence[str],
        on_seen: OnSeen,
        *,
        remembered: Sequence[str] = (),
        everybody: bool = True,
    ) -> Asker:
        """Start asking. Raises ``CannotReach`` if there is no address to ask from."""
        asker = cls(on_seen, tuple(remembered)[:MAX_REMEMBERED], everybody)
        for address in addresses:
            with suppress(OSError):
                transport = await _serve(_udp_socket((address, 0)), asker._heard)
                asker._transports.append((transport, asker._whom(address)))
        if not asker._transports:
            raise CannotReach(f"no UDP from {', '.join(addresses)}")
        asker._asking = asyncio.create_task(asker._ask_for_ever())
        return asker

    def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        _close(transport for transport, _ in self._transports)

    def ask(self) -> None:
        """One question more, at once."""
        self._nonces.append(secrets.token_bytes(NONCE_SIZE))
        self._answered.clear()
        self._checks.clear()
        question = pack_question(self._nonces[-1])
        for transport, hosts in self._transports:
            for host in hosts:
                transport.sendto(question, (host, BEACON_PORT))

    async def _ask_for_ever(self) -> None:
        while True:
            self.ask()
            await asyncio.sleep(ASK_SECONDS)

    def _whom(self, address: str) -> list[str]:
        local = IPv4Address(address).is_loopback
        known = [host for host in self._remembered if _is_asked_from(host, local=local)]
        everybody = broadcast_of(address) if self._everybody else None
        return [everybody, *known] if everybody else known

    def _heard(self, raw: bytes, source: Address) -> None:
        if raw in self._answered or not self._may_check(source[0]):
            return
        with suppress(DecodeError):
            notice = unpack_answer(raw, source[0], self._nonces)
            self._answered.add(raw)
            self._on_seen(notice)

    def _may_check(self, host: str) -> bool:
        # A signature costs us more than it costs a liar to make one up.
        if self._checks[host] >= _CHECKS_PER_ADDRESS or self._checks.total() >= _CHECKS_PER_ROUND:
            return False
        self._checks[host] += 1
        return True


class Answerer:
    """Answers for one table, also beside others on this machine."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._table: tuple[Announcement, int] | None = None
        self._per_address: Budgets[str] = Budgets(ANSWERS_PER_ADDRESS, ANSWERS_PER_ADDRESS)
        self._in_all = Budget(ANSWERS_IN_ALL, ANSWERS_IN_ALL, _now())
        self._own: dict[str, asyncio.DatagramTransport] = {}
        self._everybody: list[asyncio.DatagramTransport] = []

    @classmethod
    async def open(cls, addresses: Sequence[str], identity: Identity) -> Answerer:
        """Listen for questions. Raises ``CannotReach`` if no address can."""
        answerer = cls(identity)
        refused = ""
        for address in addresses:
            try:
                await answerer._listen(address)
            except OSError as error:
                refused = f"no UDP at {address}:{BEACON_PORT}: {error.strerror}"
        if not answerer._own:
            raise CannotReach(refused)
        return answerer

    def show(self, announcement: Announcement, port: int) -> None:
        """From now on answer with this. ``DecodeError`` for what nobody would accept."""
        to_txt(announcement)
        self._table = announcement, port

    def close(self) -> None:
        _close([*self._own.values(), *self._everybody])

    async def _listen(self, address: str) -> None:
        """Questions to us and to everybody, but not to this machine's other networks."""
        hear = partial(self._heard, address)
        self._own[address] = await _serve(_udp_socket((address, BEACON_PORT), shared=True), hear)
        if everybody := broadcast_of(address):
            # Windows hears them on its own address, and cannot bind this one.
            with suppress(OSError):
                sock = _udp_socket((everybody, BEACON_PORT), shared=True)
                self._everybody.append(await _serve(sock, hear))

    def _heard(self, address: str, raw: bytes, source: Address) -> None:
        try:
            nonce = unpack_question(raw)
        except DecodeError:
            return
        if self._table is not None and self._may_answer(source[0]):
            announcement, port = self._table
            answer = pack_answer(self._identity, announcement, nonce=nonce, address=(address, port))
            self._own[address].sendto(answer, source)

    def _may_answer(self, host: str) -> bool:
        now = _now()
        return self._per_address.take(host, now) and self._in_all.take(now)


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, hear: Callable[[bytes, Address], None]) -> None:
        self._hear = hear

    def datagram_received(self, raw: bytes, source: Address) -> None:
        self._hear(raw, source)

    def error_received(self, exc: Exception) -> None:
        """A network that is gone, a host that is closed: the next question is not far."""


def _is_asked_from(host: str, *, local: bool) -> bool:
    address = ip_address(host)
    return address.version == 4 and address.is_loopback is local


def _udp_socket(address: Address, *, shared: bool = False) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        if shared:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    return sock


async def _serve(
    sock: socket.socket, hear: Callable[[bytes, Address], None]
) -> asyncio.DatagramTransport:
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(hear), sock=sock)
    return transport


def _close(transports: Iterable[asyncio.DatagramTransport]) -> None:
    for transport in transports:
        transport.close()


def _now() -> float:
    return asyncio.get_running_loop().time()
