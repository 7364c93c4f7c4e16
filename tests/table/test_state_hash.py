"""The fold: copies that share nothing, and a hash that covers everything."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from tests.table.tabletop import Tabletop
from unonet.deal import DealState, Holdings
from unonet.deal.keying import Keying
from unonet.deal.mixing import Mixing
from unonet.game.events import Outcome
from unonet.game.match import MatchState
from unonet.game.state import State, Want, WantKind
from unonet.ledger import codec
from unonet.table.reducer import Fold


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


SEALED_PARTS = {
    "keying": Keying((0, 1, 2), 2),
    "mixing": Mixing(()),
    "holdings": Holdings(digest=bytes(32)),
}


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
        if field.name in SEALED_PARTS:
            changed = SEALED_PARTS[field.name]
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
        {"roster": fold.roster[1:]},
        {"void": True},
    ):
        twin = fold.copy()
        for name, value in change.items():
            setattr(twin, name, value)
        assert twin.state_hash() not in seen, change
        seen.add(twin.state_hash())
    covered = {"index", "last_turn", "closed_at", "round", "_sessions", "match", "deal", "roster"}
    # The hash of an entry is in the chain, which every ack covers beside the state.
    assert fold.__dict__.keys() == covered | {"void", "terms", "_hashes", "turn_hash"}


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
