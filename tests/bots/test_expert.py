"""The bot that imagines: worlds that fit what it sees, a budget, and moves that win at once."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.bots.views import asked, seen
from unonet.bots import BOTS, find_bot
from unonet.bots.arena import play_game
from unonet.bots.croupier import dealt_round
from unonet.bots.expert import Expert
from unonet.bots.worlds import Worlds
from unonet.bots.worth import chance_of
from unonet.game import engine
from unonet.game.cards import parse_card
from unonet.game.feeding import feed
from unonet.game.notation import parse_move
from unonet.game.past import BITS, Past
from unonet.game.ruleset import Ruleset
from unonet.game.state import State
from unonet.game.view import PlayerView, view

PARTY = Ruleset.parse("party", {"deck": "112"})


def walk(seed: int, moves: int, rules: Ruleset = PARTY) -> tuple[State, Past]:
    """A round in the middle, and what it has shown."""
    rng, past = Random(seed), Past()
    state = dealt_round(rules, rng, seats=[0] * 4)
    for _ in range(moves):
        if state.outcome is not None:
            break
        move = BOTS["greedy"](view(state, state.due), rng)
        assert move is not None
        past.see(state, engine.apply(state, state.due, move) + feed(state, rng.shuffle))
    return state, past


def undecided() -> PlayerView:
    """What a seat sees that has several cards to choose from."""
    rounds = (walk(seed, 8) for seed in range(50))
    views = (view(state, state.due, None, past) for state, past in rounds)
    return next(seen for seen in views if len(seen.legal) > 4)


@pytest.mark.parametrize("moves", [0, 7, 20, 33])
@pytest.mark.parametrize("seed", range(4))
def test_an_imagined_round_looks_the_same(seed: int, moves: int) -> None:
    state, past = walk(seed, moves)
    if state.outcome is not None:
        return
    before = view(state, state.due, None, past)
    for trial in range(5):
        world = Worlds(before).imagine(Random(trial))
        assert Counter(world.faces) == Counter(PARTY.cards())
        assert same(view(world, state.due), before)


def same(imagined: PlayerView, real: PlayerView) -> bool:
    """Equal but for slots, which are numbered anew, and for what was shown."""
    fields = set(PlayerView.__dataclass_fields__) - {"slots", "refused", "legal"}
    return set(imagined.legal) == set(real.legal) and all(
        getattr(imagined, name) == getattr(real, name) for name in fields
    )


def test_nobody_is_imagined_to_hold_what_it_could_not_play() -> None:
    red = BITS[parse_card("r5")]
    view_ = seen(
        hand=(parse_card("g1"),), counts=(1, 6, 1, 1), refused=((0,), (red,) * 6, (0,), (0,))
    )
    worlds = Worlds(view_)
    for seed in range(50):
        world = worlds.imagine(Random(seed))
        assert not any(BITS[world.faces[slot]] & red for slot in world.hands[1])


def test_the_same_luck_gives_the_same_move() -> None:
    before = undecided()
    moves = {Expert(playouts=60)(before, Random(5)) for _ in range(3)}
    assert len(moves) == 1


def test_the_clock_ends_the_search() -> None:
    ticks = iter(range(1000))
    expert = find_bot("expert", clock=lambda: float(next(ticks)), seconds=10.0)
    before = undecided()
    assert expert(before, Random(1)) in before.legal
    assert next(ticks) == 11


def test_it_goes_out_when_it_can() -> None:
    assert asked(Expert(playouts=20), "r9", "r9 d", counts=(1, 7, 7, 7)) == "r9"


def test_it_attacks_who_would_go_out() -> None:
    expert = Expert(playouts=400)
    choice = expert(
        seen(
            hand=tuple(map(parse_card, ("r+2", "r1", "y2", "g3"))),
            counts=(4, 1, 9, 9),
            called=(False, True, False, False),
            legal=tuple(map(parse_move, ("r+2", "r1", "d"))),
        ),
        Random(1),
    )
    assert str(choice) == "r+2"


def test_chances_are_shares_of_one() -> None:
    for seed in range(6):
        state, _ = walk(seed, 15, Ruleset.parse("quick"))
        chances = [chance_of(state, seat) for seat in range(4)]
        assert sum(chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in chances)


def test_a_game_of_experts_ends() -> None:
    game = play_game(Ruleset.parse("quick"), [Expert(playouts=10)] * 3, Random(2))
    assert game.winners and game.rounds == 1
