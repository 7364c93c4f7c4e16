"""How many moves a second the rules engine makes, in one process: at four seats, and at others.

A move is a pick from ``legal_moves``, a validating ``apply`` and its events; no hash. A shuffle
is an input: what the engine does with its order counts, finding one does not. The floor is a bare
loop, without a single call of a Python function, that does per move what the engine was seen to
do: opcodes of whole random rounds, traced inside ``unonet.game`` (CPython 3.11), came to 39
attribute reads and 9 writes (dict reads and writes here), 29 list reads, 2 list writes, 5
additions to a set, 20 calls of which 8 are list methods and 2 build an event or a list (both built
here), and 15 loop steps, which the loops over the lists below make as well.
"""

from __future__ import annotations

import time
from random import Random

from tests.bench.figures import Figure
from unonet.game import engine
from unonet.game.legality import legal_moves
from unonet.game.ruleset import CLASSIC, Ruleset
from unonet.game.state import State

SEATS = 4
TABLES = (2, 4, 6, 10)
TWO_DECKS = Ruleset.parse("classic", {"decks": "2"})
ROUNDS = 40
REPEATS = 5
FIELDS = ("turn", "phase", "color", "drawn", "exposed", "called", "idle", "jumpable", "last")


def measure() -> dict[str, Figure]:
    """``ratio`` is how many times the floor's time a move takes; the best of a few runs each.

    ``engine_tables`` has tables of 2 to 10: its floor is the one at which a move takes least, its
    value the one at which it takes most. Two decks, or at ten seats players who draw by chance
    hold all cards, and every eighth move is a reshuffle.
    """
    rates = [rate(SEATS, CLASSIC) for _ in range(REPEATS)]
    runs = [[rate(seats, TWO_DECKS) for seats in TABLES] for _ in range(REPEATS)]
    tables = list(map(max, *runs))
    floor = max(_floor_rate() for _ in range(REPEATS))
    return {
        "engine_moves": _figure(max(rates), floor),
        "engine_tables": _figure(min(tables), max(tables)),
    }


def _figure(value: float, floor: float) -> Figure:
    return {"value": value, "unit": "moves/s", "floor": floor, "ratio": floor / value}


def rate(seats: int, ruleset: Ruleset) -> float:
    rng = Random(4)
    rounds = [_dealt(rng, seats, ruleset) for _ in range(ROUNDS)]
    begin = time.process_time()
    played = [_play(state, rng) for state in rounds]
    took = time.process_time() - begin - sum(arranging for _, arranging in played)
    return sum(moves for moves, _ in played) / took


def _dealt(rng: Random, seats: int, ruleset: Ruleset) -> State:
    deck = list(ruleset.cards())
    rng.shuffle(deck)
    state = engine.start(ruleset, seats=[0] * seats, dealer=0, scores=[0] * seats)
    engine.dealt(state, epoch=0, slots=range(len(deck)), faces=deck)
    engine.settle(state)
    return state


def _play(state: State, rng: Random) -> tuple[int, float]:
    """The moves of a round, and the seconds that went into arranging cards."""
    moves, arranging = 0, 0.0
    pick = rng.random
    while state.outcome is None:
        if state.wants is not None:
            arranging += _reshuffle(state, rng)
            continue
        seat = state.due
        legal = legal_moves(state, seat)
        engine.apply(state, seat, legal[int(pick() * len(legal))])
        engine.settle(state)
        moves += 1
    return moves, arranging


def _reshuffle(state: State, rng: Random) -> float:
    assert state.wants is not None
    begin = time.process_time()
    faces = [state.faces[slot] for slot in state.wants.slots]
    rng.shuffle(faces)
    arranging = time.process_time() - begin
    slots = range(len(state.faces), len(state.faces) + len(faces))
    engine.dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)
    engine.settle(state)
    return arranging


def _floor_rate(moves: int = 40_000) -> float:
    state = dict.fromkeys(FIELDS, 0)
    hand, faces, pile = list(range(5)), list(range(29)), [0] * 8
    begin = time.process_time()
    for _ in range(moves):
        seen = set()
        for slot in hand:
            seen.add(faces[slot])
        total = 0
        for field in FIELDS:
            total = state[field]
            total = state[field]
            total = state[field]
            total = state[field]
            state[field] = total
            total = faces[1]
            total = faces[2]
        total = state["turn"] + state["phase"] + state["color"]
        total = faces[3] + faces[4] + faces[5] + faces[6] + faces[7] + faces[8]
        faces[9] = faces[10] = total
        pile.append(total)
        pile.append(total)
        pile.append(total)
        pile.append(total)
        pile.pop()
        pile.pop()
        pile.pop()
        pile.pop()
        event = (total, seen, pile, hand)
        events = [event]
    del events
    return moves / (time.process_time() - begin)
