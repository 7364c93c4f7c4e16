"""The engine beside the UNO environment of RLCard, in one run.

A move of either is a pick among the legal ones, the move itself, and the legal ones of the next
seat. RLCard (a bench extra) also writes the next seat's state as arrays, which is what its users
get for a step; ``rlcard_game`` leaves that out. Here ``ratio`` is how many times the floor's rate
the engine has.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from tests.bench import engine
from tests.bench.figures import Figure
from unonet.game.ruleset import CLASSIC

SEATS: Final = 4
MOVES: Final = 8_000
REPEATS: Final = 5
MISSING: Final = "skipped rlcard: it is not installed; pip install 'unonet[bench]' does that"


def measure(moves: int = MOVES, repeats: int = REPEATS) -> dict[str, Figure]:
    """The best of a few runs each, taken in turns; without RLCard none, and a line says so."""
    if find_spec("rlcard") is None:
        print(MISSING, flush=True)
        return {}
    runs = [
        (engine.rate(SEATS, CLASSIC), _environment_rate(moves), _game_rate(moves))
        for _ in range(repeats)
    ]
    ours, environment, game = map(max, zip(*runs, strict=True))
    return {
        "rlcard_env": _times(ours, environment),
        "rlcard_game": _times(ours, game),
    }


def _times(ours: float, floor: float) -> Figure:
    return Figure(value=ours, unit="moves/s", floor=floor, ratio=ours / floor)


def _environment_rate(moves: int) -> float:
    import rlcard

    env = rlcard.make("uno", config={"seed": 4, "game_num_players": SEATS})
    return _rate(moves, env.reset, lambda state: tuple(state["legal_actions"]), env.step, env)


def _game_rate(moves: int) -> float:
    from rlcard.games.uno import Game

    game = Game()
    game.configure({"game_num_players": SEATS})
    return _rate(moves, game.init_game, lambda state: state["legal_actions"], game.step, game)


def _rate(
    moves: int,
    start: Callable[[], Any],
    legal: Callable[[Any], Any],
    step: Callable[[Any], Any],
    game: Any,
) -> float:
    rng = Random(4)
    begin = time.process_time()
    state, _ = start()
    for _ in range(moves):
        if game.is_over():
            state, _ = start()
        choices = legal(state)
        state, _ = step(choices[int(rng.random() * len(choices))])
    return moves / (time.process_time() - begin)
