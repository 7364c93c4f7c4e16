"""What a seat may say (a Move) and what is logged about a seat (a Record), as plain values.

Moves are interned in tables, one object each, so that listing legal moves builds nothing.
``str(move)`` is the token of docs/rules.md section 10; ``notation`` reads it back. This module
does not know when a move is legal.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from unonet.game.cards import CARD_TEXTS, CARD_TYPES, COLORS, FIRST_WILD, NO_COLOR

NO_SEAT: Final = -1
MAX_SEATS: Final = 10


class Verb(IntEnum):
    """What a move does. Those up to JUMP are turn moves: they close every window (R4.exposed)."""

    PLAY = 0
    DRAW = 1
    KEEP = 2
    OK = 3
    CHALLENGE = 4
    COLOR = 5
    JUMP = 6
    UNO = 7
    CATCH = 8
    GUILTY = 9
    INNOCENT = 10


# Plain ints: comparing them in the engine costs half of what an enum member costs.
PLAY: Final = int(Verb.PLAY)
JUMP: Final = int(Verb.JUMP)

_BARE_TEXTS: Final[dict[int, str]] = {
    Verb.DRAW: "d",
    Verb.KEEP: "k",
    Verb.OK: "ok",
    Verb.CHALLENGE: "ch",
    Verb.UNO: "u",
    Verb.GUILTY: "guilty",
    Verb.INNOCENT: "innocent",
}


class Move(NamedTuple):
    """One move. ``verb`` is a Verb as a plain int; -1 stands for no card, no colour, no target.

    ``target`` is the swap partner of a play or the seat that a catch names.
    """

    verb: int
    card: int = -1
    color: int = NO_COLOR
    target: int = NO_SEAT
    uno: bool = False

    @property
    def is_turn(self) -> bool:
        """Whether it is a turn move: stale once another turn move or a time-out was applied."""
        return self.verb <= Verb.JUMP

    def __str__(self) -> str:
        bare = _BARE_TEXTS.get(self.verb)
        if bare is not None:
            return bare
        if self.verb == Verb.CATCH:
            return f"c@{self.target}"
        if self.verb == Verb.COLOR:
            return f"={COLORS[self.color]}"
        return self._play_text()

    def _play_text(self) -> str:
        jump = ">" if self.verb == Verb.JUMP else ""
        color = f"={COLORS[self.color]}" if self.color >= 0 else ""
        target = f"@{self.target}" if self.target >= 0 else ""
        return f"{jump}{CARD_TEXTS[self.card]}{color}{target}{'!' if self.uno else ''}"


class RecordKind(IntEnum):
    """What is logged about a seat (docs/rules.md section 9)."""

    TIMEOUT = 0
    AWAY = 1
    BACK = 2
    GONE = 3


RECORD_LETTERS: Final = "tbrx"


class Record(NamedTuple):
    """One logged record about ``seat``; ``kind`` is a RecordKind as a plain int."""

    kind: int
    seat: int

    def __str__(self) -> str:
        return f"{RECORD_LETTERS[self.kind]}@{self.seat}"


@cache
def plays(verb: int, card: int, target: int = NO_SEAT, *, uno: bool = False) -> tuple[Move, ...]:
    """The plays or jump-ins of ``card``: one move, or one per colour for a wild."""
    colors = range(len(COLORS)) if card >= FIRST_WILD else (NO_COLOR,)
    return tuple(Move(verb, card, color, target, uno) for color in colors)


DRAW: Final = Move(int(Verb.DRAW))
KEEP: Final = Move(int(Verb.KEEP))
OK: Final = Move(int(Verb.OK))
CHALLENGE: Final = Move(int(Verb.CHALLENGE))
UNO: Final = Move(int(Verb.UNO))
GUILTY: Final = Move(int(Verb.GUILTY))
INNOCENT: Final = Move(int(Verb.INNOCENT))
CATCH: Final = tuple(Move(int(Verb.CATCH), target=seat) for seat in range(MAX_SEATS))
NAME_COLOR: Final = tuple(Move(int(Verb.COLOR), color=color) for color in range(len(COLORS)))
PLAYS: Final = tuple(plays(PLAY, card) for card in range(CARD_TYPES))
"""By card type: its plays without target and call, one per colour for a wild."""
UNO_PLAYS: Final = tuple(plays(PLAY, card, uno=True) for card in range(CARD_TYPES))
"""The same plays with the UNO call."""
