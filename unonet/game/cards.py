"""What a card is: its type, its text, its colour, its worth and how many of it a deck has.

A card type is an int: ``color * 13 + face`` for the coloured cards (colours r, y, g, b = 0..3,
faces 0-9, then 10 Skip, 11 Reverse, 12 Draw Two), then the wilds 52 ``wi``, 53 ``w4``, 54 ``ws``,
55 ``wc``. ``HIDDEN`` stands where a face is not public. This module does not know what a card
does when it is played, nor which slot carries it.
"""

from __future__ import annotations

from typing import Final

from unonet.errors import DecodeError

HIDDEN: Final = -1
NO_COLOR: Final = -1

COLORS: Final = "rygb"
SWAP: Final = 7
"""The number that swaps hands under Seven-O; the 0 passes them on."""
SKIP: Final = 10
REVERSE: Final = 11
DRAW_TWO: Final = 12
WILD: Final = 52
WILD_DRAW_FOUR: Final = 53
SHUFFLE_HANDS: Final = 54
CUSTOMIZABLE: Final = 55
FIRST_WILD: Final = WILD
CARD_TYPES: Final = 56

_FACE_TEXTS = (*"0123456789", "sk", "rv", "+2")
_WILD_TEXTS = ("wi", "w4", "ws", "wc")

CARD_TEXTS: Final[tuple[str, ...]] = (
    tuple(color + face for color in COLORS for face in _FACE_TEXTS) + _WILD_TEXTS
)
CARDS_BY_TEXT: Final[dict[str, int]] = {text: card for card, text in enumerate(CARD_TEXTS)}

COLOR_OF: Final[tuple[int, ...]] = tuple(
    card // 13 if card < FIRST_WILD else NO_COLOR for card in range(CARD_TYPES)
)
FACE_OF: Final[tuple[int, ...]] = tuple(
    card % 13 if card < FIRST_WILD else card for card in range(CARD_TYPES)
)
_FACE_VALUES = (*range(10), 20, 20, 20)
VALUE_OF: Final[tuple[int, ...]] = tuple(_FACE_VALUES) * 4 + (50, 50, 40, 40)

_COLORED_COUNTS = (1, *[2] * 12)
DECKS: Final[dict[str, tuple[int, ...]]] = {
    "108": _COLORED_COUNTS * 4 + (4, 4, 0, 0),
    "112": _COLORED_COUNTS * 4 + (4, 4, 1, 3),
}
"""By name: how many of each card type."""


def parse_card(text: str) -> int:
    """The card type that ``text`` names (``r5``, ``b+2``, ``wi``), or DecodeError."""
    card = CARDS_BY_TEXT.get(text)
    if card is None:
        raise DecodeError(f"no card is written {text!r}")
    return card


def playable_on(color: int, top: int) -> frozenset[int]:
    """Every card type that may follow ``top`` while ``color`` is in force (R3.play)."""
    face = FACE_OF[top]
    return frozenset(
        card
        for card in range(CARD_TYPES)
        if card >= FIRST_WILD or COLOR_OF[card] == color or FACE_OF[card] == face
    )


PLAYABLE: Final[tuple[tuple[frozenset[int], ...], ...]] = tuple(
    tuple(playable_on(color, top) for top in range(CARD_TYPES)) for color in range(len(COLORS))
)
