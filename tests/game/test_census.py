"""Every ruling of docs/rules.md is named by a test or a scenario, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

from tests.game.option_values import OPTION_ROWS

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"R\d+\.[a-z0-9_]+")


def documented_rows() -> set[str]:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    rows: list[str] = re.findall(rf"^\| `({ROW.pattern})` \|", page, re.MULTILINE)
    assert len(rows) == len(set(rows))
    return {*rows, *re.findall(rf"^`({ROW.pattern})` ", page, re.MULTILINE)}


def rows_with_a_scenario() -> set[str]:
    return {path.stem.split("-")[0] for path in (ROOT / "tests" / "golden").glob("R*.uno")}


TEST = re.compile(r'^def test_(r\d+)_\w+\([^)]*\) -> None:\n    """([^"]+?): ', re.MULTILINE)


def rows_with_a_test() -> set[str]:
    """The rows that the tests beside this file name, each by its docstring and by its own name."""
    sources = Path(__file__).parent.glob("test_*_rows.py")
    found = [pair for path in sources for pair in TEST.findall(path.read_text(encoding="utf-8"))]
    rows = {row for section, row in found if row.split(".")[0].lower() == section}
    return rows | set(OPTION_ROWS)


def test_every_row_is_named_by_a_test() -> None:
    """Every ruling has a golden scenario or a test of its own."""
    rows = documented_rows()
    assert len(rows) == 78
    assert rows - rows_with_a_scenario() - rows_with_a_test() == set()


def test_no_test_names_a_row_that_is_not_there() -> None:
    """A ruling that is renamed or dropped takes its tests along."""
    assert (rows_with_a_scenario() | rows_with_a_test()) - documented_rows() == set()


def test_the_library_names_only_rows_that_are_there() -> None:
    """A row that a docstring of the rules engine points at can be looked up."""
    sources = (ROOT / "unonet" / "game").glob("*.py")
    named = {row for path in sources for row in ROW.findall(path.read_text(encoding="utf-8"))}
    assert {"R4.exposed", "R6.values"} <= named
    assert named - documented_rows() == set()
