"""What a round is worth: hand values and the points of each match mode (docs/rules.md section 6).

It knows hands as lists of card types; it does not know why the round ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from unonet.game.cards import VALUE_OF
from unonet.game.ruleset import Ruleset


def hand_value(cards: Iterable[int]) -> int:
    """The sum of the card values (R6.values)."""
    return sum(VALUE_OF[card] for card in cards)


def round_points(ruleset: Ruleset, winner: int, values: Sequence[int]) -> tuple[int, ...]:
    """What each score gains when ``winner`` is out and the hands are worth ``values``."""
    if ruleset.match == "lowest" or ruleset.elimination == "points":
        return tuple(values)
    won = sum(values) if ruleset.match == "points" else 0
    return tuple(won if seat == winner else 0 for seat in range(len(values)))
