"""What a typed line means: a move, a question, or nothing. Pure; it says and sends nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from unonet.errors import DecodeError
from unonet.game.cards import COLORS, FIRST_WILD, NO_COLOR
from unonet.game.moves import Move, Verb
from unonet.game.notation import parse_move
from unonet_cli.plain.spelling import spelled_move

_QUESTIONS = {
    "hand": ("h",),
    "top": ("t",),
    "players": ("p",),
    "last": ("l",),
    "legal": ("m", "moves", ""),
    "help": ("?",),
    "why": ("w",),
    "chat": ("c",),
    "words": ("a",),
    "quit": ("q", "exit"),
}
QUESTIONS = {form: word for word, others in _QUESTIONS.items() for form in (word, *others)}

_PICK = re.compile(r"([0-9]{1,3})(?:=([rygb]))?(!?)")
_BARE_WILD = re.compile(r"(>?w[i4sc])((?:@[0-9])?!?)")
_COLOR = re.compile(r"=?(r|y|g|b|red|yellow|green|blue)")


class Question(NamedTuple):
    word: str
    about: str = ""


class Unclear(NamedTuple):
    text: str


def choices(legal: Sequence[Move]) -> tuple[Move, ...]:
    """``legal`` as a person chooses: a card once, without its colours and calls, plays first."""
    bare = {
        move._replace(color=NO_COLOR, uno=False) if _is_play(move) else move: None for move in legal
    }
    return tuple(sorted(bare, key=lambda move: (not _is_play(move), *move)))


def lacks_color(move: Move) -> bool:
    """Whether a person still owes the colour of a wild."""
    return _is_play(move) and move.card >= FIRST_WILD and move.color == NO_COLOR


def read(line: str, menu: Sequence[Move]) -> Move | Question | Unclear:
    """The meaning of ``line``; numbers count from 1 in ``menu``. A wild may lack its colour."""
    word, _, about = line.strip().partition(" ")
    if word.lower() in QUESTIONS:
        return Question(QUESTIONS[word.lower()], about.strip())
    return read_move(line.strip().lower(), menu) or Unclear(line.strip())


def read_move(text: str, menu: Sequence[Move]) -> Move | None:
    """A move written as a number of ``menu``, a token or words; a wild may lack its colour."""
    if picked := _PICK.fullmatch(text):
        return _pick(menu, picked)
    if bare := _BARE_WILD.fullmatch(text):
        return parse_move(f"{bare[1]}=r{bare[2]}")._replace(color=NO_COLOR)
    try:
        return parse_move(text)
    except DecodeError:
        return spelled_move(text)


def read_color(line: str) -> int | None:
    """The colour that ``line`` names, by letter or word."""
    named = _COLOR.fullmatch(line.strip().lower())
    return COLORS.index(named[1][0]) if named else None


def _pick(menu: Sequence[Move], picked: re.Match[str]) -> Move | None:
    number = int(picked[1])
    if not 1 <= number <= len(menu):
        return None
    move = menu[number - 1]
    if not _is_play(move):
        return move
    color = COLORS.index(picked[2]) if picked[2] else NO_COLOR
    return move._replace(color=color, uno=bool(picked[3]))


def _is_play(move: Move) -> bool:
    return move.verb in (Verb.PLAY, Verb.JUMP)
