"""Which of this machine's addresses other players can reach: a list, never "all of them".

Knows the names of interfaces that lead nowhere useful (containers, bridges, tunnels); what is then
done on an address it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from pathlib import Path
from typing import Final

import ifaddr

from unonet.errors import CannotReach, NoNetwork

LOOPBACK: Final = "127.0.0.1"
_LEADS_NOWHERE: Final = {
    **dict.fromkeys(("docker", "br-", "veth", "virbr"), "container"),
    **dict.fromkeys(("tun", "tap", "wg", "vpn", "utun", "ppp"), "tunnel"),
}
_STATES: Final = Path("/sys/class/net")


@dataclass(frozen=True, slots=True)
class Interface:
    """One IPv4 address of this machine.

    ``skipped`` says why it is not chosen: ``loopback``, ``container``, ``tunnel``, ``down``, or is
    empty.
    """

    name: str
    address: str
    network: IPv4Network
    skipped: str

    @property
    def broadcast(self) -> str | None:
        """Reaches everybody on the network; None where there is room for nobody else."""
        return str(self.network.broadcast_address) if self.network.prefixlen < 31 else None


def survey() -> tuple[Interface, ...]:
    """Every IPv4 address of this machine, in the order of the system."""
    return tuple(
        Interface(
            adapter.nice_name,
            str(ip.ip),
            _network(str(ip.ip), ip.network_prefix),
            _why_skipped(adapter.nice_name, str(ip.ip)),
        )
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    )


def choose_interfaces(override: str | None = None) -> tuple[str, ...]:
    """IPv4 addresses to listen on, publish and browse; loopback when there is nothing else.

    ``override`` is one address of this machine (``--interface``, ``UNONET_INTERFACE``); raises
    ``CannotReach`` if it is none, ``NoNetwork`` if this machine has no address at all.
    """
    own = survey()
    if not own:
        raise NoNetwork("no interface of this machine is up, not even its loopback")
    if override is None:
        return tuple(one.address for one in own if not one.skipped) or (LOOPBACK,)
    if override != LOOPBACK and override not in [one.address for one in own]:
        raise CannotReach(f"{override!r} is no IPv4 address of this machine")
    return (override,)


def interface_of(address: str) -> Interface | None:
    """The interface with this own address; loopback has every address that begins with 127."""
    if IPv4Address(address).is_loopback:
        return Interface("lo", address, _network(address, 8), "loopback")
    return next((one for one in survey() if one.address == address), None)


def broadcast_of(address: str) -> str | None:
    """The broadcast address of the network of this own address; None if there is none."""
    interface = interface_of(address)
    return interface.broadcast if interface else None


def _network(address: str, prefix: int) -> IPv4Network:
    return IPv4Interface(f"{address}/{prefix}").network


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
