"""The fold: whatever is legal, and whatever is signed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.rulesets import BUILT_PRESETS, suiting
from tests.table.tabletop import Tabletop, besides_n, card_types, seeded
from unonet.game.legality import legal_moves
from unonet.game.moves import Move
from unonet.game.ruleset import Ruleset
from unonet.ledger.kinds import Kind
from unonet.table.reducer import Fold


def anything(table: Tabletop, rng: Random) -> tuple[int, Move]:
    """A legal move of any seat, drawn uniformly, calls, catches and challenges among them."""
    state = table.fold.round
    moves = [
        (seat, move)
        for seat in range(len(state.hands))
        for move in sorted(legal_moves(state, seat))
    ]
    return rng.choice(moves)


JUNK: tuple[Any, ...] = (
    *(("d", None, None, ()), ("k", None, None, None), ("ok", None, None, None)),
    *(("c@0", None, 9, None), ("u", None, 30, None), ("wi=b", 5, None, None), ("ch", 1, 1, b"")),
    *((), None, ("zz", None, None, ())),
)


def play_anyhow(table: Tabletop, rng: Random, steps: int) -> None:
    deck = Counter(table.terms.ruleset.cards())
    for _ in range(steps):
        if table.fold.over:
            return
        if rng.random() < 0.15:
            seat = rng.randrange(len(table.identities))
            table.post(seat, Kind.MOVE, rng.choice(JUNK), base=rng.randint(0, table.fold.index))
        elif table.fold.proposal() or table.fold.deal.due_seats():
            assert table.step().noop is None
        else:
            assert table.move(*anything(table, rng)).noop is None
        if table.fold.round is not None and table.fold.round.draw:
            assert card_types(table) == deck


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 1 << 32),
    seats=st.integers(2, 10),
    preset=st.sampled_from(BUILT_PRESETS),
    size=st.integers(1, 10),
)
def test_any_game_keeps_its_cards_and_replays_to_the_same_state(
    seed: int, seats: int, preset: str, size: int
) -> None:
    seats = suiting(Ruleset.parse(preset, {"hand_size": str(size)}), seats)
    table = Tabletop(seats, preset, seed=seed, hand_size=str(size)).dealt()
    play_anyhow(table, Random(seed), 250)
    again = Fold(table.terms)
    for entry, folded in zip(
        table.ledger.slice(1, table.ledger.last_index + 1), table.folded, strict=True
    ):
        assert again.apply(entry) == folded
        assert again.state_hash() == table.states[entry.index]


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 5),
    kind=st.integers(0, 31),
    body=st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-9, 1 << 33)
        | st.binary(max_size=33)
        # What msgpack can carry: no lone surrogates.
        | st.text(st.characters(codec="utf-8"), max_size=5)
        | st.sampled_from(["d", "k", "ok", "ch", "u", "guilty", "innocent", "c@1", "wi=r", "r5!"]),
        lambda inner: st.lists(inner, max_size=5).map(tuple),
        max_leaves=8,
    ),
)
def test_no_signed_record_is_too_strange_for_the_fold(seed: int, kind: int, body: Any) -> None:
    table = Tabletop(2, "quick", seed=seed).dealt()
    if kind == Kind.HELLO:
        table.sessions[0] = seeded(body)[:8]
    before = besides_n(table.fold)
    folded = table.post(0, kind, body)
    assert folded.noop is None or besides_n(table.fold) == before
    table.system(32 + kind, body)
    assert table.fold.copy() == table.fold
