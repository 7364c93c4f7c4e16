"""The chair: all that a person's front end or a bot holds of a table.

It sees what its seat may see and says moves; it knows nothing of links, logs or the other hands.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeAlias

from unonet.bots import find_bot, person_pause
from unonet.errors import IllegalMove
from unonet.game.moves import Move
from unonet.game.view import PlayerView


class Table(Protocol):
    """What a chair stands at; ``unonet.node.table_node.TableNode`` is one."""

    seat: int
    nicknames: tuple[str, ...]

    @property
    def pending(self) -> bool: ...

    @property
    def may_leave(self) -> bool: ...

    def leave(self) -> None: ...

    def view(self) -> PlayerView | None: ...

    def why_illegal(self, move: Move) -> str | None: ...

    def submit(self, move: Move) -> None: ...


class Chair:
    """One seat from the inside.

    ``with_people`` says whether a person sits at the table, ``talk`` says a line to all who are
    linked (``#1`` to ``#8`` are canned phrases).
    """

    def __init__(self, table: Table) -> None:
        self.seat = table.seat
        self.nicknames = table.nicknames
        self.with_people = False
        self.talk: Callable[[str], None] = _to_nobody
        self._table = table
        self._news = asyncio.Event()
        self._news.set()

    @property
    def pending(self) -> bool:
        """Whether an own move is on its way and not final yet."""
        return self._table.pending

    @property
    def may_leave(self) -> bool:
        """Whether the others can go on without this seat.

        Not without the seat that orders all moves, while there are two others: they could only
        wait for it. It can be closed, and taken up again.
        """
        return self._table.may_leave

    def leave(self) -> None:
        """Leave the table for good; the node ends once that is final. LocalProtocolError if not
        ``may_leave``."""
        self._table.leave()

    def view(self) -> PlayerView | None:
        """What the seat sees now; None while no hand is dealt."""
        self._news.clear()
        return self._table.view()

    def why_illegal(self, move: Move) -> str | None:
        """The reason (of ``unonet.game.legality.REASONS``) against a move now, or None."""
        return self._table.why_illegal(move)

    def submit(self, move: Move) -> None:
        """Sign and send a move; it counts once it is final. Raises IllegalMove(reason)."""
        self._table.submit(move)

    async def changed(self) -> None:
        """Return once the table has changed since the last ``view``."""
        await self._news.wait()

    def notify(self) -> None:
        """The table calls this after every change."""
        self._news.set()


Player: TypeAlias = Callable[[Chair], Coroutine[Any, Any, None]]
"""Plays one seat for a whole match; it is cancelled when the table ends."""


def _to_nobody(text: str) -> None:
    """Nobody is linked."""


def bot_player(skill: str, *, seed: int | None = None, pause: bool | None = False) -> Player:
    """A bot of ``unonet.bots`` as a player; with ``pause`` it takes its time like a person.

    With None it does so at a table with people.
    """
    bot, rng = find_bot(skill, clock=time.monotonic), random.Random(seed)

    async def play(chair: Chair) -> None:
        while True:
            await chair.changed()
            view = chair.view()
            move = bot(view, rng) if view and view.legal and not chair.pending else None
            if move is None:
                continue
            if chair.with_people if pause is None else pause:
                await asyncio.sleep(person_pause(rng))
                if chair.view() != view:
                    chair.notify()
                    continue
            try:
                chair.submit(move)
            except IllegalMove:
                chair.notify()  # the table went on meanwhile: look again

    return play
