"""One named test for each ruling of the page that a scenario with known faces cannot show.

Sections 6 and 9. A docstring starts with the id of its row, and so does the name of the test.
Expectations come from docs/rules.md, never from the engine.
"""

from __future__ import annotations

import pytest

from tests.game.hidden import (
    challenged,
    hidden_house,
    hidden_round,
    log,
    phase,
    refuses,
    say,
    types,
)
from unonet.errors import IllegalMove
from unonet.game import engine
from unonet.game.events import Outcome
from unonet.game.match import MatchState
from unonet.game.ruleset import Ruleset
from unonet.game.state import Status, WantKind


def test_r6_going_out_hidden() -> None:
    """R6.going_out: which card is the last one is public, whatever the hand hides."""
    for finish, token in (("no_wild", "wi=r"), ("no_action", "gsk"), ("no_draw_four", "w4=r")):
        state = hidden_house({"finish": finish, "hand_size": "1"})
        assert refuses(state, 1, token, slot=0) == "not_last"


def test_r6_values_wait_for_the_hands() -> None:
    """R6.values: a round that is out waits until every hand that counts is open."""
    state = hidden_round(hand_size=1)
    say(state, 1, "g7", slot=0)
    assert (phase(state), state.outcome) == ("hands", None)
    assert state.wants is not None
    assert (state.wants.kind, state.wants.seats) == (WantKind.HANDS, (0, 2))
    engine.opened(state, 0, types("w4"))
    engine.opened(state, 2, types("bsk"))
    assert phase(state) == "over"
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (1, "out")


def match_of(option: str, *, target: int = 500) -> MatchState:
    ruleset = Ruleset.parse("classic", {"match": option, "target": str(target)})
    return MatchState.first(ruleset, seats=3, dealer=0)


def test_r6_match_points_over_rounds() -> None:
    """R6.match_points: scores add up over rounds until one reaches the target."""
    match = match_of("points", target=100).finish(Outcome(1, "out", (0, 60, 0)))
    assert (match.over, match.scores) == (False, (0, 60, 0))
    match = match.finish(Outcome(0, "out", (99, 0, 0)))
    assert (match.over, match.winners) == (False, ())
    match = match.finish(Outcome(None, "stalemate", (0, 0, 0)))
    assert not match.over
    match = match.finish(Outcome(1, "out", (0, 40, 0)))
    assert (match.over, match.winners, match.scores) == (True, (1,), (99, 100, 0))


def test_r6_match_round_is_one_round() -> None:
    """R6.match_round: one round is the match; scores do not move."""
    match = match_of("round").finish(Outcome(2, "out", (0, 0, 0)))
    assert (match.over, match.winners, match.scores) == (True, (2,), (0, 0, 0))


def test_r6_match_lowest_over_rounds() -> None:
    """R6.match_lowest: hands add up; at the target the lowest total wins, equal ones share."""
    match = match_of("lowest", target=100).finish(Outcome(1, "out", (60, 0, 20)))
    assert not match.over
    match = match.finish(Outcome(2, "out", (40, 20, 0)))
    assert (match.over, match.winners, match.scores) == (True, (1, 2), (100, 20, 20))


def test_r6_match_lowest_without_the_gone() -> None:
    """R6.match_lowest: a seat that is gone does not win by its low total."""
    gone = (Status.GONE, Status.ACTIVE, Status.AWAY)
    match = match_of("lowest", target=100).finish(Outcome(1, "out", (0, 130, 40)), gone)
    assert (match.over, match.winners) == (True, (2,))


def test_r9_timed_out_when_it_must_answer() -> None:
    """R9.timed_out: of a challenged round the accused times out, nobody else."""
    state = challenged()
    for record in ("t@2", "t@0"):
        with pytest.raises(IllegalMove):
            log(state, record)
    log(state, "t@1")
    assert phase(state) == "turn"


def test_r9_timed_out_third_answer_makes_away() -> None:
    """R9.timed_out: the third in a row is carried out first, then the seat is away."""
    state = challenged()
    state.timeouts[1] = 2
    log(state, "t@1")
    assert len(state.hands[1]) == 5
    assert (state.statuses[1], state.timeouts[1]) == (Status.AWAY, 0)
    assert (phase(state), state.turn) == ("turn", 2)


def test_r9_away_hand_is_opened_and_counts() -> None:
    """R9.away: the hand of a seat that is away is among those that are opened."""
    state = hidden_round(hand_size=1)
    log(state, "b@2")
    say(state, 1, "g7", slot=0)
    assert state.wants is not None
    assert state.wants.seats == (0, 2)


def test_r9_gone_hand_stays_closed() -> None:
    """R9.gone: the hand of a seat that is gone is not opened."""
    state = hidden_round(hand_size=1)
    log(state, "x@2")
    say(state, 1, "g7", slot=0)
    assert state.wants is not None
    assert state.wants.seats == (0,)


def test_r9_gone_while_hands_are_shuffled() -> None:
    """R9.gone: a seat that leaves while its hand is in the shuffle gets no hand again."""
    state = hidden_round()
    say(state, 1, "ws=r", slot=0)
    assert state.wants is not None
    assert (state.wants.kind, state.wants.slots) == (WantKind.REDEAL, (1, 4, 2, 5, 3))
    log(state, "x@0")
    engine.dealt(state, epoch=1, slots=range(40, 45))
    assert state.hands == [[], [41, 43], [40, 42, 44]]


def test_r9_gone_all_whose_hands_are_shuffled() -> None:
    """R9.gone: if all of them leave, the cards in the shuffle are set aside like their hands."""
    state = hidden_round()
    log(state, "b@2")
    log(state, "x@0")
    say(state, 1, "ws=r", slot=0)
    log(state, "x@1")
    assert state.outcome is not None
    state = hidden_round(seats=4)
    for record in ("b@2", "b@3", "x@0"):
        log(state, record)
    say(state, 1, "ws=r", slot=0)
    log(state, "x@1")
    engine.dealt(state, epoch=1, slots=range(40, 41))
    assert state.hands == [[], [], [1, 5], [2, 6]]
    assert 40 in state.aside


def test_r9_gone_match_ends_when_abandoned() -> None:
    """R9.gone: the last seat wins the match without points, in every match mode."""
    gone = (Status.GONE, Status.GONE, Status.AWAY)
    for option in ("points", "round", "lowest"):
        match = match_of(option).finish(Outcome(2, "abandoned", (0, 0, 0)), gone)
        assert (match.over, match.winners, match.scores) == (True, (2,), (0, 0, 0))
