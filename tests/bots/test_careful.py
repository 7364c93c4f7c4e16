"""What the guides advise, as choices of the bot ``careful``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.views import asked
from unonet.bots import BOTS
from unonet.game.cards import COLORS

CAREFUL = BOTS["careful"]
RED = 1 << COLORS.index("r")


@pytest.mark.parametrize(
    ("hand", "legal", "counts", "move"),
    [
        pytest.param("r3 wi b1", "r3 wi=r wi=b d", (3, 7, 7, 7), "r3", id="holds-a-wild"),
        pytest.param("wi b1 b2 g5", "wi=r wi=y wi=g wi=b d", (4, 7, 7, 7), "wi=b", id="own-colour"),
        pytest.param("r9 r1 r2 b9", "r9 b9 d", (4, 7, 7, 7), "r9", id="keeps-to-its-colour"),
        pytest.param("rsk r1 y2", "rsk r1 d", (3, 7, 7, 7), "r1", id="holds-an-attack"),
        pytest.param("rsk r1 y2", "rsk r1 d", (3, 1, 7, 7), "rsk", id="attacks-who-is-nearly-out"),
        pytest.param("w4 r1 r2 y2", "w4=r w4=y r1 d", (4, 1, 7, 7), "w4=r", id="bluffs-then-too"),
        pytest.param("rrv r1 y2", "rrv r1 d", (3, 1, 7, 7), "rrv", id="turns-away-from-one"),
        pytest.param("r5 b1", "r5 r5! d", (2, 7, 7, 7), "r5!", id="calls"),
        pytest.param("r1 y2", "r1! d u", (2, 7, 7, 7), "u", id="calls-late"),
        pytest.param("r1 y2 g3", "r1 d c@2", (3, 7, 1, 7), "c@2", id="catches"),
        pytest.param("r1", "r1 d", (1, 7, 7, 7), "r1", id="goes-out"),
        pytest.param("b9 g3", "b9 k", (2, 7, 7, 7), "b9", id="plays-what-it-drew"),
        pytest.param("b9 b+2", "ok b+2", (2, 7, 7, 7), "b+2", id="stacks"),
        pytest.param("b9 g3 g4", "=r =y =g =b", (3, 7, 7, 7), "=g", id="names-its-colour"),
        pytest.param("r7 b2 b3 b4", "r7@1 r7@2 r7@3", (4, 7, 2, 5), "r7@2", id="takes-few-cards"),
        pytest.param("b9", "guilty innocent", (1, 7, 7, 7), "innocent", id="is-innocent"),
    ],
)
def test_advice(hand: str, legal: str, counts: tuple[int, ...], move: str) -> None:
    assert asked(CAREFUL, hand, legal, counts=counts) == move


def facing(hand: str, held: int, shown: int = 0, **changes: Any) -> str:
    """Its answer to a Wild Draw Four of seat 3, which holds ``held`` cards; red was in force."""
    return asked(
        CAREFUL,
        hand,
        "ok ch",
        counts=(len(hand.split()), 7, 7, held),
        refused=((0,) * len(hand.split()), (0,) * 7, (0,) * 7, (shown,) * held),
        phase="penalty",
        accused=3,
        forbidden=0,
        pending=4,
        **changes,
    )


def test_it_challenges_where_it_would_have_bluffed() -> None:
    assert facing("b1 b2", held=8) == "ch"
    assert facing("b1 b2 b3 b4 b5", held=8) == "ok"
    assert facing("b1 b2", held=2) == "ok"
    assert facing("b1 b2", held=8, shown=RED) == "ok"


def test_it_plays_what_the_next_seat_has_shown_to_lack() -> None:
    shown = ((0,) * 3, (RED,) * 7, (0,) * 7, (0,) * 7)
    choice = {"hand": "r3 y3 g9", "legal": "r3 y3 d", "counts": (3, 7, 7, 7)}
    assert asked(CAREFUL, **choice, refused=shown) == "r3"
