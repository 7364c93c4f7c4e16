"""Lists the legal moves of a seat; ``why_illegal`` of ``checks`` is offered here as well.

A list is what the checks let pass, found without trying every move. ``faces`` is an overlay with
what a seat knows privately (its own hand); it widens what is listed for that seat and never
changes what is valid. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from unonet.game.cards import HIDDEN, PLAYABLE, SHUFFLE_HANDS, WILD_DRAW_FOUR
from unonet.game.checks import REASONS, why_illegal, why_not_again, why_not_kept
from unonet.game.facts import (
    HAND_MOVERS,
    NEVER_LAST,
    cards_after,
    first_slot,
    holds_forbidden,
    is_honest_four,
    jumps_in,
    must_prove,
    slot_to_play,
    stacks,
    swap_targets,
)
from unonet.game.moves import (
    CATCH,
    CHALLENGE,
    DRAW,
    GUILTY,
    INNOCENT,
    JUMP,
    KEEP,
    NAME_COLOR,
    NO_SEAT,
    OK,
    PLAY,
    PLAYS,
    UNO,
    UNO_PLAYS,
    Move,
    plays,
)
from unonet.game.state import TURN, State

__all__ = [
    "REASONS",
    "first_slot",
    "holds_forbidden",
    "legal_moves",
    "must_prove",
    "slot_to_play",
    "why_illegal",
]


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
    elif state.jumpable and state.phase == TURN and state.ruleset.jump_in != "off":
        moves = _jumps(state, seat, state.faces if faces is None else faces)
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


def _plays(state: State, seat: int, cards: set[int], faces: Sequence[int]) -> list[Move]:
    playable = cards & PLAYABLE[state.color][state.faces[state.discard[-1]]]
    if not state.ruleset.plain_plays:
        return _variants(state, seat, PLAY, playable, faces)
    moves: list[Move] = []
    for card in playable:
        moves += PLAYS[card]
    if len(state.hands[seat]) == 2 or SHUFFLE_HANDS in playable:
        for card in playable:
            if cards_after(state, seat, card) == 1:
                moves += UNO_PLAYS[card]
    return moves


def _variants(
    state: State, seat: int, verb: int, cards: Iterable[int], faces: Sequence[int]
) -> list[Move]:
    """Every way in which ``seat`` may play each of ``cards``, which may be played here."""
    rules = state.ruleset
    never = NEVER_LAST[rules.finish] if len(state.hands[seat]) == 1 else frozenset()
    strict = rules.wild_draw_four == "strict"
    last_but_one = len(state.hands[seat]) == 2
    moves: list[Move] = []
    for card in cards:
        if card in never or (card == WILD_DRAW_FOUR and strict and _bluffs(state, seat, faces)):
            continue
        if card not in HAND_MOVERS:
            moves += plays(verb, card)
            if last_but_one:
                moves += plays(verb, card, uno=True)
            continue
        for target in swap_targets(state, seat, card):
            moves += plays(verb, card, target)
            if cards_after(state, seat, card, target) == 1:
                moves += plays(verb, card, target, uno=True)
    return moves


def _bluffs(state: State, seat: int, faces: Sequence[int]) -> bool:
    slot = slot_to_play(state, seat, WILD_DRAW_FOUR, faces)
    return is_honest_four(state, seat, slot, faces) is False


def _jumps(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    top = state.faces[state.discard[-1]]
    held = first_slot(state.hands[seat], faces, top)
    if held is None or not jumps_in(state.ruleset, top, top):
        return []
    return _variants(state, seat, JUMP, (top,), faces)


def _moves_in_turn(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    moves = _plays(state, seat, {faces[slot] for slot in state.hands[seat]}, faces)
    moves.append(DRAW)
    return moves


def _moves_after_draw(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    moves = _plays(state, seat, {faces[state.drawn]}, faces)
    if state.ruleset.plain_draws or why_not_kept(state, faces) is None:
        moves.append(KEEP)
    if not state.ruleset.plain_draws and why_not_again(state, faces) is None:
        moves.append(DRAW)
    return moves


def _moves_in_penalty(state: State, seat: int, faces: Sequence[int]) -> list[Move]:
    moves = [OK, CHALLENGE] if state.accused != NO_SEAT else [OK]
    rules = state.ruleset
    if rules.stacking != "off":
        top = state.faces[state.discard[-1]]
        held = {faces[slot] for slot in state.hands[seat]} - {HIDDEN}
        moves += _variants(state, seat, PLAY, [c for c in held if stacks(rules, c, top)], faces)
    return moves


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
