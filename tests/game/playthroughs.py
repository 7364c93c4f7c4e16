"""Whole rounds as text: a scenario file whose every move is followed by what happened.

``python -m tests.game.playthroughs`` writes one for each preset anew, after a change of the rules
that is meant; a test plays what the files say and must come to the same text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.game.rounds import choices
from tests.game.rulesets import BUILT_PRESETS
from unonet.game import engine, events
from unonet.game.cards import CARD_TEXTS, COLORS
from unonet.game.events import Event
from unonet.game.feeding import feed
from unonet.game.moves import Move, Verb
from unonet.game.notation import parse_move
from unonet.game.scenario import load
from unonet.game.state import State

FOLDER: Final = Path(__file__).parents[1] / "golden" / "games"
EXTRA: Final = {"classic": "", "modern": " customizable=others_draw_1"}
SHOWN: Final = {
    "classic": {"Verdict": 1, "Caught": 1, "CalledUno": 1},
    "modern": {"HandsDealtAgain": 1, "Verdict": 1},
    "progressive": {"PenaltyFaced": 5},
    "seven-o": {"SwappedHands": 2, "RotatedHands": 1},
    "jump-in": {"JumpedIn": 1},
    "party": {"SwappedHands": 1, "RotatedHands": 1, "JumpedIn": 1, "PenaltyFaced": 3},
    "elimination": {"Eliminated": 1},
    "speed": {"JumpedIn": 2},
    "pirate": {"SwappedHands": 1, "RotatedHands": 1, "PenaltyFaced": 3},
}
"""By preset: how often its round must show what is special about it."""


class Told(NamedTuple):
    """A round as it was played: the head of its file, and lines of ``SEAT MOVE # events``."""

    head: str
    lines: list[str]
    happened: Counter[str]
    state: State

    @property
    def text(self) -> str:
        ended = f"# {tell(self.state.outcome)}" if self.state.outcome else "# unfinished"
        return "\n".join([self.head, "moves:", *self.lines, ended]) + "\n"


def told(head: str, said: Iterable[tuple[int, Move]]) -> Told:
    """Play ``said`` from the position that ``head`` writes."""
    state = load(head).state
    round_ = Told(head, [], Counter(), state)
    for seat, move in said:
        happened = engine.apply(state, seat, move)
        happened += _advance(state)
        round_.lines.append(f"{seat} {move}  # {'; '.join(map(tell, happened))}")
        round_.happened.update(type(event).__name__ for event in happened)
    return round_


def _advance(state: State) -> list[Event]:
    found: list[Event] = list(engine.settle(state))
    while state.wants is not None:
        faces = [state.faces[slot] for slot in state.wants.slots]
        slots = range(len(state.faces), len(state.faces) + len(faces))
        found += engine.dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)
        found += engine.settle(state)
    return found


def tell(event: NamedTuple) -> str:
    """``Played seat=0 card=r5``: an event in one line, cards and colours as they are written."""
    fields = (f"{name}={_value(name, value)}" for name, value in event._asdict().items())
    return " ".join([type(event).__name__, *fields])


def _value(name: str, value: object) -> str:
    if name == "outcome" and isinstance(value, events.Outcome):
        return f"({tell(value)})"
    if name in ("card", "cards") and isinstance(value, int):
        return CARD_TEXTS[value] if name == "card" else str(value)
    if name == "cards" and isinstance(value, tuple):
        return ",".join(CARD_TEXTS[card] for card in value) or "-"
    if name == "color" and isinstance(value, int):
        return COLORS[value] if value >= 0 else "-"
    return str(value).replace(" ", "")


def read(path: Path) -> tuple[str, list[tuple[int, Move]]]:
    """The head of a file and the moves in it."""
    head, _, rest = path.read_text(encoding="utf-8").partition("\nmoves:\n")
    rows = [row.partition("#")[0].split() for row in rest.splitlines()]
    return head, [(int(row[0]), parse_move(row[1])) for row in rows if row]


# ------------------------------------------------------------------ writing them anew
def _played(head: str, rng: Random) -> Told:
    """A round of eager players that bluff, challenge, catch, stack and jump in when they can."""
    state, said = load(head).state, []
    while state.outcome is None and len(said) < 300:
        legal = choices(state)
        lively = [c for c in legal if c[1].verb not in (Verb.DRAW, Verb.KEEP, Verb.OK)]
        said.append(rng.choice(lively if lively and rng.random() < 0.85 else legal))
        engine.apply(state, *said[-1])
        feed(state)
    return told(head, said)


def _written(preset: str) -> str:
    for seed in range(5_000):
        rng = Random(seed)
        rules = f"{preset}{EXTRA.get(preset, '')}"
        ruleset = load(f"rules: {rules}\nhands: b1 | b2\ntop: b3").state.ruleset
        deck = list(ruleset.cards())
        rng.shuffle(deck)
        cards = " ".join(CARD_TEXTS[card] for card in deck)
        round_ = _played(f"# One round.\nrules: {rules}\nseats: 3\ndeck: {cards}", rng)
        wanted = SHOWN.get(preset, {})
        enough = all(round_.happened[name] >= count for name, count in wanted.items())
        outcome = round_.state.outcome
        if enough and outcome and outcome.reason == "out" and len(round_.lines) < 130:
            return round_.text
    raise AssertionError(f"no round of {preset} shows {SHOWN[preset]}")


if __name__ == "__main__":
    for name in BUILT_PRESETS:
        (FOLDER / f"{name}.txt").write_text(_written(name), encoding="utf-8")
