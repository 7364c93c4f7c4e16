"""Chat: lines between those who sit, never in the log. Bounded where they are heard.

Knows sizes and rates; who is called what is the place's to say, what a line says nobody's.
"""

from __future__ import annotations

from typing import Final

from unonet.pace import Budgets

MAX_BYTES: Final = 512
_RATE, _BURST = 1.0, 5.0
"""Lines that are heard from one key: a second, and at once. What is over it is dropped."""


class Ear:
    """Hears not more of anybody than a person would say."""

    def __init__(self) -> None:
        self._budgets: Budgets[bytes] = Budgets(_RATE, _BURST)

    def hear(self, key: bytes, text: str, now: float) -> str | None:
        """The line to show, None when it is one too many or says nothing."""
        return one_line(text) or None if self._budgets.take(key, now) else None


def one_line(text: str) -> str:
    """A line as it travels and is shown: at most ``MAX_BYTES``, blanks for line ends."""
    line = " ".join(text.split())
    return line.encode(errors="replace")[:MAX_BYTES].decode(errors="ignore")
