"""Tokens are read back as they are printed, and nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.rounds import every_move
from unonet.errors import DecodeError
from unonet.game.cards import CARD_TEXTS, CUSTOMIZABLE, FACE_OF, FIRST_WILD, parse_card
from unonet.game.moves import Move, Record, Verb
from unonet.game.notation import parse_move, parse_record


@st.composite
def plays(draw: st.DrawFn) -> Move:
    card = draw(st.integers(0, len(CARD_TEXTS) - 1))
    takes_target = card == CUSTOMIZABLE or FACE_OF[card] == 7
    return Move(
        int(draw(st.sampled_from([Verb.PLAY, Verb.JUMP]))),
        card,
        draw(st.integers(0, 3)) if card >= FIRST_WILD else -1,
        draw(st.integers(-1, 9)) if takes_target else -1,
        draw(st.booleans()),
    )


@given(st.one_of(plays(), st.sampled_from(every_move())))
def test_a_move_is_read_back_as_it_is_printed(move: Move) -> None:
    assert parse_move(str(move)) == move


@given(st.text(alphabet="rygbwi45c!@=>dkuo+h0123 ", max_size=8))
def test_what_is_read_prints_the_same_text(text: str) -> None:
    try:
        move = parse_move(text)
    except DecodeError:
        return
    assert str(move) == text


@pytest.mark.parametrize("kind", range(4))
@pytest.mark.parametrize("seat", [0, 9])
def test_a_record_is_read_back_as_it_is_printed(kind: int, seat: int) -> None:
    assert parse_record(str(Record(kind, seat))) == Record(kind, seat)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "wi",
        "r5=b",
        "r5@2",
        "g7@",
        "g7@10",
        "R5",
        " r5",
        "r5 ",
        "r5\n",
        "w4=r@1",
        "c@",
        "c@10",
        "=x",
        "=",
        ">d",
        "!r5",
        "r5!!",
        "wi=b!@2",
        "r10",
        "guilty!",
        "t@2",
        "r\u0665",
    ],
)
def test_a_token_outside_the_grammar_is_refused(text: str) -> None:
    with pytest.raises(DecodeError):
        parse_move(text)


@pytest.mark.parametrize("text", ["", "t", "t@", "t@10", "y@1", "t@-1", "t@1 ", "1 t@1"])
def test_a_record_outside_the_grammar_is_refused(text: str) -> None:
    with pytest.raises(DecodeError):
        parse_record(text)


def test_every_card_text_names_its_card() -> None:
    assert [parse_card(text) for text in CARD_TEXTS] == list(range(56))
