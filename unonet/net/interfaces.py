"""Which of this machine's addresses other players can reach: a list, never "all of them".

Knows the names of interfaces that lead nowhere useful (containers, bridges, tunnels); what is then
done on an address it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface
from pathlib import Path
from typing import Final

import ifaddr

from unonet.errors import CannotReach

LOOPBACK: Final = "127.0.0.1"
_LEADS_NOWHERE: Final = {
    **dict.fromkeys(("docker", "br-", "veth", "virbr"), "container"),
    **dict.fromkeys(("tun", "tap", "wg", "vpn", "utun", "ppp"), "tunnel"),
}
_STATES: Final = Path("/sys/class/net")


@dataclass(frozen=True, slots=True)
class Interface:
    """One IPv4 address of this machine.

    ``broadcast`` reaches everybody on its network, None where that is nobody. ``skipped`` says why
    it is not chosen: ``loopback``, ``container``, ``tunnel``, ``down``, or empty.
    """

    name: str
    address: str
    broadcast: str | None
    skipped: str


def survey() -> tuple[Interface, ...]:
    """Every IPv4 address of this machine, in the order of the system."""
    return tuple(
        Interface(
            adapter.nice_name,
            str(ip.ip),
            _broadcast(str(ip.ip), ip.network_prefix),
            _why_skipped(adapter.nice_name, str(ip.ip)),
        )
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    )


def choose_interfaces(override: str | None = None) -> tuple[str, ...]:
    """IPv4 addresses to listen on, publish and browse; loopback when there is nothing else.

    ``override`` is one address of this machine (``--interface``, ``UNONET_INTERFACE``); raises
    ``CannotReach`` if it is none.
    """
    own = survey()
    if override is None:
        return tuple(one.address for one in own if not one.skipped) or (LOOPBACK,)
    if override != LOOPBACK and override not in [one.address for one in own]:
        raise CannotReach(f"{override!r} is no IPv4 address of this machine")
    return (override,)


def broadcast_of(address: str) -> str | None:
    """The broadcast address of the network of this own address; None if there is none."""
    if IPv4Address(address).is_loopback:
        return _broadcast(address, 8)
    return next((one.broadcast for one in survey() if one.address == address), None)


def _broadcast(address: str, prefix: int) -> str | None:
    # A network of one or two addresses has no room for one that means all.
    network = IPv4Interface(f"{address}/{prefix}").network
    return str(network.broadcast_address) if prefix < 31 else None


def _why_skipped(name: str, address: str) -> str:
    if IPv4Address(address).is_loopback:
        return "loopback"
    for prefix, reason in _LEADS_NOWHERE.items():
        if name.lower().startswith(prefix):
            return reason
    return "down" if _is_down(name) else ""


def _is_down(name: str) -> bool:
    """Whether Linux says so; other systems, and interfaces of unknown state, count as up."""
    try:
        return (_STATES / name / "operstate").read_text().strip() == "down"
    except (OSError, ValueError):
        return False
