"""Whom the end of a round takes out of the match (R8.elimination, R8.option_elimination).

It knows the three readings of the rule; it does not know what a hand is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from unonet.game.moves import NO_SEAT
from unonet.game.state import GONE, State


def eliminated(state: State, points: Sequence[int]) -> tuple[int, ...]:
    """The seats that leave the match, ascending, after a round that was won by going out.

    ``points`` is what each score gains; hands are as they were counted.
    """
    found = _READINGS[state.ruleset.elimination](state, points)
    return tuple(seat for seat in found if state.statuses[seat] != GONE)


def _nobody(state: State, points: Sequence[int]) -> list[int]:
    return []


def _enabler(state: State, points: Sequence[int]) -> list[int]:
    """The last seat, other than the winner, that played a card in this round."""
    return [] if state.other_player == NO_SEAT else [state.other_player]


def _most_cards(state: State, points: Sequence[int]) -> list[int]:
    """Of equal hands the first after the winner in the direction of play."""
    count = len(state.statuses)
    order = [(state.winner + step * state.direction) % count for step in range(1, count)]
    staying = [seat for seat in order if state.statuses[seat] != GONE]
    return [max(staying, key=lambda seat: len(state.hands[seat]))]


def _at_target(state: State, points: Sequence[int]) -> list[int]:
    """Whoever comes to the target; the winner gains nothing and stays."""
    totals = map(sum, zip(state.scores, points, strict=True))
    reached = [seat for seat, total in enumerate(totals) if total >= state.ruleset.target]
    return [seat for seat in reached if seat != state.winner]


_READINGS: Final[dict[str, Callable[[State, Sequence[int]], list[int]]]] = {
    "off": _nobody,
    "enabler": _enabler,
    "most_cards": _most_cards,
    "points": _at_target,
}
