"""Waiting for two things at once: that something changes, and that somebody types a line.

Knows neither tables nor what lines mean; a line that nobody has looked at is given back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol


class Source(Protocol):
    """Where lines come from; ``interactive`` is false for a pipe, which can wait."""

    interactive: bool

    async def next(self) -> str | None: ...

    def put_back(self, line: str | None) -> None: ...


class Attention(Protocol):
    """Who waits. ``listening``: whether the next line can be answered; a terminal's always is."""

    @property
    def has_quit(self) -> bool: ...

    @property
    def listening(self) -> bool: ...

    async def changed(self) -> None: ...

    def look(self) -> None: ...

    def hear_line(self, line: str | None) -> None: ...


async def attend(lines: Source, who: Attention, *, answered: Callable[[], None]) -> None:
    """Until ``who`` has quit; news go before lines. ``answered``: a person's Enter was seen."""
    changed, line = _task(who.changed()), _task(lines.next())
    try:
        while not who.has_quit:
            waited = (changed, line) if lines.interactive or who.listening else (changed,)
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if changed.done():
                who.look()
                changed = _task(who.changed())
            elif line.done():
                if lines.interactive:
                    answered()
                who.hear_line(line.result())
                line = _task(lines.next())
    finally:
        changed.cancel()
        if line.done() and not line.cancelled():
            lines.put_back(line.result())
        line.cancel()


def _task(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    return asyncio.create_task(coroutine)
