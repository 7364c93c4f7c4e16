"""What happened, one value each, without a word of text: presenters and the deal read these.

Cards are card types, slots are slot numbers, ``-1`` stands for no colour, no seat. The deal
takes from them which slots moved where; a presenter what to say. They are never an input.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Outcome(NamedTuple):
    """How a round ended: ``reason`` is ``out``, ``stalemate`` or ``abandoned``.

    ``points[seat]`` is what the seat's score gained, ``eliminated`` the seats that the ruleset
    took out of the match.
    """

    winner: int | None
    reason: str
    points: tuple[int, ...]
    eliminated: tuple[int, ...] = ()


class RoundStarted(NamedTuple):
    """The first deck is dealt: ``hands[seat]`` are the slots that a seat holds."""

    dealer: int
    hands: tuple[tuple[int, ...], ...]


class CardUp(NamedTuple):
    """The opening card is turned."""

    card: int
    slot: int


class CardBuried(NamedTuple):
    """An opening Wild Draw Four goes to the bottom of the draw pile."""

    card: int
    slot: int


class Played(NamedTuple):
    seat: int
    card: int
    slot: int
    color: int
    target: int
    uno: bool


class JumpedIn(NamedTuple):
    """``seat`` was not on turn; its play follows."""

    seat: int


class SwappedHands(NamedTuple):
    """``seat`` and ``other`` hold each other's slots now."""

    seat: int
    other: int


class RotatedHands(NamedTuple):
    """Each of ``seats`` handed its slots to the next of them, the last to the first."""

    seats: tuple[int, ...]


class Drew(NamedTuple):
    """``slots`` went from the draw pile to the hand of ``seat``; none when nothing was left."""

    seat: int
    slots: tuple[int, ...]


class Kept(NamedTuple):
    seat: int


class Passed(NamedTuple):
    """There was nothing to draw."""

    seat: int


class Skipped(NamedTuple):
    """``seat`` lost its turn."""

    seat: int


class DirectionTurned(NamedTuple):
    direction: int


class ColorNamed(NamedTuple):
    """The opening colour."""

    seat: int
    color: int


class PenaltyFaced(NamedTuple):
    """``seat`` must take ``cards`` cards or answer for it."""

    seat: int
    cards: int


class PenaltyForgotten(NamedTuple):
    """The penalty that ``seat`` faced is void: somebody went."""

    seat: int


class Challenged(NamedTuple):
    seat: int
    accused: int


class Verdict(NamedTuple):
    accused: int
    guilty: bool


class CalledUno(NamedTuple):
    """A late call; one that travels with a play is ``Played.uno``."""

    seat: int


class Caught(NamedTuple):
    seat: int
    by: int


class Reshuffled(NamedTuple):
    """``slots`` are the new draw pile, next card first."""

    slots: tuple[int, ...]


class HandsDealtAgain(NamedTuple):
    hands: tuple[tuple[int, ...], ...]


class Riffled(NamedTuple):
    """``cards`` of the hand lie in fresh slots: nobody else knows any more which was drawn when."""

    seat: int
    cards: int


class TimedOut(NamedTuple):
    seat: int


class Benched(NamedTuple):
    seat: int


class Returned(NamedTuple):
    seat: int


class Left(NamedTuple):
    """``slots`` are the cards that were set aside."""

    seat: int
    slots: tuple[int, ...]


class HandOpened(NamedTuple):
    seat: int
    cards: tuple[int, ...]


class RoundOver(NamedTuple):
    outcome: Outcome


class Eliminated(NamedTuple):
    """``seat`` is out of the match by the rules."""

    seat: int


Event: TypeAlias = (
    RoundStarted
    | CardUp
    | CardBuried
    | Played
    | JumpedIn
    | SwappedHands
    | RotatedHands
    | Drew
    | Kept
    | Passed
    | Skipped
    | DirectionTurned
    | ColorNamed
    | PenaltyFaced
    | PenaltyForgotten
    | Challenged
    | Verdict
    | CalledUno
    | Caught
    | Reshuffled
    | HandsDealtAgain
    | Riffled
    | TimedOut
    | Benched
    | Returned
    | Left
    | HandOpened
    | RoundOver
    | Eliminated
)
