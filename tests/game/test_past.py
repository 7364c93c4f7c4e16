"""What a round has shown about hidden cards."""

from __future__ import annotations

import pytest

from tests.game.rounds import position
from unonet.game import engine
from unonet.game.cards import CARD_TYPES, parse_card
from unonet.game.events import RoundStarted
from unonet.game.feeding import feed
from unonet.game.notation import parse_move
from unonet.game.past import BITS, Past
from unonet.game.state import State

HANDS = "hands: r5 g7 wi | b2 b4 w4 | y9 y1\ntop: r3\ndraw: y2 b5 g9\nturn: 0\nmoves:\n"


def shown(*tokens: str) -> tuple[State, Past]:
    state, past = position(HANDS), Past()
    past.see(state, [])
    for token in tokens:
        seat, _, text = token.partition(" ")
        events = engine.apply(state, int(seat), parse_move(text))
        feed(state)
        past.see(state, events)
    return state, past


def lacks(past: Past, slots: list[int], card: str) -> list[bool]:
    return [bool(bits & BITS[parse_card(card)]) for bits in past.refusals(slots)]


def test_who_draws_had_nothing_to_play() -> None:
    state, past = shown("0 d")
    hand = state.hands[0]
    for card in ("r9", "g3", "wi"):
        assert lacks(past, hand, card) == [True] * 3 + [False]
    assert lacks(past, hand, "g7") == [False] * 4


def test_who_keeps_could_not_play_that_card_either() -> None:
    state, past = shown("0 d", "0 k")
    assert lacks(past, state.hands[0], "r9") == [True] * 4


def test_a_wild_shows_that_nothing_else_matched() -> None:
    state, past = shown("0 wi=b")
    assert lacks(past, state.hands[0], "r9") == [True] * 2
    assert lacks(past, state.hands[0], "b9") == [False] * 2


def test_a_wild_draw_four_shows_nothing_before_it_is_judged() -> None:
    state, past = shown("0 r5", "1 w4=b")
    assert lacks(past, state.hands[1], "r9") == [False] * 2
    past.see(state, engine.apply(state, 2, parse_move("ch")) + engine.settle(state))
    assert lacks(past, state.hands[1], "r9") == [True] * 2


def test_what_is_shown_stays_with_the_card_and_not_with_the_seat() -> None:
    state, past = shown("0 d", "0 k", "1 w4=y")
    assert past.refusals(state.hands[0][::-1]) == past.refusals(state.hands[0])[::-1]
    assert past.refusals(state.hands[2]) == (0, 0)


def test_a_new_round_has_shown_nothing() -> None:
    state, past = shown("0 d", "0 k")
    past.see(state, [RoundStarted(0, tuple(map(tuple, state.hands)))])
    assert past.refusals(state.hands[0]) == (0,) * 4


@pytest.mark.parametrize("card", range(CARD_TYPES))
def test_cards_share_bits_where_one_may_follow_the_other(card: int) -> None:
    wild = parse_card("wi")
    for other in range(wild):
        alike = card < wild and (card // 13 == other // 13 or card % 13 == other % 13)
        assert bool(BITS[card] & BITS[other]) == alike
