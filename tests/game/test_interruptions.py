"""A shuffle in the middle of a move, and seats that go while the engine waits for something."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.game.rounds import play, position
from unonet.errors import BadRuleset, IllegalMove
from unonet.game import engine
from unonet.game.cards import CARD_TEXTS, parse_card
from unonet.game.events import Drew, Left, PenaltyForgotten, Reshuffled, RoundOver, TimedOut
from unonet.game.legality import legal_moves
from unonet.game.notation import parse_move, parse_record
from unonet.game.ruleset import CLASSIC, Ruleset
from unonet.game.state import PHASE_NAMES, State, WantKind


def say(state: State, seat: int, token: str) -> None:
    engine.apply(state, seat, parse_move(token))


def log(state: State, token: str) -> None:
    engine.record(state, parse_record(token))


def end_shuffle(state: State) -> None:
    assert state.wants is not None
    faces = [state.faces[slot] for slot in state.wants.slots]
    first = len(state.faces)
    slots = range(first, first + len(faces))
    engine.dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)


def hand(state: State, seat: int) -> list[str]:
    return [CARD_TEXTS[state.faces[slot]] for slot in state.hands[seat]]


def phase(state: State) -> str:
    return PHASE_NAMES[state.phase]


def four_drawn_over_a_reshuffle() -> State:
    """Seat 1 has taken a Wild Draw Four of which one card was in the pile; three are to come."""
    state = position(
        "hands: w4 b1 b2 | g7 g8 | y1 y2\nturn: 0\n"
        "top: r3\ndiscard: r4 r5 r6 r7\ndraw: y9\nmoves:\n"
    )
    say(state, 0, "w4=b")
    say(state, 1, "ok")
    return state


def test_a_draw_of_many_stops_at_the_reshuffle_and_goes_on_after_it() -> None:
    state = four_drawn_over_a_reshuffle()
    assert hand(state, 1) == ["g7", "g8", "y9"]
    assert state.wants is not None
    assert state.wants.kind == WantKind.RESHUFFLE
    assert [CARD_TEXTS[state.faces[s]] for s in state.wants.slots] == ["r4", "r5", "r6", "r7", "r3"]
    end_shuffle(state)
    assert hand(state, 1) == ["g7", "g8", "y9", "r4", "r5", "r6"]
    assert (state.turn, phase(state), len(state.draw), len(state.discard)) == (2, "turn", 2, 1)


def test_the_rest_of_the_move_is_part_of_the_state() -> None:
    state = four_drawn_over_a_reshuffle()
    branch = state.copy()
    assert branch == state
    end_shuffle(branch)
    assert branch != state
    assert branch.public_values() != state.public_values()
    end_shuffle(state)
    assert branch == state


def test_nobody_moves_while_the_pile_is_shuffled() -> None:
    state = four_drawn_over_a_reshuffle()
    assert [legal_moves(state, seat) for seat in range(3)] == [[], [], []]
    with pytest.raises(IllegalMove, match="waiting"):
        say(state, 2, "d")
    with pytest.raises(IllegalMove, match="waiting"):
        log(state, "t@2")


def test_who_leaves_in_the_middle_of_its_draw_draws_no_more() -> None:
    state = four_drawn_over_a_reshuffle()
    log(state, "x@1")
    assert state.wants is not None
    end_shuffle(state)
    assert hand(state, 1) == []
    # what it held was set aside after the shuffle began, so it is not in the new pile
    assert [CARD_TEXTS[state.faces[slot]] for slot in state.aside] == ["g7", "g8", "y9"]
    assert (state.turn, len(state.draw)) == (2, 5)


def test_who_is_benched_in_the_middle_of_its_draw_gets_the_rest() -> None:
    state = position(
        "hands: w4 b1 b2 | g7 g8 | y1 y2 | y5 y6\nturn: 0\n"
        "top: r3\ndiscard: r4 r5 r6\ndraw: y9\nmoves:\n"
    )
    say(state, 0, "w4=b")
    say(state, 1, "ok")
    log(state, "b@1")
    end_shuffle(state)
    assert hand(state, 1) == ["g7", "g8", "y9", "r4", "r5", "r6"]
    assert (state.turn, phase(state)) == (2, "turn")


def test_the_turn_of_a_seat_that_goes_while_it_draws_is_not_given_back() -> None:
    state = position("hands: b1 b2 | g7 g8 | y1 y2\ntop: r3\ndiscard: r4 r5\nturn: 0\nmoves:\n")
    say(state, 0, "d")
    log(state, "b@0")
    assert state.turn == 1
    end_shuffle(state)
    assert hand(state, 0) == ["b1", "b2", "r4"]
    assert (state.turn, phase(state), state.drawn) == (1, "turn", -1)


def test_a_last_draw_two_waits_for_the_reshuffle_before_hands_are_counted() -> None:
    state = position(
        "hands: r+2 | g7 | y1 y2\ntop: r3\ndiscard: b4 b5\nscores: 10 0 0\nturn: 0\nmoves:\n"
    )
    say(state, 0, "r+2")
    assert (phase(state), state.outcome, state.turn) == ("hands", None, -1)
    end_shuffle(state)
    assert state.wants is not None
    assert (state.wants.kind, state.wants.seats) == (WantKind.HANDS, (1, 2))
    events = engine.settle(state)
    assert isinstance(events[-1], RoundOver)
    assert state.outcome is not None
    assert state.outcome.points == (7 + 4 + 5 + 3, 0, 0)
    assert state.scores == [19 + 10, 0, 0]


def test_a_caught_seat_draws_over_a_reshuffle_and_the_turn_stays() -> None:
    state = position(
        "hands: r1 r2 | g7 g8 | y1 y2\ntop: r3\ndiscard: b4 b5\ndraw: y9\nturn: 0\nmoves:\n"
    )
    say(state, 0, "r1")
    say(state, 2, "c@0")
    end_shuffle(state)
    assert hand(state, 0) == ["r2", "y9", "b4"]
    assert (state.turn, phase(state), state.exposed) == (1, "turn", 0)


def test_a_third_time_out_over_a_reshuffle_benches_after_the_draw() -> None:
    state = position("hands: b1 b2 | g7 g8 | y1 y2\ntop: r3\ndiscard: r4 r5\nturn: 0\nmoves:\n")
    state.timeouts[0] = 2
    log(state, "t@0")
    assert state.statuses[0] == 0
    end_shuffle(state)
    assert (state.statuses[0], state.timeouts[0]) == (1, 0)
    assert hand(state, 0) == ["b1", "b2", "r4"]
    assert state.turn == 1


def test_the_last_seat_wins_although_a_shuffle_is_open() -> None:
    state = four_drawn_over_a_reshuffle()
    log(state, "x@1")
    log(state, "x@0")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (2, "abandoned")
    assert (state.wants, state.todo, phase(state)) == (None, [], "over")


def test_hands_that_are_collected_stay_out_of_reach_of_who_leaves() -> None:
    state = position(
        "rules: modern\nhands: ws b1 b2 | g7 g8 | y1 y2\ntop: r3\ndraw: y9\nturn: 0\nmoves:\n"
    )
    say(state, 0, "ws=b")
    log(state, "x@1")
    end_shuffle(state)
    assert [hand(state, seat) for seat in range(3)] == [["g8", "y2", "b2"], [], ["g7", "y1", "b1"]]
    assert (state.aside, state.turn) == ([], 2)


def test_an_away_seat_gets_its_share_of_hands_it_gave_cards_to_but_is_not_exposed() -> None:
    state = position(
        "rules: modern\nhands: ws b1 | g7 | y1 | y2\ntop: r3\ndraw: y9\nturn: 0\nmoves:\n"
    )
    say(state, 0, "ws=b!")
    log(state, "b@2")
    end_shuffle(state)
    assert [len(cards) for cards in state.hands] == [1, 1, 1, 1]
    assert (state.called, state.exposed) == (0b0001, 0b1010)


def test_when_all_that_are_left_are_away_the_first_to_come_back_is_on_turn() -> None:
    state = position("hands: b1 b2 | g7 g8 | y1 y2 | y5\ntop: r3\ndraw: r9\nturn: 0\nmoves:\n")
    play(state, "b@2", "b@3", "x@0", "x@1")
    assert (state.turn, [legal_moves(state, seat) for seat in range(4)]) == (-1, [[]] * 4)
    log(state, "r@3")
    assert (state.turn, phase(state)) == (3, "turn")


def test_an_accused_that_is_benched_while_it_should_answer_has_conceded() -> None:
    state = position(
        "hands: w4 r1 b2 | g7 g8 | y1 y2 | y5\ntop: r3\ndraw: g1 g2 g4 g5\nturn: 0\nmoves:\n"
    )
    say(state, 0, "w4=b")
    say(state, 1, "ch")
    assert state.due == 0
    log(state, "b@0")
    assert hand(state, 0) == ["r1", "b2", "g1", "g2", "g4", "g5"]
    assert (state.turn, phase(state), state.wants) == (1, "turn", None)


@pytest.mark.parametrize(("gone", "turn"), [("x@0", 1), ("x@1", 2), ("b@1", 2)])
def test_who_goes_during_a_challenge_voids_it(gone: str, turn: int) -> None:
    state = position(
        "hands: w4 r1 b2 | g7 g8 | y1 y2 | y5\ntop: r3\ndraw: g1 g2 g4 g5\nturn: 0\nmoves:\n"
    )
    say(state, 0, "w4=b")
    say(state, 1, "ch")
    events = engine.record(state, parse_record(gone))
    assert PenaltyForgotten(1) in events
    assert (state.turn, phase(state), state.pending, state.accused) == (turn, "turn", 0, -1)
    assert (state.wants, len(state.draw)) == (None, 4)


def test_who_leaves_before_its_hand_is_opened_counts_nothing() -> None:
    state = position("hands: r1 | g7 | y1 y2\ntop: r3\ndraw: r9\nturn: 0\nmoves:\n")
    say(state, 0, "r1")
    log(state, "x@2")
    engine.settle(state)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points) == ("out", (7, 0, 0))


def test_inputs_that_are_not_awaited_change_nothing() -> None:
    state = position("hands: b1 b2 | g7 g8\ntop: r3\nmoves:\n")
    before = state.copy()
    feeds: list[Callable[[], object]] = [
        lambda: engine.dealt(state, epoch=1, slots=[5]),
        lambda: engine.up(state, 4, 3),
        lambda: engine.verdict(state, True),
        lambda: engine.opened(state, 0, [1, 2]),
    ]
    for feed in feeds:
        with pytest.raises(IllegalMove, match="not_wanted"):
            feed()
    assert state == before


@pytest.mark.parametrize(
    ("epoch", "slots", "faces"),
    [
        (0, range(11, 16), None),
        (1, range(12, 16), None),
        (1, range(10, 15), None),
        (1, [11, 12, 13, 15, 16], None),
        (1, range(13, 18), [1, 2]),
        (1, [], None),
    ],
)
def test_a_shuffle_of_other_cards_changes_nothing(
    epoch: int, slots: Sequence[int], faces: list[int] | None
) -> None:
    state = four_drawn_over_a_reshuffle()
    before = state.copy()
    with pytest.raises(IllegalMove, match="bad_slots"):
        engine.dealt(state, epoch=epoch, slots=slots, faces=faces)
    assert state == before


def test_a_hand_opened_otherwise_than_known_changes_nothing() -> None:
    state = position("hands: r1 | g7 | y1 y2\ntop: r3\nturn: 0\nmoves:\n")
    say(state, 0, "r1")
    before = state.copy()
    for seat, cards in ((1, ["g8"]), (2, ["y1"]), (2, ["y2", "y1"])):
        with pytest.raises(IllegalMove, match="bad_slots"):
            engine.opened(state, seat, [parse_card(card) for card in cards])
    assert state == before


def test_another_opening_card_than_the_next_one_changes_nothing() -> None:
    state = engine.start(CLASSIC, seats=[0] * 2, dealer=0, scores=[0] * 2)
    engine.dealt(state, epoch=0, slots=range(16))
    before = state.copy()
    with pytest.raises(IllegalMove, match="bad_slots"):
        engine.up(state, 15, 3)
    assert state == before


def test_an_opening_colour_that_nobody_is_left_to_name_waits_for_who_comes_back() -> None:
    state = engine.start(CLASSIC, seats=[0] * 4, dealer=0, scores=[0] * 4)
    deck = [*range(28), 52, 1, 2]
    engine.dealt(state, epoch=0, slots=range(len(deck)), faces=deck)
    engine.settle(state)
    play(state, "b@2", "b@3", "x@0", "x@1")
    assert (state.turn, phase(state)) == (-1, "opening")
    play(state, "r@2", "2 =g")
    assert (state.turn, phase(state), state.color) == (2, "turn", 2)


@pytest.mark.parametrize(
    ("token", "reason"),
    [(">r5", "option_off"), ("guilty", "wrong_phase"), ("=b", "wrong_phase")],
)
def test_moves_of_other_rulesets_and_phases_are_refused(token: str, reason: str) -> None:
    state = position("hands: r5 b2 | g7 g8\ntop: r3\nturn: 0\nmoves:\n")
    with pytest.raises(IllegalMove, match=reason):
        say(state, 0, token)


def test_a_deck_that_cannot_be_dealt_is_refused() -> None:
    state = engine.start(CLASSIC, seats=[0] * 3, dealer=0, scores=[0] * 3)
    before = state.copy()
    with pytest.raises(BadRuleset, match="cannot deal 21"):
        engine.dealt(state, epoch=0, slots=range(21))
    with pytest.raises(BadRuleset, match="Wild Draw Four"):
        engine.dealt(state, epoch=0, slots=range(23), faces=[1] * 21 + [53, 53])
    assert state == before


@pytest.mark.parametrize(
    ("seats", "dealer", "scores"), [([0, 1], 0, [0, 0]), ([0, 0], 2, [0, 0]), ([0, 0], 0, [0])]
)
def test_a_round_that_cannot_start_is_refused(
    seats: list[int], dealer: int, scores: list[int]
) -> None:
    with pytest.raises(BadRuleset):
        engine.start(CLASSIC, seats=seats, dealer=dealer, scores=scores)


def test_a_seat_that_sits_the_round_out_gets_no_cards_and_does_not_come_back() -> None:
    state = engine.start(Ruleset.parse("modern"), seats=[0, 1, 0, 2], dealer=0, scores=[0] * 4)
    deck = Ruleset.parse("modern").cards()
    engine.dealt(state, epoch=0, slots=range(112), faces=deck)
    engine.settle(state)
    assert [len(cards) for cards in state.hands] == [7, 0, 7, 0]
    with pytest.raises(IllegalMove, match="no_hand"):
        log(state, "r@1")


def test_events_say_which_slots_moved() -> None:
    state = four_drawn_over_a_reshuffle()
    assert state.wants is not None
    first = len(state.faces)
    events = engine.dealt(state, epoch=4, slots=range(first, first + 5))
    assert events == [
        Reshuffled(tuple(range(first, first + 5))),
        Drew(1, (first, first + 1, first + 2)),
    ]
    assert state.epoch == 4
    held = tuple(state.hands[2])
    assert engine.record(state, parse_record("x@2")) == [Left(2, held)]
    assert engine.record(state, parse_record("t@0"))[0] == TimedOut(0)
