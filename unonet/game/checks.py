"""Judges moves: why a seat may not make one now, from public facts only.

A check that needs a face which is not public is skipped: the deal has proven the face that a
play claims (R3.hidden_checks). ``faces`` may be an overlay with what a seat knows privately; it
helps a seat to judge its own move and never changes what is valid. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from unonet.game.cards import FIRST_WILD, HIDDEN, PLAYABLE, WILD_DRAW_FOUR
from unonet.game.facts import (
    HAND_MOVERS,
    NEVER_LAST,
    cards_after,
    drawn_plays,
    first_slot,
    holds_forbidden,
    is_honest_four,
    jumps_in,
    something_to_draw,
    stacks,
    swap_targets,
)
from unonet.game.moves import NO_SEAT, Move, Verb
from unonet.game.state import (
    CHALLENGED,
    DRAWN,
    OPENING,
    OVER,
    PENALTY,
    TURN,
    State,
    WantKind,
)

REASONS: Final = frozenset(
    {
        "round_over",  # the round is over
        "waiting",  # cards are being shuffled or opened
        "no_such_seat",  # there is no such seat
        "not_active",  # the seat is away or gone
        "not_your_turn",  # another seat is on turn
        "wrong_phase",  # the turn does not stand where this move belongs
        "not_in_hand",  # the card is not in the hand
        "not_drawn",  # after a draw only the drawn card may be played
        "no_stacking",  # this card does not pass the penalty on
        "no_jump",  # nothing was just played that this seat could jump in on
        "holds_color",  # a Wild Draw Four needs a hand without the colour in force
        "not_last",  # the ruleset lets nobody go out with this card
        "must_play",  # the drawn card can be played and must be
        "must_draw",  # the drawn card cannot be played, and there are more to draw
        "drawn_plays",  # the drawn card can be played, so no other is drawn
        "nothing_left",  # there is nothing to draw
        "no_match",  # the card matches neither colour nor number nor symbol
        "not_one_card",  # UNO is called only with exactly one card after the move
        "not_exposed",  # the seat cannot be caught and has nothing to call
        "own_catch",  # a seat does not catch itself
        "bad_target",  # the card names no seat under these rules
        "option_off",  # the ruleset does not have this move
        "no_challenge",  # the penalty cannot be challenged
        "not_innocent",  # the hand held the colour in force
        "too_few",  # two other active seats are needed
        "not_away",  # the seat is not away
        "no_hand",  # the seat sits this round out
        "already_gone",  # the seat is gone
        "not_wanted",  # nothing of the kind is awaited
        "bad_slots",  # these are not the cards that are awaited
    }
)
"""Every reason why the rules forbid a move or a record: stable codes, never shown to a person."""


def why_illegal(
    state: State,
    seat: int,
    move: Move,
    slot: int | None = None,
    faces: Sequence[int] | None = None,
) -> str | None:
    """The reason (one of REASONS) why ``seat`` may not make ``move`` now, or None.

    ``slot`` says which card a play takes; without it the first that shows the card.
    """
    if state.wants is not None or state.phase == OVER:
        waiting = _why_waiting(state)
        if waiting is not None:
            return waiting
    statuses = state.statuses
    if not 0 <= seat < len(statuses):
        return "no_such_seat"
    if statuses[seat]:
        return "not_active"
    return _CHECKS[move.verb](state, seat, move, slot, state.faces if faces is None else faces)


def _why_waiting(state: State) -> str | None:
    if state.phase == OVER:
        return "round_over"
    if state.wants is not None and state.wants.kind == WantKind.VERDICT:
        return None
    return "waiting"


def _why_no_play(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    if seat != state.turn:
        return "not_your_turn"
    phase = state.phase
    if phase != TURN and phase != DRAWN and (phase != PENALTY or state.ruleset.stacking == "off"):
        return "wrong_phase"
    card = move.card
    hand = state.hands[seat]
    if slot is None:
        slot = first_slot(hand, faces, card)
        if slot is None:
            return "not_in_hand"
    elif slot not in hand or faces[slot] not in (card, HIDDEN):
        return "not_in_hand"
    if phase == DRAWN and slot != state.drawn and faces[state.drawn] != card:
        return "not_drawn"
    if phase == PENALTY:
        if not stacks(state.ruleset, card, faces[state.discard[-1]]):
            return "no_stacking"
    elif card < FIRST_WILD and card not in PLAYABLE[state.color][faces[state.discard[-1]]]:
        return "no_match"
    if not state.ruleset.plain_plays:
        return _why_not_so(state, seat, move, slot, faces)
    if move.target != NO_SEAT:
        return "bad_target"
    if move.uno and cards_after(state, seat, card) != 1:
        return "not_one_card"
    return None


def _why_no_jump(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    rules, card = state.ruleset, move.card
    if rules.jump_in == "off":
        return "option_off"
    if seat == state.turn or state.phase != TURN or not state.jumpable:
        return "no_jump"
    hand = state.hands[seat]
    if slot is None:
        slot = first_slot(hand, faces, card)
        if slot is None:
            return "not_in_hand"
    elif slot not in hand or faces[slot] not in (card, HIDDEN):
        return "not_in_hand"
    if not jumps_in(rules, card, faces[state.discard[-1]]):
        return "no_match"
    return _why_not_so(state, seat, move, slot, faces)


def _why_not_so(state: State, seat: int, move: Move, slot: int, faces: Sequence[int]) -> str | None:
    """Why a card that may be played is not played in this way: last card, target, call."""
    rules, card = state.ruleset, move.card
    if len(state.hands[seat]) == 1 and card in NEVER_LAST[rules.finish]:
        return "not_last"
    if (
        card == WILD_DRAW_FOUR
        and rules.wild_draw_four == "strict"
        and is_honest_four(state, seat, slot, faces) is False
    ):
        return "holds_color"
    targets = swap_targets(state, seat, card) if card in HAND_MOVERS else (NO_SEAT,)
    if move.target not in targets:
        return "bad_target"
    if move.uno and cards_after(state, seat, card, move.target) != 1:
        return "not_one_card"
    return None


def _why_no_draw(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    if seat != state.turn:
        return "not_your_turn"
    if state.phase == TURN:
        return None
    return why_not_again(state, faces) if state.phase == DRAWN else "wrong_phase"


def _why_no_keep(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    if seat != state.turn:
        return "not_your_turn"
    return why_not_kept(state, faces) if state.phase == DRAWN else "wrong_phase"


def why_not_again(state: State, faces: Sequence[int]) -> str | None:
    """Why the seat on turn, which drew, may not draw again, or None."""
    if state.ruleset.draw != "until_playable":
        return "wrong_phase"
    if not something_to_draw(state):
        return "nothing_left"
    return "drawn_plays" if drawn_plays(state, faces) else None


def why_not_kept(state: State, faces: Sequence[int]) -> str | None:
    """Why the seat on turn, which drew, may not keep the card, or None."""
    rules = state.ruleset
    if rules.plain_draws:
        return None
    plays = drawn_plays(state, faces)
    if plays:
        forced = rules.force_play == "on" and faces[state.drawn] != WILD_DRAW_FOUR
        return "must_play" if forced else None
    more = rules.draw == "until_playable" and something_to_draw(state)
    return "must_draw" if more and plays is False else None


def _only(phase: int) -> Check:
    """A check that the seat on turn is in ``phase``, which is all that the move needs."""

    def check(
        state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
    ) -> str | None:
        if seat != state.turn:
            return "not_your_turn"
        return None if state.phase == phase else "wrong_phase"

    return check


def _why_no_challenge(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    if seat != state.turn:
        return "not_your_turn"
    if state.phase != PENALTY:
        return "wrong_phase"
    return None if state.accused != NO_SEAT else "no_challenge"


def _why_no_call(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    return None if state.exposed >> seat & 1 else "not_exposed"


def _why_no_catch(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    if move.target >= len(state.statuses):
        return "no_such_seat"
    if move.target == seat:
        return "own_catch"
    return None if state.exposed >> move.target & 1 else "not_exposed"


def _why_no_answer(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    if state.phase != CHALLENGED:
        return "wrong_phase"
    if seat != state.accused:
        return "not_your_turn"
    if move.verb == Verb.INNOCENT and holds_forbidden(state, faces):
        return "not_innocent"
    return None


Check: TypeAlias = Callable[[State, int, Move, int | None, Sequence[int]], str | None]

_CHECKS: Final[tuple[Check, ...]] = (
    _why_no_play,
    _why_no_draw,
    _why_no_keep,
    _only(PENALTY),
    _why_no_challenge,
    _only(OPENING),
    _why_no_jump,
    _why_no_call,
    _why_no_catch,
    _why_no_answer,
    _why_no_answer,
)
"""By Verb."""
