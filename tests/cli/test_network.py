"""Real processes on loopback: a demo, tables that are found, a match over a pipe."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

LOOPBACK = {"UNONET_INTERFACE": "127.0.0.1", "NO_COLOR": "1"}
UNONET = [sys.executable, "-m", "unonet_cli"]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, **LOOPBACK, "UNONET_HOME": str(home)}


def _heed_interrupts() -> None:
    """Shells let jobs in the background ignore them, and whatever those start inherits that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*UNONET, *arguments],
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_interrupts,
    )


def run(home: Path, *arguments: str) -> Any:
    return subprocess.run(
        [*UNONET, *arguments], env=environment(home), capture_output=True, text=True, timeout=120
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return run(tmp_path_factory.mktemp("demo"), "demo", "--peers", "3", "--seed", "7", "--json")


def test_demo_ends_identical_and_verified(demo: Any) -> None:
    assert demo.returncode == 0, demo.stderr
    summary = json.loads(demo.stdout)
    assert set(summary) == {
        *("peers", "rounds", "entries", "state_hash", "identical", "verified", "winner", "logs"),
        *("setup_s", "move_ms", "wall_s"),
    }
    assert summary["peers"] == len(summary["logs"]) == 3
    assert summary["identical"] is True and summary["verified"] is True
    assert summary["rounds"] == 1 and len(summary["winner"]) == 1
    assert set(summary["move_ms"]) == {"p50", "p99"}


def test_demo_tells_a_person_what_happens(demo: Any) -> None:
    said = demo.stderr
    for words in ("The deck is sealed", "sat down", "Agreed:", "Shuffled", " plays ", "wins the"):
        assert words in said
    assert said.index("Agreed:") < said.index("Shuffled") < said.index("Sealed:")
    assert "unonet replay " in said


def test_any_log_of_the_demo_verifies_from_another_home(demo: Any, tmp_path: Path) -> None:
    logs = json.loads(demo.stdout)["logs"]
    verified = run(tmp_path, "verify", *logs, "--json")
    assert verified.returncode == 0
    reports = [json.loads(line) for line in verified.stdout.splitlines()]
    assert all(report["ok"] and report["result"] == "finished" for report in reports)
    assert len({report["entries"] for report in reports}) == 1


def test_demo_keeps_a_key_of_its_own_for_every_peer(demo: Any) -> None:
    homes = [Path(log).parent.parent for log in json.loads(demo.stdout)["logs"]]
    keys = {(home / "identity.key").read_bytes() for home in homes}
    assert len(keys) == 3
    assert [home.name for home in homes] == ["0", "1", "2"]


def test_an_interrupted_demo_leaves_at_once_and_says_so(tmp_path: Path) -> None:
    demo = start(tmp_path, "demo", "--rules", "classic")
    assert demo.stdout is not None
    assert "peers start" in demo.stdout.readline()
    time.sleep(0.3)
    demo.send_signal(signal.SIGINT)
    _, said = demo.communicate(timeout=30)
    assert demo.returncode == 130
    assert said.strip() == "Interrupted."


def test_a_wrong_word_of_a_join_code_is_named_before_anybody_is_asked(tmp_path: Path) -> None:
    ran = run(tmp_path, "join", "--code", "zoomm " * 7)
    assert ran.returncode == 2
    assert ran.stderr.splitlines() == [
        "These words are not right: word 1, 'zoomm', is not in the list; did you mean 'zoom'?",
        "A join code has seven words, an address five: let them be read to you once more.",
    ]
    assert ran.stdout == ""


def test_a_waiting_table_is_listed(tmp_path: Path) -> None:
    lobby = os.urandom(16).hex()
    host = start(tmp_path, "bot", "--host", "--lobby", lobby, "--seats", "3", "--rules", "modern")
    assert host.stdout is not None
    try:
        assert "Table open" in host.stdout.readline()
        listed = run(tmp_path, "tables", "--json")
    finally:
        host.terminate()
        host.communicate(timeout=30)
    assert listed.returncode == 0
    (table,) = [table for table in json.loads(listed.stdout) if table["id"] == lobby]
    assert set(table) == {
        *("id", "name", "address", "port", "rules", "rules_hash", "seats_taken", "seats"),
        *("state", "closed", "alive", "fingerprint", "key"),
    }
    assert (table["rules"], table["seats_taken"], table["seats"]) == ("modern", 1, 3)
    assert table["alive"] is True


def test_a_bot_that_finds_no_table_is_a_network_failure(tmp_path: Path) -> None:
    ran = run(tmp_path, "bot", "00" * 16, "--timeout", "1", "--json")
    assert ran.returncode == 4
    assert json.loads(ran.stdout)["error"]["code"] == "cannot_reach"
    assert len(ran.stderr.splitlines()) == 2


class Player:
    """Plays over a pipe as a person would: reads up to the prompt, then answers it."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.process = start(home, "play", "--fast", *arguments)
        self.said = ""

    def until_prompt(self) -> str | None:
        """What was said up to the next prompt, or None at the end."""
        assert self.process.stdout is not None
        heard = ""
        while not heard.endswith("\n> "):
            mark = self.process.stdout.read(1)
            if not mark:
                self.said += heard
                return None
            heard += mark
        self.said += heard
        return heard

    def answer(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def leave(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)
        return self.process.returncode


def choice(prompt: str) -> str:
    if "Which colour" in prompt:
        return "blue"
    return "1!" if "add ! to call UNO" in prompt else "1"


def test_a_person_plays_a_match_to_its_end(tmp_path: Path) -> None:
    player = Player(tmp_path, "--bots", "2", "--rules", "quick", "--seed", "5")
    while (prompt := player.until_prompt()) is not None:
        player.answer(choice(prompt))
    assert player.process.wait(timeout=30) == 0
    assert "Your turn. Top: " in player.said
    assert "You play " in player.said or "You draw " in player.said
    assert "wins the match" in player.said or "You win the match" in player.said
    log = next(line for line in player.said.splitlines() if line.startswith("Log kept: "))
    assert run(tmp_path, "verify", log.removeprefix("Log kept: ")).returncode == 0


def test_a_person_can_ask_and_leave(tmp_path: Path) -> None:
    player = Player(tmp_path, "--rules", "quick")
    player.until_prompt()
    for question, answer in (("h", "You hold"), ("p", "seat 0"), ("t", "is on top"), ("?", "UNO")):
        player.answer(question)
        assert answer in (player.until_prompt() or "")
    assert player.leave() == 0


def test_the_end_of_input_leaves_cleanly(tmp_path: Path) -> None:
    ran = subprocess.run(
        [*UNONET, "play", "--fast", "--json"],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["result"] == "unfinished"
    assert "You close the table" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_address_without_a_port_is_told_at_once(unonet: Any, tmp_path: Path) -> None:
    ran = unonet("join", "127.0.0.1", "--home", str(tmp_path))
    assert ran.exit_code == 2
    assert "HOST:PORT" in ran.err
