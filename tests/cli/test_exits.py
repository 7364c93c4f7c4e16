"""How the program leaves: closed pipes and streams, full disks, hostile text on the way out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from unonet_cli.output import Output, paint, shown

UNONET = [sys.executable, "-m", "unonet_cli"]


def run_shell(command: str) -> subprocess.CompletedProcess[str]:
    script = command.replace("unonet", " ".join(UNONET))
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    "hostile", ["\x1b[2J\x1b[HOK", "\x1b]0;title\x07", "a\nOK: forged", "\u202eabc", "\x9b2J", "\r"]
)
def test_no_text_steers_the_terminal_or_begins_a_line(hostile: str) -> None:
    stream = io.StringIO()
    Output(stream).say(f"Entry 1: {hostile}.")
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().rstrip("\n").isprintable()


def test_own_paint_stays() -> None:
    assert shown(paint("red", "red")) == "\x1b[31mred\x1b[0m"


def test_a_reader_that_went_away_is_not_taken_for_a_verdict(tmp_path: Path) -> None:
    bad = tmp_path / "bad.unolog"
    bad.write_bytes(b"nothing")
    assert run_shell(f"unonet verify {bad}").returncode == 1
    reading, writing = os.pipe()
    os.close(reading)
    piped = subprocess.run(
        [*UNONET, "verify", str(bad)],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert piped.returncode == 141
    assert "Traceback" not in piped.stderr


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("unonet rules >&-", 0),
        ("unonet rules 2>&-", 0),
        ("unonet rules --json >/dev/full", 1),
        ("unonet demo --home '~no-such-user-here/x'", 2),
        ("unonet tables --seconds nan", 2),
        ("unonet bot --host --timeout nan", 2),
    ],
)
def test_odd_streams_and_arguments_end_in_a_sentence(command: str, code: int) -> None:
    done = run_shell(command)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "fault of unonet" not in done.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_breaks_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    stream = Terminal()
    Output(stream).say("You hold 3 cards: yellow 9, yellow Skip, Wild Draw Four, blue 1.")
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= 30
    assert " ".join(lines) == "You hold 3 cards: yellow 9, yellow Skip, Wild Draw Four, blue 1."


def test_paint_takes_no_room_and_questions_break_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    stream = Terminal()
    red = paint("red", "red")
    Output(stream).say(f"{red} {red} {red} {red} {red} {red} {red}.")
    assert stream.getvalue().count("\n") == 1
    stream = Terminal()
    Output(stream).ask("Leave the table for good, or only close it? ")
    assert stream.getvalue() == "Leave the table for good, or\nonly close it? "
