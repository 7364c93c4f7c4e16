"""Work that takes long, done on another thread so that links and heartbeats go on meanwhile.

What the work is, and what its result is for, only the one who brings it knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Workbench:
    """``fail`` gets whatever a piece of work raises, and what was to follow from it does not."""

    def __init__(self, fail: Callable[[BaseException], None]) -> None:
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def do(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Run ``work`` on another thread, then ``then`` with its result here."""
        future = self._loop.run_in_executor(None, work)
        future.add_done_callback(lambda done: self._finish(done, then))

    def close(self) -> None:
        """Nothing follows any more from what is still being worked on."""
        self._closed = True

    def _finish(self, done: asyncio.Future[T], then: Callable[[T], None]) -> None:
        if self._closed or done.cancelled():
            return
        error = done.exception()
        if error is not None:
            self._fail(error)
        else:
            then(done.result())
