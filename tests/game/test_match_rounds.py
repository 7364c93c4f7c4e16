"""From round to round: scores, dealers, winners, and the drawing for the first deal."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.rounds import dealt_round, playthrough
from unonet.game import engine
from unonet.game.cards import FACE_OF, parse_card
from unonet.game.events import Outcome
from unonet.game.match import MatchState, draw_dealer, next_dealer
from unonet.game.ruleset import Ruleset


def out(winner: int, *points: int) -> Outcome:
    return Outcome(winner, "out", points)


def test_points_add_up_until_the_target_is_reached() -> None:
    match = MatchState.first(Ruleset.parse("classic", {"target": "100"}), seats=3, dealer=2)
    match = match.finish(out(1, 0, 60, 0))
    assert (match.scores, match.round, match.dealer, match.over) == ((0, 60, 0), 1, 0, False)
    match = match.finish(Outcome(None, "stalemate", (0, 0, 0)))
    assert (match.scores, match.round, match.dealer, match.over) == ((0, 60, 0), 2, 1, False)
    match = match.finish(out(1, 0, 40, 0))
    assert (match.scores, match.over, match.winners) == ((0, 100, 0), True, (1,))


def test_one_round_is_a_match_also_when_nobody_wins_it() -> None:
    match = MatchState.first(Ruleset.parse("quick"), seats=2, dealer=0)
    assert match.finish(out(1, 0, 0)).winners == (1,)
    stale = match.finish(Outcome(None, "stalemate", (0, 0)))
    assert (stale.over, stale.winners) == (True, ())


def test_the_lowest_total_of_those_that_stay_wins_and_equals_share() -> None:
    ruleset = Ruleset.parse("classic", {"match": "lowest", "target": "50"})
    match = MatchState(ruleset, (10, 10, 5, 40), 3, 0, (0, 1, 2, 0))
    match = match.finish(Outcome(0, "out", (0, 0, 0, 10)), [0, 1, 2, 0])
    assert (match.over, match.winners) == (True, (0, 1))


def test_whoever_is_left_wins_the_match() -> None:
    match = MatchState.first(Ruleset.parse("classic"), seats=3, dealer=0)
    match = match.finish(Outcome(2, "abandoned", (0, 0, 0)), [2, 2, 0])
    assert (match.over, match.winners, match.scores) == (True, (2,), (0, 0, 0))


@pytest.mark.parametrize(
    ("statuses", "dealer", "following"),
    [((0, 0, 0), 0, 1), ((0, 0, 0), 2, 0), ((0, 2, 0), 0, 2), ((0, 1, 0), 0, 1), ((2, 2, 0), 2, 2)],
)
def test_the_deal_passes_to_the_left_over_seats_that_are_gone(
    statuses: tuple[int, ...], dealer: int, following: int
) -> None:
    assert next_dealer(statuses, dealer) == following


def test_only_the_tied_draw_again_and_symbols_count_nothing() -> None:
    types = [parse_card(text) for text in ("r5", "wi", "g5", "bsk", "y0", "y3", "b9")]
    dealer, draws = draw_dealer([0, 1, 3], types)
    assert draws == (
        ((0, types[0]), (1, types[1]), (3, types[2])),
        ((0, types[3]), (3, types[4])),
        ((0, types[5]), (3, types[6])),
    )
    assert dealer == 3


def test_a_drawing_whose_cards_run_out_falls_to_the_first_of_the_tied() -> None:
    assert draw_dealer([1, 2], [parse_card("wi"), parse_card("w4"), parse_card("r9")])[0] == 1


@given(st.integers(2, 10), st.integers(0, 10**6))
def test_the_dealer_drew_the_highest_number_of_the_last_drawing(seats: int, seed: int) -> None:
    types = list(Ruleset().cards())
    Random(seed).shuffle(types)
    dealer, draws = draw_dealer(list(range(seats)), types)
    numbers = {s: FACE_OF[card] if FACE_OF[card] < 10 else 0 for s, card in draws[-1]}
    assert [s for s, number in numbers.items() if number == max(numbers.values())] == [dealer]


@pytest.mark.parametrize("mode", ["points", "lowest"])
def test_a_whole_match_of_random_rounds_ends_at_the_target(mode: str) -> None:
    rng = Random(5)
    match = MatchState.first(
        Ruleset.parse("classic", {"match": mode, "target": "300"}), seats=3, dealer=0
    )
    while not match.over:
        state = dealt_round(3, rng, match.ruleset)
        state.scores = list(match.scores)
        for _ in playthrough(state, rng, limit=10_000):
            pass
        assert state.outcome is not None
        match = match.finish(state.outcome, state.statuses)
        assert tuple(state.scores) == match.scores
    assert max(match.scores) >= 300
    best = max if mode == "points" else min
    assert {match.scores[seat] for seat in match.winners} == {best(match.scores)}


def test_a_round_starts_with_the_scores_of_the_match() -> None:
    state = engine.start(Ruleset(), seats=[0, 0], dealer=1, scores=[20, 30])
    assert state.scores == [20, 30]
