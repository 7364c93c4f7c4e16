"""Rulesets for tests: every value of every option, and mixes of them by chance."""

from __future__ import annotations

from random import Random

from unonet.errors import BadRuleset
from unonet.game.cards import CARD_TYPES
from unonet.game.decks import deck_text
from unonet.game.ruleset import PRESETS, Ruleset

VALUES: dict[str, tuple[str, ...]] = {
    "deck": ("112",),
    "decks": ("2", "4"),
    "hand_size": ("1", "3", "12"),
    "match": ("round", "lowest"),
    "target": ("50", "5000"),
    "opening_reverse": ("right",),
    "stacking": ("same", "any"),
    "seven_zero": ("on",),
    "jump_in": ("exact", "all"),
    "draw": ("until_playable",),
    "force_play": ("on",),
    "wild_draw_four": ("free", "strict"),
    "customizable": ("skip_next", "next_draws_2", "others_draw_1", "swap"),
    "uno_penalty": ("0", "10"),
    "finish": ("no_wild", "no_action", "no_draw_four"),
    "elimination": ("enabler", "most_cards", "points"),
    "turn_seconds": ("0",),
}
"""By option: every value that is not the default, or some where there are many."""

BUILT_PRESETS = tuple(name for name, texts in PRESETS.items() if texts is not None)


def some_deck(rng: Random) -> str:
    """A custom deck with gaps: some colours, numbers or wilds may be missing."""
    most = rng.choice((1, 2, 4))
    counts = [rng.randint(0, most) for _ in range(CARD_TYPES)]
    counts[rng.randrange(10)] += 40 // most
    return deck_text(counts)


def some_options(rng: Random) -> dict[str, str]:
    options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.35}
    if rng.random() < 0.2:
        options["deck"] = some_deck(rng)
    return options


def some_table(rng: Random) -> tuple[Ruleset, int]:
    """A ruleset by chance, and a number of seats that it suits."""
    while True:
        seats = rng.randint(2, 10)
        try:
            ruleset = Ruleset.parse("classic", some_options(rng))
            ruleset.check_seats(seats)
        except BadRuleset:
            continue
        return ruleset, seats


def suiting(ruleset: Ruleset, seats: int) -> int:
    """``seats``, or the nearest number of them that ``ruleset`` can be played with."""
    for count in sorted(range(2, 11), key=lambda other: abs(other - seats)):
        try:
            ruleset.check_seats(count)
        except BadRuleset:
            continue
        return count
    raise AssertionError(f"{ruleset} suits no table")
