"""Bots at a table without a network: only legal moves, rounds that end, and greed that pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from unonet.bots import BOTS, Bot, person_pause
from unonet.bots.pause import LONGEST, SHORTEST
from unonet.game import engine
from unonet.game.cards import DECKS, parse_card
from unonet.game.events import Outcome
from unonet.game.moves import Move
from unonet.game.notation import parse_move
from unonet.game.ruleset import Ruleset
from unonet.game.state import State, Status, WantKind
from unonet.game.view import PlayerView, view

QUICK = Ruleset.parse("quick")


def shuffled_in(state: State, rng: Random) -> None:
    """Carry out the shuffle that the round waits for, faces open."""
    want = state.wants
    assert want is not None
    if want.kind == WantKind.DECK:
        counts = DECKS[state.ruleset.deck]
        faces = [card for card, count in enumerate(counts) for _ in range(count)]
    else:
        faces = [state.faces[slot] for slot in want.slots]
    rng.shuffle(faces)
    base = len(state.faces)
    slots = range(base, base + len(faces))
    engine.dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)
    engine.settle(state)


def moves_of(state: State, bots: Sequence[Bot], rng: Random) -> list[tuple[int, Move]]:
    """What the bots would do now, those first that nobody waits for."""
    seats = sorted(range(len(bots)), key=lambda seat: seat == state.due)
    choices = [(seat, bots[seat](view(state, seat), rng)) for seat in seats]
    return [(seat, move) for seat, move in choices if move is not None]


def play(bots: Sequence[Bot], seed: int, ruleset: Ruleset = QUICK) -> Outcome:
    """One round to its end; every move goes through the engine, which refuses illegal ones."""
    rng = Random(seed)
    seats = [Status.ACTIVE] * len(bots)
    state = engine.start(ruleset, seats=seats, dealer=seed % len(bots), scores=[0] * len(bots))
    for _ in range(20_000):
        if state.outcome is not None:
            return state.outcome
        if state.wants is not None:
            shuffled_in(state, rng)
        else:
            seat, move = moves_of(state, bots, rng)[0]
            engine.apply(state, seat, move)
            engine.settle(state)
    raise AssertionError("the round does not end")


def seen(**changes: Any) -> PlayerView:
    """A view from seat 0 on its turn, with r5 on top."""
    facts: dict[str, Any] = {
        "seat": 0,
        "ruleset": QUICK,
        "hand": (),
        "slots": (),
        "counts": (7, 7, 7, 7),
        "statuses": (0, 0, 0, 0),
        "top": parse_card("r5"),
        "color": 0,
        "direction": 1,
        "turn": 0,
        "due": 0,
        "phase": "turn",
        "pending": 0,
        "accused": None,
        "exposed": (),
        "called": (False,) * 4,
        "scores": (0,) * 4,
        "dealer": 3,
        "drawn": None,
        "draw_count": 50,
        "discard_count": 0,
        "legal": (),
        "outcome": None,
    }
    return PlayerView(**facts | changes)


def greedy_move(hand: str, legal: str, **changes: Any) -> str:
    cards = tuple(map(parse_card, hand.split()))
    moves = tuple(map(parse_move, legal.split()))
    chosen = {BOTS["greedy"](seen(hand=cards, legal=moves, **changes), Random(n)) for n in range(9)}
    (move,) = chosen
    return str(move)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("preset", ["quick", "modern"])
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_rounds_of_one_kind_end(name: str, preset: str, seats: int) -> None:
    for seed in range(5):
        outcome = play([BOTS[name]] * seats, seed, Ruleset.parse(preset))
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
