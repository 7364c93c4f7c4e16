"""Bots by name: ours, and those that a package brings by entry point."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tests.bots.views import seen
from unonet.bots import BOTS, bot_names, find_bot
from unonet.errors import BadBot
from unonet.game.notation import parse_move

LEGAL = tuple(map(parse_move, ("r3", "g5", "d")))


def installed(folder: Path, entry: str, source: str = "") -> None:
    """A package ``cheerful`` in ``folder`` whose one entry point is ``cheerful = entry``."""
    dist = folder / "cheerful-1.0.dist-info"
    dist.mkdir()
    (dist / "METADATA").write_text("Metadata-Version: 2.1\nName: cheerful\nVersion: 1.0\n")
    (dist / "entry_points.txt").write_text(f"[unonet.bots]\ncheerful = {entry}\n")
    (folder / "cheerful.py").write_text(source)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "cheerful", raising=False)
    return tmp_path


def example() -> str:
    """The plug-in that the page on bots prints."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
    return page.partition("```python\n")[2].partition("```")[0]


def test_the_example_of_the_page_plays(site: Path) -> None:
    assert len(example().splitlines()) <= 10
    installed(site, "cheerful:choose", example())
    assert bot_names() == (*BOTS, "cheerful")
    bot = find_bot("cheerful")
    assert bot(seen(legal=LEGAL), Random(1)) in LEGAL
    assert bot(seen(), Random(1)) is None


def test_a_move_that_is_not_legal_becomes_one_that_is(site: Path) -> None:
    installed(site, "cheerful:choose", "def choose(view, rng): return 'r5'\n")
    assert find_bot("cheerful")(seen(legal=LEGAL), Random(1)) in LEGAL


@pytest.mark.parametrize("entry", ["nowhere:choose", "cheerful:missing", "cheerful:text"])
def test_what_is_no_bot_is_refused(site: Path, entry: str) -> None:
    installed(site, entry, "text = 'no function'\n")
    with pytest.raises(BadBot, match="the bot cheerful"):
        find_bot("cheerful")


def test_an_unknown_name_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadBot, match="random, greedy, careful, expert"):
        find_bot("grandmother")


def test_our_names_cannot_be_taken(site: Path) -> None:
    installed(site, "cheerful:choose", example())
    points = site / "cheerful-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text().replace("cheerful =", "greedy ="))
    assert bot_names() == tuple(BOTS)
    assert find_bot("greedy") is BOTS["greedy"]
