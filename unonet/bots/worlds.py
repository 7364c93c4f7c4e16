"""Imagines the whole round behind a view: a State whose hidden cards are drawn by chance.

Every card that the seat has not seen is as likely here as there, except that a card does not get
into a slot whose seat has shown that it lacks such a card (``unonet.game.past``). Knows nothing of
which move is good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

from unonet.game.moves import NO_SEAT
from unonet.game.past import BITS
from unonet.game.state import DRAWN, NO_SLOT, PENALTY, PHASE_NAMES, State
from unonet.game.view import PlayerView

TRIES: Final = 12
"""How often another card is tried for a slot; then chance has it against all signs."""


class Worlds:
    """Rounds that look like ``view`` from its seat."""

    def __init__(self, view: PlayerView) -> None:
        assert view.seat is not None
        self._frame, self._hidden = _frame(view)
        seen = Counter((*view.hand, *view.discard))
        deck = Counter(view.ruleset.cards())
        self._unseen = sorted((deck - seen).elements())
        refused = view.refused or tuple((0,) * count for count in view.counts)
        self._doubtful = [
            (slot, bits)
            for seat, hand in enumerate(self._frame.hands)
            if seat != view.seat
            for slot, bits in zip(hand, refused[seat], strict=True)
            if bits
        ]
        doubted = {slot for slot, _ in self._doubtful}
        self._free = [slot for slot in self._hidden if slot not in doubted]

    def imagine(self, rng: Random) -> State:
        """One of them, independent of all others."""
        state = self._frame.copy()
        faces, pool = state.faces, self._unseen[:]
        rng.shuffle(pool)
        for slot, bits in self._doubtful:
            faces[slot] = pool.pop(_place(pool, bits))
        for slot, card in zip(self._free, pool, strict=False):
            faces[slot] = card
        return state


def _place(pool: list[int], bits: int) -> int:
    """Where in ``pool`` a card lies that has none of ``bits``, among the last few."""
    for place in range(len(pool) - 1, max(-1, len(pool) - 1 - TRIES), -1):
        if not BITS[pool[place]] & bits:
            return place
    return len(pool) - 1


def _frame(view: PlayerView) -> tuple[State, list[int]]:
    """The round with the faces that the seat knows, and the slots of all others."""
    slots = iter(range(1000))
    hands = [[next(slots) for _ in range(count)] for count in view.counts]
    discard = [next(slots) for _ in view.discard]
    draw = [next(slots) for _ in range(view.draw_count)]
    aside = [next(slots) for _ in range(view.aside_count)]
    hidden = [s for seat, hand in enumerate(hands) if seat != view.seat for s in hand]
    hidden += draw + aside
    faces = [0] * next(slots)
    known = (*hands[view.seat or 0], *discard)
    for slot, card in zip(known, (*view.hand, *view.discard), strict=True):
        faces[slot] = card
    phase = PHASE_NAMES.index(view.phase)
    turn = _or_none(view.turn)
    state = State(
        view.ruleset,
        list(view.statuses),
        list(view.scores),
        view.dealer,
        epoch=0,
        faces=faces,
        hands=hands,
        draw=draw,
        discard=discard,
        aside=aside,
        color=_or_none(view.color),
        direction=view.direction,
        turn=turn,
        phase=phase,
        drawn=_drawn(view, hands[turn]) if phase == DRAWN else NO_SLOT,
        pending=view.pending,
        accused=_or_none(view.accused),
        judged=hands[view.accused][:] if view.accused is not None and phase == PENALTY else [],
        forbidden=_or_none(view.forbidden),
        called=_bits(seat for seat, called in enumerate(view.called) if called),
        exposed=_bits(view.exposed),
        jumpable=view.jumpable,
        last_player=NO_SEAT,
        timeouts=[0] * len(view.counts),
    )
    return state, hidden


def _drawn(view: PlayerView, hand: list[int]) -> int:
    """The slot of the card that was drawn: new cards join the end of a hand."""
    return hand[-1]


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _or_none(value: int | None) -> int:
    return -1 if value is None else value
