"""A check-up tells every trouble by a code of its own, and always comes to an end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import pytest

from unonet.errors import CannotReach
from unonet.net import selftest
from unonet.net.interfaces import Interface
from unonet.net.selftest import Knock, Way
from unonet.node import checkup, machine
from unonet.node.checkup import Finding, Verdict, check_up

HERE, THERE, FAR = "192.168.1.7", "192.168.1.8", "10.9.9.9"
ETH = Interface("eth0", HERE, IPv4Network("192.168.1.0/24"), "")
TUNNEL = Interface("wg0", "10.64.0.2", IPv4Network("10.64.0.2/32"), "tunnel")


def answering(value: Any) -> Callable[..., Any]:
    async def answer(*_: Any) -> Any:
        if isinstance(value, Exception):
            raise value
        return value

    return answer


class World:
    """A machine and a network of which every check can be told what it finds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
        self._patch = monkeypatch
        self.home = home
        self.own(ETH, TUNNEL)
        self.machine("udp_holders", ())
        self.machine("firewalls", ())
        for check in ("multicast_heard", "beacon_heard", "tcp_heard"):
            self.network(check, 0.001)

    def own(self, *interfaces: Interface) -> None:
        for module in ("unonet.net.interfaces", "unonet.node.checkup"):
            self._patch.setattr(f"{module}.survey", lambda: interfaces)

    def machine(self, check: str, found: Any) -> None:
        self._patch.setattr(machine, check, lambda *_: found)

    def network(self, check: str, found: Any) -> None:
        self._patch.setattr(selftest, check, answering(found))

    def findings(
        self, interface: str | None = None, peer: tuple[str, int | None] | None = None
    ) -> list[Finding]:
        async def gather() -> list[Finding]:
            return [found async for found in check_up(self.home, interface, peer=peer)]

        return asyncio.run(gather())

    def codes(self, peer: tuple[str, int | None] | None = None) -> list[str]:
        return [finding.code for finding in self.findings(peer=peer)]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> World:
    return World(monkeypatch, tmp_path)


def test_a_healthy_machine_has_a_finding_for_every_check(world: World) -> None:
    assert world.codes() == [
        *("interface.used", "interface.skipped", "clock.plausible", "mdns.free"),
        *("firewall.none", "disk.fast", "multicast.heard", "beacon.heard", "tcp.open"),
    ]
    assert {finding.verdict for finding in world.findings()} == {Verdict.OK}


def test_what_is_not_chosen_says_why(world: World) -> None:
    skipped = [one.facts for one in world.findings() if one.code == "interface.skipped"]
    assert skipped == [{"name": "wg0", "address": "10.64.0.2", "reason": "tunnel"}]
    wanted = [one.facts["reason"] for one in world.findings("10.64.0.2") if "reason" in one.facts]
    assert wanted == ["unwanted"]


def test_a_machine_without_a_network_is_alone(world: World) -> None:
    world.own(TUNNEL)
    assert "interface.alone" in world.codes()


def test_an_address_that_is_not_ours_ends_the_check(world: World) -> None:
    (finding,) = world.findings("203.0.113.1")
    assert (finding.code, finding.verdict) == ("interface.strange", Verdict.FAIL)


@pytest.mark.parametrize("way", ["multicast", "beacon"])
def test_a_way_that_is_silent_or_refused_is_a_warning(world: World, way: str) -> None:
    for found, code in ((None, "silent"), (CannotReach("taken"), "refused")):
        world.network(f"{way}_heard", found)
        (finding,) = [one for one in world.findings() if one.code.startswith(way)]
        assert finding.code == f"{way}.{code}" and finding.verdict is Verdict.WARN
        assert finding.facts["address"] == HERE


def test_a_machine_that_cannot_reach_itself_fails(world: World) -> None:
    world.network("tcp_heard", None)
    (finding,) = [one for one in world.findings() if one.code.startswith("tcp")]
    assert finding.code == "tcp.silent" and finding.verdict is Verdict.FAIL


def test_programs_and_firewalls_are_named(world: World) -> None:
    world.machine("udp_holders", ("avahi-daemon", "?"))
    world.machine("firewalls", ("ufw", "firewalld", "nft"))
    found = {finding.code: finding.facts for finding in world.findings()}
    assert found["mdns.shared"] == {"programs": "avahi-daemon, ?"}
    for firewall in ("ufw", "firewalld", "nft"):
        assert found[f"firewall.{firewall}"] == {"network": "192.168.1.0/24"}
    world.machine("udp_holders", None)
    assert "mdns.unknown" in world.codes()


def test_a_slow_disk_is_told(world: World) -> None:
    world.machine("sync_seconds", 0.2)
    (finding,) = [one for one in world.findings() if one.code.startswith("disk")]
    assert finding.code == "disk.slow" and finding.facts["ms"] == 200.0


def test_a_home_that_cannot_be_written_fails(world: World) -> None:
    world.home = world.home / "file"
    world.home.touch()
    (finding,) = [one for one in world.findings() if one.code.startswith("disk")]
    assert finding.code == "disk.refused" and finding.verdict is Verdict.FAIL


def test_a_clock_of_another_age_is_noticed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for now in (0.0, 5e9):
        monkeypatch.setattr(checkup.time, "time", lambda now=now: now)
        assert "clock.wrong" in world.codes()


ALL = frozenset(Way)


@pytest.mark.parametrize(
    ("knock", "ways", "wire", "peer", "codes"),
    [
        (Knock.OPEN, ALL, True, (THERE, 4000), "listens asked broadcast multicast"),
        (
            Knock.OPEN,
            ALL - {Way.MULTICAST},
            True,
            (THERE, 1),
            "listens asked broadcast not_multicast",
        ),
        (Knock.OPEN, {Way.ASKED}, True, (THERE, 1), "listens asked not_broadcast not_multicast"),
        (Knock.REFUSED, ALL, True, (THERE, 4000), "refuses asked broadcast multicast"),
        (Knock.REFUSED, (), True, (THERE, None), "there no_table"),
        (Knock.SILENT, (), True, (THERE, None), "filters no_table"),
        (Knock.SILENT, (), False, (THERE, None), "absent no_table"),
        (Knock.SILENT, (), None, (THERE, None), "absent no_table"),
        (Knock.OPEN, (), None, (FAR, 4000), "listens far"),
        (Knock.OPEN, CannotReach("no UDP"), True, (THERE, 4000), "listens no_table"),
    ],
)
def test_another_machine(
    world: World, knock: Knock, ways: Any, wire: bool | None, peer: Any, codes: str
) -> None:
    world.network("knock_at", (knock, 0.001))
    world.network("ways_to", ways if isinstance(ways, Exception) else frozenset(ways))
    world.machine("neighbour_answers", wire)
    found = [code.removeprefix("peer.") for code in world.codes(peer) if code.startswith("peer.")]
    assert found == codes.split()


def test_a_check_that_is_given_up_leaves_no_task(world: World) -> None:
    async def main() -> None:
        started = asyncio.Event()

        async def for_ever(*_: Any) -> float:
            started.set()
            await asyncio.Event().wait()
            return 0.0

        world._patch.setattr(selftest, "tcp_heard", for_ever)
        checking = check_up(world.home, None)
        async for finding in checking:
            if finding.code == "clock.plausible":
                break
        await started.wait()
        await checking.aclose()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
