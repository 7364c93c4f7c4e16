"""People at one table as real processes on loopback: lobby, match, lookers-on, closed doors."""

from __future__ import annotations

import json
import os
import queue
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


def test_three_people_and_a_bot_play_a_match_while_somebody_looks_on(tmp_path: Path) -> None:
    with terminals(tmp_path) as start:
        name = unique("Kitchen")
        host = start(
            *("host", "host", "--bots", "1", "--rules", "quick", "--fast"),
            *("--nickname", "Ada", "--name", name),
        )
        host.until("sat down: 2 of 4")
        bob = start("bob", "join", name, "--nickname", "Bob")
        bob.until("You sat down: 3 of 4")
        zoe = start("zoe", "watch", name.lower(), "--nickname", "Zoe")
        host.until("Zoe is watching.")
        cem = start("cem", "join", *name.split(), "--nickname", "Cem")
        cem.until("You sat down: 4 of 4")
        people = [host, bob, cem]
        # On every screen the same, once the last draft has reached it.
        wait_for(lambda: len({words_of(one) for one in people}) == 1, *people)
        until_the_end(people)
        zoe.until("wins the match")
        for one in people:
            assert "Starting in 3 seconds" in one.said
            assert "wins the match" in one.said or "You win the match" in one.said
            assert "Traceback" not in one.said
        # The last of the same company that leaves ends the evening; the log is anybody's to check.
        assert [one.close() for one in people] == [0, 0, 0]
        assert zoe.close() == 0
        assert "You hold" not in zoe.said and "Your turn" not in zoe.said
        verified = unonet(tmp_path / "stranger", "verify", *map(log_of, people), "--json")
        verdicts = [json.loads(line) for line in verified.stdout.splitlines()]
        assert [verdict["ok"] for verdict in verdicts] == [True] * 3
        assert {verdict["result"] for verdict in verdicts} == {"finished"}
        known = unonet(tmp_path / "bob", "identity", "--json")
        assert {one["nickname"] for one in json.loads(known.stdout)["known"]} == {"Ada", "Cem"}


def test_a_closed_table_takes_the_code_and_the_same_company_plays_again(tmp_path: Path) -> None:
    name = unique("Closed")
    with terminals(tmp_path) as start:
        host = start(
            *("host", "host", "--closed", "--seats", "2", "--rules", "quick"),
            *("--nickname", "Ada", "--name", name),
        )
        host.until("Its join code, for those you invite: ")
        code = host.said.rsplit("for those you invite: ", 1)[1].split(".", 1)[0]
        outside = unonet(tmp_path / "eve", "join", name, "--json")
        assert outside.returncode == 4
        assert json.loads(outside.stdout)["error"]["code"] == "table_closed"
        wrong = " ".join(["zoom"] * 7)
        outside = unonet(tmp_path / "eve", "join", name, "--code", wrong, "--json")
        assert json.loads(outside.stdout)["error"]["code"] == "wrong_code"
        spoken = host.said.split("with the words: ", 1)[1].split(".", 1)[0].split()
        bob = start("bob", "join", *spoken, "--code", code, "--nickname", "Bob")
        bob.until("You sat down: 2 of 2")
        until_the_end([host, bob])
        until_the_end([host, bob], over="Rules of this table: quick.\n")
        first = log_of(bob)

        def second_is_kept() -> bool:
            for one in (host, bob):
                if one.asks and one.said.count("Log kept: ") < 2:
                    answer_again(one)
            return all(one.said.count("Log kept: ") == 2 for one in (host, bob))

        wait_for(second_is_kept, host, bob)
        second = bob.said.rsplit("Log kept: ", 1)[1].splitlines()[0]
        assert first != second
        verified = unonet(tmp_path / "stranger", "verify", first, second, "--json")
        assert verified.returncode == 0, verified.stdout
        assert [host.close(), bob.close()] == [0, 0]


def answer_again(one: Terminal) -> None:
    """As ``answer``, in the lobby after a match."""
    agreed, again = one.said.rfind("Agreed:"), one.said.rfind("Play again?")
    if again > agreed:
        one.type("ready")
    else:
        answer(one)


def test_ten_seats_and_eight_who_look_on_as_real_processes(tmp_path: Path) -> None:
    name = unique("Hall")
    with terminals(tmp_path) as start:
        host = start(
            *("host", "host", "--seats", "10", "--bots", "8", "--rules", "quick", "--fast"),
            *("--nickname", "Ada", "--name", name),
        )
        host.until("sat down: 9 of 10")
        watching = [start(f"w{n}", "watch", name, "--nickname", f"W{n}") for n in range(8)]
        wait_for(lambda: (host.hear(), host.said.count("is watching.") == 8)[1], host)
        ninth = unonet(tmp_path / "w9", "watch", name, "--json")
        assert ninth.returncode == 4
        assert json.loads(ninth.stdout)["error"]["code"] == "table_refused"
        bob = start("bob", "join", name, "--nickname", "Bob")
        until_the_end([host, bob])
        for one in watching:
            one.until("the match.")
            assert one.close() == 0
            assert "Sealed: 10 seats signed" in one.said
        assert [host.close(), bob.close()] == [0, 0]
