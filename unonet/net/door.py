"""Who may come in at a listening port: few strangers of one address, few in all, none too often.

Knows addresses, counts and times. Who is a stranger no longer, and how one is turned away, is for
``tcp`` to say.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Final, Protocol

from unonet.net.throttle import Throttle
from unonet.pace import Budgets

STRANGERS_PER_ADDRESS: Final = 4
STRANGERS_ON_LOOPBACK: Final = 16
STRANGERS_IN_ALL: Final = 20
"""Accepted connections that nobody trusts yet, with a finished handshake or without."""
ARRIVALS: Final = (20.0, 80.0)
"""Connections of one address that get as far as a handshake, a second and at once."""


class Stranger(Protocol):
    """A connection that waits for somebody to trust it."""

    def turn_away(self) -> None: ...


class Door:
    """Places for strangers, shared out among addresses.

    When all are taken, an address with fewer gets one of the address that has most. Those that
    come from ``known`` addresses do not take places of others.
    """

    def __init__(self) -> None:
        self.known: frozenset[str] = frozenset()
        self._waiting: dict[Stranger, str] = {}
        self._arrivals: Budgets[str] = Budgets(*ARRIVALS)
        self._throttle = Throttle()

    @property
    def strangers(self) -> Counter[str]:
        """How many wait, by address."""
        return Counter(self._waiting.values())

    def admits(self, stranger: Stranger, host: str, now: float) -> bool:
        """Whether it may come in; if so it has a place until it has to ``leave``."""
        if (
            self.strangers[host] >= _limit_of(host)
            or self._throttle.waits(host, now)
            or not self._arrivals.take(host, now)
            or not self._has_room(host)
        ):
            return False
        self._waiting[stranger] = host
        return True

    def leave(self, stranger: Stranger) -> None:
        """It is gone, or no stranger any more."""
        self._waiting.pop(stranger, None)

    def guessed(self, stranger: Stranger, now: float) -> None:
        """It came with a wrong join code."""
        if host := self._waiting.get(stranger):
            self._throttle.failed(host, now)

    def proved(self, stranger: Stranger) -> None:
        """Its handshake is done, and with it the proof of the join code."""
        if host := self._waiting.get(stranger):
            self._throttle.succeeded(host)

    def _has_room(self, host: str) -> bool:
        if host in self.known:
            return True
        others = Counter(one for one in self._waiting.values() if one not in self.known)
        if others.total() < STRANGERS_IN_ALL:
            return True
        [(crowd, size)] = others.most_common(1)
        if size <= others[host] + 1:
            return False
        self._turn_away_one_of(crowd)
        return True

    def _turn_away_one_of(self, crowd: str) -> None:
        eldest = next(one for one, host in self._waiting.items() if host == crowd)
        self.leave(eldest)
        eldest.turn_away()


def _limit_of(host: str) -> int:
    on_loopback = ipaddress.ip_address(host).is_loopback
    return STRANGERS_ON_LOOPBACK if on_loopback else STRANGERS_PER_ADDRESS
