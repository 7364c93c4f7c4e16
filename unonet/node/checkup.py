"""A check of everything that a table needs from this machine and its network: ``unonet doctor``.

Each finding is a code with facts; what to think of a code stands in one table. Knows no sentence.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final, TypeAlias

from unonet.errors import CannotReach
from unonet.net import selftest
from unonet.net.interfaces import LOOPBACK, Interface, choose_interfaces, interface_of, survey
from unonet.net.selftest import Knock, Way
from unonet.node import machine

MDNS_PORT: Final = 5353
SLOW_SYNC_SECONDS: Final = 0.05
EARLIEST_CLOCK: Final = 1_735_689_600
"""2025 began: no copy of this program is older."""
LATEST_CLOCK: Final = 4_102_444_800

Fact: TypeAlias = str | int | float


class Verdict(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


VERDICTS: Final[dict[str, Verdict]] = {
    "interface.used": Verdict.OK,
    "interface.skipped": Verdict.OK,
    "interface.alone": Verdict.WARN,
    "interface.strange": Verdict.FAIL,
    "mdns.free": Verdict.OK,
    "mdns.shared": Verdict.OK,
    "mdns.unknown": Verdict.OK,
    "multicast.heard": Verdict.OK,
    "multicast.silent": Verdict.WARN,
    "multicast.refused": Verdict.WARN,
    "beacon.heard": Verdict.OK,
    "beacon.silent": Verdict.WARN,
    "beacon.refused": Verdict.WARN,
    "tcp.open": Verdict.OK,
    "tcp.silent": Verdict.FAIL,
    "firewall.none": Verdict.OK,
    "firewall.ufw": Verdict.WARN,
    "firewall.firewalld": Verdict.WARN,
    "firewall.nft": Verdict.WARN,
    "disk.fast": Verdict.OK,
    "disk.slow": Verdict.WARN,
    "disk.refused": Verdict.FAIL,
    "clock.plausible": Verdict.OK,
    "clock.wrong": Verdict.WARN,
    "peer.far": Verdict.WARN,
    "peer.listens": Verdict.OK,
    "peer.refuses": Verdict.WARN,
    "peer.there": Verdict.OK,
    "peer.filters": Verdict.FAIL,
    "peer.absent": Verdict.FAIL,
    "peer.asked": Verdict.OK,
    "peer.broadcast": Verdict.OK,
    "peer.multicast": Verdict.OK,
    "peer.not_asked": Verdict.WARN,
    "peer.not_broadcast": Verdict.WARN,
    "peer.not_multicast": Verdict.WARN,
    "peer.no_table": Verdict.WARN,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a check-up: a code of ``VERDICTS``, and the facts that its sentence names."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        return VERDICTS[self.code]


Findings: TypeAlias = Iterable[Finding]


async def check_up(
    home: Path, interface: str | None, *, peer: tuple[str, int | None] | None = None
) -> AsyncIterator[Finding]:
    """Findings as they come, the quick ones first; all of them within 10 s.

    ``peer`` is the address of another machine, with the port of its table if there is one.
    """
    try:
        addresses = choose_interfaces(interface)
    except CannotReach as error:
        yield Finding("interface.strange", {"reason": str(error)})
        return
    for finding in _interfaces(survey(), addresses):
        yield finding
    checks: list[Awaitable[Findings]] = [
        asyncio.to_thread(_mdns_port),
        asyncio.to_thread(_firewalls, addresses[0]),
        asyncio.to_thread(_disk, home),
        *(_reach(address) for address in addresses),
    ]
    if peer is not None:
        checks.append(_peer(*peer, addresses))
    tasks = [asyncio.ensure_future(check) for check in checks]
    try:
        yield _clock(time.time())
        for task in tasks:
            for finding in await task:
                yield finding
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _interfaces(own: Iterable[Interface], chosen: tuple[str, ...]) -> Iterable[Finding]:
    for one in own:
        facts: dict[str, Fact] = {"name": one.name, "address": one.address}
        if one.address in chosen:
            yield Finding("interface.used", facts)
        else:
            reason = one.skipped or "unwanted"
            yield Finding("interface.skipped", {**facts, "reason": reason})
    if chosen == (LOOPBACK,):
        yield Finding("interface.alone")


def _mdns_port() -> Findings:
    holders = machine.udp_holders(MDNS_PORT)
    if holders is None:
        return [Finding("mdns.unknown")]
    if not holders:
        return [Finding("mdns.free")]
    return [Finding("mdns.shared", {"programs": ", ".join(holders)})]


def _firewalls(address: str) -> Findings:
    found = machine.firewalls()
    interface = interface_of(address)
    facts: dict[str, Fact] = {"network": str(interface.network) if interface else address}
    return [Finding(f"firewall.{name}", facts) for name in found] or [Finding("firewall.none")]


def _disk(home: Path) -> Findings:
    try:
        seconds = machine.sync_seconds(home)
    except OSError as error:
        reason = error.strerror or str(error)
        return [Finding("disk.refused", {"home": str(home), "reason": reason})]
    code = "disk.slow" if seconds > SLOW_SYNC_SECONDS else "disk.fast"
    return [Finding(code, {"home": str(home), "ms": 1000 * seconds})]


def _clock(now: float) -> Finding:
    plausible = EARLIEST_CLOCK < now < LATEST_CLOCK
    facts: dict[str, Fact] = {"time": time.strftime("%Y-%m-%d %H:%M", time.localtime(now))}
    return Finding("clock.plausible" if plausible else "clock.wrong", facts)


async def _reach(address: str) -> Findings:
    """Multicast, the beacon and TCP on one own address."""
    return await asyncio.gather(
        _heard("multicast", address, selftest.multicast_heard(address)),
        _heard("beacon", address, selftest.beacon_heard(address)),
        _tcp(address),
    )


async def _heard(way: str, address: str, hearing: Awaitable[float | None]) -> Finding:
    facts: dict[str, Fact] = {"address": address}
    try:
        seconds = await hearing
    except CannotReach as error:
        return Finding(f"{way}.refused", {**facts, "reason": str(error)})
    if seconds is None:
        return Finding(f"{way}.silent", facts)
    return Finding(f"{way}.heard", {**facts, "ms": 1000 * seconds})


async def _tcp(address: str) -> Finding:
    seconds = await selftest.tcp_heard(address)
    if seconds is None:
        return Finding("tcp.silent", {"address": address})
    return Finding("tcp.open", {"address": address, "ms": 1000 * seconds})


# Another machine


async def _peer(host: str, port: int | None, addresses: tuple[str, ...]) -> Findings:
    # A closed port that is refused tells as well that the machine is there.
    (knock, seconds), ways = await asyncio.gather(
        selftest.knock_at((host, port or selftest.NOWHERE)), _ways(host, addresses)
    )
    facts: dict[str, Fact] = {"host": host, "port": port or 0, "ms": 1000 * seconds}
    found = [_knock(knock, facts, has_port=port is not None)]
    if not ways and not _is_near(host, addresses):
        return [*found, Finding("peer.far", facts)]
    return [*found, *_ways_found(ways, facts)]


def _is_near(host: str, addresses: tuple[str, ...]) -> bool:
    own = filter(None, map(interface_of, addresses))
    return any(IPv4Address(host) in interface.network for interface in own)


async def _ways(host: str, addresses: tuple[str, ...]) -> frozenset[Way]:
    try:
        return await selftest.ways_to(host, addresses)
    except CannotReach:
        return frozenset()


def _knock(knock: Knock, facts: dict[str, Fact], *, has_port: bool) -> Finding:
    match knock:
        case Knock.OPEN:
            return Finding("peer.listens", facts)
        case Knock.REFUSED:
            return Finding("peer.refuses" if has_port else "peer.there", facts)
        case Knock.SILENT:
            # It answers on the wire and not above: something on that machine drops us.
            filters = machine.neighbour_answers(str(facts["host"]))
            return Finding("peer.filters" if filters else "peer.absent", facts)


def _ways_found(ways: frozenset[Way], facts: dict[str, Fact]) -> Findings:
    if not ways:
        return [Finding("peer.no_table", facts)]
    return [Finding(f"peer.{'' if way in ways else 'not_'}{way.value}", facts) for way in Way]
