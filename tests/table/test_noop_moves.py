"""The fold: moves without effect, why, and that they change nothing but n."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.noops import misplayed, posted, table_in_turn, turn_of
from tests.table.tabletop import Tabletop
from unonet.game.cards import CARD_TEXTS, COLOR_OF, FACE_OF, FIRST_WILD, PLAYABLE
from unonet.game.legality import legal_moves
from unonet.game.moves import Move, Verb
from unonet.game.state import DRAWN, PENALTY, TURN
from unonet.ledger.kinds import Kind
from unonet.table.reducer import Fold

# Moves at the wrong moment or of the wrong seat


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("d", "not_your_turn"),
        ("k", "not_your_turn"),
        ("ok", "not_your_turn"),
        ("ch", "not_your_turn"),
        ("=r", "not_your_turn"),
        ("r5", "not_your_turn"),
        ("wi=r", "not_your_turn"),
        ("guilty", "wrong_phase"),
        ("innocent", "wrong_phase"),
    ],
)
def test_moves_out_of_turn(token: str, reason: str) -> None:
    table = table_in_turn()
    other = (turn_of(table.fold) + 1) % 3
    posted(table, other, Kind.MOVE, (token, None, None, ()), reason)


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("k", "wrong_phase"),
        ("ok", "wrong_phase"),
        ("ch", "wrong_phase"),
        ("=r", "wrong_phase"),
        ("guilty", "wrong_phase"),
        ("wc=r", "not_in_hand"),
    ],
)
def test_moves_in_the_wrong_phase_or_from_nowhere(token: str, reason: str) -> None:
    table = table_in_turn()
    posted(table, turn_of(table.fold), Kind.MOVE, (token, None, None, ()), reason)


def test_a_card_that_does_not_match() -> None:
    table = table_in_turn()
    token, slot = misplayed(table, fits=False)
    for given in (slot, None):
        posted(table, turn_of(table.fold), Kind.MOVE, (token, given, None, ()), "no_match")


def test_a_call_with_too_many_cards_and_a_target_that_nothing_takes() -> None:
    table = table_in_turn()
    seat = turn_of(table.fold)
    token, slot = misplayed(table, fits=True)
    posted(table, seat, Kind.MOVE, (f"{token}!", slot, None, ()), "not_one_card")
    table.fold.round.faces[slot] = 13 * COLOR_OF[table.fold.round.faces[slot]] + 7
    seven = CARD_TEXTS[table.fold.round.faces[slot]]
    table.fold.round.color = COLOR_OF[table.fold.round.faces[slot]]
    posted(table, seat, Kind.MOVE, (f"{seven}@1", slot, None, ()), "bad_target")


def test_a_foreign_slot_is_never_played() -> None:
    table = table_in_turn()
    state = table.fold.round
    seat, (token, own) = turn_of(table.fold), misplayed(table, fits=True)
    card = state.faces[own]
    others = [slot for hand in state.hands for slot in hand if slot not in state.hands[seat]]
    elsewhere = [others[0], state.draw[0], state.discard[-1], len(state.faces), 65_535]
    for slot in elsewhere[:3]:
        state.faces[slot] = card  # not even one that shows this very card
    for slot in elsewhere:
        posted(table, seat, Kind.MOVE, (token, slot, None, ()), "not_in_hand")


def test_an_own_slot_that_shows_another_card() -> None:
    table = table_in_turn()
    state = table.fold.round
    token, own = misplayed(table, fits=True)
    other = next(s for s in state.hands[state.turn] if state.faces[s] != state.faces[own])
    posted(table, state.turn, Kind.MOVE, (token, other, None, ()), "not_in_hand")


def test_after_a_draw_only_the_drawn_card_is_played() -> None:
    table = table_in_turn(seed=2)
    seat = turn_of(table.fold)
    table.move(seat, Move(int(Verb.DRAW)))
    state = table.fold.round
    assert (state.turn, state.phase) == (seat, DRAWN)
    old = [s for s in state.hands[seat] if state.faces[s] != state.faces[state.drawn]]
    for slot in old:
        card = state.faces[slot]
        if card in PLAYABLE[state.color][state.top] and card < FIRST_WILD:
            body = (CARD_TEXTS[card], slot, None, ())
            posted(table, seat, Kind.MOVE, body, "not_drawn")
            break
    else:
        raise AssertionError("no such card in this hand: take another seed")
    posted(table, seat, Kind.MOVE, ("d", None, None, ()), "wrong_phase")


def test_a_penalty_waits_for_its_answer() -> None:
    table = Tabletop(3, "classic", seed=0).dealt()
    table.until(lambda fold: fold.round is not None and fold.round.phase == PENALTY)
    seat = turn_of(table.fold)
    posted(table, seat, Kind.MOVE, ("d", None, None, ()), "wrong_phase")
    accuser = (seat + 1) % 3
    posted(table, accuser, Kind.MOVE, ("ch", None, None, ()), "not_your_turn")
    assert table.post(seat, Kind.MOVE, ("ok", None, None, ())).noop is None


def test_options_that_the_ruleset_does_not_have() -> None:
    table = table_in_turn()
    answers = table.fold.last_turn
    posted(table, 0, Kind.MOVE, (">r5", None, answers, ()), "option_off")


# Catches, late calls, and what they answer


def exposed(seed: int = 0) -> tuple[Tabletop, int]:
    """A table on which a seat has just forgotten to call UNO."""
    table = Tabletop(3, "classic", seed=seed).dealt()

    def two_left(fold: Fold) -> bool:
        state = fold.round
        return (
            state is not None
            and state.wants is None
            and state.phase == TURN
            and len(state.hands[state.turn]) == 2
            and bool(plain_plays(fold))
        )

    table.until(two_left)
    seat = turn_of(table.fold)
    table.move(seat, plain_plays(table.fold)[0])
    assert table.fold.round.exposed == 1 << seat
    return table, seat


def plain_plays(fold: Fold) -> list[Move]:
    """Plays of numbers without a call."""
    plays = [move for move in legal_moves(fold.round, fold.round.turn) if move.verb == Verb.PLAY]
    return [move for move in plays if not move.uno and FACE_OF[move.card] < 10]


def test_a_catch_takes_effect_once() -> None:
    table, seat = exposed()
    other, third = (seat + 1) % 3, (seat + 2) % 3
    answers = table.fold.last_turn
    held = len(table.fold.round.hands[seat])
    assert table.post(other, Kind.MOVE, (f"c@{seat}", None, answers, ())).noop is None
    assert len(table.fold.round.hands[seat]) == held + 2
    posted(table, third, Kind.MOVE, (f"c@{seat}", None, answers, ()), "not_exposed")
    posted(table, seat, Kind.MOVE, ("u", None, answers, ()), "not_exposed")


def test_a_late_call_closes_the_window() -> None:
    table, seat = exposed()
    answers = table.fold.last_turn
    assert table.post(seat, Kind.MOVE, ("u", None, answers, ())).noop is None
    posted(table, (seat + 1) % 3, Kind.MOVE, (f"c@{seat}", None, answers, ()), "not_exposed")


@pytest.mark.parametrize("shift", [None, -1, 1, "last"])
def test_an_answer_to_another_entry_is_stale(shift: Any) -> None:
    table, seat = exposed()
    table.post(0, Kind.MOVE, ("zz", None, None, ()))  # so that the last entry is another one
    answers = {
        None: None,
        -1: table.fold.last_turn - 1,
        1: table.fold.last_turn + 1,
        "last": table.ledger.last_index + 1,
    }[shift]
    posted(table, (seat + 1) % 3, Kind.MOVE, (f"c@{seat}", None, answers, ()), "stale")
    posted(table, seat, Kind.MOVE, ("u", None, answers, ()), "stale")


def test_an_answer_may_rest_on_an_old_base() -> None:
    table, seat = exposed()
    body = (f"c@{seat}", None, table.fold.last_turn, ())
    assert table.post((seat + 1) % 3, Kind.MOVE, body, base=1).noop is None


def test_a_catch_is_too_late_after_the_next_turn_move() -> None:
    table, seat = exposed()
    answers = table.fold.last_turn
    table.move(turn_of(table.fold), Move(int(Verb.DRAW)))
    body = (f"c@{seat}", None, answers, ())
    posted(table, (seat + 1) % 3, Kind.MOVE, body, "stale")
    body = (f"c@{seat}", None, table.fold.last_turn, ())
    posted(table, (seat + 1) % 3, Kind.MOVE, body, "not_exposed")


@pytest.mark.parametrize(
    ("target", "reason"), [("own", "own_catch"), (9, "no_such_seat"), ("next", "not_exposed")]
)
def test_catches_of_the_wrong_seat(target: Any, reason: str) -> None:
    table, seat = exposed()
    named = {"own": (seat + 1) % 3, "next": (seat + 2) % 3}.get(target, target)
    body = (f"c@{named}", None, table.fold.last_turn, ())
    posted(table, (seat + 1) % 3, Kind.MOVE, body, reason)


# Stale moves


def test_a_turn_move_over_a_turn_move_that_its_author_had_not_seen_is_stale() -> None:
    table = table_in_turn()
    seat = turn_of(table.fold)
    base = table.fold.last_turn - 1
    posted(table, seat, Kind.MOVE, ("d", None, None, ()), "stale", base=base)
    posted(table, seat, Kind.MOVE, ("d", None, None, ()), "stale", base=0)
    # What is no turn move does not make others stale.
    table.post((seat + 1) % 3, Kind.MOVE, ("d", None, None, ()))
    turn = table.fold.last_turn
    assert table.post(seat, Kind.MOVE, ("d", None, None, ()), base=turn).noop is None
    assert table.fold.last_turn == table.ledger.last_index


def test_an_ignored_move_makes_no_other_stale() -> None:
    table = table_in_turn()
    turn = table.fold.last_turn
    posted(table, turn_of(table.fold), Kind.MOVE, ("k", None, None, ()), "wrong_phase")
    assert table.fold.last_turn == turn
