from __future__ import annotations

import ipaddress
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from unonet.errors import CannotReach, NoNetwork
from unonet.net import interfaces
from unonet.net.interfaces import LOOPBACK, Interface, broadcast_of, choose_interfaces, survey


class Adapter:
    def __init__(self, name: str, *addresses: str) -> None:
        self.nice_name = name
        self.ips = [Ip(*address.split("/")) for address in addresses]


class Ip:
    def __init__(self, address: str, prefix: str = "24") -> None:
        self.ip = address
        self.network_prefix = int(prefix)
        self.is_IPv4 = ipaddress.ip_address(address).version == 4


def with_adapters(monkeypatch: pytest.MonkeyPatch, *adapters: Adapter) -> None:
    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: adapters)


def test_containers_tunnels_and_loopback_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with_adapters(
        monkeypatch,
        Adapter("lo", "127.0.0.1/8"),
        Adapter("eth0", "192.168.1.7", "fd00::7"),
        Adapter("wlan0", "192.168.1.8"),
        *(Adapter(f"{name}1", "10.9.9.9") for name in ("docker", "br-", "veth", "wg", "tun")),
    )
    assert choose_interfaces() == ("192.168.1.7", "192.168.1.8")


def test_every_address_says_why_it_is_not_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(interfaces, "_STATES", tmp_path)
    (tmp_path / "eth1").mkdir()
    (tmp_path / "eth1" / "operstate").write_text("down\n")
    with_adapters(
        monkeypatch,
        Adapter("lo", "127.0.0.1/8"),
        Adapter("eth0", "10.1.2.3/20"),
        Adapter("eth1", "10.2.2.3/24"),
        Adapter("virbr0", "192.168.122.1/24"),
        Adapter("wg0", "10.64.0.2/32"),
    )
    assert survey() == (
        Interface("lo", "127.0.0.1", IPv4Network("127.0.0.0/8"), "loopback"),
        Interface("eth0", "10.1.2.3", IPv4Network("10.1.0.0/20"), ""),
        Interface("eth1", "10.2.2.3", IPv4Network("10.2.2.0/24"), "down"),
        Interface("virbr0", "192.168.122.1", IPv4Network("192.168.122.0/24"), "container"),
        Interface("wg0", "10.64.0.2", IPv4Network("10.64.0.2/32"), "tunnel"),
    )
    assert [one.broadcast for one in survey()] == [
        *("127.255.255.255", "10.1.15.255", "10.2.2.255", "192.168.122.255", None)
    ]
    assert choose_interfaces() == ("10.1.2.3",)


def test_a_machine_without_a_network_plays_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    with_adapters(monkeypatch, Adapter("lo", "127.0.0.1/8"))
    assert choose_interfaces() == (LOOPBACK,)


def test_an_override_must_be_an_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with_adapters(monkeypatch, Adapter("docker0", "172.17.0.1"), Adapter("eth0", "192.168.1.7"))
    assert choose_interfaces("172.17.0.1") == ("172.17.0.1",)
    assert choose_interfaces(LOOPBACK) == (LOOPBACK,)
    for stranger in ("192.168.1.99", "eth0", "", "::1"):
        with pytest.raises(CannotReach):
            choose_interfaces(stranger)


def test_everybody_on_a_network_has_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with_adapters(monkeypatch, Adapter("eth0", "192.168.1.7/24"), Adapter("ppp0", "10.0.0.1/31"))
    assert broadcast_of("192.168.1.7") == "192.168.1.255"
    assert broadcast_of(LOOPBACK) == "127.255.255.255"
    assert broadcast_of("10.0.0.1") is None
    assert broadcast_of("203.0.113.1") is None


@pytest.mark.parametrize("override", [None, LOOPBACK, "10.0.0.1"])
def test_a_machine_without_any_address_has_no_network(
    monkeypatch: pytest.MonkeyPatch, override: str | None
) -> None:
    with_adapters(monkeypatch, Adapter("lo"), Adapter("eth0", "fd00::7"))
    with pytest.raises(NoNetwork):
        choose_interfaces(override)
