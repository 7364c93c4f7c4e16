"""Help comes at once, so it imports nothing heavy. Module lists are stable, clocks are not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HEAVY = {
    *("rich", "textual", "zeroconf", "asyncio", "cryptography", "pydantic", "msgpack"),
    *("platformdirs", "unonet.node", "unonet.game", "unonet.table", "unonet.net"),
}
PROBE = """
import sys
sys.argv[0] = "unonet"
from unonet_cli.main import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("\\n".join(sys.modules), file=sys.stderr)
"""
COMMANDS = [
    "play",
    "host",
    "join",
    "resume",
    "watch",
    "identity",
    "demo",
    "tables",
    "bot",
    "doctor",
    "replay",
    "verify",
    "rules",
    "scenario",
    "perft",
]


@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["--version"], ["log", "--help"], *([name, "--help"] for name in COMMANDS)],
    ids=" ".join,
)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, check=True
    )
    assert ran.stdout
    assert HEAVY.isdisjoint(ran.stderr.split())


@pytest.mark.parametrize("arguments", [[], ["log"]], ids=["unonet", "log"])
def test_no_line_of_the_list_of_commands_is_cut(arguments: list[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "unonet_cli", *arguments, "-h"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    listed = ran.stdout.partition("Commands:")[2].splitlines()[1:]
    assert listed
    assert [line for line in listed if line.endswith("...")] == []


def test_usage_names_arguments_as_the_help_does() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "unonet_cli", "verify", "-h"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.startswith("Usage: unonet verify [OPTIONS] LOG...")


def test_no_arguments_print_the_help_with_every_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "unonet_cli"], capture_output=True, text=True, check=True
    )
    listed = {line.split()[0] for line in ran.stdout.splitlines() if line.startswith("  ")}
    assert {*COMMANDS, "log"} <= listed


def test_version() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "unonet_cli", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.startswith("unonet 0.")
