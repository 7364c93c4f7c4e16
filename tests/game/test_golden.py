"""The rules of docs/rules.md as scenario files, each beside the JSON that it must print.

``tests/golden/ROW-variant.uno`` starts with a comment that names its row and says what it shows.
The JSON was derived from the page by hand, not from the engine: where the two differ, read the
page again. The text of a ``bad_scenario`` reason is free, so only its code and line are pinned.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet.game import scenario
from unonet.game.legality import REASONS

GOLDEN = Path(__file__).parents[1] / "golden"
SCENARIOS = sorted(GOLDEN.glob("*.uno"))
PERFT = sorted((GOLDEN / "perft").glob("*.txt"))

EXIT_CODES = {"bad_scenario": 2, "illegal_move": 3}


def expected(path: Path) -> dict[str, Any]:
    wanted: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return wanted


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", SCENARIOS, ids=named)
def test_scenario(path: Path) -> None:
    report = scenario.run(path.read_text(encoding="utf-8"))
    wanted = expected(path)
    error = wanted.get("error")
    if error and error["code"] == "bad_scenario":
        assert report["error"].pop("reason", "") != ""
    assert report == wanted
    assert list(report) == list(wanted)
    assert scenario.exit_code(report) == (EXIT_CODES[error["code"]] if error else 0)


@pytest.mark.parametrize("path", SCENARIOS, ids=named)
def test_scenario_names_its_row(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert re.fullmatch(rf"# {re.escape(path.stem.split('-')[0])}: .+\.", first)


def test_every_scenario_has_its_json_and_the_other_way_round() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == {path.stem for path in SCENARIOS}


def test_illegal_reasons_exist() -> None:
    errors = [expected(path).get("error", {}) for path in SCENARIOS]
    reasons = {error["reason"] for error in errors if error.get("code") == "illegal_move"}
    assert len(reasons) > 10
    assert reasons <= set(REASONS)


@pytest.mark.parametrize("path", PERFT, ids=named)
def test_perft(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    counts = re.findall(r"^# perft (\d+) (\d+)$", text, re.MULTILINE)
    assert len(counts) >= 2
    for depth, nodes in counts:
        assert scenario.perft(text, int(depth)) == {"depth": int(depth), "nodes": int(nodes)}


PIECES = st.sampled_from(
    [*"0123 rygb=@!|:#-\n\t+", "w4", "hands:", "moves:", "x@1", "=r", "é", "\x00"]
)


@given(
    path=st.sampled_from(SCENARIOS),
    edits=st.lists(
        st.tuples(st.integers(0, 400), st.integers(0, 9), PIECES), min_size=1, max_size=4
    ),
)
def test_a_damaged_scenario_gives_a_report(path: Path, edits: list[tuple[int, int, str]]) -> None:
    """Whatever the text, the answer is a report with a known code, and a line that exists."""
    text = path.read_text(encoding="utf-8")
    for start, cut, piece in edits:
        text = text[:start] + piece + text[start + cut :]
    report = scenario.run(text)
    if report["ok"]:
        assert set(report) == set(expected(GOLDEN / "R10.scenario_json.uno"))
    else:
        error = report["error"]
        assert error["code"] in EXIT_CODES
        assert 1 <= error.get("line", 1) <= len(text.split("\n"))
