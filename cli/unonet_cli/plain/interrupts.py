"""Ctrl-C as something that can be answered, while somebody listens to it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_interrupt(hear: Callable[[], None]) -> Iterator[None]:
    """Every Ctrl-C meanwhile calls ``hear``, where the system lets it be caught."""
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGINT)
    try:
        loop.add_signal_handler(signal.SIGINT, hear)
    except (NotImplementedError, RuntimeError, ValueError):
        yield  # Windows, or not the main thread
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


def close_at_once() -> None:
    """End the program as gently as from outside: every ``finally`` runs (``running.run``)."""
    signal.raise_signal(signal.SIGTERM)
