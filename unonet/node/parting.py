"""When a seat may go: after the last seal, or once its own ``leave`` is final, and not too early.

Knows what the others have reported so far, and how long one waits for it. Does not know links; the
``leave`` itself is signed by the node when it is due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from unonet.node.gallery import Gallery
from unonet.order.replica import Replica
from unonet.table.reducer import Fold

GALLERY_WAIT: Final = 2.0
"""Seconds that a node stays for those who look on and have not seen the end."""
SEAL_WAIT: Final = 5.0
"""Seconds that a node stays when it is done, for peers that have not reported it."""


class Parting:
    """The end of one seat at one table; ``go`` is called when it has come, perhaps repeatedly.

    ``mine`` are the seats that leave with this one: its own, and the bots that it operates.
    """

    def __init__(
        self,
        seat: int,
        *,
        mine: Collection[int],
        fold: Fold,
        replica: Replica,
        gallery: Gallery,
        go: Callable[[], None],
    ) -> None:
        self.wanted = False
        self._seat = seat
        self._mine = frozenset(mine)
        self._fold = fold
        self._replica = replica
        self._gallery = gallery
        self._go = go
        self._gone_at: int | None = None
        self._content: set[int] = set()
        self._timers: dict[float, asyncio.TimerHandle] = {}

    @property
    def gone(self) -> bool:
        """Whether the seat has left for good."""
        return self._seat not in self._fold.live()

    @property
    def allowed(self) -> bool:
        """Whether the others can go on when all of ``mine`` leave: without the leader only one."""
        others = frozenset(self._fold.live()) - self._mine
        return not self.gone and (self._replica.leader not in self._mine or len(others) < 2)

    def take_leave(self) -> bool:
        """Whether the ``leave`` that is wanted is to be signed now, once; a leader's comes last."""
        due = self.wanted and (self._replica.leader != self._seat or len(self._fold.live()) <= 2)
        if due:
            self.wanted = False
        return due

    def look(self, linked: Collection[int]) -> None:
        """Something changed: go if it is time. ``linked`` are the seats with a link to ours."""
        if not self._fold.over and not self.gone:
            return
        if self.gone and self._gone_at is None:
            self._gone_at = self._replica.final_index
        if not self._is_done():
            return
        self._after(SEAL_WAIT)
        self._hear()
        others = {*self._fold.live(), *linked} - {self._seat}
        if self._content >= others and self._replica.proven:
            self._go_unless_watched()

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()

    def _is_done(self) -> bool:
        """A leader that has left a table of two still has the end of it to order."""
        closed = self._fold.over and self._replica.sealed_index >= self._fold.closed_at
        return closed or (self.gone and self._replica.leader != self._seat)

    def _hear(self) -> None:
        """Who has reported all that we have to wait for."""
        self._content |= {
            peer
            for peer, heads in self._replica.heads.items()
            if heads.sealed_index >= self._fold.closed_at
            and heads.final_index >= (self._gone_at or 0)
        }

    def _go_unless_watched(self) -> None:
        """Those who look on get a moment to see the end: nobody else tells them of it."""
        if self._content >= self._gallery.numbers:
            self._go()
        else:
            self._after(GALLERY_WAIT)

    def _after(self, seconds: float) -> None:
        if seconds not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[seconds] = loop.call_later(seconds, self._go)
