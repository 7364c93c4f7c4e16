"""A check-up as a person and a script read it; what is checked is tested with the node."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest

from unonet import words
from unonet.node.checkup import VERDICTS, Finding, Verdict
from unonet_cli.commands import doctor
from unonet_cli.phrases.doctor import FINDINGS, SKIPPED
from unonet_cli.phrases.doctor import VERDICTS as VERDICT_WORDS

FACTS: dict[str, str | int | float] = {
    "name": "eth0",
    "address": "192.168.1.7",
    "network": "192.168.1.0/24",
    "programs": "avahi-daemon",
    "reason": "taken",
    "home": "/home/ada/unonet",
    "ms": 1.5,
    "time": "2026-01-01 12:00",
    "host": "192.168.1.8",
    "port": 4000,
}


def test_every_code_and_verdict_has_words_and_no_other() -> None:
    assert set(FINDINGS) == set(VERDICTS)
    assert set(VERDICT_WORDS) == {verdict.value for verdict in Verdict}


@pytest.mark.parametrize("code", VERDICTS)
def test_a_finding_says_what_is_so_and_what_to_do_about_it(code: str) -> None:
    reason = next(iter(SKIPPED)) if code == "interface.skipped" else "taken"
    lines = doctor._lines(Finding(code, FACTS | {"reason": reason}))
    bad = VERDICTS[code] is not Verdict.OK
    assert len(lines) == (2 if bad else 1)
    assert lines[0].startswith(VERDICT_WORDS[VERDICTS[code]])
    assert not any("{" in line or "\n" in line for line in lines)


def test_remote_text_cannot_steer_the_terminal() -> None:
    finding = Finding("mdns.shared", {"programs": "\x1b[2Jevil"})
    assert "\x1b" not in "".join(doctor._lines(finding))


def test_sentences_name_only_facts() -> None:
    for advice in FINDINGS.values():
        for text in advice:
            assert {name for _, name, _, _ in string.Formatter().parse(text) if name} <= set(FACTS)


def test_this_machine_is_examined_on_loopback(unonet: Any, tmp_path: Path) -> None:
    ran = unonet("doctor", "--json", "--interface", "127.0.0.1", "--home", str(tmp_path))
    assert ran.exit_code == 0, ran.err
    (result,) = ran.values
    assert result["ok"] is True
    found = {finding["code"]: finding for finding in result["findings"]}
    assert {"interface.used", "multicast.heard", "beacon.heard", "tcp.open"} <= set(found)
    assert found["interface.alone"]["fix"] and found["tcp.open"]["fix"] is None
    assert all(finding["said"] in ran.err for finding in result["findings"])
    assert list(tmp_path.iterdir()) == []


def test_what_stands_in_the_way_is_exit_code_4(unonet: Any, tmp_path: Path) -> None:
    ran = unonet("doctor", "--interface", "203.0.113.1", "--home", str(tmp_path))
    assert ran.exit_code == 4
    assert "FAIL No such interface" in ran.out and "Fix: " in ran.out
    assert "1 thing to look at." in ran.out


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.8", ("192.168.1.8", None)),
        (" 192.168.1.8:4000 ", ("192.168.1.8", 4000)),
        (words.address_words("192.168.1.8", 4000, bytes(32)).upper(), ("192.168.1.8", 4000)),
    ],
)
def test_another_machine_is_named_by_address_or_words(text: str, address: Any) -> None:
    assert doctor._address(text) == address


@pytest.mark.parametrize(
    "text", ["", "host.example", "1.2.3", "1.2.3.4:99999", "256.1.1.1", "::1", "zoom zoom", "\x1b["]
)
def test_anything_else_is_a_usage_error(unonet: Any, tmp_path: Path, text: str) -> None:
    ran = unonet("doctor", "--peer", text, "--home", str(tmp_path))
    assert ran.exit_code == 2
    assert "\x1b" not in ran.err
