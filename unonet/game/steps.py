"""Carries on what a move or record left to do, step by step, until the engine must wait.

It knows which function carries out which step of ``state.todo``, and nothing else.
"""

from __future__ import annotations

from typing import Final

from unonet.game.ending import count_hands
from unonet.game.events import Event
from unonet.game.records import bench_late
from unonet.game.state import BENCH_STEP, COUNT_STEP, DRAW_STEP, DREW_STEP, GONE, State
from unonet.game.turns import draw_cards, hold_drawn


def run(state: State, events: list[Event]) -> None:
    """Go on with ``todo`` until it is empty or the engine waits."""
    while state.todo and state.wants is None:
        step, seat, number = state.todo.pop(0)
        _STEPS[step](state, seat, number, events)


def _draw(state: State, seat: int, count: int, events: list[Event]) -> None:
    if state.statuses[seat] != GONE:
        draw_cards(state, seat, count, events)


def _count(state: State, seat: int, number: int, events: list[Event]) -> None:
    count_hands(state, events)


def _bench(state: State, seat: int, number: int, events: list[Event]) -> None:
    bench_late(state, seat, events)


_STEPS: Final = {
    DRAW_STEP: _draw,
    DREW_STEP: hold_drawn,
    COUNT_STEP: _count,
    BENCH_STEP: _bench,
}
"""A redeal is not among them: its shuffle ends it."""
