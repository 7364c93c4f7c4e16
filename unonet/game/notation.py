"""Reads the tokens of docs/rules.md section 10: moves and records, from ASCII text.

What ``str`` of a Move or Record prints, this reads back to an equal value; nothing else is
accepted. It knows the grammar, not the rules: a token may be well-formed and illegal.
"""

from __future__ import annotations

import re
from typing import Final

from unonet.errors import DecodeError
from unonet.game import moves
from unonet.game.cards import CARDS_BY_TEXT, COLORS, CUSTOMIZABLE, FIRST_WILD
from unonet.game.moves import RECORD_LETTERS, Move, Record, Verb

_PLAY: Final = re.compile(r"(>?)([a-z][a-z0-9+]{1,2})(?:=([rygb]))?(?:@([0-9]))?(!?)")
_RECORD: Final = re.compile(r"([tbrx])@([0-9])")

_FIXED: Final[dict[str, Move]] = {
    str(move): move
    for move in (
        *(moves.DRAW, moves.KEEP, moves.OK, moves.CHALLENGE),
        *(moves.UNO, moves.GUILTY, moves.INNOCENT),
        *moves.CATCH,
        *moves.NAME_COLOR,
        *(move for plays in (*moves.PLAYS, *moves.UNO_PLAYS) for move in plays),
    )
}


def parse_move(text: str) -> Move:
    """The move that ``text`` writes, or DecodeError: ``parse_move(str(move)) == move``."""
    return _FIXED.get(text) or _parse_play(text)


def _parse_play(text: str) -> Move:
    found = _PLAY.fullmatch(text)
    card = CARDS_BY_TEXT.get(found[2]) if found else None
    if found is None or card is None:
        raise DecodeError(f"no move is written {text!r}")
    jump, _, color, target, uno = found.groups()
    if (color is None) == (card >= FIRST_WILD):
        raise DecodeError(f"{text!r}: a wild names a colour, no other card does")
    if target is not None and not _takes_target(card):
        raise DecodeError(f"{text!r}: only a 7 or a Customizable names a seat")
    return Move(
        int(Verb.JUMP if jump else Verb.PLAY),
        card,
        COLORS.index(color) if color else -1,
        int(target) if target else -1,
        bool(uno),
    )


def _takes_target(card: int) -> bool:
    return card == CUSTOMIZABLE or (card < FIRST_WILD and card % 13 == 7)


def parse_record(text: str) -> Record:
    """The record that ``text`` writes (``t@2``), or DecodeError."""
    found = _RECORD.fullmatch(text)
    if found is None:
        raise DecodeError(f"no record is written {text!r}")
    return Record(RECORD_LETTERS.index(found[1]), int(found[2]))
