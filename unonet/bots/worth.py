"""How likely each seat is to win a round, by what all of them hold: a glance, no search.

A conditional logit: every seat has a strength that is linear in what is seen of it, and wins with
a chance in proportion to its exponential. The weights were fitted by maximum likelihood to 67 000
positions of four-seat rounds among bots. It looks at faces, so it is for imagined rounds.
"""

from __future__ import annotations

from math import exp
from typing import Final

from unonet.game.cards import COLOR_OF, FACE_OF, FIRST_WILD, PLAYABLE, SKIP
from unonet.game.state import ACTIVE, State

_HELD: Final = (
    *(2.09, 1.42, 0.92, 0.55, 0.23, -0.07),
    *(-0.29, -0.57, -0.88, -0.98, -1.06, -1.35),
)
"""By the number of cards, from one; twelve stands for all above."""
_WILDS, _WILD_SHARE, _COLORS, _ACTIONS = 0.50, 1.36, 0.04, 0.13
_LATE, _ON_TURN, _FOLLOWS, _FOLLOWS_NOW = -0.07, -0.24, 0.17, 0.41
_LAST_FITS, _LAST_FITS_NOW, _WILD_OF_TWO, _TWO_FIT_NOW = 0.70, 3.43, 0.27, 0.33
_ACTION: Final = tuple(SKIP <= face < FIRST_WILD for face in FACE_OF)


def chance_of(state: State, seat: int) -> float:
    """The chance, 0 to 1, that ``seat`` wins; all faces are known. It has won or not at the end."""
    if state.outcome is not None:
        return float(state.outcome.winner == seat)
    strengths = {
        other: exp(_strength(state, other))
        for other, status in enumerate(state.statuses)
        if status == ACTIVE
    }
    return strengths.get(seat, 0.0) / sum(strengths.values())


def _strength(state: State, seat: int) -> float:
    faces, hand = state.faces, state.hands[seat]
    follows_top = PLAYABLE[state.color][faces[state.discard[-1]]]
    held, wilds, colors, actions, fits = len(hand), 0, 0, 0, False
    for slot in hand:
        card = faces[slot]
        if card >= FIRST_WILD:
            wilds += 1
            continue
        colors |= 1 << COLOR_OF[card]
        actions += _ACTION[card]
        fits = fits or card in follows_top
    seats = len(state.statuses)
    late = (seat - state.turn) * state.direction % seats
    strength = _HELD[min(held, len(_HELD)) - 1] + _WILDS * wilds + _WILD_SHARE * wilds / held
    strength += _COLORS * colors.bit_count() + _ACTIONS * actions + _FOLLOWS * fits
    strength += _LATE * late / (seats - 1)
    if not late:
        strength += _ON_TURN + _FOLLOWS_NOW * fits
    return strength + _nearly_out(held, wilds, fits or wilds > 0, not late)


def _nearly_out(held: int, wilds: int, may_play: bool, on_turn: bool) -> float:
    if held == 1:
        return may_play * (_LAST_FITS + _LAST_FITS_NOW * on_turn)
    if held == 2:
        return _WILD_OF_TWO * (wilds > 0) + _TWO_FIT_NOW * (on_turn and may_play)
    return 0.0
