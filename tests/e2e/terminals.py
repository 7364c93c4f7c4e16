"""Terminals with people at them: real processes on loopback that are read and typed to."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LIMIT_S = 120.0


class Terminal:
    """One ``unonet`` process as a person has it: reads up to a prompt, then types a line."""

    def __init__(self, home: Path, *arguments: str) -> None:
        environment = {
            **os.environ,
            "UNONET_INTERFACE": "127.0.0.1",
            "UNONET_HOME": str(home),
            "NO_COLOR": "1",
        }
        self.said = ""
        self._typed = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "unonet_cli", *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._heard: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while chunk := os.read(self._process.stdout.fileno(), 4096):
            self._heard.put(chunk)
        self._heard.put(b"")

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def hear(self) -> None:
        """Take in what was said by now."""
        while True:
            try:
                self.said += self._heard.get_nowait().decode(errors="replace")
            except queue.Empty:
                return

    @property
    def asks(self) -> bool:
        """Whether there was a prompt since a line was typed last; news may stand behind it."""
        self.hear()
        return "\n> " in self.said[self._typed :]

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self.said += f"{line}\n"
        self._typed = len(self.said) - 1
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def until(self, words: str) -> None:
        wait_for(lambda: (self.hear(), words in self.said)[1], self)

    def close(self) -> int:
        """The end of the input; the exit code."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        wait_for(lambda: self.ended, self, limit_s=45)
        time.sleep(0.1)
        self.hear()
        return self._process.wait()

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        """As kill -9 does: not a word more."""
        self.signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if not self.ended:
            self._process.kill()
        self._process.wait()


def wait_for(condition: Callable[[], object], *said: Terminal, limit_s: float = LIMIT_S) -> None:
    """Until it holds; when it never does, what the people read is what the failure shows."""
    until = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > until:
            for one in said:
                one.hear()
            raise AssertionError("\n---\n".join(one.said for one in said))
        time.sleep(0.02)


@contextmanager
def terminals(folder: Path) -> Iterator[Callable[..., Terminal]]:
    started: list[Terminal] = []

    def start(name: str, *arguments: str) -> Terminal:
        started.append(Terminal(folder / name, *arguments))
        return started[-1]

    try:
        yield start
    finally:
        for one in started:
            one.stop()


def answer(one: Terminal) -> None:
    """What a person types at this prompt: it agrees in the lobby and plays the first choice."""
    lines = one.said.splitlines()
    if "Which colour" in one.said.rsplit("\n> ", 1)[0].rsplit("\n", 1)[-1]:
        one.type("blue")
    elif any("Agreed:" in line for line in lines):
        recent = "\n".join(lines[-4:])
        one.type("1!" if "add ! to call UNO" in recent else "1")
    else:
        one.type("ready")


def until_the_end(people: list[Terminal], *, over: str = "Play again?") -> None:
    """Everybody answers every prompt until the match is over on every screen."""

    def step() -> bool:
        for one in people:
            if one.asks and over not in one.said:
                answer(one)
        return all(over in one.said for one in people)

    wait_for(step, *people)


def unonet(home: Path, *arguments: str) -> Any:
    environment = {**os.environ, "UNONET_HOME": str(home), "UNONET_INTERFACE": "127.0.0.1"}
    return subprocess.run(
        [sys.executable, "-m", "unonet_cli", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def unique(name: str) -> str:
    """A table's name that no other test has on this machine."""
    return f"{name} {os.urandom(4).hex()}"


def words_of(one: Terminal) -> str:
    """The four words that were last shown for the table."""
    one.hear()
    return one.said.rpartition("the same four words: ")[2].split(".", 1)[0]


def log_of(one: Terminal) -> str:
    line = next(line for line in one.said.splitlines() if line.startswith("Log kept: "))
    return line.removeprefix("Log kept: ")
