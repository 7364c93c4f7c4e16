"""Records that cross each other: whatever the order, no honest seat loses its place by it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.table.clockwork import clockwork
from tests.table.racing import LONG_RACE, Race
from tests.table.scenes import SMALL

__all__ = ["clockwork"]

WITH_SHUFFLE_HANDS = f"{SMALL},ws:1"


def rules(rng: Random) -> dict[str, str]:
    """Options among which every way of moving hidden cards comes up."""
    options = {
        "deck": rng.choice((SMALL, WITH_SHUFFLE_HANDS)),
        "hand_size": rng.choice(("1", "2", "3")),
        "seven_zero": rng.choice(("off", "on")),
        "jump_in": rng.choice(("off", "all")),
        "stacking": rng.choice(("off", "any")),
        "wild_draw_four": rng.choice(("challenge", "challenge", "strict")),
    }
    return options | {"recovery": rng.choice(("majority", "majority", "strict"))}


def raced(seed: int, **kind: Any) -> Race:
    """``Race`` fails by itself for a desync, an expelled honest seat and a table that stands."""
    rng = Random(seed)
    seats = rng.choice((2, 3, 3, 4, 4, 5))
    return Race(seats, seed=seed, **kind, **rules(rng)).finish()


def reasons(race: Race) -> Counter[str]:
    return Counter(folded.noop for folded in race.table.folded if folded.noop)


@pytest.mark.parametrize("seed", range(8))
def test_honest_seats_that_look_late_come_to_the_end(seed: int) -> None:
    race = raced(seed)
    assert race.fold.over or race.fold.index == LONG_RACE
    assert not reasons(race)["bad_proof"]


@pytest.mark.parametrize("seed", range(100, 110))
def test_seats_may_leave_at_any_moment(seed: int) -> None:
    race = raced(seed, leaving=0.01)
    assert not reasons(race)["bad_proof"]


@pytest.mark.parametrize("seed", range(200, 210))
def test_only_liars_are_expelled(seed: int) -> None:
    raced(seed, leaving=0.003, liars=1)


@pytest.mark.usefixtures("clockwork")
@pytest.mark.parametrize("seed", range(300, 308))
def test_seats_that_are_away_lose_nothing_but_their_turns(seed: int) -> None:
    race = raced(seed, leaving=0.003, clocks=0.02)
    assert not reasons(race)["bad_proof"]


def test_these_races_are_races() -> None:
    """Beside the plain way they meet records that came too late, restarts, and epochs."""
    races = [raced(seed, leaving=0.02, liars=1) for seed in range(400, 408)]
    seen = sum(map(reasons, races), Counter[str]())
    assert {"deal", "bad_proof"} <= set(seen)
    assert any(race.fold.deal.attempt for race in races)
    assert any(race.fold.deal.epoch for race in races)
    assert any(race.fold.void for race in races)
    assert not all(race.fold.void for race in races)
