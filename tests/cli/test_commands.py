"""Commands that read files: their JSON shapes, their sentences and their exit codes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.table.tabletop import Tabletop
from unonet.node import Listing

POSITION = """\
rules: classic
hands: b5 g7 | b2 b+2 r1 | y9 y1
top: b3
draw: y1 g5 b9
moves:
1 b2
"""


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.uno"
    path.write_text(POSITION)
    return path


def write(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


# verify


def test_verify_prints_one_object_a_file(unonet: Any, match_log: Path) -> None:
    ran = unonet("verify", str(match_log), str(match_log), "--json")
    assert ran.exit_code == 0
    assert len(ran.values) == 2
    shown = ran.values[0]
    assert shown["ok"] and shown["result"] == "finished" and shown["error"] is None
    assert shown["seats"] == 3 and shown["rounds"] == 1 and shown["log"] == str(match_log)
    assert set(shown["checks"]) == {
        *("signatures", "chain", "mixes", "shares", "plays", "rules", "seals")
    }
    assert shown["checks"]["chain"] == shown["entries"] > 10


def test_verify_says_what_it_cannot_know(unonet: Any, match_log: Path) -> None:
    ran = unonet("verify", str(match_log))
    assert ran.out.startswith("OK: ")
    assert "Cannot be known from a log" in ran.out


def test_verify_fails_when_any_log_fails(unonet: Any, match_log: Path, tmp_path: Path) -> None:
    raw = bytearray(match_log.read_bytes())
    raw[len(raw) // 2] ^= 1
    broken = tmp_path / "broken.unolog"
    broken.write_bytes(raw)
    ran = unonet("verify", str(match_log), str(broken), "--json")
    assert ran.exit_code == 1
    assert [shown["ok"] for shown in ran.values] == [True, False]
    assert ran.values[1]["error"]["code"] == "corrupt_log"
    said = unonet("verify", str(broken))
    assert said.out.startswith("NOT OK: ")
    assert "At byte " in said.out


def test_verify_of_no_file_is_a_usage_error(unonet: Any) -> None:
    assert unonet("verify", "/no/such.unolog").exit_code == 2
    assert unonet("verify").exit_code == 2


def test_verify_of_something_else_names_no_log(unonet: Any, position: Path) -> None:
    ran = unonet("verify", str(position), "--json")
    assert ran.exit_code == 1
    assert ran.values[0]["error"]["code"] == "corrupt_log"


# replay and log


def test_replay_reads_the_game_as_sentences(unonet: Any, match_log: Path) -> None:
    ran = unonet("replay", str(match_log))
    assert ran.exit_code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("Agreed: Ada, ")
    assert any(" plays " in line for line in lines)
    assert "wins the match" in lines[-1]


def test_replay_prints_one_object_an_entry(unonet: Any, match_log: Path) -> None:
    values = unonet("replay", str(match_log), "--json").values
    assert [value["index"] for value in values] == list(range(len(values)))
    assert all(
        set(value) == {"index", "kind", "seat", "token", "noop", "events"} for value in values
    )
    assert values[0]["kind"] == "genesis"
    assert values[-1]["events"][-1]["event"] == "MatchOver"


def test_replay_of_a_damaged_log_is_a_malformed_file(unonet: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "x.unolog", "not a log at all")
    ran = unonet("replay", path, "--json")
    assert ran.exit_code == 2
    assert ran.values[0]["error"]["code"] == "corrupt_log"
    assert len(ran.err.splitlines()) == 2
    assert "Traceback" not in ran.err
    assert "Traceback" in unonet("replay", path, "--debug").err


def test_log_show_lists_every_entry(unonet: Any, match_log: Path) -> None:
    values = unonet("log", "show", str(match_log), "--json").values
    assert all(set(value) == {"index", "kind", "seat", "token", "hash", "noop"} for value in values)
    assert len(values[1]["hash"]) == 64
    lines = unonet("log", "show", str(match_log)).out.splitlines()
    assert len(lines) == len(values)
    assert values[1]["hash"][:12] in lines[1]


def test_log_export_is_the_text_notation_by_rounds(unonet: Any, match_log: Path) -> None:
    from unonet.game import parse_move

    lines = unonet("log", "export", str(match_log)).out.splitlines()
    assert lines[0] == "# seat 0: Ada"
    assert any(line.startswith("# round 1, seat ") for line in lines)
    moves = [line.split() for line in lines if not line.startswith("#")]
    assert len(moves) > 10
    for seat, token in moves:
        assert int(seat) in range(3)
        assert str(parse_move(token)) == token


def test_log_export_as_json_has_numbers_where_numbers_are(unonet: Any, match_log: Path) -> None:
    lines = unonet("log", "export", str(match_log)).out.splitlines()
    values = unonet("log", "export", str(match_log), "--json").values
    assert len(values) == len(lines)
    assert values[0] == {"seat": 0, "nickname": "Ada"}
    shapes = {("seat", "nickname"): (int, str), ("round", "dealer"): (int, int)}
    for value in values:
        types = shapes.get(tuple(value), (int, str))
        assert tuple(map(type, value.values())) == types
    moves = [f"{value['seat']} {value['token']}" for value in values if "token" in value]
    assert moves == [line for line in lines if not line.startswith("#")]


# scenario and perft


def test_scenario_prints_the_position_as_json(unonet: Any, position: Path) -> None:
    ran = unonet("scenario", str(position), "--json")
    assert ran.exit_code == 0
    shown = ran.values[0]
    assert shown["ok"] and shown["top"] == "b2" and shown["turn"] == 2
    assert set(shown) == {
        *("ok", "hands", "seats", "top", "color", "turn", "direction", "phase", "pending"),
        *("draw", "discard", "called", "exposed", "scores", "legal", "outcome"),
    }


def test_scenario_reads_as_text(unonet: Any, position: Path) -> None:
    out = unonet("scenario", str(position)).out
    assert "blue 2 is on top; blue is in force." in out
    assert "Seat 2: y9 y1, on turn. May: d." in out


@pytest.mark.parametrize(
    ("moves", "exit_code", "code"),
    [("1 b2", 0, None), ("1 r1", 3, "illegal_move"), ("1 wi", 2, "bad_scenario")],
)
def test_scenario_exit_codes(
    unonet: Any, tmp_path: Path, moves: str, exit_code: int, code: str | None
) -> None:
    path = write(tmp_path / "x.uno", POSITION.replace("1 b2", moves))
    ran = unonet("scenario", path, "--json")
    assert ran.exit_code == exit_code
    assert ran.values[0].get("error", {}).get("code") == code
    assert unonet("scenario", path).exit_code == exit_code


def test_several_scenarios_give_a_line_each_and_the_highest_code(
    unonet: Any, position: Path, tmp_path: Path
) -> None:
    illegal = write(tmp_path / "illegal.uno", POSITION.replace("1 b2", "1 r1"))
    malformed = write(tmp_path / "malformed.uno", "top b3\n")
    ran = unonet("scenario", malformed, illegal, str(position), "--json")
    assert [value["ok"] for value in ran.values] == [False, False, True]
    assert ran.exit_code == 3


def test_a_scenario_that_is_no_text_is_malformed(unonet: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.uno"
    path.write_bytes(b"rules: classic\n\xff\xfe\x00\n")
    ran = unonet("scenario", str(path), "--json")
    assert ran.exit_code == 2
    assert ran.values[0]["error"]["line"] == 2


def test_a_finished_round_is_read_to_a_person(unonet: Any, tmp_path: Path) -> None:
    text = "hands: b5 | b2 r1\ntop: b3\nturn: 0\nmoves:\n0 b5\n"
    out = unonet("scenario", write(tmp_path / "x.uno", text)).out
    assert "Round over: seat 0 wins (out). Points: 3, 0." in out


def test_perft_counts(unonet: Any, position: Path) -> None:
    ran = unonet("perft", str(position), "--depth", "1", "--json")
    assert ran.exit_code == 0
    assert ran.values == [{"depth": 1, "nodes": 1}]
    out = unonet("perft", str(position), "--depth", "2").out
    assert out == "Legal sequences of exactly 2 moves: 1.\n"


def test_perft_of_a_malformed_file(unonet: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "x.uno", "nonsense\n")
    assert unonet("perft", path, "--depth", "1").exit_code == 2
    assert unonet("perft", path, "--depth", "1", "--json").values[0]["ok"] is False


# tables

LISTING = Listing(
    id="ab" * 16,
    name="Ada's\x1b[2J table",
    address="10.0.0.7",
    port=4001,
    rules="quick",
    rules_hash=None,
    seats_taken=1,
    seats=4,
    state="lobby",
    closed=False,
    alive=False,
    fingerprint="abcdefgh",
)


def show_tables(monkeypatch: pytest.MonkeyPatch, *listings: Listing) -> None:
    async def listed(interface: str | None, seconds: float) -> list[Listing]:
        return list(listings)

    monkeypatch.setattr("unonet.node.list_tables", listed)


def test_tables_are_sentences_that_steer_no_terminal(
    unonet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_tables(monkeypatch, LISTING)
    out = unonet("tables").out
    assert "1 table on this network." in out
    assert (
        "table: 1 of 4 seats, rules quick, waiting for players, open, does not answer. Id abab"
        in out
    )
    assert "\x1b" not in out


def test_no_tables(unonet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    show_tables(monkeypatch)
    assert "No tables on this network." in unonet("tables").out
    assert unonet("tables", "--json").values == [[]]


# rules and usage


def test_rules_lists_the_presets(unonet: Any) -> None:
    values = unonet("rules", "--json").values[0]
    built = {value["preset"] for value in values if value["built"]}
    assert {value["preset"] for value in values} - built == {"dos", "dos-2"}
    assert "pirate: stacked penalties and seven-o.\n" in unonet("rules").out
    assert "dos: another game on the same table. (not built yet)\n" in unonet("rules").out


def test_rules_explains_a_preset(unonet: Any) -> None:
    out = unonet("rules", "modern").out
    assert "Differs from classic: deck=112, match=round." in out
    assert "One round is the match." in out
    shown = unonet("rules", "pirate", "--json").values[0]
    assert shown["differences"] == {"seven_zero": "on", "stacking": "same"}
    assert shown["options"]["hand_size"] == "7"
    assert unonet("rules", "dos", "--json").values[0]["options"] is None


def test_rules_explains_any_ruleset(unonet: Any) -> None:
    ran = unonet("rules", "speed", "--rule", "elimination=points", "--rule", "target=300")
    assert "decks=2, draw=until_playable, elimination=points, finish=no_draw_four" in ran.out
    assert "who reaches 300 leaves the match" in ran.out
    assert "2 decks are shuffled together." in ran.out
    assert "The match ends when" not in ran.out
    assert unonet("rules", "--rule", "draw=until_playable").out.startswith("classic: ")
    refused = unonet("rules", "--rule", "customizable=swap")
    assert refused.exit_code == 2
    assert "needs a deck with a Wild Customizable" in refused.err


def test_rules_of_a_deck_file(unonet: Any, tmp_path: Path) -> None:
    deck = tmp_path / "tehran.toml"
    deck.write_text('base = "112"\n[cards]\nwc = 6\nws = 4\n"r+2" = 4\n')
    ran = unonet("rules", "modern", "--rule", f"deck={deck}")
    assert "Differs from classic: deck=of 120 cards, match=round." in ran.out
    assert "Deck: 120 cards of the table's own choice." in ran.out
    shown = unonet("rules", "modern", "--rule", f"deck={deck}", "--json").values[0]
    assert shown["options"]["deck"].endswith("wi:4,w4:4,ws:4,wc:6")
    assert unonet("rules", "--rule", f"deck={tmp_path}/none.toml").exit_code == 2
    deck.write_bytes(b"\xff")
    assert unonet("rules", "--rule", f"deck={deck}").exit_code == 2


def test_rules_of_no_preset(unonet: Any) -> None:
    ran = unonet("rules", "nonsense", "--json")
    assert ran.exit_code == 2
    assert ran.values[0]["error"]["code"] == "bad_ruleset"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["demo", "--peers", "11"],
        ["demo", "--rule", "nonsense"],
        ["demo", "--rules", "dos"],
        ["demo", "--deal", "marked"],
        ["demo", "--recovery", "never"],
        ["play", "--bots", "0"],
        ["play", "--skill", "genius"],
        ["bot"],
        ["bot", "xyz"],
        ["bot", "00" * 16, "--host"],
        ["perft", "--depth", "1"],
        ["tables", "--color", "mauve"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_exit_code_2(unonet: Any, arguments: list[str]) -> None:
    ran = unonet(*arguments)
    assert ran.exit_code == 2
    assert "Traceback" not in ran.err


def test_a_reader_that_goes_away_is_no_error(match_log: Path) -> None:
    replay = [sys.executable, "-m", "unonet_cli", "replay", "--json", str(match_log)]
    ran = subprocess.run(
        ["sh", "-c", '"$@" | head -n 1', "sh", *replay], capture_output=True, text=True, check=True
    )
    assert ran.stdout.count("\n") == 1
    assert ran.stderr == ""


@pytest.mark.parametrize("deal", ["sealed", "open"])
def test_verify_explains_what_a_log_proves(unonet: Any, tmp_path: Path, deal: str) -> None:
    table = Tabletop(3, "quick", seed=1, deal=deal, hand_size="2").dealt().finish()
    log = table.write(tmp_path / "a.unolog", table.frames(certified=[table.ledger.last_index - 1]))
    ran = unonet("verify", "--explain", str(log))
    assert ran.exit_code == 0
    told = ran.out + ran.err
    assert "Nobody chose the order of the cards" in told
    assert ("Fewer than 2 seats together" in told) is (deal == "sealed")
    assert ("knew every card" in told) is (deal == "open")


def test_the_version_of_everything(unonet: Any) -> None:
    from unonet.deal.group import GROUP_HASH

    (versions,) = unonet("--version", "--json").values
    assert versions["group"] == GROUP_HASH.hex()
    assert set(versions) == {"unonet", "protocol", "rules", "group"}
