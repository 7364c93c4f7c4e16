"""The main job as a person starts it: separate processes, zeroconf and sockets on loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from unonet.errors import DecodeError
from unonet.ledger.entry import Entry
from unonet.ledger.layout import FrameType
from unonet.ledger.store import read_log

ENVIRONMENT = {**os.environ, "UNONET_INTERFACE": "127.0.0.1", "NO_COLOR": "1"}


def unonet(*arguments: str, home: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "unonet_cli", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=240,
        env={**ENVIRONMENT, "UNONET_HOME": str(home)},
        check=False,
    )


def demo(home: Path, *arguments: str) -> dict[str, Any]:
    done = unonet("demo", *arguments, "--json", home=home)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["identical"] and report["verified"], report
    return report


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Four peers, one quick match."""
    return demo(tmp_path_factory.mktemp("demo"), "--peers", "4", "--rules", "quick")


def verify(log: Path, home: Path) -> dict[str, Any]:
    done = unonet("verify", str(log), "--json", home=home)
    verdict: dict[str, Any] = json.loads(done.stdout)
    assert (done.returncode == 0) == verdict["ok"]
    assert "Traceback" not in done.stderr
    return verdict


def test_four_processes_play_the_same_match(played: dict[str, Any]) -> None:
    assert played["peers"] == 4
    assert played["rounds"] == 1
    assert len(played["winner"]) == 1
    assert len({Path(log).parts[-3] for log in played["logs"]}) == 4


@pytest.mark.parametrize(("peers", "rules"), [("2", "modern"), ("4", "classic"), ("10", "quick")])
def test_other_tables_are_identical_and_verified(tmp_path: Path, peers: str, rules: str) -> None:
    report = demo(tmp_path, "--peers", peers, "--rules", rules)
    assert report["peers"] == int(peers)


def test_a_stranger_verifies_one_log(played: dict[str, Any], tmp_path: Path) -> None:
    verdict = verify(Path(played["logs"][2]), tmp_path / "another-home")
    assert verdict["ok"]
    assert verdict["result"] == "finished"
    assert verdict["entries"] == played["entries"]
    assert verdict["checks"]["seals"] == 1


def test_a_changed_byte_is_found_with_its_offset(played: dict[str, Any], tmp_path: Path) -> None:
    raw = Path(played["logs"][0]).read_bytes()
    for offset in range(3, len(raw), len(raw) // 3):
        damaged = bytearray(raw)
        damaged[offset] ^= 0x10
        log = tmp_path / "damaged.unolog"
        log.write_bytes(damaged)
        verdict = verify(log, tmp_path)
        assert not verdict["ok"], offset
        assert verdict["error"]["offset"] is not None, verdict


def _readable(entry: bytes) -> bool:
    try:
        Entry.unpack(entry, "entry")
    except DecodeError:
        return False
    return True


def test_a_mended_checksum_still_names_entry_and_signer(
    played: dict[str, Any], tmp_path: Path
) -> None:
    from unonet.ledger.layout import pack_frames, pack_header

    original = read_log(Path(played["logs"][0]))
    entries = [n for n, one in enumerate(original.frames) if one.frame_type is FrameType.ENTRY]
    assert len(entries) > 25
    for number in entries[::25]:
        body = bytearray(original.frames[number].body)
        body[len(body) // 2] ^= 0x01
        raw = pack_header(original.table_id, salt=original.salt, versions=original.versions)
        for place, other in enumerate(original.frames):
            kept = bytes(body) if place == number else other.body
            raw += pack_frames(other.frame_type, kept, salt=original.salt)
        log = tmp_path / "mended.unolog"
        log.write_bytes(raw)
        error = verify(log, tmp_path)["error"]
        assert error is not None
        assert error["index"] is not None
        # Whose bytes they are can only be told of a record that can still be read.
        assert (error["seat"] is not None) is _readable(bytes(body))


def test_a_person_reaches_the_first_prompt_and_leaves(tmp_path: Path) -> None:
    done = unonet("play", "--bots", "3", "--fast", home=tmp_path, stdin="hand\nquit\n")
    assert done.returncode in (0, 1), done.stderr
    assert "Your turn" in done.stdout
    assert "Traceback" not in done.stderr
