"""Bots at a table without a network: only legal moves, rounds that end, and greed that pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.bots.views import asked, seen
from unonet.bots import BOTS, Bot, person_pause
from unonet.bots.arena import play_game, play_round
from unonet.bots.croupier import dealt_round
from unonet.bots.expert import Expert
from unonet.bots.pause import LONGEST, SHORTEST
from unonet.game.cards import parse_card
from unonet.game.events import Outcome
from unonet.game.notation import parse_move
from unonet.game.ruleset import PRESETS, Ruleset

QUICK = Ruleset.parse("quick")
MIXES = [
    "stacking=any jump_in=all wild_draw_four=free",
    "stacking=same seven_zero=on wild_draw_four=strict finish=no_action",
    "draw=until_playable force_play=on customizable=swap",
    "customizable=others_draw_1 finish=no_wild jump_in=exact seven_zero=on",
    "customizable=skip_next uno_penalty=0 decks=2 hand_size=3",
    "customizable=next_draws_2 finish=no_draw_four force_play=on wild_draw_four=strict",
]


def play(bots: Sequence[Bot], seed: int, ruleset: Ruleset = QUICK) -> Outcome:
    """One round to its end; every move goes through the engine, which refuses illegal ones."""
    rng = Random(seed)
    state = dealt_round(ruleset, rng, seats=[0] * len(bots), dealer=seed % len(bots))
    play_round(state, bots, rng)
    assert state.outcome is not None
    return state.outcome


def greedy_move(hand: str, legal: str, **changes: Any) -> str:
    return asked(BOTS["greedy"], hand, legal, **changes)


UNTIRING = ["random", "greedy", "careful"]


@pytest.mark.parametrize("name", UNTIRING)
@pytest.mark.parametrize("preset", ["quick", "modern"])
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_rounds_of_one_kind_end(name: str, preset: str, seats: int) -> None:
    for seed in range(5):
        outcome = play([BOTS[name]] * seats, seed, Ruleset.parse(preset))
        assert outcome.reason in ("out", "stalemate")


@pytest.mark.parametrize("preset", [name for name, texts in PRESETS.items() if texts is not None])
def test_every_bot_plays_every_preset(preset: str) -> None:
    """Every move goes through the engine, which refuses illegal ones."""
    rules = Ruleset.parse(preset, {"match": "round"} if preset != "elimination" else {})
    quick_thinker = Expert(playouts=12)
    for seed in range(3):
        bots = [*map(BOTS.__getitem__, ("greedy", "careful", "greedy", "careful")), quick_thinker]
        assert play_game(rules, bots, Random(seed)).winners


@pytest.mark.parametrize("options", MIXES)
def test_every_bot_plays_the_house_rules(options: str) -> None:
    texts = dict(word.split("=") for word in options.split())
    rules = Ruleset.parse("modern", texts)
    for seed in range(4):
        bots = [BOTS["careful"], Expert(playouts=12), BOTS["greedy"]]
        outcome = play(bots, seed, rules)
        assert outcome.reason in ("out", "stalemate")


def test_greed_beats_chance() -> None:
    """A quarter would be chance; the seat goes round so that no place is favoured."""
    games = 300
    wins: Counter[bool] = Counter()
    for seed in range(games):
        place = seed // 4 % 4
        bots = [BOTS["greedy" if seat == place else "random"] for seat in range(4)]
        wins[play(bots, seed).winner == place] += 1
    assert wins[True] >= 0.7 * games


def test_the_same_seed_plays_the_same_game() -> None:
    bots = [BOTS["greedy"], BOTS["random"], BOTS["greedy"]]
    assert play(bots, 7) == play(bots, 7)


@pytest.mark.parametrize("name", BOTS)
def test_without_a_legal_move_nothing_is_done(name: str) -> None:
    assert BOTS[name](seen(), Random(1)) is None


def test_chance_waits_to_be_asked_and_calls_uno() -> None:
    choose = BOTS["random"]
    assert choose(seen(legal=(parse_move("c@2"), parse_move("u"))), Random(1)) is None
    legal = tuple(map(parse_move, ["r5", "r5!", "d", "c@2"]))
    chosen = Counter(str(choose(seen(legal=legal), Random(seed))) for seed in range(400))
    assert set(chosen) == {"r5!", "d"}
    assert min(chosen.values()) > 120


@pytest.mark.parametrize(
    ("hand", "legal", "move"),
    [
        ("r3 rsk r9", "r3 rsk r9 d", "rsk"),
        ("r3 wi r1", "r3 r1 wi=r wi=b d", "r3"),
        ("wi b1 b2 r0 g5", "wi=r wi=y wi=g wi=b d", "wi=b"),
        ("r5 b1", "r5 r5! d", "r5!"),
        ("b9 g9 g2", "b9 g9 d", "g9"),
        ("b9", "d", "d"),
        ("b9", "k", "k"),
        ("b9 r2", "r2 k", "r2"),
        ("b9", "ok ch", "ok"),
        ("b9 b+2", "ok b+2", "b+2"),
        ("y1 b9 b2", "=r =y =g =b", "=b"),
        ("b9", "c@2 d", "c@2"),
        ("b9", "u d", "u"),
        ("b9", "guilty innocent", "innocent"),
        ("b9", "guilty", "guilty"),
        ("r7 b2 b3", "r7@1 r7@2 r7@3 d", "r7@2"),
    ],
)
def test_what_greed_prefers(hand: str, legal: str, move: str) -> None:
    assert greedy_move(hand, legal, counts=(3, 7, 2, 5)) == move


def test_greed_leaves_a_tie_to_chance() -> None:
    legal = tuple(map(parse_move, ["r3", "g3", "d"]))
    view_ = seen(hand=(parse_card("r3"), parse_card("g3")), legal=legal)
    assert {str(BOTS["greedy"](view_, Random(seed))) for seed in range(40)} == {"r3", "g3"}


def test_pauses_are_those_of_a_person() -> None:
    rng = Random(3)
    pauses = [person_pause(rng) for _ in range(2000)]
    assert all(SHORTEST <= pause <= LONGEST for pause in pauses)
    assert 1.2 < sorted(pauses)[1000] < 1.6
    assert person_pause(Random(5)) == person_pause(Random(5))
