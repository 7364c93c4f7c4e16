"""Whether a table can go on, and if not, for whom it waits.

Knows who is linked, who counts and who leads; says a change once it has lasted a moment, so that a
link that comes back at once is no news. Does not know why somebody is away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from unonet.node.events import GoingOn, Waiting
from unonet.order import quorums

MOMENT: Final = 1.0
"""Seconds that a seat must be away before it is said that the table waits for it."""


def missing(
    own: int, *, leader: int, live: Collection[int], linked: Collection[int]
) -> tuple[int, ...]:
    """The seats without which ``own`` sees nothing become final; none when it all goes on."""
    here = {own, *linked}
    absent = [seat for seat in live if seat not in here]
    if len(live) - len(absent) < quorums.final(len(live)):
        return tuple(sorted({*absent, *({leader} - here)}))
    return () if leader in here else (leader,)


class Vigil:
    """Watches over one table for one seat; ``look`` whenever a link or the roster changes."""

    def __init__(
        self,
        own: int,
        *,
        leader: int,
        nicknames: tuple[str, ...],
        watch: Callable[[Waiting | GoingOn], None],
    ) -> None:
        self._own = own
        self._leader = leader
        self._nicknames = nicknames
        self._watch = watch
        self._missing: tuple[int, ...] = ()
        self._said: tuple[int, ...] = ()
        self._timer: asyncio.TimerHandle | None = None

    def look(self, *, live: Collection[int], linked: Collection[int]) -> None:
        """``linked`` are the seats with a link to ours."""
        now = missing(self._own, leader=self._leader, live=live, linked=linked)
        if now == self._missing:
            return
        self._missing = now
        self.close()
        if now:
            self._timer = asyncio.get_running_loop().call_later(MOMENT, self._say)
        else:
            self._say()

    def close(self) -> None:
        """Say nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _say(self) -> None:
        if self._missing == self._said:
            return
        self._said = self._missing
        names = tuple(self._nicknames[seat] for seat in self._missing)
        self._watch(Waiting(names) if names else GoingOn())
