"""Lines from standard input without blocking the event loop. Knows nothing of what they say."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator

CHUNK = 4096
MAX_LINE = 1024


class Lines:
    """``next()`` gives one line after another, then None for ever: the end of the input.

    A daemon thread reads the descriptor itself: ``sys.stdin`` would keep a lock that the
    interpreter needs when it ends while the thread still waits.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._returned: list[str | None] = []
        self._loop = asyncio.get_running_loop()
        self.interactive = os.isatty(descriptor)
        threading.Thread(target=self._read, name="stdin", daemon=True).start()

    def put_back(self, line: str | None) -> None:
        """The next line again: whoever took it had no use for it."""
        if line is not None:
            self._returned.append(line)

    async def next(self) -> str | None:
        if self._returned:
            return self._returned.pop()
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)
        return line

    def _read(self) -> None:
        try:
            for line in split_lines(self._chunks()):
                self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
            self._loop.call_soon_threadsafe(self._queue.put_nowait, None)
        except RuntimeError:
            return  # the loop has ended before the input

    def _chunks(self) -> Iterator[bytes]:
        try:
            while chunk := os.read(self._descriptor, CHUNK):
                yield chunk
        except OSError:
            return  # the terminal is gone: the end of the input


def split_lines(chunks: Iterator[bytes]) -> Iterator[str]:
    """The lines in ``chunks``, stripped; a longer one than 1024 bytes is cut."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield _text(line)
        rest = rest[:MAX_LINE]
    if rest:
        yield _text(rest)


def _text(line: bytes) -> str:
    return line[:MAX_LINE].decode(errors="replace").strip()
