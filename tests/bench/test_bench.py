"""Every benchmark runs and says something plausible. How fast is for ``make bench`` to tell."""

from __future__ import annotations

from importlib.util import find_spec
from math import isclose
from pathlib import Path

import pytest

from tests.bench import (
    audit,
    deals,
    disk,
    drawing,
    mixes,
    moves,
    rlcard_env,
    rounds,
    shares,
    startup,
)
from tests.bench.curve import Counts
from tests.bench.figures import Figure
from tests.bench.sealed_counts import setting_up


def assert_plausible(figures: dict[str, Figure], *names: str) -> None:
    assert figures.keys() == {*names}
    for figure in figures.values():
        assert figure.keys() == {"value", "unit", "floor", "ratio"}
        assert figure["unit"] == "ms"
        assert figure["value"] > 0 < figure["floor"]
        assert isclose(figure["ratio"], figure["value"] / figure["floor"], rel_tol=0.05)


def test_a_few_moves_at_two_seats() -> None:
    assert_plausible(moves.measure(40, runs=1, tables=[2]), "move_all_seats_n2")


def test_an_entry_is_applied_when_a_later_one_is() -> None:
    diaries = [
        moves.Diary(Path("a"), signed=[1.0], applied=[(1, 1.5), (3, 2.0)]),
        moves.Diary(Path("b"), signed=[], applied=[(2, 1.75), (3, 2.5)]),
    ]
    assert [diary.applied_by(2) for diary in diaries] == [2.0, 1.75]


def test_verify_of_a_short_match() -> None:
    assert_plausible(audit.measure("quick", runs=1), "verify", "verify_one_thread")


def test_a_small_mix_and_the_riffle_of_a_pair() -> None:
    figures = mixes.measure(cards=3, hand=2, repeats=1)
    assert_plausible(figures, "mix_prove", "mix_verify", "riffle_prove", "riffle_verify")


def test_the_floors_of_a_mix_are_the_published_counts() -> None:
    assert mixes.proving(108, 1) == Counts(fixed=108 + 328, variable=108 + 541)
    assert mixes.checking(108, 1) == Counts(fixed=112, variable=871, decoded=545)


def test_a_few_entries_to_the_disk() -> None:
    assert_plausible(disk.measure(3), "log_sync")


def test_a_small_deal_and_what_is_played_of_it() -> None:
    both = [("deal", "share"), ("draw", "share"), ("play", "prove"), ("innocence", "prove")]
    names = [f"{name}_{step}" for name, make in both for step in (make, "verify")]
    assert_plausible(shares.measure(hand=1, repeats=1), *names)


def test_a_sealed_set_up_at_two_seats() -> None:
    names = [f"setup_{what}_n2" for what in ("node", "wall", "stop", "gap")]
    assert_plausible(rounds.measure(runs=1, tables=[2], ticking=2), *names)


def test_one_seat_of_a_set_up_and_verify_of_its_match() -> None:
    assert_plausible(deals.measure(runs=1, tables=[2]), "setup_seat_n2", "verify_sealed")


def test_a_few_drawn_cards() -> None:
    assert_plausible(drawing.measure(60, seats=2), "draw_read_n2")


def test_what_a_set_up_takes_grows_with_its_mixes() -> None:
    """Each further seat mixes once, and every seat checks that."""
    fewer, more = setting_up(4), setting_up(5)
    assert more.variable - fewer.variable >= mixes.checking(108, 1).variable
    assert fewer.fixed >= mixes.proving(108, 1).fixed + 4 * mixes.checking(108, 1).fixed


def test_help_imports_nothing_heavy_and_is_timed() -> None:
    assert startup.heavy_modules() == frozenset()
    assert_plausible(startup.measure(1), "help_startup")


def test_a_child_that_fails_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "1").write_text("a file where a home should be")
    with pytest.raises(EOFError):
        moves.play(2, tmp_path, 10)


def test_without_rlcard_its_figures_are_left_out_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rlcard_env, "find_spec", lambda name: None)
    assert rlcard_env.measure() == {}
    assert "unonet[bench]" in capsys.readouterr().out


@pytest.mark.skipif(find_spec("rlcard") is None, reason="rlcard, a bench extra, is not installed")
def test_some_moves_beside_rlcard() -> None:
    figures = rlcard_env.measure(300, repeats=1)
    assert figures.keys() == {"rlcard_env", "rlcard_game"}
    for figure in figures.values():
        assert isclose(figure["ratio"], figure["value"] / figure["floor"])
        assert figure["floor"] > 0
