"""What a round has shown so far about cards that lie hidden: who could not follow what.

A seat that draws in its turn, keeps what it drew or plays a wild shows that its other cards do not
match: most likely, since nobody must play. A Wild Draw Four, which may be a bluff, shows nothing
before it is judged. All this is public like the moves themselves and no part of the State, since no
rule depends on it. It knows no faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from unonet.game.cards import (
    CARD_TYPES,
    COLOR_OF,
    COLORS,
    FACE_OF,
    FIRST_WILD,
    WILD_DRAW_FOUR,
)
from unonet.game.events import Drew, Kept, Played, RoundStarted, Verdict
from unonet.game.state import DRAWN, State

WILD_BIT: Final = 1 << 31
_COLOR_BITS: Final = 0b1111


def _bits(card: int) -> int:
    if card >= FIRST_WILD:
        return WILD_BIT
    return 1 << COLOR_OF[card] | 1 << len(COLORS) + FACE_OF[card]


BITS: Final[tuple[int, ...]] = tuple(map(_bits, range(CARD_TYPES)))
"""By card type: a bit for its colour and one for its face, or the bit of all wilds.

A card fits what a seat has shown if it has no bit in common with the refusals of its slot.
"""


class Past:
    """Refusals by slot. Feed it every event of a round, in order, with the state after them."""

    def __init__(self) -> None:
        self._refused: dict[int, int] = {}
        self._in_force = 0
        self._forbidden = 0

    def see(self, state: State, events: Iterable[object]) -> None:
        """Learn from what has just happened."""
        before, now = self._in_force, _in_force(state)
        for event in events:
            match event:
                case RoundStarted():
                    self._refused.clear()
                case Drew(seat, (_,)) if state.phase == DRAWN and state.turn == seat:
                    self._refuse(state.hands[seat][:-1], now | WILD_BIT)
                case Kept(seat):
                    self._refuse(state.hands[seat][-1:], now | WILD_BIT)
                case Played(seat, card) if card == WILD_DRAW_FOUR:
                    self._forbidden = before & _COLOR_BITS
                case Played(seat, card) if card >= FIRST_WILD:
                    self._refuse(state.hands[seat], before)
                case Verdict(accused, guilty=False):
                    self._refuse(state.hands[accused], self._forbidden)
        self._in_force = now

    def copy(self) -> Past:
        """An independent equal one."""
        twin = Past()
        twin._refused = dict(self._refused)
        twin._in_force, twin._forbidden = self._in_force, self._forbidden
        return twin

    def _refuse(self, slots: Iterable[int], bits: int) -> None:
        for slot in slots:
            self._refused[slot] = self._refused.get(slot, 0) | bits

    def refusals(self, hand: Sequence[int]) -> tuple[int, ...]:
        """Side by side with the slots of ``hand``: ``BITS`` that its cards do not have."""
        return tuple([self._refused.get(slot, 0) for slot in hand])


def _in_force(state: State) -> int:
    """What a card must share to be played now; 0 before there is an opening colour."""
    if state.color < 0:
        return 0
    face = BITS[state.top] if state.top < FIRST_WILD else 0
    return 1 << state.color | face & ~_COLOR_BITS
