"""Moves in the words that a person reads: ``red 3``, ``wild green``, ``draw two blue uno``. Pure.

Knows the names of cards and of what else there is to do; tokens and numbers are ``reading``'s.
"""

from __future__ import annotations

import re
from typing import Final

from unonet.game.cards import FIRST_WILD, NO_COLOR
from unonet.game.moves import NO_SEAT, Move, Verb
from unonet.game.notation import parse_move
from unonet_cli.phrases import words

_CALL: Final = re.compile(r"(.+?)\s*(?:!|\s" + words.CALL + r"!?)")
_TARGET: Final = re.compile(r"(.+?)\s*@\s*([0-9])")
_COLORS: Final = {name: color for color, name in enumerate(words.COLORS)}


def spelled_move(text: str) -> Move | None:
    """The move that ``text`` (in lower case) says in words; a wild may lack its colour."""
    text = " ".join(text.split())
    if token := words.SPOKEN_MOVES.get(text):
        return parse_move(token)
    uno = _CALL.fullmatch(text)
    text = uno[1] if uno else text
    target = _TARGET.fullmatch(text)
    text = target[1] if target else text
    card, color = _card(text)
    if card is None:
        return None
    seat = int(target[2]) if target else NO_SEAT
    return Move(int(Verb.PLAY), card, color, seat, bool(uno))


def _card(text: str) -> tuple[int | None, int]:
    """The card type and, for a wild, the colour that goes with it."""
    colors = [_COLORS[word] for word in text.split() if word in _COLORS]
    name = " ".join(word for word in text.split() if word not in _COLORS)
    if len(colors) > 1:
        return None, NO_COLOR
    if name in _WILDS:
        return _WILDS[name], colors[0] if colors else NO_COLOR
    if not colors or name not in _FACES:
        return None, NO_COLOR
    return colors[0] * len(words.FACES) + _FACES[name], NO_COLOR


def _names(names: tuple[str, ...], others: dict[str, str], *, first: int = 0) -> dict[str, int]:
    numbers = {name.lower(): first + place for place, name in enumerate(names)}
    return numbers | {other: numbers[name.lower()] for other, name in others.items()}


_FACES: Final = _names(words.FACES, words.OTHER_FACES)
_WILDS: Final = _names(words.WILDS, words.OTHER_WILDS, first=FIRST_WILD)
