"""The fold: whole rounds and matches, its copies and hashes, and what never gets lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.tabletop import Tabletop, besides_n, seeded
from unonet.deal import DealState
from unonet.game.cards import deck_cards
from unonet.game.events import HandsDealtAgain, Outcome, Reshuffled, RoundOver, RoundStarted
from unonet.game.legality import legal_moves
from unonet.game.match import MatchState, next_dealer
from unonet.game.moves import Move
from unonet.game.state import State, Want, WantKind
from unonet.ledger import codec
from unonet.ledger.kinds import Kind
from unonet.table.events import (
    Committed,
    DealerDrawn,
    MatchOver,
    Opened,
    RoundClosed,
    SessionStarted,
    Shuffled,
)
from unonet.table.reducer import Fold


def events_of(table: Tabletop, kind: type[Any]) -> list[Any]:
    return [event for folded in table.folded for event in folded.events if isinstance(event, kind)]


def kinds_of(table: Tabletop) -> list[int]:
    return [entry.kind for entry in table.ledger.slice(1, table.ledger.last_index + 1)]


# Whole matches


@pytest.mark.parametrize(
    ("seats", "preset"), [(2, "quick"), (3, "quick"), (10, "quick"), (4, "modern"), (2, "classic")]
)
def test_greedy_bots_play_a_match_without_a_single_noop(seats: int, preset: str) -> None:
    table = Tabletop(seats, preset, seed=seats).dealt().finish()
    assert [folded.noop for folded in table.folded if folded.noop] == []
    (over,) = events_of(table, MatchOver)
    assert table.folded[-1].events[-1] == over
    assert over.scores == table.fold.match.scores == table.fold.seal_scores()
    assert table.fold.closed_at == table.fold.index == table.ledger.last_index
    assert table.fold.over
    assert table.fold.proposal() is None


def test_a_first_round_goes_through_its_steps() -> None:
    table = Tabletop(3, "quick", seed=4).dealt()
    happened = [type(event).__name__ for folded in table.folded for event in folded.events]
    shuffle = [
        *["Committed"] * 3,
        *["Opened"] * 3,
        "DealerDrawn",
        *["Opened"] * 3,
        "Shuffled",
        "RoundStarted",
    ]
    assert happened[: 3 + len(shuffle)] == ["SessionStarted"] * 3 + shuffle
    assert [seat for (seat,) in events_of(table, SessionStarted)] == [0, 1, 2]
    assert events_of(table, Committed) == [Committed(seat, 0) for seat in range(3)]
    assert [event.second for event in events_of(table, Opened)] == [False] * 3 + [True] * 3
    assert events_of(table, Shuffled) == [Shuffled(0, 0, 108)]
    (drawn,), (started,) = events_of(table, DealerDrawn), events_of(table, RoundStarted)
    assert drawn.dealer == started.dealer == table.fold.match.dealer
    assert {seat for seat, _ in drawn.draws} == {0, 1, 2}
    assert [len(hand) for hand in started.hands] == [7, 7, 7]


def test_points_add_up_to_a_classic_match() -> None:
    table = Tabletop(3, "classic", seed=1).dealt().finish()
    closed, ends = events_of(table, RoundClosed), events_of(table, RoundOver)
    assert len(closed) == len(ends) > 2
    assert [event.round for event in closed] == list(range(len(closed)))
    total = [0, 0, 0]
    for end, close in zip(ends, closed, strict=True):
        total = [a + b for a, b in zip(total, end.outcome.points, strict=True)]
        assert list(close.scores) == total
    assert max(total) >= 500 > max(closed[-2].scores)
    (over,) = events_of(table, MatchOver)
    assert over.winners == (total.index(max(total)),)


def test_the_deal_passes_on_and_is_drawn_once() -> None:
    table = Tabletop(3, "classic", seed=1).dealt().finish()
    dealers = [event.dealer for event in events_of(table, RoundStarted)]
    assert len(events_of(table, DealerDrawn)) == 1
    for before, after in pairwise(dealers):
        assert after == next_dealer((0, 0, 0), before) == (before + 1) % 3


def test_every_round_is_shuffled_anew() -> None:
    table = Tabletop(3, "classic", seed=1).dealt().finish()
    rounds = len(events_of(table, RoundClosed))
    assert kinds_of(table).count(Kind.ROUND_END) == rounds
    assert kinds_of(table).count(Kind.COMMIT) == kinds_of(table).count(Kind.OPEN) == 3 * rounds
    first = [event for event in events_of(table, Shuffled) if event.epoch == 0]
    assert [event.round for event in first] == list(range(rounds))


def test_the_lowest_score_wins_where_the_ruleset_says_so() -> None:
    table = Tabletop(3, "classic", seed=5, match="lowest", target="60").dealt().finish()
    (over,) = events_of(table, MatchOver)
    assert max(over.scores) >= 60
    least = min(over.scores)
    assert over.winners == tuple(s for s, score in enumerate(over.scores) if score == least)


def test_a_seal_is_due_right_after_a_round_only() -> None:
    table = Tabletop(2, "classic", seed=1).dealt()
    assert table.fold.seal_scores() is None
    table.until(lambda fold: fold.closed_at > 0)
    assert table.fold.seal_scores() == table.fold.match.scores
    table.step()
    assert table.fold.seal_scores() is None


# Shuffles in mid-round


def shuffled_again(table: Tabletop, event: type[Any]) -> Tabletop:
    seen = len(events_of(table, event))
    return table.until(lambda fold: len(events_of(table, event)) > seen)


def card_types(table: Tabletop) -> Counter[int]:
    """Every card of the round by type, wherever it is; a slot in two places fails."""
    state = table.fold.round
    slots = [*state.draw, *state.discard, *state.aside, *(s for h in state.hands for s in h)]
    want = state.wants
    if want is not None and want.kind == WantKind.REDEAL:
        slots += want.slots
    assert len(slots) == len(set(slots))
    return Counter(state.faces[slot] for slot in slots)


@pytest.mark.parametrize(("seats", "size"), [(5, "20"), (10, "10")])
def test_a_reshuffle_goes_through_nonces_and_second_openings(seats: int, size: str) -> None:
    table = Tabletop(seats, "quick", seed=2, hand_size=size).dealt()
    table.until(lambda fold: fold.deal.step == "nonce")
    state = table.fold.round
    discards, asked = state.discard[:], table.fold.last_turn
    assert state.wants.kind == WantKind.RESHUFFLE
    pile = [state.faces[slot] for slot in discards[:-1]]
    assert list(table.fold.deal.pile) == pile
    assert legal_moves(state, state.turn) == []
    before = len(table.folded)
    table.shuffle()
    records = kinds_of(table)[before:]
    assert records == [Kind.NONCE] * seats + [Kind.OPEN2] * seats
    (shuffled,) = [event for event in events_of(table, Shuffled) if event.epoch == 1]
    assert shuffled.cards == len(pile)
    (laid,) = events_of(table, Reshuffled)
    assert laid.slots == tuple(range(108, 108 + len(pile)))
    state = table.fold.round
    assert sorted(state.faces[slot] for slot in laid.slots) == sorted(pile)
    assert state.discard == discards[-1:]
    assert state.epoch == table.fold.deal.epoch == 1
    assert table.fold.last_turn == asked
    assert card_types(table) == Counter(deck_cards("108"))
    table.finish()


def test_shuffle_hands_deals_from_a_new_epoch() -> None:
    # The seed is one with which somebody plays the card.
    for seed in range(20):
        table = Tabletop(3, "modern", seed=seed).dealt()
        while not table.fold.over and not events_of(table, HandsDealtAgain):
            table.step("random")
        if events_of(table, HandsDealtAgain):
            break
    (again,) = events_of(table, HandsDealtAgain)
    state, epoch = table.fold.round, table.fold.deal.epoch
    assert state.hands == [list(hand) for hand in again.hands]
    sizes = sorted(map(len, again.hands))
    assert sizes[-1] - sizes[0] <= 1
    (shuffled,) = [event for event in events_of(table, Shuffled) if event.epoch == epoch]
    assert shuffled.cards == sum(sizes)
    records = kinds_of(table)[-6:]
    assert records == [Kind.NONCE] * 3 + [Kind.OPEN2] * 3
    assert card_types(table) == Counter(deck_cards("112"))
    table.finish()


def test_two_reshuffles_in_one_round_use_two_epochs() -> None:
    table = Tabletop(10, "quick", seed=2, hand_size="10").dealt()
    for epoch in (1, 2):
        shuffled_again(table, Reshuffled)
        assert table.fold.deal.epoch == epoch
        assert card_types(table) == Counter(deck_cards("108"))


# Copies, equality, hashes


def halfway(seats: int = 3) -> Tabletop:
    table = Tabletop(seats, "classic", seed=7).dealt()
    return table.until(lambda fold: fold.match.round == 1 and fold.last_turn > fold.closed_at + 20)


def test_a_copy_goes_its_own_way() -> None:
    table = halfway()
    original = table.fold
    frozen = original.public_values()
    table.fold = twin = original.copy()
    assert twin == original
    assert twin.state_hash() == original.state_hash()
    for _ in range(60):
        table.step()
        if table.fold.over:
            break
    assert twin != original
    assert original.public_values() == frozen


def test_an_original_leaves_its_copies_alone() -> None:
    table = Tabletop(5, "quick", seed=2, hand_size="20").greet()
    twins = []
    while not table.fold.over:
        twins.append((table.fold.copy(), table.states[-1]))
        table.step()
    assert all(twin.state_hash() == state for twin, state in twins)


def test_every_seat_computes_the_same_states() -> None:
    table = halfway()
    other = Fold(table.terms)
    states = [other.state_hash()]
    for entry in table.ledger.slice(1, table.ledger.last_index + 1):
        other.apply(entry)
        states.append(other.state_hash())
    assert states == table.states
    assert len(set(states)) == len(states)


def test_folds_of_another_table_differ_from_the_start() -> None:
    assert Tabletop(2, seed=1).states[0] != Tabletop(2, seed=2).states[0]


def other(value: Any) -> Any:
    """A value of the same kind that is not ``value``; None where it cannot be guessed."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case bytes():
            return value + b"x"
        case Want() | Outcome():
            return value._replace(**{value._fields[0]: 5})
        case list():
            return [*value, other(value[0])] if value else [1]
        case tuple():
            return (*value, other(value[0])) if value else (1,)
        case dict():
            return {**value, 9: bytes(32)}
        case _:
            return None


def altered(value: Any) -> list[tuple[str, Any]]:
    """Copies of a dataclass, each with one other field."""
    assert is_dataclass(value)
    copies = []
    for field in fields(value):
        changed = other(getattr(value, field.name))
        if field.name == "wants":
            changed = Want(int(WantKind.UP), (1,))
        if field.name == "outcome":
            changed = Outcome(None, "stalemate", (0, 0, 0))
        if field.name == "todo":
            changed = [(0, 1, 2)]
        if field.name == "hands":
            changed = [*getattr(value, field.name)[1:], [1]]
        if changed is not None:
            copies.append((field.name, replace(value, **{field.name: changed})))
    return copies


@pytest.mark.parametrize(
    ("part", "kind", "elsewhere"),
    [
        # The ruleset of a match is in the terms; a deck is compared through its faces.
        ("round", State, {"ruleset"}),
        ("deal", DealState, set()),
        ("match", MatchState, {"ruleset"}),
    ],
)
def test_the_state_hash_covers_every_field(part: str, kind: type, elsewhere: set[str]) -> None:
    fold = halfway().fold
    seen = {fold.state_hash()}
    copies = altered(getattr(fold, part))
    assert {name for name, _ in copies} == {field.name for field in fields(kind)} - elsewhere
    for name, changed in copies:
        twin = fold.copy()
        setattr(twin, part, changed)
        assert twin.state_hash() not in seen, name
        assert twin != fold, name
        seen.add(twin.state_hash())


def test_the_state_hash_covers_the_fields_of_the_fold_itself() -> None:
    fold = halfway().fold
    seen = {fold.state_hash()}
    for change in (
        {"index": fold.index + 1},
        {"last_turn": fold.last_turn + 1},
        {"closed_at": fold.closed_at + 1},
        {"round": None},
        {"_sessions": {**fold._sessions, 0: (b"sessionX", fold._sessions[0][1])}},
        {"_sessions": {**fold._sessions, 0: (fold._sessions[0][0], 99)}},
        {"_sessions": {0: fold._sessions[0]}},
    ):
        twin = fold.copy()
        for name, value in change.items():
            setattr(twin, name, value)
        assert twin.state_hash() not in seen, change
        seen.add(twin.state_hash())
    covered = {"index", "last_turn", "closed_at", "round", "_sessions", "match", "deal"}
    assert fold.__dict__.keys() == covered | {"terms"}


def test_the_ruleset_of_a_round_is_in_its_hash() -> None:
    fold = halfway().fold
    twin = fold.copy()
    twin.round = replace(twin.round, ruleset=replace(twin.round.ruleset, target=300))
    assert twin.state_hash() != fold.state_hash()


def test_public_values_can_be_encoded_and_decoded() -> None:
    table = Tabletop(5, "quick", seed=2, hand_size="20").greet()
    while not table.fold.over:
        values = table.fold.public_values()
        assert codec.decode(codec.encode(values)) == values
        table.step()


# Any legal game


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
    *(("d", None, None, None), ("k", None, None, None), ("ok", None, None, None)),
    *(("c@0", None, 9, None), ("u", None, 30, None), ("wi=b", 5, None, None), ("ch", 1, 1, b"")),
    *((), None, ("zz", None, None, None)),
)


def play_anyhow(table: Tabletop, rng: Random, steps: int) -> None:
    deck = Counter(deck_cards(table.terms.ruleset.deck))
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
    preset=st.sampled_from(["classic", "quick", "modern"]),
    size=st.integers(1, 10),
)
def test_any_game_keeps_its_cards_and_replays_to_the_same_state(
    seed: int, seats: int, preset: str, size: int
) -> None:
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
