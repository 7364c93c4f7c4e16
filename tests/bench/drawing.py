"""How soon a drawn card can be read, beside a plain move of the same sealed match.

Four processes on loopback, each a real node, as in ``moves``. A draw counts from just before it is
submitted until its own seat sees the face, which takes the shares of t seats; a plain move, which
lays a card, until it is final there. The target is 3. The table is left in peace for ``PAUSE``
before either, so that no riffle is being checked meanwhile.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Final

from tests.bench.figures import Figure, milliseconds
from tests.bench.moves import Author, Seat, agreed, attend, author_of
from tests.bench.processes import together
from unonet.bots import BOTS
from unonet.game.cards import HIDDEN
from unonet.game.moves import DRAW, Move
from unonet.game.view import PlayerView
from unonet.node.chair import Chair
from unonet.node.journal import Ways
from unonet.node.keeping import Keeping, keep

SEATS: Final = 4
ENTRIES: Final = 500
PAUSE: Final = 0.03
Times = dict[str, list[float]]


class Drawer(Seat):
    """Draws every other time, and notes how long each move took to be seen by itself."""

    def __init__(self, keeping: Keeping, author: Author, me: int, last_index: int) -> None:
        super().__init__(keeping, author, me, last_index)
        self.times: Times = {"draw": [], "play": []}

    async def _player(self, chair: Chair) -> None:
        rng = Random(self._me)
        while not self.there.is_set():
            await chair.changed()
            if not self._is_due(chair):
                continue
            await asyncio.sleep(PAUSE)
            view = chair.view()
            if view is not None and view.legal and not chair.pending:
                await self._move(chair, view, BOTS["greedy"](view, rng))
        await asyncio.Event().wait()

    async def _move(self, chair: Chair, view: PlayerView, wish: Move | None) -> None:
        drawn, laid = self.times["draw"], self.times["play"]
        move = DRAW if DRAW in view.legal and len(drawn) < len(laid) else wish
        if move is None:
            return
        before, begin = len(view.hand), monotonic()
        chair.submit(move)
        if move == DRAW:
            await _seen(chair, lambda hand: len(hand) > before and HIDDEN not in hand)
            drawn.append(monotonic() - begin)
        elif move.card >= 0:
            await _seen(chair, lambda hand: len(hand) < before)
            laid.append(monotonic() - begin)
        chair.notify()


async def _seen(chair: Chair, reached: Callable[[tuple[int, ...]], bool]) -> None:
    while (view := chair.view()) is not None and not reached(tuple(view.hand)):
        await chair.changed()


def run(pipe: Connection, me: int, seats: int, home: Path, last_index: int) -> None:
    asyncio.run(_stay(pipe, me, seats, home, last_index))


async def _stay(pipe: Connection, me: int, seats: int, home: Path, last_index: int) -> None:
    authors = [author_of(seat) for seat in range(seats)]
    with keep(home / str(me), agreed(authors, "sealed"), authors[me], Ways()) as keeping:
        seat = Drawer(keeping, authors[me], me, last_index)
        await attend(pipe, seat, lambda: seat.times)


def measure(entries: int = ENTRIES, *, seats: int = SEATS) -> dict[str, Figure]:
    """Medians over all seats."""
    with tempfile.TemporaryDirectory() as home:
        seen = together(run, seats, Path(home), entries)
    draws, plays = ([took for times in seen for took in times[kind]] for kind in ("draw", "play"))
    return {f"draw_read_n{seats}": milliseconds(median(draws), median(plays))}


if __name__ == "__main__":
    print(measure())
