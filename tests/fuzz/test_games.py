"""A few games of ``make fuzz`` in every test run; the many are played by hand."""

from __future__ import annotations

import pytest

from tests.fuzz.games import play


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_random_mixes_break_no_invariant(first: int) -> None:
    reports = [play(seed) for seed in range(first, first + 50)]
    assert sum(report.reason == "out" for report in reports) > 20


def test_a_game_is_its_number() -> None:
    assert play(11) == play(11) != play(12)
