"""How a command runs a coroutine, and how it runs other processes. Knows no command."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

LAST_WORDS = 2
GENTLE_S = 5.0
MAX_LINE = 1 << 22

Hear = Callable[[int, str], None]


class PeerFailed(Exception):
    """Child ``number`` ended without a result; the text is what it said last.

    ``exit_code`` is the child's own, or 1 when a signal ended it.
    """

    def __init__(self, number: int, exit_code: int, words: str) -> None:
        super().__init__(f"peer {number} ended with exit code {exit_code}: {words.rstrip('.')}")
        self.exit_code = max(exit_code, 1)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """``asyncio.run`` where SIGTERM ends as gently as Ctrl-C: every ``finally`` runs."""
    try:
        return asyncio.run(_until_terminated(coroutine))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _until_terminated(coroutine: Coroutine[Any, Any, T]) -> T:
    task = asyncio.ensure_future(coroutine)
    with contextlib.suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task


class Child:
    """One ``unonet`` process: its sentences as they come, its JSON object at the end."""

    def __init__(self, number: int, process: asyncio.subprocess.Process, hear: Hear) -> None:
        self.number = number
        self._process = process
        self._hear = hear
        self._words: deque[str] = deque(maxlen=LAST_WORDS)

    @classmethod
    async def start(cls, number: int, arguments: Sequence[str], hear: Hear) -> Child:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "unonet_cli",
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=MAX_LINE,
        )
        return cls(number, process, hear)

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    async def result(self) -> dict[str, Any]:
        """Its JSON object; raises PeerFailed when it ends with another exit code than 0."""
        assert self._process.stdout is not None
        printed, _ = await asyncio.gather(self._process.stdout.read(), self._listen())
        code = await self._process.wait()
        if code:
            raise PeerFailed(self.number, code, " ".join(self._words) or "it said nothing")
        result: dict[str, Any] = json.loads(printed)
        return result

    async def _listen(self) -> None:
        assert self._process.stderr is not None
        async for raw in self._process.stderr:
            line = raw.decode(errors="replace").rstrip()
            self._words.append(line)
            self._hear(self.number, line)

    async def end(self) -> None:
        """Asks it to stop, waits a little, then stops it. What it still says is of no interest."""
        self._hear = _ignore
        if self.ended:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), GENTLE_S)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


def _ignore(number: int, line: str) -> None:
    """Nobody listens any more."""


async def run_children(
    commands: Sequence[Sequence[str]], *, limit_s: float, hear: Hear
) -> list[dict[str, Any]]:
    """Results of all children in order. However this ends, no child outlives it.

    Raises PeerFailed for the first that fails, TimeoutError after ``limit_s`` seconds.
    """
    children: list[Child] = []
    results: list[asyncio.Task[dict[str, Any]]] = []
    try:
        for number, arguments in enumerate(commands):
            child = await Child.start(number, arguments, hear)
            children.append(child)
            results.append(asyncio.create_task(child.result()))
        async with asyncio.timeout(limit_s):
            return list(await asyncio.gather(*results))
    finally:
        await asyncio.gather(*(child.end() for child in children))
        await asyncio.gather(*results, return_exceptions=True)
