"""Which addresses that others name may be dialled: of networks like one's own, and no others.

Knows ranges of IPv4; who names an address, and why, is the lobby's business. Never a name: nobody
is made to ask a name server.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Final, TypeVar

A = TypeVar("A", bound=tuple[str, int])

_PRIVATE: Final = tuple(
    map(
        IPv4Network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    )
)
_NO_HOST: Final = (IPv4Network("0.0.0.0/8"), IPv4Network("224.0.0.0/3"))
_NEIGHBOURHOOD: Final = 16
"""So many leading bits has an address in common with one of the same campus."""


def is_host(text: str) -> bool:
    """Whether this is one IPv4 address in its usual spelling, and not a group or everybody."""
    address = _read(text)
    return address is not None and not any(address in network for network in _NO_HOST)


def is_near(host: str, beside: str | None = None) -> bool:
    """Whether the address is private, of one link, of this machine, or a neighbour of ``beside``.

    ``beside`` is the other end of the link to whom the table is owed: where a table is reached over
    public addresses its seats have such ones too, and nowhere else.
    """
    address = _read(host)
    if address is None or not is_host(host):
        return False
    known = _read(beside) if beside else None
    return any(address in network for network in _PRIVATE) or (
        known is not None and _quarter(known) == _quarter(address)
    )


def nearby(addresses: Iterable[A], beside: str | None) -> tuple[A, ...]:
    """Those of the ``addresses`` that are near; the others are left out, not an error."""
    return tuple(address for address in addresses if is_near(address[0], beside))


def _read(text: str) -> IPv4Address | None:
    try:
        return IPv4Address(text)
    except AddressValueError:
        return None


def _quarter(address: IPv4Address) -> int:
    return int(address) >> 32 - _NEIGHBOURHOOD
