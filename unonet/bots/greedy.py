"""The bot ``greedy``: rid of the most points, card by card, and awake to the others' mistakes.

It catches whoever may be caught, calls UNO always, plays the dearest card that fits and a wild only
when nothing else does, names the colour it holds most of, swaps with the smallest hand, and draws
when it must. It never challenges: it bluffs with no Wild Draw Four and believes the others. It
looks at nothing but its own view, and remembers nothing from move to move.
"""

from __future__ import annotations

from random import Random
from typing import Final, TypeAlias

from unonet.bots.bot import PLAYS, calling_uno
from unonet.game.cards import COLOR_OF, FIRST_WILD, VALUE_OF
from unonet.game.moves import NO_SEAT, Move, Verb
from unonet.game.view import PlayerView

Weight: TypeAlias = tuple[float, ...]

_URGENCY: Final[dict[int, int]] = {
    Verb.CATCH: 9,
    Verb.UNO: 8,
    Verb.INNOCENT: 7,
    Verb.GUILTY: 6,
    Verb.PLAY: 5,
    Verb.JUMP: 5,
    Verb.COLOR: 4,
    Verb.OK: 3,
    Verb.KEEP: 2,
    Verb.DRAW: 1,
    Verb.CHALLENGE: 0,
}


def choose(view: PlayerView, rng: Random) -> Move | None:
    """The weightiest legal move, chance among equals; None when it may do nothing."""
    moves = calling_uno(view.legal)
    return max(moves, key=lambda move: (*_weight(view, move), rng.random()), default=None)


def _weight(view: PlayerView, move: Move) -> Weight:
    """What comes first decides; see the docstring of the module."""
    urgency = _URGENCY[move.verb]
    color = _left_of_color(view, move)
    if move.verb not in PLAYS:
        return urgency, color
    wild = move.card >= FIRST_WILD
    return urgency, not wild, VALUE_OF[move.card], -_target_hand(view, move), color


def _left_of_color(view: PlayerView, move: Move) -> int:
    """How many cards it would hold of the colour that the move brings into force."""
    color = COLOR_OF[move.card] if 0 <= move.card < FIRST_WILD else move.color
    held = sum(COLOR_OF[card] == color for card in view.hand)
    return held - (0 <= move.card < FIRST_WILD)


def _target_hand(view: PlayerView, move: Move) -> int:
    return 0 if move.target == NO_SEAT else view.counts[move.target]
