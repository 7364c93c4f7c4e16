"""What is said and asked when a match of this home is not over: by join, host, play and resume."""

from __future__ import annotations

import asyncio
import io
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_at_the_table import ADA, AtHome, shown
from tests.node.company import Company
from unonet.net.fake import run_virtual
from unonet.node import Listing, unfinished
from unonet_cli.commands.returning import chosen, offered, tell_unfinished, way_back
from unonet_cli.output import Output

__all__ = ["shown"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Of a player P1 at a table of three, whose match has been closed."""
    return left(Company(tmp_path, 3))


def left(company: Company) -> Path:
    async def run() -> None:
        try:
            company.sit()
            await company.entries(8)
        finally:
            await company.close()

    run_virtual(run())
    return company.homes[1]


def offer(at_home: AtHome, home: Path) -> Any:
    return asyncio.run(offered(at_home, home, interface=None))


def test_nothing_is_offered_where_nothing_waits(tmp_path: Path, shown: list[Listing]) -> None:
    at_home = AtHome()
    assert offer(at_home, tmp_path) is None
    assert at_home.said == ""


def test_a_match_that_is_played_on_the_network_is_gone_back_to(
    home: Path, shown: list[Listing]
) -> None:
    (match,) = unfinished(home)
    shown += [ADA, replace(ADA, id=match.lobby_id.hex(), state="play")]
    assert offer(AtHome(interactive=False), home) == match


def test_the_same_company_in_another_lobby_is_no_match_to_go_back_to(
    home: Path, shown: list[Listing]
) -> None:
    (match,) = unfinished(home)
    shown += [replace(ADA, id=match.lobby_id.hex(), state="lobby")]
    at_home = AtHome(interactive=False)
    assert offer(at_home, home) is None
    assert at_home.said == (
        "You have a seat in a match with P0 and P2 that is not over. "
        "`unonet resume` takes you back to it.\n"
    )


@pytest.mark.parametrize(("answer", "goes"), [("", True), ("yes", True), ("n", False)])
def test_a_person_is_asked(home: Path, shown: list[Listing], answer: str, goes: bool) -> None:
    at_home = AtHome(answer)
    assert (offer(at_home, home) is not None) is goes
    assert "Go back to it? Enter: yes; n: look for another table. " in at_home.said


def test_of_several_matches_a_person_picks_one(tmp_path: Path) -> None:
    home = left(Company(tmp_path / "a", 3))
    other = left(Company(tmp_path / "b", 2, lobby=7))
    for kind in ("logs", "state"):
        for path in (other / kind).iterdir():
            path.rename(home / kind / path.name)
    newest, oldest = unfinished(home)
    at_home = AtHome("2")
    assert asyncio.run(chosen(at_home, home)) == oldest.log
    assert "Which match? Type its number.\n1 with P0" in at_home.said
    assert asyncio.run(chosen(AtHome(interactive=False), home)) == newest.log


def test_the_only_match_is_not_asked_for(home: Path, tmp_path: Path) -> None:
    at_home = AtHome()
    assert asyncio.run(chosen(at_home, home)) == unfinished(home)[0].log
    assert asyncio.run(chosen(at_home, tmp_path / "nobody")) is None
    assert at_home.said == ""


def test_hosts_are_told_once(home: Path) -> None:
    stream = io.StringIO()
    tell_unfinished(home, Output(stream), alone=False)
    tell_unfinished(home, Output(stream), alone=True)
    assert stream.getvalue().count("with P0 and P2 that is not over.") == 1


def test_an_interrupted_match_is_named_with_the_way_back(home: Path) -> None:
    stream = io.StringIO()
    (match,) = unfinished(home)
    with pytest.raises(KeyboardInterrupt), way_back(home, Output(stream)):
        os.utime(match.log)
        raise KeyboardInterrupt
    assert stream.getvalue() == f"Log kept: {match.log}\n`unonet resume` takes you back to it.\n"


def test_an_older_match_is_not_mistaken_for_the_interrupted_one(home: Path) -> None:
    stream = io.StringIO()
    os.utime(unfinished(home)[0].log, (1, 1))
    with pytest.raises(KeyboardInterrupt), way_back(home, Output(stream)):
        raise KeyboardInterrupt
    assert stream.getvalue() == ""
