"""Where words go: sentences to people, JSON to scripts, and paint only where asked.

Every text that leaves the program is cleaned here, at the exit: no name, token or file can move a
cursor or begin a line of its own. Does not know what the words say.
"""

from __future__ import annotations

import re
import shutil
import sys
from typing import Any, Final, TextIO

from unonet import names

PAINT: Final = {"red": "31", "yellow": "33", "green": "32", "blue": "34"}


# Exactly what ``paint`` writes; whatever else steers a terminal is written out.
_PAINTED: Final = re.compile(f"(\x1b\\[(?:0|{'|'.join(PAINT.values())})m)")


def clean(text: str) -> str:
    """Remote text with all that steers a terminal or hides in it written out."""
    return text if text.isascii() and text.isprintable() else names.printable(text)


def paint(text: str, color: str) -> str:
    """``text`` in an ANSI colour; the word itself stays in it, colour is never alone."""
    return f"\x1b[{PAINT[color]}m{text}\x1b[0m" if color in PAINT else text


def shown(text: str) -> str:
    """``clean``, but for our own paint."""
    parts = _PAINTED.split(text)
    parts[::2] = map(clean, parts[::2])
    return "".join(parts)


def _wrapped(text: str) -> str:
    """``text`` broken between words to the width of the terminal; paint takes no room."""
    columns, used = shutil.get_terminal_size().columns, 0
    lines: list[str] = []
    for word in text.split(" "):
        width = names.columns(_PAINTED.sub("", word))
        if lines and used + 1 + width <= columns:
            lines[-1] += " " + word
            used += 1 + width
        else:
            lines.append(word)
            used = width
    return "\n".join(lines)


class Output:
    """Sentences go to ``stream``, results to stdout."""

    __slots__ = ("_open", "as_json", "asking", "painted", "stream")

    def __init__(self, stream: TextIO, *, as_json: bool = False, painted: bool = False) -> None:
        self.stream = stream
        self.as_json = as_json
        self.painted = painted
        self.asking = False
        self._open = False

    def say(self, text: str) -> None:
        """One sentence from the start of a line, also after an open prompt.

        On a terminal it breaks between words: half a card or code word cannot be read aloud.
        """
        print(("\n" if self._open else "") + self._fit(text), file=self.stream, flush=True)
        self._open = self.asking = False

    def say_all(self, text: str) -> None:
        """Our own text, line by line."""
        for line in text.splitlines():
            self.say(line)

    def ask(self, text: str) -> None:
        """A prompt: the cursor stays behind it; ``asking`` until something else is said."""
        text = ("\n" if self._open else "") + self._fit(text)
        print(text, end="", file=self.stream, flush=True)
        self._open = self.asking = True

    def _fit(self, text: str) -> str:
        return _wrapped(shown(text)) if self.stream.isatty() else shown(text)

    def bell(self) -> None:
        """One bell, where there is a terminal to ring it."""
        if self.stream.isatty():
            print("\a", end="", file=self.stream, flush=True)

    def answered(self) -> None:
        """The person's Enter ended the line of the prompt."""
        self._open = False

    def result(self, value: Any) -> None:
        """One JSON value on one line of stdout."""
        import json

        print(json.dumps(value), flush=True, file=sys.stdout)
