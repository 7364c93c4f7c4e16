"""The state is a value: every field is copied, compared and hashed, and fits the encoding."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest

from tests.game.rounds import dealt_round, playthrough
from unonet.game.events import Outcome
from unonet.game.ruleset import Ruleset
from unonet.game.state import State, Want, WantKind

FIELDS = [field.name for field in fields(State)]


def played(seed: int = 3) -> State:
    rng = Random(seed)
    state = dealt_round(4, rng)
    for _ in playthrough(state, rng, limit=60):
        pass
    return state


def changed(value: object) -> object:
    match value:
        case Ruleset():
            return Ruleset.parse("modern")
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, [9] if value and isinstance(value[0], list) else 9]
        case None:
            return None
    raise AssertionError(value)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_counts_in_equality_and_in_the_public_values(name: str) -> None:
    state = played()
    other = state.copy()
    others: dict[str, object] = {
        "wants": Want(int(WantKind.HANDS), seats=(1,)),
        "outcome": Outcome(1, "out", (0, 5, 0, 0)),
        "todo": [(0, 1, 2)],
    }
    setattr(other, name, others.get(name, changed(getattr(state, name))))
    assert other != state
    assert other.public_values() != state.public_values()
    assert len(other.public_values()) == len(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_a_copy_shares_nothing_that_can_change(name: str) -> None:
    state = played()
    mine, copied = getattr(state, name), getattr(state.copy(), name)
    assert mine == copied
    if isinstance(mine, list):
        assert mine is not copied
    if name == "hands":
        assert all(a is not b for a, b in zip(mine, copied, strict=True))


def depth_of(value: object) -> int:
    if not isinstance(value, tuple):
        assert value is None or type(value) in (int, str, bool, bytes), value
        return 0
    assert type(value) is tuple
    assert len(value) <= 256
    return 1 + max(map(depth_of, value), default=0)


def test_public_values_are_plain_and_shallow_all_the_way_through_a_game() -> None:
    rng = Random(11)
    state = dealt_round(10, rng, Ruleset.parse("modern"))
    assert depth_of(state.public_values()) <= 4
    for _ in playthrough(state, rng, records=0.05):
        assert depth_of(state.public_values()) <= 4
    state.wants = Want(int(WantKind.RESHUFFLE), tuple(range(100)))
    state.outcome = Outcome(None, "stalemate", (0,) * 10)
    assert depth_of(state.public_values()) <= 4


def test_hidden_faces_are_one_byte_each() -> None:
    state = played()
    state.faces[:3] = [-1, 0, 55]
    faces = state.public_values()[FIELDS.index("faces")]
    assert isinstance(faces, bytes)
    assert faces[:3] == b"\xff\x00\x37"
    assert len(faces) == len(state.faces)
