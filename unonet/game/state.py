"""Everything public about a round: the one value that replicas compare and hash.

Cards are slots, running integers over the round that are never reused; ``faces[slot]`` is the
card type or HIDDEN. The state does not know how faces are hidden, who is watching, what time it
is, or which rules apply to a move: ``engine`` changes it, ``legality`` judges.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

from unonet.game.cards import HIDDEN, NO_COLOR
from unonet.game.events import Outcome
from unonet.game.moves import NO_SEAT
from unonet.game.ruleset import Ruleset

NO_SLOT: Final = -1
_LOW_BYTE: Final = (0xFF).__and__

# Phases, in the order of a round. Plain ints: they are compared for every move.
SHUFFLE: Final = 0
"""The first deck is awaited, or its opening card."""
OPENING: Final = 1
"""``turn`` names the colour of the opening card."""
TURN: Final = 2
DRAWN: Final = 3
"""``turn`` drew ``drawn`` and plays or keeps it."""
PENALTY: Final = 4
"""``turn`` faces ``pending`` cards."""
CHALLENGED: Final = 5
"""``turn`` has challenged and ``accused`` must answer."""
HANDS: Final = 6
"""The round has ended; penalties are drawn and hands opened."""
OVER: Final = 7

PHASE_NAMES: Final = (
    *("shuffle", "opening", "turn", "drawn"),
    *("penalty", "challenged", "hands", "over"),
)

# Steps of ``todo``: (step, seat, number).
DRAW_STEP: Final = 0
"""``seat`` draws ``number`` cards."""
DREW_STEP: Final = 1
"""``seat``, which held ``number`` cards, has drawn the card of its turn."""
COUNT_STEP: Final = 2
"""The hands are opened and counted."""
BENCH_STEP: Final = 3
"""``seat`` becomes away after too many time-outs."""
REDEAL_STEP: Final = 4
"""The bit set ``number // 2`` gets hands; odd if ``seat``, who played, called UNO."""


class Status(IntEnum):
    """Whether a seat takes part (docs/rules.md section 9)."""

    ACTIVE = 0
    AWAY = 1
    GONE = 2


ACTIVE: Final = int(Status.ACTIVE)
AWAY: Final = int(Status.AWAY)
GONE: Final = int(Status.GONE)


class WantKind(IntEnum):
    """What the engine waits for, and which function of ``engine`` ends the wait."""

    DECK = 0
    """The first deck: ``dealt``."""
    RESHUFFLE = 1
    """``slots`` as a new draw pile: ``dealt``."""
    REDEAL = 2
    """``slots``, collected from the hands, for the hands: ``dealt``."""
    UP = 3
    """The face of ``slots[0]``, the opening card: ``up``."""
    VERDICT = 4
    """Whether ``seats[0]`` held ``color`` among ``slots``: ``verdict``."""
    HANDS = 5
    """The hands of ``seats``: ``opened``."""


class Want(NamedTuple):
    """What the state waits for. ``slots`` are in the order in which they go in."""

    kind: int
    slots: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    color: int = NO_COLOR

    @property
    def is_shuffle(self) -> bool:
        return self.kind <= WantKind.REDEAL


@dataclass(slots=True)
class State:
    """One round. Mutable; ``copy`` before a branch. Bit sets count seat 0 as 1.

    ``statuses`` are Status values as ints, ``direction`` is 1 clockwise or -1, ``turn`` is
    NO_SEAT when nobody is on turn, ``color`` is NO_COLOR while an opening wild waits.
    """

    ruleset: Ruleset
    statuses: list[int]
    scores: list[int]
    dealer: int
    epoch: int = -1
    """The last shuffle that was dealt."""
    faces: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    draw: list[int] = field(default_factory=list)
    """Next card first."""
    discard: list[int] = field(default_factory=list)
    """Oldest first, the top last."""
    aside: list[int] = field(default_factory=list)
    """Cards of seats that are gone, in the order in which they were set aside."""
    color: int = NO_COLOR
    direction: int = 1
    turn: int = NO_SEAT
    phase: int = SHUFFLE
    drawn: int = NO_SLOT
    pending: int = 0
    accused: int = NO_SEAT
    """Who played the pending penalty, if that may be challenged."""
    judged: list[int] = field(default_factory=list)
    """The accused's other cards at the moment of its play."""
    forbidden: int = NO_COLOR
    """The colour in force before that play."""
    called: int = 0
    """Bit set of seats whose UNO call holds."""
    exposed: int = 0
    """Bit set of seats that may be caught."""
    jumpable: bool = False
    """Whether the last turn move was a play (for jump-ins)."""
    last_player: int = NO_SEAT
    other_player: int = NO_SEAT
    """The last seat, other than ``last_player``, that played a card."""
    idle: int = 0
    """Bit set of seats whose last turn, since anybody drew or played, did neither."""
    timeouts: list[int] = field(default_factory=list)
    """Time-outs in a row, by seat."""
    winner: int = NO_SEAT
    """Who went out; the outcome follows when the hands are counted."""
    todo: list[tuple[int, int, int]] = field(default_factory=list)
    """What is left of the last move: (step, seat, number), see the steps above."""
    wants: Want | None = None
    outcome: Outcome | None = None

    def copy(self) -> State:
        """An independent equal state."""
        return State(
            self.ruleset,
            self.statuses[:],
            self.scores[:],
            self.dealer,
            self.epoch,
            self.faces[:],
            [hand[:] for hand in self.hands],
            self.draw[:],
            self.discard[:],
            self.aside[:],
            self.color,
            self.direction,
            self.turn,
            self.phase,
            self.drawn,
            self.pending,
            self.accused,
            self.judged[:],
            self.forbidden,
            self.called,
            self.exposed,
            self.jumpable,
            self.last_player,
            self.other_player,
            self.idle,
            self.timeouts[:],
            self.winner,
            self.todo[:],
            self.wants,
            self.outcome,
        )

    def public_values(self) -> tuple[object, ...]:
        """Every field in declared order as nested plain tuples, for the state hash.

        Ints, strings, booleans, bytes and None only; ``faces`` is one byte a slot, 0xFF hidden.
        """
        return (
            self.ruleset.differences(),
            tuple(self.statuses),
            tuple(self.scores),
            self.dealer,
            self.epoch,
            bytes(map(_LOW_BYTE, self.faces)),
            tuple(map(tuple, self.hands)),
            tuple(self.draw),
            tuple(self.discard),
            tuple(self.aside),
            self.color,
            self.direction,
            self.turn,
            self.phase,
            self.drawn,
            self.pending,
            self.accused,
            tuple(self.judged),
            self.forbidden,
            self.called,
            self.exposed,
            self.jumpable,
            self.last_player,
            self.other_player,
            self.idle,
            tuple(self.timeouts),
            self.winner,
            tuple(self.todo),
            self.wants and tuple(self.wants),
            self.outcome and tuple(self.outcome),
        )

    @property
    def top(self) -> int:
        """The face of the top discard, HIDDEN while there is none."""
        return self.faces[self.discard[-1]] if self.discard else HIDDEN

    @property
    def due(self) -> int:
        """The seat that must act for the round to go on, or NO_SEAT."""
        if self.phase == CHALLENGED:
            return self.accused
        if self.wants is not None or not OPENING <= self.phase <= PENALTY:
            return NO_SEAT
        return self.turn
