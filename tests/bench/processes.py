"""Seats that are processes of their own: started together, told each other's addresses, ended."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any, Final

SECONDS: Final = 60.0


def together(run: Callable[..., None], seats: int, *arguments: Any) -> list[Any]:
    """What each of ``run(pipe, me, seats, *arguments)`` tells once it has all addresses.

    It sends its address, gets those of all, sends what it has to tell, and leaves when it is told
    to. EOFError if one of them fails.
    """
    pipes, ends = zip(*(multiprocessing.Pipe() for _ in range(seats)), strict=True)
    start = multiprocessing.get_context("spawn").Process
    children = [
        start(target=run, args=(end, me, seats, *arguments), daemon=True)
        for me, end in enumerate(ends)
    ]
    try:
        for child, end in zip(children, ends, strict=True):
            child.start()
            end.close()
        addresses = [pipe.recv() for pipe in pipes]
        for pipe in pipes:
            pipe.send(addresses)
        told = [pipe.recv() for pipe in pipes]
        for pipe in pipes:
            pipe.send("leave")
        for child in children:
            child.join(SECONDS)
        return told
    finally:
        for child in children:
            child.kill()
