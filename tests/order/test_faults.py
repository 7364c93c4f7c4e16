"""Random faults, then healing: safety all the time, liveness after it (protocol.md section 8)."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.order.virtual import Faults, World
from unonet.ledger.entry import Move

SEEDS = {2: 100, 3: 100, 4: 100, 10: 15}
FAULTY = 8.0
"""Virtual seconds of faults."""


def play(world: World, seed: int, moves: int) -> list[Move]:
    """Faults and moves at random times; returns what was submitted."""
    chance, submitted = Random(seed ^ 0x5EED), list[Move]()
    world.faults = Faults(
        loss=chance.choice([0.0, 0.05, 0.3]),
        duplicates=chance.choice([0.0, 0.2]),
        delay=(0.0, chance.choice([0.002, 0.05, 0.6])),
    )
    start, peers = world.now, list(world.nodes)

    def move(seat: int) -> None:
        if len(world.nodes[seat].replica.pending) < 16:
            submitted.append(world.submit(seat, chance.choice([1, 2, -1])))

    for _ in range(moves):
        seat = chance.randrange(world.seats)
        world.at(start + chance.uniform(0, FAULTY), partial(move, seat))
    for _ in range(chance.randrange(4)):
        a, b = chance.sample(peers, 2)
        when = start + chance.uniform(0, FAULTY)
        world.at(when, partial(world.cut, a, b))
        world.at(when + chance.uniform(0, 5), partial(world.mend, a, b))
    world.run(start + FAULTY)
    world.check()
    return submitted


def healed(seats: int, seed: int, *, learners: int = 0, moves: int = 25) -> World:
    world = World(seats, seed, learners=learners)
    world.hello()
    submitted = play(world, seed, moves)
    world.heal()
    world.run_for(5.0)
    world.check()
    world.check_complete(submitted)
    return world


@pytest.mark.parametrize("seats", SEEDS)
def test_faults_never_fork_and_heal_within_five_seconds(seats: int) -> None:
    @settings(
        max_examples=SEEDS[seats],
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**32))
    def run(seed: int) -> None:
        healed(seats, seed)

    run()


@pytest.mark.parametrize("seed", range(10))
def test_learners_see_the_same_log_and_hold_the_same_proofs(seed: int) -> None:
    world = healed(3, seed, learners=2)
    assert all(len(seal.signatures) == 3 for seal in world.nodes[16].sealed)


def test_a_seed_is_the_whole_story() -> None:
    runs = [healed(4, 77).history for _ in range(2)]
    assert runs[0] == runs[1]
