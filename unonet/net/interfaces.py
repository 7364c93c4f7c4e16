"""Which of this machine's addresses other players can reach: a list, never "all of them".

Knows the names of interfaces that lead nowhere useful (containers, bridges, tunnels); what is then
done on an address it does not know.
"""

from __future__ import annotations

import ipaddress
from typing import Final

import ifaddr

from unonet.errors import CannotReach

LOOPBACK: Final = "127.0.0.1"
_LEADS_NOWHERE: Final = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap", "wg", "vpn", "utun")


def choose_interfaces(override: str | None = None) -> tuple[str, ...]:
    """IPv4 addresses to listen on, publish and browse; loopback when there is nothing else.

    ``override`` is one address of this machine (``--interface``, ``UNONET_INTERFACE``); raises
    ``CannotReach`` if it is none.
    """
    own = [
        (adapter.nice_name, str(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]
    if override is not None:
        return (_own_address(override, own),)
    usable = tuple(address for name, address in own if _is_usable(name, address))
    return usable or (LOOPBACK,)


def _own_address(text: str, own: list[tuple[str, str]]) -> str:
    if text not in [address for _, address in own] and text != LOOPBACK:
        raise CannotReach(f"{text!r} is no IPv4 address of this machine")
    return text


def _is_usable(name: str, address: str) -> bool:
    return (
        not name.lower().startswith(_LEADS_NOWHERE)
        and not ipaddress.ip_address(address).is_loopback
    )
