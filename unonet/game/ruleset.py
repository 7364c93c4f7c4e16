"""The ruleset of a table: every option of docs/rules.md section 8, its presets and its checks.

It knows which values exist and which of them are built; a value that is not is refused with a
sentence. It does not know how the engine carries an option out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from unonet.errors import BadRuleset
from unonet.game.cards import DECKS, WILD_DRAW_FOUR
from unonet.game.moves import MAX_SEATS


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One value per option; the defaults are the preset ``classic``. Build it with ``parse``."""

    deck: str = "108"
    decks: int = 1
    hand_size: int = 7
    match: str = "points"
    target: int = 500
    opening_reverse: str = "dealer"
    stacking: str = "off"
    seven_zero: str = "off"
    jump_in: str = "off"
    draw: str = "one"
    force_play: str = "off"
    wild_draw_four: str = "challenge"
    customizable: str = "none"
    uno_penalty: int = 2
    finish: str = "any"
    elimination: str = "off"
    turn_seconds: int = 60

    @classmethod
    def parse(cls, preset: str = "classic", options: Mapping[str, str] | None = None) -> Ruleset:
        """The preset with ``options`` on top, both as a person types them; else BadRuleset."""
        if preset not in PRESETS:
            raise BadRuleset(f"no preset is called {preset!r}; there are {', '.join(PRESETS)}")
        texts = PRESETS[preset]
        if texts is None:
            raise BadRuleset(f"preset {preset} is another game, which is not built yet")
        given = {**texts, **(options or {})}
        values: dict[str, Any] = {name: _read(name, text) for name, text in given.items()}
        return cls(**values)

    def differences(self) -> tuple[tuple[str, str], ...]:
        """The options that differ from ``classic`` as sorted (option, value) texts."""
        return tuple(
            (name, str(getattr(self, name)))
            for name in sorted(OPTIONS)
            if getattr(self, name) != getattr(CLASSIC, name)
        )

    @classmethod
    def from_differences(cls, pairs: Iterable[tuple[str, str]]) -> Ruleset:
        """The inverse of ``differences``; BadRuleset for anything that it would not print."""
        given = tuple((name, text) for name, text in pairs)
        ruleset = cls.parse("classic", dict(given))
        if ruleset.differences() != given:
            raise BadRuleset("options must be sorted, each once, each differing from classic")
        return ruleset

    def check_seats(self, seats: int) -> None:
        """BadRuleset unless ``seats`` can be dealt to and an opening card is sure to come up."""
        if not 2 <= seats <= MAX_SEATS:
            raise BadRuleset(f"a table has 2 to {MAX_SEATS} seats, not {seats}")
        counts = DECKS[self.deck]
        spare = (sum(counts) - counts[WILD_DRAW_FOUR]) * self.decks - 1
        if seats * self.hand_size > spare:
            raise BadRuleset(f"deck {self.deck} cannot deal {self.hand_size} cards to {seats}")


class _Choice(NamedTuple):
    values: tuple[str, ...]
    built: bool = False

    def read(self, text: str) -> str | None:
        return text if text in self.values else None

    def __str__(self) -> str:
        return ", ".join(self.values)


class _Range(NamedTuple):
    low: int
    high: int
    built: bool = False

    def read(self, text: str) -> int | None:
        if not re.fullmatch("0|[1-9][0-9]{0,5}", text):
            return None
        return int(text) if self.low <= int(text) <= self.high else None

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


_SWITCH: Final = _Choice(("off", "on"))

OPTIONS: Final[dict[str, _Choice | _Range]] = {
    "deck": _Choice(tuple(DECKS), built=True),
    "decks": _Range(1, 4),
    "hand_size": _Range(1, 20, built=True),
    "match": _Choice(("points", "round", "lowest"), built=True),
    "target": _Range(50, 5000, built=True),
    "opening_reverse": _Choice(("dealer", "right"), built=True),
    "stacking": _Choice(("off", "same", "any")),
    "seven_zero": _SWITCH,
    "jump_in": _Choice(("off", "exact", "all")),
    "draw": _Choice(("one", "until_playable")),
    "force_play": _SWITCH,
    "wild_draw_four": _Choice(("challenge", "free", "strict")),
    "customizable": _Choice(("none", "skip_next", "next_draws_2", "others_draw_1", "swap")),
    "uno_penalty": _Range(0, 10),
    "finish": _Choice(("any", "no_wild", "no_action", "no_draw_four")),
    "elimination": _Choice(("off", "enabler", "most_cards", "points")),
    "turn_seconds": _Range(0, 3600, built=True),
}

PRESETS: Final[dict[str, dict[str, str] | None]] = {
    "classic": {},
    "quick": {"match": "round"},
    "modern": {"deck": "112", "match": "round"},
    "progressive": {"stacking": "same"},
    "seven-o": {"seven_zero": "on"},
    "jump-in": {"jump_in": "exact"},
    "party": {"stacking": "same", "seven_zero": "on", "jump_in": "exact"},
    "elimination": {"elimination": "enabler"},
    "speed": {
        "jump_in": "exact",
        "draw": "until_playable",
        "decks": "2",
        "hand_size": "10",
        "uno_penalty": "5",
        "finish": "no_draw_four",
    },
    "pirate": {"stacking": "same", "seven_zero": "on"},
    "dos": None,
    "dos-2": None,
}
"""By name: the options that a preset sets; None for another game on the same table."""

CLASSIC: Final = Ruleset()


def _read(name: str, text: str) -> str | int:
    option = OPTIONS.get(name)
    if option is None:
        raise BadRuleset(f"no option is called {name!r}; there are {', '.join(OPTIONS)}")
    value = option.read(text)
    if value is None:
        raise BadRuleset(f"{name}={text} does not exist; {name} is one of: {option}")
    default: str | int = getattr(CLASSIC, name)
    if value != default and not option.built:
        raise BadRuleset(f"{name}={text} is not built yet; only {name}={default} is")
    return value
