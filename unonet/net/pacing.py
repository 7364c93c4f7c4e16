"""How much one link may say before it is read more slowly.

Knows message kinds by their tags, and rates: few messages and bytes of a stranger; of a peer at the
table what a busy table needs, and little of what nobody asked for. Sockets are ``tcp``'s business.
"""

from __future__ import annotations

from typing import Final

from unonet.order import messages as order
from unonet.pace import Budget
from unonet.wire.messages import REGISTRY, Bye, Chat, Lobby, Peers, Ping, Pong, Table

STRANGER_MESSAGES: Final = (50.0, 200.0)
STRANGER_BYTES: Final = (64 * 1024.0, 512 * 1024.0)
MESSAGES: Final = (2_000.0, 8_000.0)
BYTES: Final = (4 * 1024 * 1024.0, 8 * 1024 * 1024.0)
UNASKED: Final = (50.0, 200.0)
SUBMITS: Final = (500.0, 1_000.0)
"""A second, and at once. Moves that bots make on turn are far more than a person's 30 a second."""

_UNASKED_KINDS: Final = (Lobby, Peers, Chat, Ping, Pong, Bye, Table, order.Want)
_RATIONED: Final = {
    tag: UNASKED if kind in _UNASKED_KINDS else SUBMITS
    for tag, kind in REGISTRY.items()
    if kind in (*_UNASKED_KINDS, order.Submit)
}


class Pacing:
    """The budgets of one link, a stranger's until ``trust``."""

    __slots__ = ("_bytes", "_messages", "_rationed")

    def __init__(self, now: float) -> None:
        self._messages = Budget(*STRANGER_MESSAGES, now)
        self._bytes = Budget(*STRANGER_BYTES, now)
        self._rationed: dict[int, Budget] = {}

    def trust(self, now: float) -> None:
        """Somebody at the table stands behind it; what it owed is forgiven."""
        self._messages, self._bytes = Budget(*MESSAGES, now), Budget(*BYTES, now)
        budgets = {size: Budget(*size, now) for size in (UNASKED, SUBMITS)}
        self._rationed = {tag: budgets[size] for tag, size in _RATIONED.items()}

    def spend(self, body: bytes, now: float) -> float:
        """One message was read: for how many seconds no other one should be."""
        owed = max(self._messages.spend(1, now), self._bytes.spend(len(body), now))
        rationed = self._rationed.get(body[0])
        return owed if rationed is None else max(owed, rationed.spend(1, now))
