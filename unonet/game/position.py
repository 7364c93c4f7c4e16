"""Reads a scenario file (docs/rules.md section 10) into a Position: a start and its moves.

It knows the grammar and what a position must satisfy; it does not play the moves. Whatever is
outside the grammar is a BadScenario that names the line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from unonet.errors import BadRuleset, BadScenario, DecodeError, RuleError
from unonet.game.cards import CARD_TEXTS, COLOR_OF, COLORS, FIRST_WILD, parse_card
from unonet.game.feeding import feed
from unonet.game.inputs import dealt
from unonet.game.match import next_dealer
from unonet.game.moves import MAX_SEATS, Move, Record
from unonet.game.notation import parse_move, parse_record
from unonet.game.ruleset import Ruleset
from unonet.game.state import ACTIVE, GONE, TURN, State, Want, WantKind

EMPTY_PLACE: Final = "-"
_LAYOUT: Final = frozenset({"hands", "top", "discard", "draw", "turn", "direction"})
_DEAL: Final = frozenset({"seats", "deck"})
_FIELDS: Final = _LAYOUT | _DEAL | {"rules", "dealer", "scores"}
_FIELD: Final = re.compile(r"([a-z]+):(.*)", re.DOTALL)
_NUMBER: Final = re.compile("[0-9]{1,6}")

T = TypeVar("T")


class Step(NamedTuple):
    """One line below ``moves:``; ``seat`` is None for a record, ``text`` is the token."""

    seat: int | None
    what: Move | Record
    text: str


@dataclass(frozen=True, slots=True)
class Position:
    """A start (nothing is awaited there, all faces are public) and the steps from it."""

    state: State
    steps: tuple[Step, ...]


def parse(text: str) -> Position:
    """The position that ``text`` writes, or BadScenario(reason, line)."""
    page = _Page.read(text)
    rules = page.get("rules", _read_rules, "classic")
    state = _deal(page, rules) if page.fields.keys() & _DEAL else _lay_out(page, rules)
    return Position(state, page.steps)


class _Field(NamedTuple):
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class _Page:
    """The fields of a file by name, its steps, and how many lines it has."""

    fields: dict[str, _Field]
    steps: tuple[Step, ...]
    lines: int

    @classmethod
    def read(cls, text: str) -> _Page:
        rows = [row.partition("#")[0].strip() for row in text.split("\n")]
        numbered = [(row, line) for line, row in enumerate(rows, 1) if row]
        head = next((i for i, (row, _) in enumerate(numbered) if row == "moves:"), len(numbered))
        fields: dict[str, _Field] = {}
        for row, line in numbered[:head]:
            _add_field(fields, row, line)
        steps = tuple(_read_step(row, line) for row, line in numbered[head + 1 :])
        return cls(fields, steps, len(rows))

    def get(self, name: str, read: Callable[[str], T], default: str | None = None) -> T:
        """The value of a field, or of ``default`` where the field is missing."""
        found = self.fields.get(name)
        if found is None and default is None:
            raise BadScenario(f"{name}: is missing", self.lines)
        text, line = found or _Field(default or "", self.lines)
        try:
            return read(text)
        except (BadRuleset, DecodeError) as error:
            raise BadScenario(str(error), line) from error

    def line(self, name: str) -> int:
        return self.fields[name].line if name in self.fields else self.lines


def _add_field(fields: dict[str, _Field], row: str, line: int) -> None:
    found = _FIELD.fullmatch(row)
    if found is None or found[1] not in _FIELDS:
        raise BadScenario(f"no field is written {row!r}", line)
    name = found[1]
    if name in fields:
        raise BadScenario(f"{name}: is given twice", line)
    if (name in _DEAL and fields.keys() & _LAYOUT) or (name in _LAYOUT and fields.keys() & _DEAL):
        raise BadScenario("a file gives either hands and top or seats and deck", line)
    fields[name] = _Field(found[2].strip(), line)


def _read_step(row: str, line: int) -> Step:
    words = row.split()
    try:
        if len(words) == 1:
            return Step(None, parse_record(row), row)
        if len(words) == 2 and re.fullmatch("[0-9]", words[0]):
            return Step(int(words[0]), parse_move(words[1]), words[1])
    except DecodeError as error:
        raise BadScenario(str(error), line) from error
    raise BadScenario(f"{row!r} is neither 'SEAT MOVE' nor a record", line)


def _deal(page: _Page, rules: Ruleset) -> State:
    count = page.get("seats", _number(2, MAX_SEATS))
    deck = page.get("deck", _read_cards)
    _check_counts(page, rules, {"deck": deck})
    state = _table(page, rules, [ACTIVE] * count)
    try:
        dealt(state, epoch=0, slots=range(len(deck)), faces=deck)
    except RuleError as error:
        raise BadScenario(str(error), page.line("deck")) from error
    feed(state)
    return state


def _lay_out(page: _Page, rules: Ruleset) -> State:
    hands = page.get("hands", _read_hands)
    top, color = page.get("top", _read_top)
    under = page.get("discard", _read_cards, "")
    pile = page.get("draw", _read_cards, "")
    held = [card for hand in hands for card in hand]
    _check_counts(page, rules, {"hands": held, "discard": under, "top": [top], "draw": pile})
    cards = [*held, *under, top, *pile]
    state = _table(page, rules, [ACTIVE if hand else GONE for hand in hands])
    slots = iter(range(len(cards)))
    state.faces = cards
    state.hands = [[next(slots) for _ in hand] for hand in hands]
    state.discard = [next(slots) for _ in (*under, top)]
    state.draw = list(slots)
    state.epoch = 0
    state.wants = None
    state.phase = TURN
    state.color = color
    state.direction = page.get("direction", _read_direction, "cw")
    state.turn = _turn(page, state)
    return state


def _table(page: _Page, rules: Ruleset, statuses: list[int]) -> State:
    count = len(statuses)
    dealer = page.get("dealer", _number(0, count - 1), "0")
    scores = page.get("scores", _read_scores, " ".join("0" * count))
    if len(scores) != count:
        raise BadScenario(f"{len(scores)} scores for {count} seats", page.line("scores"))
    return State(
        rules,
        statuses,
        scores,
        dealer,
        hands=[[] for _ in statuses],
        timeouts=[0] * count,
        wants=Want(int(WantKind.DECK)),
    )


def _turn(page: _Page, state: State) -> int:
    left = next_dealer(state.statuses, state.dealer)
    turn = page.get("turn", _number(0, len(state.statuses) - 1), str(left))
    if state.statuses[turn] == GONE:
        raise BadScenario(f"seat {turn} is an empty place", page.line("turn"))
    return turn


def _check_counts(page: _Page, rules: Ruleset, cards: Mapping[str, Sequence[int]]) -> None:
    """BadScenario at the line whose card is one more than the deck has."""
    deck = rules.counts()
    seen: Counter[int] = Counter()
    for name in sorted(cards, key=page.line):
        seen.update(cards[name])
        for card, count in sorted(seen.items()):
            if count > deck[card]:
                reason = f"{count} × {CARD_TEXTS[card]} are more than the deck has"
                raise BadScenario(reason, page.line(name))


def _read_rules(text: str) -> Ruleset:
    preset, *words = text.split() or [""]
    options: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name in options:
            raise DecodeError(f"{word!r} is no option=value, or a second one")
        options[name] = value
    return Ruleset.parse(preset, options)


def _read_cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def _read_hands(text: str) -> list[list[int]]:
    places = [place.strip() for place in text.split("|")]
    hands = [[] if place == EMPTY_PLACE else _read_cards(place) for place in places]
    if not 2 <= len(hands) <= MAX_SEATS or sum(map(bool, hands)) < 2:
        raise DecodeError(f"2 to {MAX_SEATS} places, two of them with a hand")
    if "" in places:
        raise DecodeError("no hand may be empty; '-' is an empty place")
    return hands


def _read_top(text: str) -> tuple[int, int]:
    word, sign, color = text.partition("=")
    card = parse_card(word)
    if (card >= FIRST_WILD) != bool(sign) or (sign and (len(color) != 1 or color not in COLORS)):
        raise DecodeError(f"top {text!r}: a wild names its colour, no other card does")
    return card, COLORS.index(color) if sign else COLOR_OF[card]


def _read_direction(text: str) -> int:
    if text not in ("cw", "ccw"):
        raise DecodeError(f"direction is cw or ccw, not {text!r}")
    return 1 if text == "cw" else -1


def _read_scores(text: str) -> list[int]:
    read = _number(0, 999_999)
    return [read(word) for word in text.split()]


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
            raise DecodeError(f"{text!r} is no number from {low} to {high}")
        return int(text)

    return read
