"""What Linux keeps in files, read from made-up ones; what it does not keep is not known."""

from __future__ import annotations

import os
import socket
from contextlib import closing
from pathlib import Path

import pytest

from unonet.node import machine

UDP = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
  1: 00000000:14E9 00000000:0000 07 00000000:00000000 00:00000000 00000000   110        0 501 2 0 0
  2: 0100007F:14E9 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 502 2 0 0
  3: 00000000:0044 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 503 2 0 0
"""
ARP = """\
IP address       HW type     Flags       HW address            Mask     Device
10.78.0.2        0x1         0x2         02:00:00:00:00:02     *        eth0
10.78.0.3        0x1         0x0         00:00:00:00:00:00     *        eth0
"""


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "udp").write_text(UDP)
    (tmp_path / "net" / "arp").write_text(ARP)
    (tmp_path / "self").mkdir()
    return tmp_path


def process(proc: Path, number: int, name: str, *inodes: int) -> None:
    folder = proc / str(number)
    (folder / "fd").mkdir(parents=True)
    (folder / "comm").write_text(f"{name}\n")
    (folder / "fd" / "0").symlink_to("/dev/null")
    for place, inode in enumerate(inodes, start=1):
        (folder / "fd" / str(place)).symlink_to(f"socket:[{inode}]")


def test_who_holds_a_port_is_told_by_name(proc: Path) -> None:
    process(proc, 77, "avahi-daemon", 501)
    process(proc, 78, "dhclient", 503)
    process(proc, os.getpid(), "python", 502)
    assert machine.udp_holders(5353, proc=proc) == ("avahi-daemon",)
    assert machine.udp_holders(68, proc=proc) == ("dhclient",)
    assert machine.udp_holders(1, proc=proc) == ()


def test_a_program_that_cannot_be_seen_is_a_question_mark(proc: Path) -> None:
    assert machine.udp_holders(5353, proc=proc) == ("?",)
    assert machine.udp_holders(5353, proc=proc / "nothing") is None


def test_our_own_socket_is_no_other_program() -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as own:
        own.bind(("127.0.0.1", 0))
        assert machine.udp_holders(own.getsockname()[1]) == ()


def test_firewalls_that_are_on_are_named(
    proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ufw = tmp_path / "ufw.conf"
    assert machine.firewalls(proc=proc, ufw=ufw) == ()
    ufw.write_text("# comment\nENABLED=no\n")
    assert machine.firewalls(proc=proc, ufw=ufw) == ()
    ufw.write_text("ENABLED=yes\n")
    process(proc, 5, "firewalld")
    assert machine.firewalls(proc=proc, ufw=ufw) == ("ufw", "firewalld")


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("echo '  type filter hook input priority filter; policy drop;'", ("nft",)),
        ("echo '  type filter hook input priority filter; policy accept;'", ()),
        ("echo 'Operation not permitted' >&2; exit 1", ()),
    ],
)
def test_nftables_is_asked(
    proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, found: tuple[str]
) -> None:
    nft = tmp_path / "nft"
    nft.write_text(f"#!/bin/sh\n{script}\n")
    nft.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert machine.firewalls(proc=proc, ufw=tmp_path / "none") == found


def test_neighbours_answer_on_the_wire_or_do_not(proc: Path) -> None:
    assert machine.neighbour_answers("10.78.0.2", proc=proc) is True
    assert machine.neighbour_answers("10.78.0.3", proc=proc) is False
    assert machine.neighbour_answers("10.78.0.4", proc=proc) is None
    assert machine.neighbour_answers("10.78.0.4", proc=proc / "nothing") is None


def test_a_sync_takes_time_and_leaves_nothing(tmp_path: Path) -> None:
    assert machine.sync_seconds(tmp_path / "home") > 0
    assert list((tmp_path / "home").iterdir()) == []
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        machine.sync_seconds(tmp_path / "file")


def test_the_start_of_the_machine_has_a_number_of_its_own(proc: Path) -> None:
    file = proc / "sys" / "kernel" / "random" / "boot_id"
    assert machine.boot_id(proc=proc) == b""
    file.parent.mkdir(parents=True)
    file.write_text("0f" * 4 + "-0f0f-0f0f-0f0f-" + "0f" * 6 + "\n")
    assert machine.boot_id(proc=proc) == bytes([15]) * 16
    for wrong in ("", "no number", "0f0f", "0f" * 17):
        file.write_text(wrong)
        assert machine.boot_id(proc=proc) == b""
