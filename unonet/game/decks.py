"""Decks of cards: the two that everybody knows, and those that a table of counts describes.

A deck is a text: ``108``, ``112`` or, for a custom one, its counts as ``r0:1,r1:2,…,w4:4`` in the
order of card types, which is what travels in the terms of a table. ``read_toml`` makes that text
from the file that a person writes. This module reads no file and does not know what cards do.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from unonet.errors import BadRuleset
from unonet.game.cards import CARD_TEXTS, CARD_TYPES, CARDS_BY_TEXT, DECKS

MAX_OF_A_CARD: Final = 99
MAX_CARDS: Final = 224
"""Of one copy: two of the biggest decks that are sold."""
MAX_TEXT: Final = 512
"""Characters of the text of a deck; the longest that can be written has 391."""
MAX_TOML: Final = 8192

_CUSTOM: Final = re.compile(r"[a-z0-9+]{2,3}:[1-9][0-9]?(?:,[a-z0-9+]{2,3}:[1-9][0-9]?)*")


@lru_cache(maxsize=32)
def deck_counts(deck: str) -> tuple[int, ...]:
    """How many of each card type, in the order of types, one copy of ``deck`` has.

    BadRuleset for a text that ``deck_text`` would not print.
    """
    known = DECKS.get(deck)
    if known is not None:
        return known
    if len(deck) > MAX_TEXT or not _CUSTOM.fullmatch(deck):
        raise BadRuleset("a deck is 108, 112, or its cards and their counts as r0:1,r1:2")
    pairs = (item.split(":") for item in deck.split(","))
    counts = _counts({text: int(count) for text, count in pairs}, [0] * CARD_TYPES)
    if deck_text(counts) != deck:
        raise BadRuleset("the cards of a deck are written in their order, each once")
    return counts


def deck_text(counts: Sequence[int]) -> str:
    """The one text of the deck with these counts."""
    for name, known in DECKS.items():
        if known == tuple(counts):
            return name
    return ",".join(f"{CARD_TEXTS[card]}:{n}" for card, n in enumerate(counts) if n)


def deck_name(deck: str) -> str:
    """What a person calls it: ``108``, ``112`` or ``of 124 cards``."""
    return deck if deck in DECKS else f"of {sum(deck_counts(deck))} cards"


def read_toml(text: str) -> str:
    """The text of the deck that a TOML page describes, or BadRuleset saying what is wrong.

    ``[cards]`` has a count for each card (``"r+2" = 2``); ``base = "108"`` (or ``"112"``) fills in
    the cards that are not named.
    """
    page = _page(text)
    base, cards = page.pop("base", None), page.pop("cards", {})
    if page:
        raise BadRuleset(f"a deck file has base and cards, not {min(page)!r}")
    if base is not None and (not isinstance(base, str) or base not in DECKS):
        raise BadRuleset(f"the base of a deck is one of {', '.join(DECKS)}")
    if not isinstance(cards, dict):
        raise BadRuleset("cards is a table of counts")
    return deck_text(_counts(cards, list(DECKS[base]) if base else [0] * CARD_TYPES))


def _page(text: str) -> dict[str, Any]:
    if len(text) > MAX_TOML:
        raise BadRuleset(f"a deck file has at most {MAX_TOML} characters")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadRuleset(f"a deck file is TOML: {error}") from error


def _counts(named: Mapping[str, object], counts: list[int]) -> tuple[int, ...]:
    for text, count in named.items():
        if text not in CARDS_BY_TEXT:
            raise BadRuleset(f"no card is written {text!r}")
        if type(count) is not int or not 0 <= count <= MAX_OF_A_CARD:
            raise BadRuleset(f"{text}: a deck has 0 to {MAX_OF_A_CARD} of a card")
        counts[CARDS_BY_TEXT[text]] = count
    if not 0 < sum(counts) <= MAX_CARDS:
        raise BadRuleset(f"a deck has 1 to {MAX_CARDS} cards, not {sum(counts)}")
    return tuple(counts)
