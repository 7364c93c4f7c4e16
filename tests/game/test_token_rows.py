"""One named test for each ruling of the page that a scenario with known faces cannot show.

Section 10. A docstring starts with the id of its row, and so does the name of the test.
Expectations come from docs/rules.md, never from the engine.
"""

from __future__ import annotations

import pytest

from tests.game.hidden import (
    hidden_round,
    refuses,
)
from unonet.errors import DecodeError
from unonet.game import scenario
from unonet.game.cards import CARD_TEXTS, FACE_OF, parse_card
from unonet.game.notation import parse_move, parse_record

COLORED = [c + f for c in "rygb" for f in (*"0123456789", "sk", "rv", "+2")]
WILDS = [f"{wild}={color}" for wild in ("wi", "w4", "ws", "wc") for color in "rygb"]
PLAYS = [*COLORED, *WILDS, "g7@3", "wc=b@2"]
OTHERS = ["d", "k", "ok", "ch", "u", "c@2", "c@9", "=r", "=y", "=g", "=b", "guilty", "innocent"]


def test_r10_card_round_trip() -> None:
    """R10.card: every card is read as it is printed, each text once."""
    assert [CARD_TEXTS[parse_card(text)] for text in COLORED] == COLORED
    assert set(CARD_TEXTS) == {*COLORED, "wi", "w4", "ws", "wc"}
    assert FACE_OF[parse_card("b+2")] == FACE_OF[parse_card("r+2")]


@pytest.mark.parametrize("form", ["{}", "{}!", ">{}", ">{}!"])
def test_r10_play_round_trip(form: str) -> None:
    """R10.play: plays with colour, target and call, also as jump-ins, round-trip."""
    for play in PLAYS:
        token = form.format(play)
        assert str(parse_move(token)) == token
        assert parse_move(str(parse_move(token))) == parse_move(token)


def test_r10_jump_in_is_another_move() -> None:
    """R10.jump_in: a jump-in is not the play of the same card, and only some tables have it."""
    assert parse_move(">r5") != parse_move("r5")
    assert refuses(hidden_round(), 2, ">g3", slot=1) == "option_off"


@pytest.mark.parametrize("token", OTHERS)
def test_r10_other_moves_round_trip(token: str) -> None:
    """R10.other_moves: every other move round-trips."""
    assert str(parse_move(token)) == token


@pytest.mark.parametrize("letter", "tbrx")
def test_r10_records_round_trip(letter: str) -> None:
    """R10.records: every record of every seat round-trips."""
    for seat in range(10):
        assert str(parse_record(f"{letter}@{seat}")) == f"{letter}@{seat}"


@pytest.mark.parametrize(
    "token",
    [
        *("", " ", "r", "5", "r10", "R5", "rr", "x5", "+2", "r5 ", " r5", "r5\n", "r5!!", "!r5"),
        *("wi", "w4", "ws!", "wi=", "wi=x", "wi=rb", "r5=b", "=", "=x", "=rb", "b=", "r5=r"),
        *("c", "c@", "c@x", "c@-1", "c@2!", "c@10", "g7@", "g7@x", "g7!@3", "wc@2=b", "w4!=r"),
        *("dd", "D", "k!", "ok!", "u!", "ch@1", ">", ">d", "> r5", ">>r5", "guilty!", "t@2"),
        *("r٥", "ｒ5", "r5\u200f", "r5\x00"),
    ],
)
def test_r10_play_malformed(token: str) -> None:
    """R10.play: what is outside the grammar is no move."""
    with pytest.raises(DecodeError):
        parse_move(token)


@pytest.mark.parametrize("token", ["", "t", "t@", "@2", "t2", "T@2", "t@10", "t@-1", "t@2 ", "c@2"])
def test_r10_records_malformed(token: str) -> None:
    """R10.records: what is outside the grammar is no record."""
    with pytest.raises(DecodeError):
        parse_record(token)


def test_r10_perft_counts_sequences() -> None:
    """R10.perft: sequences of exactly so many moves of any seat, from the end of the file."""
    text = "hands: g7 y1 | r1 r2\ntop: g3\ndraw: r5 r6\nturn: 0\nmoves:\n0 d"
    assert scenario.perft(text, 0) == {"depth": 0, "nodes": 1}
    assert scenario.perft(text, 1) == {"depth": 1, "nodes": 1}  # k
    assert scenario.perft(text, 2) == {"depth": 2, "nodes": 1}  # d of seat 1
    assert scenario.perft(text + "\n0 g7", 1)["error"]["reason"] == "not_drawn"
