"""What the rules ask about a position, over the faces that somebody knows.

Nothing here judges a move or changes a state. ``faces`` are the public ones, or an overlay with
what a seat knows privately; HIDDEN stands for what it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from unonet.game.cards import (
    CARD_TYPES,
    COLOR_OF,
    CUSTOMIZABLE,
    DRAW_TWO,
    FACE_OF,
    FIRST_WILD,
    HIDDEN,
    PLAYABLE,
    REVERSE,
    SHUFFLE_HANDS,
    SKIP,
    SWAP,
    WILD_DRAW_FOUR,
)
from unonet.game.moves import NO_SEAT, Move, Verb
from unonet.game.ruleset import Ruleset
from unonet.game.state import CHALLENGED, DRAWN, State
from unonet.game.turns import seat_before


def _with_faces(*faces: int) -> frozenset[int]:
    return frozenset(card for card in range(CARD_TYPES) if FACE_OF[card] in faces)


_SWAPPERS: Final = _with_faces(SWAP, CUSTOMIZABLE)
"""Cards that may name a seat, if the ruleset says so."""
HAND_MOVERS: Final = _with_faces(0, SWAP, SHUFFLE_HANDS, CUSTOMIZABLE)
"""Cards after which the player may hold another hand."""
_WILDS: Final = frozenset(range(FIRST_WILD, CARD_TYPES))
NEVER_LAST: Final[dict[str, frozenset[int]]] = {
    "any": frozenset(),
    "no_wild": _WILDS,
    "no_action": _WILDS | _with_faces(SKIP, REVERSE, DRAW_TWO),
    "no_draw_four": frozenset({WILD_DRAW_FOUR}),
}
"""By ``finish``: the cards that cannot be the last one (R6.going_out)."""


class Innocence(NamedTuple):
    """What is to be proven: no face of ``slots`` has the colour ``color``."""

    color: int
    slots: tuple[int, ...]


def must_prove(state: State, seat: int, move: Move, slot: int | None) -> Innocence | None:
    """What ``seat`` must prove with ``move``, which is not applied yet.

    That is an ``innocent`` answer, and a Wild Draw Four out of ``slot`` under
    ``wild_draw_four=strict``; None where nothing is to be proven. Where faces are public the
    engine checks the same by itself; where they are not it takes the move as proven.
    """
    if move.verb == Verb.INNOCENT and state.phase == CHALLENGED:
        return Innocence(state.forbidden, tuple(state.judged)) if state.judged else None
    if move.card != WILD_DRAW_FOUR or state.ruleset.wild_draw_four != "strict":
        return None
    others = tuple(held for held in state.hands[seat] if held != slot)
    return Innocence(state.color, others) if others else None


def first_slot(hand: Sequence[int], faces: Sequence[int], card: int) -> int | None:
    """The first slot of ``hand`` that shows ``card`` (R3.equal_cards), or None."""
    for slot in hand:
        if faces[slot] == card:
            return slot
    return None


def slot_to_play(state: State, seat: int, card: int, faces: Sequence[int]) -> int | None:
    """The slot that a seat which knows ``faces`` names when it plays ``card`` from its hand.

    After a draw that is the drawn one, or its equal in the hand would look like another card.
    """
    if state.phase == DRAWN and faces[state.drawn] == card:
        return state.drawn
    return first_slot(state.hands[seat], faces, card)


def holds_forbidden(state: State, faces: Sequence[int]) -> bool:
    """Whether a known face among the judged cards convicts the accused (R3.challenge)."""
    return holds_color(state.judged, faces, state.forbidden)


def holds_color(slots: Sequence[int], faces: Sequence[int], color: int) -> bool:
    """Whether one of ``slots`` is known to show ``color``."""
    shown = (faces[slot] for slot in slots)
    return any(face != HIDDEN and COLOR_OF[face] == color for face in shown)


def is_honest_four(state: State, seat: int, slot: int | None, faces: Sequence[int]) -> bool | None:
    """Whether the other cards of ``seat`` allow a Wild Draw Four; None if that is not known."""
    others = [held for held in state.hands[seat] if held != slot]
    if holds_color(others, faces, state.color):
        return False
    return None if any(faces[held] == HIDDEN for held in others) else True


def drawn_plays(state: State, faces: Sequence[int]) -> bool | None:
    """Whether the drawn card may be played; None if that is not known (R3.hidden_checks)."""
    card = faces[state.drawn]
    if card == HIDDEN:
        return None
    if card == WILD_DRAW_FOUR and state.ruleset.wild_draw_four == "strict":
        return is_honest_four(state, state.turn, state.drawn, faces)
    return card in PLAYABLE[state.color][faces[state.discard[-1]]]


def something_to_draw(state: State) -> bool:
    return bool(state.draw or len(state.discard) > 1 or state.aside)


def stacks(ruleset: Ruleset, card: int, top: int) -> bool:
    """Whether ``card`` passes the penalty of ``top`` on (R7.stacking)."""
    if ruleset.stacking == "off":
        return False
    four_on_two = ruleset.stacking == "any" and card == WILD_DRAW_FOUR
    return FACE_OF[card] == FACE_OF[top] or (four_on_two and FACE_OF[top] == DRAW_TWO)


def jumps_in(ruleset: Ruleset, card: int, top: int) -> bool:
    """Whether ``card`` may be played out of turn on ``top`` (R7.jump_in)."""
    return card == top and (card < FIRST_WILD or ruleset.jump_in == "all")


def swap_targets(state: State, seat: int, card: int) -> tuple[int, ...]:
    """The seats of which a play of ``card`` must name one; (NO_SEAT,) if it names none."""
    if card not in _SWAPPERS or len(state.hands[seat]) < 2:
        return (NO_SEAT,)
    rules = state.ruleset
    if not (rules.customizable == "swap" if card == CUSTOMIZABLE else rules.seven_zero == "on"):
        return (NO_SEAT,)
    others = [s for s, status in enumerate(state.statuses) if not status and s != seat]
    return tuple(others) or (NO_SEAT,)


def cards_after(state: State, seat: int, card: int, target: int = NO_SEAT) -> int:
    """How many cards ``seat`` holds after the whole move that plays ``card``."""
    left = len(state.hands[seat]) - 1
    if not left or card not in HAND_MOVERS:
        return left
    if target != NO_SEAT:
        return len(state.hands[target])
    if card == SHUFFLE_HANDS:
        sizes = [len(h) for h, s in zip(state.hands, state.statuses, strict=True) if not s]
        return (sum(sizes) - 1) // len(sizes)
    if FACE_OF[card] == 0 and state.ruleset.seven_zero == "on":
        giver = seat_before(state, seat)
        return left if giver == seat else len(state.hands[giver])
    return left
