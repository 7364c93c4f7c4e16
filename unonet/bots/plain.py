"""Plain play at full speed, for imagined rounds: what most people would do without a thought.

It plays from the State with every face known, but each seat by its own hand only: the colour it
holds most of, dear cards first, wilds last.
"""

from __future__ import annotations

from random import Random
from typing import Final

from unonet.game import engine
from unonet.game.cards import COLOR_OF, FIRST_WILD, VALUE_OF
from unonet.game.feeding import feed
from unonet.game.legality import legal_moves
from unonet.game.moves import Move, Verb
from unonet.game.state import TURN, State

_WORTH: Final = {
    Verb.PLAY: 20.0,
    Verb.JUMP: 20.0,
    Verb.INNOCENT: 9.0,
    Verb.GUILTY: 8.0,
    Verb.OK: 5.0,
    Verb.COLOR: 4.0,
    Verb.KEEP: 1.0,
    Verb.DRAW: 0.0,
    Verb.CHALLENGE: -5.0,
    Verb.CATCH: 30.0,
    Verb.UNO: 30.0,
}


def play_plainly(state: State, turns: int, rng: Random) -> None:
    """Go on until the turn has passed ``turns`` times and a turn begins, or the round is over."""
    turn = state.turn
    while state.outcome is None and (turns > 0 or state.phase != TURN):
        seat = state.due
        engine.apply(state, seat, plain_move(state, seat, rng))
        feed(state, rng.shuffle)
        if state.turn != turn:
            turn, turns = state.turn, turns - 1


def plain_move(state: State, seat: int, rng: Random) -> Move:
    """What ``seat``, which is due, does."""
    held = [0] * 5
    for slot in state.hands[seat]:
        held[COLOR_OF[state.faces[slot]]] += 1
    pick = rng.random
    return max(legal_moves(state, seat), key=lambda move: _worth(move, held) + pick())


def _worth(move: Move, held: list[int]) -> float:
    worth = _WORTH[Verb(move.verb)] + move.uno
    if move.card < 0:
        return worth + held[move.color]
    if move.card >= FIRST_WILD:
        return worth - 10 + held[move.color]
    return worth + held[COLOR_OF[move.card]] + VALUE_OF[move.card] / 40
