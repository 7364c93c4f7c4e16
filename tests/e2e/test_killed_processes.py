"""Real processes that end by kill -9 in the middle of a match and come back from their homes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from unonet.table.audit import verify

ENVIRONMENT = {**os.environ, "UNONET_INTERFACE": "127.0.0.1", "NO_COLOR": "1"}
LIMIT_S = 90.0
RULES = ("--rules", "classic", "--rule", "target=500")


class Bots:
    """``unonet`` processes by seat, each with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: dict[int, subprocess.Popen[str]] = {}
        self.deadline = time.monotonic() + LIMIT_S

    def start(self, number: int, *arguments: str) -> None:
        # Into a file: a pipe that nobody empties would stop the process.
        with (self.folder / f"said{number}").open("a") as said:
            self.running[number] = subprocess.Popen(
                [sys.executable, "-m", "unonet_cli", *arguments, "--json"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                env={**ENVIRONMENT, "UNONET_HOME": str(self.home(number))},
            )

    def home(self, number: int) -> Path:
        return self.folder / f"home{number}"

    def kill(self, number: int) -> None:
        process = self.running.pop(number)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL, "the match was over too soon"

    def type(self, number: int, line: str) -> None:
        stdin = self.running[number].stdin
        assert stdin is not None
        stdin.write(line + "\n")
        stdin.flush()

    def hear(self, number: int, words: str) -> None:
        """Wait until a process has said this."""
        while words not in (said := (self.folder / f"said{number}").read_text()):
            assert time.monotonic() < self.deadline, said
            time.sleep(0.02)

    def log(self, number: int) -> Path:
        (path,) = (self.home(number) / "logs").glob("*.unolog")
        return path

    def grown(self, number: int, size: int) -> None:
        """Wait until the log of a seat has so many bytes."""
        while not list((self.home(number) / "logs").glob("*.unolog")) or (
            self.log(number).stat().st_size < size
        ):
            assert time.monotonic() < self.deadline, "the match does not go on"
            time.sleep(0.01)

    def result(self, number: int) -> dict[str, Any]:
        process = self.running[number]
        out, _ = process.communicate(timeout=max(1.0, self.deadline - time.monotonic()))
        assert process.returncode == 0, (self.folder / f"said{number}").read_text()
        return json.loads(out)  # type: ignore[no-any-return]


@contextmanager
def bots(folder: Path) -> Iterator[Bots]:
    running = Bots(folder)
    try:
        yield running
    finally:
        for process in running.running.values():
            if process.poll() is None:
                process.kill()
            process.communicate()


def test_a_guest_and_the_host_are_killed_and_the_match_ends_as_one(tmp_path: Path) -> None:
    lobby = os.urandom(16).hex()
    with bots(tmp_path) as table:
        table.start(0, "bot", "--host", "--lobby", lobby, "--seats", "3", *RULES)
        table.start(1, "bot", lobby)
        table.start(2, "bot", lobby)
        for number in (1, 0):
            before = 12_000 if number else table.log(0).stat().st_size + 6_000
            table.grown(number, before)
            table.kill(number)
            time.sleep(0.5)
            table.start(number, "resume")
        results = [table.result(number) for number in range(3)]
        assert {result["result"] for result in results} == {"finished"}
        keys = ("index", "entry_hash", "state_hash", "scores", "winner", "rounds")
        assert len({json.dumps([result[key] for key in keys]) for result in results}) == 1
        for number in range(3):
            report = verify(table.log(number))
            assert report.ok, report.error
            assert list((table.home(number) / "state").iterdir()) == []


def test_a_host_with_its_own_bots_comes_back_with_them(tmp_path: Path) -> None:
    """They played in its process, and their word was on the guest's disk."""
    name = f"T{os.getpid()}"
    with bots(tmp_path) as table:
        hosting = ("host", "--name", name, "--seats", "4", "--bots", "2", *RULES)
        table.start(0, *hosting, "--nickname", "Hana")
        table.start(1, "join", name, "--nickname", "Gil")
        for number in (0, 1):
            table.hear(number, "4 of 4 seats")
            table.type(number, "ready")
        table.hear(1, "Opening card")
        table.kill(0)
        table.hear(1, "The table waits for Hana")
        waiting = table.log(1).stat().st_size
        table.start(0, "resume")
        table.hear(0, "Back at the table")
        table.hear(1, "The table goes on.")
        table.grown(1, waiting + 200)
        state = table.home(0) / "state"
        assert len(list(state.glob("*/log.unolog"))) == 2
