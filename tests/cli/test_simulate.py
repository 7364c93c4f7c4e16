"""``unonet simulate``: a table for people, one object for scripts, the same for a seed."""

from __future__ import annotations

from typing import Any

import pytest

QUICK = ("simulate", "--games", "24", "--bots", "careful,greedy", "--seed", "7")
TIMINGS = {"seconds", "games_per_s", "moves_per_s"}


def counts(ran: Any) -> dict[str, Any]:
    assert ran.exit_code == 0, ran.err
    (report,) = ran.values
    return {key: value for key, value in report.items() if key not in TIMINGS}


def test_one_object_for_scripts(unonet: Any) -> None:
    report = unonet(*QUICK, "--json").values[0]
    assert report.keys() >= {"games", "players", "moves", "wins", "interval", "seed"} | TIMINGS
    assert (report["games"], report["players"], report["rules"]) == (24, 4, "quick")
    assert sum(report["wins"].values()) == 24
    assert report["moves_per_s"] > 0 < report["games_per_s"]


def test_the_same_for_a_seed_whatever_the_jobs(unonet: Any) -> None:
    alone, shared = (
        counts(unonet(*QUICK, "--json")),
        counts(unonet(*QUICK, "--json", "--jobs", "2")),
    )
    assert alone == shared
    assert counts(unonet(*QUICK[:-1], "8", "--json")) != alone


def test_a_table_for_people(unonet: Any) -> None:
    ran = unonet(*QUICK)
    head, *rows, end = ran.out.splitlines()
    assert "95 % interval" in head
    assert [row.split()[:2] for row in rows] == [["careful", "1"], ["greedy", "3"]]
    assert end.startswith("24 games, ") and end.endswith("Seed: 7.")


def test_without_a_seed_one_is_drawn_and_told(unonet: Any) -> None:
    first, second = (unonet("simulate", "--games", "2", "--json").values[0] for _ in range(2))
    assert first["seed"] != second["seed"]


@pytest.mark.parametrize("preset", ["party", "speed", "elimination"])
def test_any_rules(unonet: Any, preset: str) -> None:
    ran = unonet("simulate", "--games", "2", "--players", "3", "--rules", preset, "--json")
    assert counts(ran)["rules"] == preset


def test_a_budget_of_time(unonet: Any) -> None:
    args = ("simulate", "--games", "1", "--bots", "expert,greedy", "--think", "1", "--json")
    assert counts(unonet(*args))["games"] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ("--bots", "grandmother"),
        ("--bots", "greedy,greedy,greedy", "--players", "2"),
        ("--rules", "chess"),
        ("--rule", "stacking"),
        ("--games", "0"),
        ("--jobs", "0"),
    ],
)
def test_what_cannot_be_played_is_a_usage_error(unonet: Any, wrong: tuple[str, ...]) -> None:
    assert unonet("simulate", "--games", "1", *wrong).exit_code == 2
