"""A real log of a real match, played once per test run in one process."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from unonet.game import Ruleset
from unonet.node import bot_player, play_local
from unonet_cli.main import app


@pytest.fixture(scope="session")
def match_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    report = asyncio.run(
        play_local(
            tmp_path_factory.mktemp("home"),
            ruleset=Ruleset.parse("quick"),
            nickname="Ada",
            bots=["greedy", "random"],
            player=bot_player("greedy", seed=1),
            watch=lambda event: None,
            seed=2,
            pause=False,
        )
    )
    assert report.log is not None
    return report.log


class Ran:
    """One run of the command line: exit code, sentences, and stdout as JSON values."""

    def __init__(self, *arguments: str) -> None:
        ran = CliRunner().invoke(app, list(arguments))
        self.exit_code: int = ran.exit_code
        self.out: str = ran.stdout
        self.err: str = ran.stderr

    @property
    def values(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def unonet() -> type[Ran]:
    return Ran
