"""A view shows a seat what it may see, and nothing of other hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.game.rounds import dealt_round, play, playthrough, position
from unonet.game.cards import HIDDEN, parse_card
from unonet.game.state import State
from unonet.game.view import PlayerView, view


def without_others(state: State, seat: int) -> State:
    """The same round with every face hidden that ``seat`` may not see."""
    seen = {*state.hands[seat], *state.discard}
    hidden = state.copy()
    hidden.faces = [f if slot in seen else HIDDEN for slot, f in enumerate(state.faces)]
    return hidden


def test_a_view_depends_on_public_facts_and_its_own_hand_only() -> None:
    rng = Random(2)
    state = dealt_round(4, rng)
    for _ in playthrough(state, rng, limit=80):
        for seat in range(4):
            seen, blind = view(state, seat), view(without_others(state, seat), seat)
            assert set(seen.legal) == set(blind.legal)
            assert replace(seen, legal=()) == replace(blind, legal=())


def test_what_a_view_shows() -> None:
    state = position(
        "hands: r5 g7 | b2 b+2 | y9 y1\ntop: r3\ndiscard: g1\n"
        "draw: r1 g5\nscores: 0 7 0\nturn: 0\nmoves:\n"
    )
    play(state, "0 r5", "1 d")
    seen = view(state, 1)
    assert seen.hand == tuple(map(parse_card, ("b2", "b+2", "r1")))
    assert seen.slots == tuple(state.hands[1])
    assert (seen.top, seen.color, seen.counts) == (parse_card("r5"), 0, (1, 3, 2))
    assert (seen.turn, seen.due, seen.phase, seen.drawn) == (1, 1, "drawn", parse_card("r1"))
    assert (seen.draw_count, seen.discard_count, seen.scores) == (1, 2, (0, 7, 0))
    assert sorted(map(str, seen.legal)) == ["k", "r1"]
    assert (view(state, 2).drawn, view(state, 2).legal) == (None, ())


def test_a_view_of_an_open_window() -> None:
    state = position("hands: r5 g7 | b2 b4 | y9 y1\ntop: r3\nturn: 0\nmoves:\n")
    play(state, "0 r5")
    seen = view(state, 2)
    assert (seen.exposed, seen.called) == ((0,), (False,) * 3)
    assert list(map(str, seen.legal)) == ["c@0"]


def test_a_spectator_sees_no_hand() -> None:
    state = dealt_round(3, Random(1))
    seen: PlayerView = view(state, None)
    assert (seen.seat, seen.hand, seen.legal) == (None, (), ())
    assert seen.counts == tuple(map(len, state.hands))


def test_a_round_that_is_over_has_nobody_on_turn() -> None:
    state = position("hands: r1 | g7\ntop: r3\nturn: 0\nmoves:\n")
    seen = view(play(state, "0 r1"), 1)
    assert (seen.turn, seen.due, seen.phase, seen.color) == (None, None, "over", 0)
    assert seen.outcome is not None
