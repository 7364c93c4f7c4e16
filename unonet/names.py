"""Remote text made safe: nicknames are cleaned here, once; other text is escaped for a terminal.

A nickname that has passed ``sanitise`` has no control character, no bidi override or isolate,
nothing invisible, at most 20 columns and 40 bytes; Hebrew, Arabic and Persian names pass as they
are. Whether two names look alike, who is behind one, and how a right-to-left name is laid out on a
screen is not known here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

MAX_COLUMNS: Final = 20
MAX_BYTES: Final = 40
MAX_MARKS: Final = 3
"""Combining marks on one letter: pointed Hebrew needs three; more would reach into other lines."""

FALLBACK: Final = "player"

_NON_JOINER: Final = "\u200c"
_NEVER_JOIN_ON: Final = frozenset("ءآأؤإاةدذرزوىٱڈڑژںۆۇ")
_SEEN: Final = ("L", "M", "N", "P", "S", "Zs")
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Called letters, marks or symbols by Unicode, and yet shown as nothing."""


def sanitise(text: str) -> str:
    """The nickname that stands for ``text``, never empty; a cleaned one comes back unchanged."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    shown = "".join(char for place, char in enumerate(spaced) if _is_shown(spaced, place))
    bounded = "".join(_bounded_marks(unicodedata.normalize("NFC", shown)))
    return _shortened(" ".join(bounded.split()), MAX_COLUMNS, MAX_BYTES) or FALLBACK


def unique(name: str, taken: Iterable[str]) -> str:
    """The sanitised ``name``, with " (2)", " (3)", … if somebody at the table is called so."""
    occupied = {_folded(other) for other in taken}
    return next(choice for choice in _numbered(name) if _folded(choice) not in occupied)


def printable(text: str) -> str:
    """The text with all that a terminal would obey or hide written out, as in ``\\x1b``."""
    return "".join(
        char if char == " " or (not char.isspace() and _is_shown(text, place)) else _escaped(char)
        for place, char in enumerate(text)
    )


def columns(text: str) -> int:
    """How many terminal columns the text takes; letters of ambiguous width count as one."""
    return sum(map(_columns_of, text))


def _columns_of(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _is_shown(text: str, place: int) -> bool:
    char = text[place]
    if char == _NON_JOINER:
        return _parts_letters(text, place)
    category = unicodedata.category(char)
    return category.startswith(_SEEN) and category != "Me" and char not in _BLANK


def _parts_letters(text: str, place: int) -> bool:
    """Persian writes a non-joiner between letters that would join; elsewhere it only hides."""
    before, after = text[:place][-1:], text[place + 1 :][:1]
    return _is_arabic(before) and _is_arabic(after) and before not in _NEVER_JOIN_ON


def _is_arabic(char: str) -> bool:
    return bool(char) and unicodedata.bidirectional(char) == "AL" and char.isalpha()


def _bounded_marks(text: str) -> Iterator[str]:
    """Drop combining marks that have no letter under them, or too many of their kind."""
    room = 0
    for char in text:
        is_mark = unicodedata.category(char).startswith("M")
        room = room - 1 if is_mark else (0 if char == " " else MAX_MARKS)
        if not is_mark or room >= 0:
            yield char


def _shortened(text: str, max_columns: int, max_bytes: int) -> str:
    """The longest beginning within both limits that does not end in a space or a non-joiner."""
    while columns(text) > max_columns or len(text.encode()) > max_bytes:
        text = text[:-1]
    return text.rstrip(f" {_NON_JOINER}")


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in count(2):
        suffix = f" ({number})"
        yield _shortened(name, MAX_COLUMNS - len(suffix), MAX_BYTES - len(suffix)) + suffix


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
