"""Whole rounds of every preset go as their text says, move by move and event by event."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.playthroughs import FOLDER, SHOWN, read, told
from tests.game.rulesets import BUILT_PRESETS

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_round_goes_as_its_text_says(path: Path) -> None:
    round_ = told(*read(path))
    assert round_.text == path.read_text(encoding="utf-8")
    assert round_.state.outcome is not None
    for event, count in SHOWN.get(path.stem, {}).items():
        assert round_.happened[event] >= count


def test_every_preset_has_a_round() -> None:
    assert {path.stem for path in FILES} == set(BUILT_PRESETS)
