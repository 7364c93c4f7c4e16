"""Games among bots in one process: the engine at full speed, each bot behind its own view.

A game is one match under its ruleset: a single round where that says ``match=round``. Knows no
table, log or clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from unonet.bots.bot import Bot
from unonet.bots.croupier import dealt_round
from unonet.game import engine
from unonet.game.feeding import feed
from unonet.game.match import MatchState
from unonet.game.moves import Move
from unonet.game.past import Past
from unonet.game.ruleset import Ruleset
from unonet.game.state import ACTIVE, State
from unonet.game.view import view

MOST_MOVES: Final = 100_000
"""A game as long as this ends without a winner: some bot does not want to play."""


class Game(NamedTuple):
    """What came out. ``scores`` are those of the match; several or no ``winners`` may be."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    moves: int


def play_game(ruleset: Ruleset, bots: Sequence[Bot], rng: Random) -> Game:
    """One match, ``bots[seat]`` in each seat; all chance, the dealer's too, comes from ``rng``."""
    seats = len(bots)
    match = MatchState.first(ruleset, seats=seats, dealer=rng.randrange(seats))
    moves = 0
    while not match.over and moves < MOST_MOVES:
        state = dealt_round(
            ruleset, rng, seats=match.statuses, dealer=match.dealer, scores=match.scores
        )
        moves += play_round(state, bots, rng, limit=MOST_MOVES - moves)
        if state.outcome is None:
            break
        match = match.finish(state.outcome, state.statuses)
    return Game(match.winners, match.scores, match.round, moves)


def play_round(state: State, bots: Sequence[Bot], rng: Random, *, limit: int = MOST_MOVES) -> int:
    """Play ``state`` to its end, or for ``limit`` moves; how many moves were made."""
    past = Past()
    for moves in range(limit):
        if state.outcome is not None:
            return moves
        seat, move = _next_move(state, past, bots, rng)
        events = engine.apply(state, seat, move)
        events += feed(state, rng.shuffle)
        past.see(state, events)
    return limit


def _next_move(state: State, past: Past, bots: Sequence[Bot], rng: Random) -> tuple[int, Move]:
    """What is said first: the seats that nobody waits for are asked before the one that is due."""
    for seat in (*_unasked(state, rng), state.due):
        move = bots[seat](view(state, seat, None, past), rng)
        if move is not None:
            return seat, move
    raise AssertionError(f"seat {state.due} is waited for and its bot does not move")


def _unasked(state: State, rng: Random) -> Sequence[int]:
    """The active seats but the one that is due, the quickest first, if they may say anything."""
    if not state.exposed and not (state.jumpable and state.ruleset.jump_in != "off"):
        return ()
    seats = [s for s, status in enumerate(state.statuses) if status == ACTIVE and s != state.due]
    rng.shuffle(seats)
    return seats
