"""Which moves the rules allow, judged from public facts only, and the reason if not.

A check that needs a face which is not public is skipped: the deal has proven the face that a
play claims. ``faces`` is an overlay with what a seat knows privately (its own hand); it widens
what is listed for that seat and never changes what is valid. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from unonet.game.cards import (
    COLOR_OF,
    FIRST_WILD,
    HIDDEN,
    PLAYABLE,
    SHUFFLE_HANDS,
)
from unonet.game.moves import (
    CATCH,
    CHALLENGE,
    DRAW,
    GUILTY,
    INNOCENT,
    KEEP,
    NAME_COLOR,
    NO_SEAT,
    OK,
    PLAYS,
    UNO,
    UNO_PLAYS,
    Move,
    Verb,
)
from unonet.game.state import (
    ACTIVE,
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
    shown = (faces[slot] for slot in state.judged)
    return any(face != HIDDEN and COLOR_OF[face] == state.forbidden for face in shown)


def cards_after(state: State, seat: int, card: int) -> int:
    """How many cards ``seat`` holds after the whole move that plays ``card``."""
    left = len(state.hands[seat]) - 1
    if card != SHUFFLE_HANDS or not left:
        return left
    sizes = [len(h) for h, s in zip(state.hands, state.statuses, strict=True) if s == ACTIVE]
    return (sum(sizes) - 1) // len(sizes)


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
    if phase != TURN and phase != DRAWN:
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
    if card < FIRST_WILD and card not in PLAYABLE[state.color][faces[state.discard[-1]]]:
        return "no_match"
    if move.target != NO_SEAT:
        return "bad_target"
    if move.uno and cards_after(state, seat, card) != 1:
        return "not_one_card"
    return None


def _why_no_jump(
    state: State, seat: int, move: Move, slot: int | None, faces: Sequence[int]
) -> str | None:
    return "option_off"


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


Check = Callable[[State, int, Move, int | None, Sequence[int]], str | None]

_CHECKS: Final[tuple[Check, ...]] = (
    _why_no_play,
    _only(TURN),
    _only(DRAWN),
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


def legal_moves(state: State, seat: int, faces: Sequence[int] | None = None) -> list[Move]:
    """Every move that ``seat`` may make now, each once, in no promised order.

    ``faces`` are the public ones with its own cards filled in; cards that stay hidden in it are
    not listed.
    """
    moves: list[Move] = []
    if state.wants is not None or state.statuses[seat]:
        return _answers(state, seat, faces)
    if seat == state.turn:
        known = state.faces if faces is None else faces
        moves = _TURN_MOVES[state.phase](state, seat, known)
    if state.exposed:
        moves.extend(_window_moves(state, seat))
    return moves


def _answers(state: State, seat: int, faces: Sequence[int] | None) -> list[Move]:
    answers = (GUILTY, INNOCENT)
    return [move for move in answers if why_illegal(state, seat, move, faces=faces) is None]


def _window_moves(state: State, seat: int) -> Iterator[Move]:
    if state.exposed >> seat & 1:
        yield UNO
    for target in range(len(state.statuses)):
        if target != seat and state.exposed >> target & 1:
            yield CATCH[target]


def _plays(state: State, seat: int, cards: set[int]) -> list[Move]:
    playable = cards & PLAYABLE[state.color][state.faces[state.discard[-1]]]
    moves: list[Move] = []
    for card in playable:
        moves += PLAYS[card]
    if len(state.hands[seat]) == 2 or SHUFFLE_HANDS in playable:
        for card in playable:
            if cards_after(state, seat, card) == 1:
                moves += UNO_PLAYS[card]
    return moves


def _moves_in_turn(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    moves = _plays(state, seat, {faces[slot] for slot in state.hands[seat]})
    moves.append(DRAW)
    return moves


def _moves_after_draw(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    moves = _plays(state, seat, {faces[state.drawn]})
    moves.append(KEEP)
    return moves


def _moves_in_penalty(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    return [OK, CHALLENGE] if state.accused != NO_SEAT else [OK]


def _moves_in_opening(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    return list(NAME_COLOR)


def _no_moves(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    return []


_TURN_MOVES: Final = (
    _no_moves,
    _moves_in_opening,
    _moves_in_turn,
    _moves_after_draw,
    _moves_in_penalty,
    _no_moves,
    _no_moves,
    _no_moves,
)
"""By phase: the moves of the seat on turn."""
