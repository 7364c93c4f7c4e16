"""Four machines on one switch: they find each other and play, whatever the switch drops."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.net.lan import PUBLIC, Lan, Machine, Process, lan

UNONET = ("-m", "unonet_cli")
DIAL = """
import asyncio, json, sys
from pathlib import Path
from unonet.node import Guest, bot_player, join_table, read_target
from unonet_cli.commands.reports import as_json
home, nickname, where = sys.argv[1:]
reports = asyncio.run(join_table(Path(home), read_target(where), Guest(nickname, "greedy"),
    interface=None, player=bot_player("greedy", seed=1), watch=lambda event: None))
print(json.dumps(as_json(reports[0])))
"""
SAME = ("index", "entry_hash", "state_hash", "scores")


class Table:
    """A bot on the first machine hosts, others are about to join."""

    def __init__(self, lan: Lan, homes: Path, *, seats: int = 4) -> None:
        self._seats = seats
        self.id = secrets.token_hex(16)
        self.lan = lan
        self._homes = homes
        self._stack = ExitStack()
        self._bots: list[Process] = []

    def __enter__(self) -> Table:
        self._bot(self.lan.machines[0], "--host", "--lobby", self.id, "--seats", str(self._seats))
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    @property
    def address(self) -> tuple[str, str]:
        """Where the host says that it listens."""
        words = self.host.says("Table open").rstrip(".").split()
        return words[words.index("at") + 1], words[-1]

    @property
    def host(self) -> Process:
        return self._bots[0]

    @property
    def guests(self) -> list[Process]:
        return self._bots[1:]

    def list_on(self, machine: Machine, seconds: float) -> Any:
        """What ``unonet tables`` prints there."""
        arguments = ("tables", "--json", "--seconds", str(seconds))
        return self._run(machine, secrets.token_hex(4), *UNONET, *arguments).result()

    def check_from(self, machine: Machine, *, exit_code: int = 0) -> dict[str, str]:
        """What ``unonet doctor`` there thinks of the host: codes and verdicts."""
        host, port = self.address
        arguments = ("doctor", "--json", "--peer", f"{host}:{port}")
        process = self._run(machine, secrets.token_hex(4), *UNONET, *arguments)
        findings = process.result(exit_code=exit_code)["findings"]
        self.host.assert_running()
        return {one["code"]: one["verdict"] for one in findings}

    def find(self) -> None:
        """Everybody else looks for the table."""
        for machine in self.lan.machines[1:]:
            self._bot(machine, self.id)

    def dial(self, host: str, port: str) -> None:
        """Everybody else knows where it is."""
        for machine in self.lan.machines[1:]:
            home = self._homes / machine.namespace
            arguments = ("-c", DIAL, str(home), f"guest {machine.number}", f"{host}:{port}")
            self._bots.append(self._run(machine, "", *arguments))

    def assert_played(self) -> None:
        reports = [bot.result() for bot in self._bots]
        assert [report["result"] for report in reports] == ["finished"] * len(self.lan.machines)
        assert len({json.dumps([report[field] for field in SAME]) for report in reports}) == 1

    def _bot(self, machine: Machine, *arguments: str) -> None:
        options = ("--json", "--seed", "1")
        self._bots.append(self._run(machine, "", *UNONET, "bot", *arguments, *options))

    def _run(self, machine: Machine, home: str, *arguments: str) -> Process:
        process = machine.start(self._homes / machine.namespace / home, *arguments)
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with lan(4) as four, Table(four, tmp_path) as table:
        yield table


def test_four_machines_find_each_other_by_multicast_and_play(table: Table) -> None:
    table.lan.broadcast(passes=False)
    table.find()
    table.assert_played()


def test_four_machines_find_each_other_by_the_beacon_and_play(table: Table) -> None:
    table.lan.multicast(passes=False)
    table.find()
    table.assert_played()


def test_where_nobody_can_be_found_an_address_is_enough(table: Table) -> None:
    table.lan.multicast(passes=False)
    table.lan.broadcast(passes=False)
    host, port = table.address
    assert host == table.lan.machines[0].address
    assert table.list_on(table.lan.machines[1], 2.5) == []
    table.dial(host, port)
    table.assert_played()


def test_a_host_that_gets_another_address_is_found_there(table: Table) -> None:
    host, looking = table.lan.machines[:2]
    _, port = table.address
    host.ip(f"addr del {host.address}/24 dev eth0")
    host.ip("addr add 10.78.0.77/24 brd + dev eth0")
    moved = ("10.78.0.77", int(port))
    found: list[dict[str, Any]] = []
    for _ in range(8):
        found = table.list_on(looking, 3.0)
        assert len(found) <= 1
        if [(one["address"], one["port"]) for one in found] == [moved]:
            break
    assert [(one["id"], one["address"], one["alive"]) for one in found] == [
        (table.id, moved[0], True)
    ]


def test_machines_with_public_addresses_play_as_well(tmp_path: Path) -> None:
    with lan(3, network=PUBLIC) as campus, Table(campus, tmp_path, seats=3) as table:
        table.dial(*table.address)
        table.assert_played()


def test_the_lobby_names_two_guests_that_an_access_point_keeps_apart(tmp_path: Path) -> None:
    with lan(3) as three, Table(three, tmp_path, seats=3) as table:
        host, *guests = three.machines
        three.isolate(*guests)
        assert not any(one.reaches(other) for one, other in permutations(guests, 2))
        assert all(one.reaches(host) and host.reaches(one) for one in guests)
        table.dial(*table.address)
        said = table.host.says("cannot reach each other")
        assert all(f"guest {guest.number}" in said for guest in guests)
        for guest in table.guests:
            guest.assert_running()
        # Nobody has begun without them; once they reach each other the match goes its way.
        three.isolate(*guests, apart=False)
        table.assert_played()


HEARD = {"peer.asked", "peer.broadcast", "peer.multicast"}


def peer_codes(found: dict[str, str]) -> set[str]:
    return {code for code in found if code.startswith("peer.")}


def test_a_doctor_tells_apart_what_keeps_two_machines_from_each_other(table: Table) -> None:
    host, healthy, apart, walled = table.lan.machines
    table.lan.isolate(host, apart)
    host.ip(f"route add blackhole {walled.address}/32")

    found = table.check_from(healthy)
    assert peer_codes(found) == {"peer.listens"} | HEARD
    assert set(found.values()) == {"ok"}
    found = table.check_from(apart, exit_code=4)
    assert peer_codes(found) == {"peer.absent", "peer.no_table"}
    found = table.check_from(walled, exit_code=4)
    assert "peer.filters" in found and "peer.absent" not in found
    table.lan.multicast(passes=False)
    found = table.check_from(healthy)
    assert peer_codes(found) == {
        "peer.listens",
        "peer.asked",
        "peer.broadcast",
        "peer.not_multicast",
    }
