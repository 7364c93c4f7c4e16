"""The bot ``careful``: what guides to the game advise, weighed against each other.

It holds wilds back for when nothing else fits, keeps to the colour it holds most of, prefers what
the next seat has shown that it cannot follow, attacks a seat that is nearly out and holds its
attacks while nobody is. A Wild Draw Four is an attack like others, a bluff or not. It challenges
one where it would have bluffed itself: when it is nearly out, and the accused holds many cards
and has not shown that it lacks the colour. It calls, catches and jumps in, and remembers nothing
but what its view tells it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from unonet.bots.bot import PLAYS, calling_uno
from unonet.game.cards import (
    COLOR_OF,
    DRAW_TWO,
    FACE_OF,
    FIRST_WILD,
    REVERSE,
    SKIP,
    WILD_DRAW_FOUR,
)
from unonet.game.moves import NO_SEAT, Move, Verb
from unonet.game.state import ACTIVE
from unonet.game.view import PlayerView


class Weights(NamedTuple):
    """How much each advice counts; found by playing some ten thousand rounds against ``greedy``."""

    color: float = 2.0
    """That all cards left have the colour that comes into force."""
    face: float = 3.0
    """That all others have at least its number or symbol."""
    wild: float = 8.0
    """Holding a wild back."""
    four: float = 5.0
    """Holding a Wild Draw Four back."""
    hold: float = 1.0
    """Holding an attack back while the next seat is far from out."""
    attack: float = 2.0
    """Attacking the next seat, for each card that it holds less than four."""
    stuck: float = 2.0
    """That the next seat surely cannot follow."""
    turn: float = 1.0
    """Turning the play round towards the bigger hand, for each card."""
    swap: float = 2.0
    """Each card that a swap of hands rids it of."""


ATTACKS: Final = frozenset({SKIP, DRAW_TWO, WILD_DRAW_FOUR})
NEAR: Final = 4
MATCHES: Final = 0.3
"""The chance that a card of which nothing is known follows any other."""
SUSPECT: Final = 5
"""A hand as big as this is likely to hold the colour that a Wild Draw Four must not pass by."""

_AT_ONCE: Final = {Verb.CATCH: 9e9, Verb.UNO: 8e9, Verb.INNOCENT: 7e9, Verb.GUILTY: 6e9}
_OUT: Final = 5e9
_DRAW, _KEEP, _TAKE, _CHALLENGE = -50.0, -40.0, -30.0, -20.0


def choose(view: PlayerView, rng: Random) -> Move | None:
    """The move that the advice speaks for most, chance among equals."""
    return advised(view, rng, Weights())


def advised(view: PlayerView, rng: Random, weights: Weights) -> Move | None:
    """The same with other weights."""
    moves = calling_uno(view.legal)
    if len(moves) < 2:
        return moves[0] if moves else None
    return max(moves, key=lambda move: (_worth(view, move, weights), rng.random()))


def _worth(view: PlayerView, move: Move, weights: Weights) -> float:
    verb = move.verb
    if verb in PLAYS:
        return _play_worth(view, move, weights)
    return _OTHERS[verb](view, move) if verb in _OTHERS else _AT_ONCE[Verb(verb)]


def _play_worth(view: PlayerView, move: Move, weights: Weights) -> float:
    left = list(view.hand)
    left.remove(move.card)
    if not left:
        return _OUT
    card, wild = move.card, move.card >= FIRST_WILD
    color = move.color if wild else COLOR_OF[card]
    same = sum(COLOR_OF[c] == color for c in left)
    alike = sum(FACE_OF[c] == FACE_OF[card] and COLOR_OF[c] != color for c in left)
    worth = (weights.color * same + weights.face * alike) / len(left)
    worth -= wild * (weights.four if card == WILD_DRAW_FOUR else weights.wild)
    if move.target != NO_SEAT:
        worth += weights.swap * (len(left) - view.counts[move.target])
    return worth + _against_next(view, card, color, weights)


def _against_next(view: PlayerView, card: int, color: int, weights: Weights) -> float:
    near = following(view, view.direction)
    face = FACE_OF[card]
    if face in ATTACKS:
        short = NEAR - view.counts[near]
        return weights.attack * short if short > 0 else -weights.hold
    if face == REVERSE:
        behind = following(view, -view.direction)
        nearest = min(view.counts[near], view.counts[behind])
        gain = view.counts[behind] - view.counts[near]
        return weights.turn * gain * (nearest < NEAR)
    return weights.stuck * _stuck(view, near, color)


def following(view: PlayerView, direction: int) -> int:
    """The next active seat in ``direction``; the own one if there is no other."""
    assert view.seat is not None
    count = len(view.counts)
    seats = ((view.seat + direction * step) % count for step in range(1, count + 1))
    return next(seat for seat in seats if view.statuses[seat] == ACTIVE)


def _stuck(view: PlayerView, seat: int, color: int) -> float:
    """The chance that ``seat`` cannot follow ``color``, by what it refused before."""
    refused = view.refused[seat] if view.refused else (0,) * view.counts[seat]
    unknown = sum(not bits >> color & 1 for bits in refused)
    return float((1 - MATCHES) ** unknown)


def _draw(view: PlayerView, move: Move) -> float:
    return _DRAW


def _keep(view: PlayerView, move: Move) -> float:
    return _KEEP


def _take(view: PlayerView, move: Move) -> float:
    return _TAKE


def _challenge(view: PlayerView, move: Move) -> float:
    """Above taking the cards where a bluff is likely: see the docstring of the module."""
    accused, forbidden = view.accused, view.forbidden
    if accused is None or forbidden is None or len(view.hand) >= NEAR:
        return _DRAW
    refused = view.refused[accused] if view.refused else ()
    if view.counts[accused] < SUSPECT or any(bits >> forbidden & 1 for bits in refused):
        return _DRAW
    return _CHALLENGE


def _color(view: PlayerView, move: Move) -> float:
    return sum(COLOR_OF[card] == move.color for card in view.hand)


_OTHERS: Final[dict[int, Callable[[PlayerView, Move], float]]] = {
    Verb.DRAW: _draw,
    Verb.KEEP: _keep,
    Verb.OK: _take,
    Verb.CHALLENGE: _challenge,
    Verb.COLOR: _color,
}
