"""A round to hold in the hand, for notebooks and scripts: moves as text, positions as text.

Everything is public here: ``view`` shows what a seat would see at a table. Knows no network, no
log and no match; ``unonet.game`` has the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from unonet.bots import find_bot
from unonet.errors import IllegalMove
from unonet.game import engine
from unonet.game.cards import CARD_TEXTS, COLORS
from unonet.game.events import Event, Outcome
from unonet.game.feeding import feed
from unonet.game.legality import legal_moves
from unonet.game.moves import RECORD_LETTERS
from unonet.game.notation import parse_move, parse_record
from unonet.game.past import Past
from unonet.game.position import parse
from unonet.game.ruleset import Ruleset
from unonet.game.scenario import describe
from unonet.game.state import PHASE_NAMES, State
from unonet.game.view import PlayerView, view

MOVES: Final = "moves:"


class Round:
    """One round with all faces known. ``Round(text)`` reads a scenario (docs/rules.md, 10) and
    plays its moves; ``Round.start`` deals one. Nothing is random after the deal: a reshuffle lays
    the cards as a scenario does, so that ``to_text`` gives the same round again.
    """

    def __init__(self, text: str) -> None:
        """Raises BadScenario(line), or IllegalMove(reason) for a move in the text."""
        position = parse(text)
        self._head = text.partition(f"\n{MOVES}")[0].rstrip()
        self._said: list[str] = []
        self._past = Past()
        self.state: State = position.state
        self._past.see(self.state, ())
        for step in position.steps:
            self.play(step.text, seat=step.seat)

    @classmethod
    def start(
        cls,
        rules: str = "classic",
        *,
        seats: int = 4,
        seed: int | str = 0,
        dealer: int = 0,
        **options: object,
    ) -> Round:
        """Deal a round; ``options`` are those of the ruleset, as in ``stacking="same"``.

        Raises BadRuleset for rules that do not exist or do not go with so many seats.
        """
        ruleset = Ruleset.parse(rules, {name: str(value) for name, value in options.items()})
        ruleset.check_seats(seats)
        deck = list(ruleset.cards())
        Random(seed).shuffle(deck)
        pairs = " ".join(f"{name}={value}" for name, value in ruleset.differences())
        cards = " ".join(CARD_TEXTS[card] for card in deck)
        head = (f"rules: classic {pairs}".rstrip(), f"seats: {seats}", f"dealer: {dealer}")
        return cls("\n".join((*head, f"deck: {cards}")))

    @property
    def ruleset(self) -> Ruleset:
        return self.state.ruleset

    @property
    def seats(self) -> int:
        return len(self.state.hands)

    @property
    def turn(self) -> int | None:
        """The seat that the round waits for; None when it is over."""
        return None if self.state.due < 0 else self.state.due

    @property
    def phase(self) -> str:
        """``opening``, ``turn``, ``drawn``, ``penalty``, ``challenged`` or ``over``."""
        return PHASE_NAMES[self.state.phase]

    @property
    def top(self) -> str:
        """The card that lies open; a wild with the colour that was named."""
        text, color = CARD_TEXTS[self.state.top], self.state.color
        return f"{text}={COLORS[color]}" if text.startswith("w") and color >= 0 else text

    @property
    def hands(self) -> list[list[str]]:
        """By seat, in the order in which the cards came."""
        faces = self.state.faces
        return [[CARD_TEXTS[faces[slot]] for slot in hand] for hand in self.state.hands]

    @property
    def outcome(self) -> Outcome | None:
        """Winner, reason and points once the round is over."""
        return self.state.outcome

    @property
    def moves(self) -> tuple[str, ...]:
        """All that was said, as lines of a scenario."""
        return tuple(self._said)

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of ``seat``, or of the one on turn, sorted."""
        acting = self.turn if seat is None else seat
        return [] if acting is None else sorted(map(str, legal_moves(self.state, acting)))

    def play(self, text: str, seat: int | None = None) -> list[Event]:
        """Make a move of ``seat``, or of the one on turn, or say a record (``t@2``).

        Returns what happened. Raises DecodeError for what is no move, and IllegalMove(reason),
        which changes nothing.
        """
        if text[:1] in RECORD_LETTERS and text[1:2] == "@":
            line, happen = text, self._record(text)
        else:
            line, happen = self._move(text, seat)
        events = happen()
        events += feed(self.state)
        self._past.see(self.state, events)
        self._said.append(line)
        return events

    def _record(self, text: str) -> Callable[[], list[Event]]:
        record = parse_record(text)
        return lambda: engine.record(self.state, record)

    def _move(self, text: str, seat: int | None) -> tuple[str, Callable[[], list[Event]]]:
        move = parse_move(text)
        acting = self.turn if seat is None else seat
        if acting is None:
            raise IllegalMove("round_over")
        return f"{acting} {text}", lambda: engine.apply(self.state, acting, move)

    def view(self, seat: int | None) -> PlayerView:
        """What ``seat`` would see at a table, None a spectator."""
        return view(self.state, seat, None, self._past)

    def advice(self, bot: str = "careful", seat: int | None = None, *, seed: int = 0) -> str | None:
        """What ``bot`` would do in that seat, or in the one on turn; None for nothing."""
        acting = self.turn if seat is None else seat
        move = find_bot(bot)(self.view(acting), Random(seed)) if acting is not None else None
        return None if move is None else str(move)

    def describe(self) -> dict[str, object]:
        """The position as ``unonet scenario --json`` prints it."""
        return describe(self.state)

    def copy(self) -> Round:
        """An independent equal round."""
        twin = Round.__new__(Round)
        twin._head, twin._said = self._head, self._said[:]
        twin._past, twin.state = self._past.copy(), self.state.copy()
        return twin

    def to_text(self) -> str:
        """The scenario of this round: its start and all that was said. ``Round`` reads it."""
        return "\n".join((self._head, MOVES, *self._said, ""))

    def __repr__(self) -> str:
        return f"<Round of {self.seats}: {self.top} on top, {self.phase}, turn of {self.turn}>"
