"""``unonet stats``: logs summed up, by player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

COLUMNS = {
    *("key", "nickname", "bot", "games", "wins", "rounds", "rounds_won", "points"),
    *("calls_missed", "caught", "challenges", "challenges_won", "longest_stack"),
}


def test_one_object_for_scripts(unonet: Any, match_log: Path) -> None:
    ran = unonet("stats", str(match_log), str(match_log), "--json")
    assert ran.exit_code == 0
    (report,) = ran.values
    assert (report["matches"], report["unread"]) == (1, [])
    assert [set(player) for player in report["players"]] == [COLUMNS] * 3
    assert [player["bot"] for player in report["players"]] == [None, "greedy", "random"]
    assert sum(player["wins"] for player in report["players"]) == 1


def test_without_arguments_the_logs_of_the_home(unonet: Any, match_log: Path) -> None:
    home = match_log.parent.parent
    report = unonet("stats", "--home", str(home), "--json").values[0]
    assert report == unonet("stats", str(match_log), "--json").values[0]


def test_sentences_for_people_the_winner_first(unonet: Any, match_log: Path) -> None:
    head, *lines = unonet("stats", str(match_log)).out.splitlines()
    assert head == "1 match."
    assert "won 1 of 1 game and 1 of 1 round" in lines[0]
    assert any(line.startswith("Ada, key ") for line in lines)
    assert any("(bot random)" in line for line in lines)


def test_a_home_without_matches(unonet: Any, tmp_path: Path) -> None:
    ran = unonet("stats", "--home", str(tmp_path))
    assert ran.exit_code == 0
    assert ran.out.startswith("No match is kept here yet.")


def test_a_damaged_log_is_named_and_left_out(unonet: Any, match_log: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.unolog"
    broken.write_bytes(match_log.read_bytes()[:-7] + b"garbage")
    garbage = tmp_path / "garbage.unolog"
    garbage.write_bytes(b"not a log at all")
    ran = unonet("stats", str(match_log), str(broken), str(garbage), "--json")
    assert ran.exit_code == 1
    (report,) = ran.values
    assert report["matches"] == 1
    assert [(fault["log"], fault["code"]) for fault in report["unread"]] == [
        (str(broken), "corrupt_log"),
        (str(garbage), "corrupt_log"),
    ]
    assert "Left out, " in unonet("stats", str(garbage)).out
