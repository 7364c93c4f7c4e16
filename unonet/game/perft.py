"""Counts legal move sequences: an oracle for the move generator, as chess engines have it.

All faces are public and nothing is random, as in a scenario.
"""

from __future__ import annotations

from unonet.game.engine import apply
from unonet.game.feeding import feed
from unonet.game.legality import legal_moves
from unonet.game.state import State


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves, of any seats, are legal from ``state``."""
    if depth <= 0:
        return 1
    choices = [
        (seat, move) for seat in range(len(state.statuses)) for move in legal_moves(state, seat)
    ]
    if depth == 1:
        return len(choices)
    nodes = 0
    for seat, move in choices:
        branch = state.copy()
        apply(branch, seat, move)
        feed(branch)
        nodes += perft(branch, depth - 1)
    return nodes
