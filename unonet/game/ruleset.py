"""The ruleset of a table: every option of docs/rules.md section 8, its presets and its checks.

It knows which values exist and which of them go together; what does not is refused with a
sentence. It does not know how the engine carries an option out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from unonet.errors import BadRuleset
from unonet.game.cards import CUSTOMIZABLE, DECKS, WILD_DRAW_FOUR
from unonet.game.decks import deck_counts, deck_name, read_toml
from unonet.game.moves import MAX_SEATS

MAX_SEALED_DECKS: Final = 2
MAX_SEALED_CARDS: Final = 224
"""What a sealed deck may have: every seat re-encrypts and proves each card."""
MIN_ELIMINATION_SEATS: Final = 3


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
    plain_plays: bool = field(init=False, repr=False, compare=False)
    """Whether the card alone says how it may be played, whoever holds what; derived, no option."""
    plain_draws: bool = field(init=False, repr=False, compare=False)
    """Whether a drawn card may always be kept, and no other is drawn then; derived as well."""

    def __post_init__(self) -> None:
        for derived, plain in _PLAIN.items():
            holds = all(getattr(self, name) in values for name, values in plain.items())
            object.__setattr__(self, derived, holds)

    @classmethod
    def parse(cls, preset: str = "classic", options: Mapping[str, str] | None = None) -> Ruleset:
        """The preset with ``options`` on top, as a person types them; else BadRuleset.

        ``deck`` may also be the text of a TOML file (``decks.read_toml``).
        """
        if preset not in PRESETS:
            raise BadRuleset(f"no preset is called {preset!r}; there are {', '.join(PRESETS)}")
        texts = PRESETS[preset]
        if texts is None:
            raise BadRuleset(f"preset {preset} is another game, which is not built yet")
        given = {**texts, **(options or {})}
        if _is_page(given.get("deck", "")):
            given["deck"] = read_toml(given["deck"])
        return cls._of(given)

    @classmethod
    def _of(cls, given: Mapping[str, str]) -> Ruleset:
        values: dict[str, Any] = {name: _read(name, text) for name, text in given.items()}
        ruleset = cls(**values)
        _check_together(ruleset)
        return ruleset

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
        ruleset = cls._of(dict(given))
        if ruleset.differences() != given:
            raise BadRuleset("options must be sorted, each once, each differing from classic")
        return ruleset

    def counts(self) -> tuple[int, ...]:
        """How many of each card type the whole deck has, all copies together."""
        return tuple(count * self.decks for count in deck_counts(self.deck))

    def cards(self) -> tuple[int, ...]:
        """The card types of the whole deck in ascending order, equal ones side by side."""
        return tuple(card for card, count in enumerate(self.counts()) for _ in range(count))

    @property
    def fewest_seats(self) -> int:
        """How many seats a match needs at its start."""
        return 2 if self.elimination == "off" else MIN_ELIMINATION_SEATS

    def check_seats(self, seats: int) -> None:
        """BadRuleset unless a match of ``seats`` can start with these rules."""
        self.check_deal(seats)
        if seats < self.fewest_seats:
            raise BadRuleset("elimination needs 3 seats or more: with 2 the first round ends it")

    def check_deal(self, seats: int) -> None:
        """BadRuleset unless ``seats`` can be dealt to and an opening card is sure to come up."""
        if not 2 <= seats <= MAX_SEATS:
            raise BadRuleset(f"a table has 2 to {MAX_SEATS} seats, not {seats}")
        counts = self.counts()
        spare = sum(counts) - counts[WILD_DRAW_FOUR] - 1
        if seats * self.hand_size > spare:
            cards = f"deck {deck_name(self.deck)}"
            raise BadRuleset(f"{cards} cannot deal {self.hand_size} cards to {seats}")

    def check_table(self, seats: int, *, sealed: bool) -> None:
        """BadRuleset unless a table of so many seats, with its deck ``sealed`` or not, can play."""
        self.check_seats(seats)
        if sealed:
            self.check_sealed()

    def check_sealed(self) -> None:
        """BadRuleset if the deck is too big to be mixed under encryption."""
        cards = sum(self.counts())
        if self.decks > MAX_SEALED_DECKS or cards > MAX_SEALED_CARDS:
            raise BadRuleset(
                f"a sealed table plays with {MAX_SEALED_DECKS} decks and {MAX_SEALED_CARDS} cards "
                f"at most, not {self.decks} and {cards}"
            )


_PLAIN: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "plain_plays": {
        "seven_zero": ("off",),
        "customizable": ("none", "skip_next", "next_draws_2", "others_draw_1"),
        "wild_draw_four": ("challenge", "free"),
        "finish": ("any",),
    },
    "plain_draws": {"draw": ("one",), "force_play": ("off",)},
}
"""By derived field: the values under which it holds. The engine asks it for every move."""


class _Choice(NamedTuple):
    values: tuple[str, ...]

    def read(self, text: str) -> str | None:
        return text if text in self.values else None

    def __str__(self) -> str:
        return ", ".join(self.values)


class _Deck(NamedTuple):
    values: tuple[str, ...]

    def read(self, text: str) -> str | None:
        if text not in self.values:
            deck_counts(text)
        return text

    def __str__(self) -> str:
        return f"{', '.join(self.values)}, a file"


class _Range(NamedTuple):
    low: int
    high: int

    def read(self, text: str) -> int | None:
        if not re.fullmatch("0|[1-9][0-9]{0,5}", text):
            return None
        return int(text) if self.low <= int(text) <= self.high else None

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


_SWITCH: Final = _Choice(("off", "on"))

OPTIONS: Final[dict[str, _Choice | _Deck | _Range]] = {
    "deck": _Deck(tuple(DECKS)),
    "decks": _Range(1, 4),
    "hand_size": _Range(1, 20),
    "match": _Choice(("points", "round", "lowest")),
    "target": _Range(50, 5000),
    "opening_reverse": _Choice(("dealer", "right")),
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
    "turn_seconds": _Range(0, 3600),
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


def _is_page(deck: str) -> bool:
    """Whether ``deck`` is the text of a file: a name or canonical text has none of these."""
    return any(sign in deck for sign in "=[\n")


def _read(name: str, text: str) -> str | int:
    option = OPTIONS.get(name)
    if option is None:
        raise BadRuleset(f"no option is called {name!r}; there are {', '.join(OPTIONS)}")
    value = option.read(text)
    if value is None:
        raise BadRuleset(f"{name}={text} does not exist; {name} is one of: {option}")
    return value


def _check_together(ruleset: Ruleset) -> None:
    """BadRuleset for options that exclude each other (R8.combinations)."""
    if ruleset.customizable != "none" and not ruleset.counts()[CUSTOMIZABLE]:
        raise BadRuleset(
            f"customizable={ruleset.customizable} needs a deck with a Wild Customizable, and deck "
            f"{deck_name(ruleset.deck)} has none; deck=112 has three"
        )
