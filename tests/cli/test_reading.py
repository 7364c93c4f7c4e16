"""What a person may type, and what it means."""

from __future__ import annotations

import pytest

from unonet.game import parse_move
from unonet.game.cards import CARD_TYPES
from unonet.game.moves import Move
from unonet_cli.plain.reading import (
    QUESTIONS,
    Question,
    Unclear,
    choices,
    lacks_color,
    read,
    read_color,
    read_move,
)
from unonet_cli.presenter import Presenter

LEGAL = tuple(
    parse_move(text) for text in ("wi=r", "wi=y", "wi=g", "wi=b", "r5", "r5!", "d", "c@2", "u")
)
MENU = choices(LEGAL)


def test_choices_show_a_card_once_and_cards_first() -> None:
    assert [move.card for move in MENU[:2]] == [5, 52]
    assert [str(move) for move in MENU[2:]] == ["d", "u", "c@2"]


@pytest.mark.parametrize(
    ("line", "token"),
    [
        ("1", "r5"),
        ("1!", "r5!"),
        (" 2=b ", "wi=b"),
        ("2=g!", "wi=g!"),
        ("3", "d"),
        ("4", "u"),
        ("5", "c@2"),
        ("R5!", "r5!"),
        ("w4=R", "w4=r"),
        ("d", "d"),
        ("k", "k"),
        ("ch", "ch"),
        ("c@2", "c@2"),
        ("=b", "=b"),
        (">r5", ">r5"),
    ],
)
def test_moves(line: str, token: str) -> None:
    assert read(line, MENU) == parse_move(token)


@pytest.mark.parametrize(
    ("line", "token"),
    [
        ("red 3", "r3"),
        ("Red 3!", "r3!"),
        ("blue  Draw Two", "b+2"),
        ("draw two blue uno", "b+2!"),
        ("green +2", "g+2"),
        ("yellow skip", "ysk"),
        ("reverse green", "grv"),
        ("wild green", "wi=g"),
        ("Wild Draw Four red uno", "w4=r!"),
        ("wild green draw four", "w4=g"),
        ("+4 blue", "w4=b"),
        ("red 7@2", "r7@2"),
        ("customizable blue @3!", "wc=b@3!"),
        ("draw", "d"),
        ("keep the card", "k"),
        ("take the penalty", "ok"),
        ("challenge", "ch"),
        ("uno", "u"),
        ("catch 2", "c@2"),
    ],
)
def test_moves_in_words(line: str, token: str) -> None:
    assert read(line, MENU) == parse_move(token)


def test_every_card_is_known_by_the_name_that_is_said() -> None:
    presenter = Presenter()
    for card in range(CARD_TYPES):
        move = read(presenter.card(card), MENU)
        assert isinstance(move, Move)
        assert (move.card, move.uno) == (card, False)


@pytest.mark.parametrize("line", ["red", "red blue 3", "3 3", "purple 3", "skip", "red 10", "!"])
def test_words_that_are_no_card(line: str) -> None:
    assert read(line, ()) == Unclear(line)


@pytest.mark.parametrize(
    "line", ["2", "2!", "wi", "w4", "w4!", ">wi", "wc@2", "wc@2!", "wild", "draw four uno!"]
)
def test_a_wild_without_its_colour_still_owes_it(line: str) -> None:
    move = read(line, MENU)
    assert isinstance(move, Move)
    assert lacks_color(move)
    assert move.uno == line.endswith("!")


@pytest.mark.parametrize("line", ["r", "=r", "red", " RED "])
def test_colours_by_letter_or_word(line: str) -> None:
    assert read_color(line) == 0


@pytest.mark.parametrize("line", ["purple", "", "redd", "1"])
def test_no_colours(line: str) -> None:
    assert read_color(line) is None


@pytest.mark.parametrize("line", ["0", "6", "99", "r99", "hello", "5r", "\x1b[A", "1!!", "=", "@"])
def test_unclear(line: str) -> None:
    assert read(line, MENU) == Unclear(line)


def test_every_question_has_a_one_letter_form_that_is_no_move() -> None:
    for word in set(QUESTIONS.values()):
        short = [form for form, other in QUESTIONS.items() if other == word and len(form) == 1]
        assert short, word
        assert all(read_move(form, ()) is None for form in short)


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("hand", Question("hand")),
        ("H", Question("hand")),
        ("", Question("legal")),
        ("why r5", Question("why", "r5")),
        ("w wi=b", Question("why", "wi=b")),
        ("?", Question("help")),
        ("q", Question("quit")),
    ],
)
def test_questions(line: str, question: Question) -> None:
    assert read(line, MENU) == question
