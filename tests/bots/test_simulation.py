"""Simulations: the same for a seed, fair in seats, and counted with an interval."""

from __future__ import annotations

from random import Random

import pytest

from unonet.bots import BOTS
from unonet.bots.arena import MOST_MOVES, Game, play_game, play_round
from unonet.bots.croupier import dealt_round
from unonet.bots.simulation import Simulation
from unonet.bots.tally import Tally, wilson
from unonet.game.moves import Move, Verb
from unonet.game.ruleset import Ruleset
from unonet.game.view import PlayerView

QUICK = Ruleset.parse("quick")
MIXED = Simulation(QUICK, ("careful", "greedy", "random"), "seed")


def test_however_the_games_are_shared_out() -> None:
    whole = MIXED.play(range(12))
    parts = Tally()
    for numbers in (range(7, 12), range(3), range(3, 7)):
        parts += MIXED.play(numbers)
    assert parts == whole
    assert whole.games == 12 and sum(whole.wins.values()) + whole.unwon == 12


def test_another_seed_is_another_game() -> None:
    assert Simulation(QUICK, MIXED.bots, "other").play(range(5)) != MIXED.play(range(5))


def test_bots_move_round_the_table() -> None:
    seatings = [MIXED.seating(number) for number in range(4)]
    assert seatings[0] == seatings[3] == ("careful", "greedy", "random")
    assert seatings[1] == ("random", "careful", "greedy")
    assert {seating.index("careful") for seating in seatings} == {0, 1, 2}


def test_a_match_goes_on_to_its_target() -> None:
    rules = Ruleset.parse("classic", {"target": "200"})
    game = play_game(rules, [BOTS["greedy"]] * 3, Random(1))
    assert game.rounds > 1
    assert max(game.scores) >= 200
    assert [game.scores[seat] for seat in game.winners] == [max(game.scores)]


def never_plays(view: PlayerView, rng: Random) -> Move | None:
    """Draws and keeps: with such bots a match of rounds in stalemate never ends by itself."""
    idle = [move for move in view.legal if move.verb not in (Verb.PLAY, Verb.CATCH, Verb.UNO)]
    return idle[0] if idle else None


def test_a_game_that_nobody_wants_to_win_ends() -> None:
    game = play_game(Ruleset.parse("classic"), [never_plays] * 2, Random(1))
    assert game.winners == () and game.moves == MOST_MOVES


def test_a_round_stops_at_its_limit() -> None:
    rng = Random(1)
    state = dealt_round(QUICK, rng, seats=[0] * 4)
    assert play_round(state, [never_plays] * 4, rng, limit=9) == 9
    assert state.outcome is None


def test_points_and_wins_are_counted_by_bot() -> None:
    tally = Tally()
    tally.add(Game((1,), (0, 30, 5), 1, 50), ("a", "b", "a"))
    tally.add(Game((), (10, 0, 0), 1, 20), ("a", "a", "b"))
    shown = tally.as_json(("a", "a", "b"))
    assert shown["wins"] == {"a": 0, "b": 1}
    assert shown["points"] == {"a": 15, "b": 30}
    assert (shown["without_winner"], shown["moves_per_game"]) == (1, 35.0)
    assert shown["even"] == {"a": 0.6667, "b": 0.3333}


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_those_of_wilson(hits: int, tries: int, low: float, high: float) -> None:
    """Reference values: Newcombe 1998, and R's ``prop.test`` without correction."""
    assert wilson(hits, tries) == pytest.approx((low, high), abs=1e-4)
