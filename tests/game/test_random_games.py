"""What holds in every legal game: cards are kept, somebody can act, text replays to one state."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.rounds import (
    Said,
    cards_of,
    choices,
    dealt_round,
    every_move,
    feed,
    playthrough,
    shuffled,
)
from tests.game.rulesets import BUILT_PRESETS, some_table, suiting
from unonet.errors import IllegalMove
from unonet.game import engine
from unonet.game.cards import CARD_TEXTS, COLOR_OF, HIDDEN
from unonet.game.legality import REASONS, legal_moves, slot_to_play, why_illegal
from unonet.game.moves import JUMP, PLAY, Move, Record, RecordKind
from unonet.game.records import why_void
from unonet.game.ruleset import Ruleset
from unonet.game.scenario import load
from unonet.game.scenario import play as play_step
from unonet.game.state import State, Want, WantKind

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 10)
RULES = st.one_of(
    st.sampled_from(BUILT_PRESETS).map(Ruleset.parse),
    SEEDS.map(lambda seed: some_table(Random(seed))[0]),
)
games = settings(max_examples=30, deadline=None)


@games
@given(SEEDS, SEATS, RULES)
def test_cards_are_kept_and_somebody_can_always_act(seed: int, seats: int, rules: Ruleset) -> None:
    rng, seats = Random(seed), suiting(rules, seats)
    state = dealt_round(seats, rng, rules)
    for _ in playthrough(state, rng, records=0.05):
        assert cards_of(state) == list(rules.cards())
        if state.outcome is None and state.turn >= 0:
            assert legal_moves(state, state.due)
    for seat in range(seats):
        assert (state.outcome is None) or not legal_moves(state, seat)


@games
@given(SEEDS, SEATS, RULES)
def test_exposed_and_called_seats_hold_one_card(seed: int, seats: int, rules: Ruleset) -> None:
    rng, seats = Random(seed), suiting(rules, seats)
    state = dealt_round(seats, rng, rules)
    for _ in playthrough(state, rng, records=0.05):
        for seat in range(seats):
            if (state.exposed | state.called) >> seat & 1:
                assert len(state.hands[seat]) == 1
            if state.exposed >> seat & 1:
                assert state.statuses[seat] == 0
        assert state.exposed & state.called == 0


@games
@given(SEEDS, SEATS, RULES)
def test_the_text_of_a_game_replays_to_the_same_state(
    seed: int, seats: int, rules: Ruleset
) -> None:
    rng, seats = Random(seed), suiting(rules, seats)
    deck = shuffled(rules, rng)
    state = engine.start(rules, seats=[0] * seats, dealer=0, scores=[0] * seats)
    engine.dealt(state, epoch=0, slots=range(len(deck)), faces=deck)
    feed(state)
    said = list(playthrough(state, rng, records=0.05, shuffle=False))
    page = load(scenario_text(rules, seats, deck, said))
    for step in page.steps:
        play_step(page.state, step)
    assert page.state == state
    assert page.state.public_values() == state.public_values()


def scenario_text(rules: Ruleset, seats: int, deck: list[int], said: list[Said]) -> str:
    options = " ".join(f"{name}={value}" for name, value in rules.differences())
    moves = [str(s) if isinstance(s, Record) else f"{s[0]} {s[1]}" for s in said]
    cards = " ".join(CARD_TEXTS[card] for card in deck)
    head = [f"rules: classic {options}", f"seats: {seats}", f"deck: {cards}", "moves:"]
    return "\n".join([*head, *moves])


@settings(max_examples=12, deadline=None)
@given(SEEDS, SEATS, RULES)
def test_listed_moves_are_the_legal_ones_and_the_others_change_nothing(
    seed: int, seats: int, rules: Ruleset
) -> None:
    rng, seats = Random(seed), suiting(rules, seats)
    state = dealt_round(seats, rng, rules)
    pool = every_move()
    for number, _ in enumerate(playthrough(state, rng, limit=120, records=0.05)):
        if number % 20:
            continue
        before = state.public_values()
        for seat in range(seats):
            listed = legal_moves(state, seat)
            assert len(set(listed)) == len(listed)
            assert set(listed) == {m for m in pool if why_illegal(state, seat, m) is None}
            for move in set(pool) - set(listed):
                refuse(state, seat, move)
        assert state.public_values() == before


def refuse(state: State, seat: int, move: Move) -> None:
    with pytest.raises(IllegalMove) as refused:
        engine.apply(state, seat, move)
    assert refused.value.reason in REASONS


@games
@given(SEEDS, SEATS)
def test_records_that_do_not_hold_change_nothing(seed: int, seats: int) -> None:
    rng = Random(seed)
    state = dealt_round(seats, rng)
    for _ in playthrough(state, rng, limit=60, records=0.2):
        before = state.public_values()
        for record in [Record(int(k), seat) for k in RecordKind for seat in range(seats + 1)]:
            if why_void(state, record) is not None:
                with pytest.raises(IllegalMove):
                    engine.record(state, record)
        assert state.public_values() == before


@games
@given(SEEDS, SEATS, RULES)
def test_a_copy_goes_its_own_way(seed: int, seats: int, rules: Ruleset) -> None:
    rng, seats = Random(seed), suiting(rules, seats)
    state = dealt_round(seats, rng, rules)
    for _ in playthrough(state, rng, limit=40, records=0.1):
        pass
    kept, values = state.copy(), state.public_values()
    assert kept == state
    for _ in playthrough(state, rng, limit=40, records=0.1):
        pass
    assert kept.public_values() == values
    assert (kept == state) == (state.public_values() == values)


@games
@given(SEEDS, SEATS, RULES)
def test_hidden_faces_fed_as_inputs_lead_to_the_same_round(
    seed: int, seats: int, rules: Ruleset
) -> None:
    """The open round knows all faces; its twin learns only what is played, proven or opened."""
    rng, seats = Random(seed), suiting(rules, seats)
    deck = shuffled(rules, rng)
    state = engine.start(rules, seats=[0] * seats, dealer=0, scores=[0] * seats)
    twin = state.copy()
    engine.dealt(state, epoch=0, slots=range(len(deck)), faces=deck)
    engine.dealt(twin, epoch=0, slots=range(len(deck)))
    feed(state)
    inform(twin, state)
    for _ in range(300):
        if state.outcome is not None:
            break
        seat, move = rng.choice(choices(state))
        own = overlay(twin, state, seat)
        assert set(legal_moves(twin, seat, own)) == set(legal_moves(state, seat))
        named = move.verb in (PLAY, JUMP)
        slot = slot_to_play(state, seat, move.card, state.faces) if named else None
        engine.apply(twin, seat, move, slot=slot)
        engine.apply(state, seat, move, slot=slot)
        feed(state)
        inform(twin, state)
        assert seen(twin) == seen(state)


def overlay(twin: State, state: State, seat: int) -> list[int]:
    own = set(state.hands[seat])
    return [state.faces[slot] if slot in own else face for slot, face in enumerate(twin.faces)]


def inform(twin: State, state: State) -> None:
    """Feed the twin what its players would prove, from the faces of the open round."""
    while twin.wants is not None:
        _INFORM[WantKind(twin.wants.kind)](twin, state, twin.wants)


def _shuffle(twin: State, state: State, want: Want) -> None:
    first = len(twin.faces)
    engine.dealt(twin, epoch=twin.epoch + 1, slots=range(first, first + len(want.slots)))


def _up(twin: State, state: State, want: Want) -> None:
    engine.up(twin, want.slots[0], state.faces[want.slots[0]])


def _verdict(twin: State, state: State, want: Want) -> None:
    held = [state.faces[slot] for slot in want.slots]
    engine.verdict(twin, any(COLOR_OF[card] == want.color for card in held))


def _hands(twin: State, state: State, want: Want) -> None:
    seat = want.seats[-1]
    engine.opened(twin, seat, [state.faces[slot] for slot in twin.hands[seat]])


_INFORM = {
    WantKind.RESHUFFLE: _shuffle,
    WantKind.REDEAL: _shuffle,
    WantKind.UP: _up,
    WantKind.VERDICT: _verdict,
    WantKind.HANDS: _hands,
}


def seen(state: State) -> tuple[object, ...]:
    """Every public field but the faces of cards that only the open round knows."""
    values = state.public_values()
    return (*values[:5], *values[6:])


def test_a_hidden_round_shows_only_what_was_played() -> None:
    rng = Random(7)
    state = dealt_round(4, rng)
    assert HIDDEN not in state.faces
    hidden = engine.start(state.ruleset, seats=[0] * 4, dealer=0, scores=[0] * 4)
    engine.dealt(hidden, epoch=0, slots=range(108))
    assert set(hidden.faces) == {HIDDEN}
