import ipaddress

import pytest

from unonet.errors import CannotReach
from unonet.net import interfaces
from unonet.net.interfaces import LOOPBACK, choose_interfaces


class Adapter:
    def __init__(self, name: str, *addresses: str) -> None:
        self.nice_name = name
        self.ips = [Ip(address) for address in addresses]


class Ip:
    def __init__(self, address: str) -> None:
        self.ip = address
        self.is_IPv4 = ipaddress.ip_address(address).version == 4


def with_adapters(monkeypatch: pytest.MonkeyPatch, *adapters: Adapter) -> None:
    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: adapters)


def test_containers_tunnels_and_loopback_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with_adapters(
        monkeypatch,
        Adapter("lo", "127.0.0.1"),
        Adapter("eth0", "192.168.1.7", "fd00::7"),
        Adapter("wlan0", "192.168.1.8"),
        *(Adapter(f"{name}1", "10.9.9.9") for name in ("docker", "br-", "veth", "wg", "tun")),
    )
    assert choose_interfaces() == ("192.168.1.7", "192.168.1.8")


def test_a_machine_without_a_network_plays_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    with_adapters(monkeypatch, Adapter("lo", "127.0.0.1"))
    assert choose_interfaces() == (LOOPBACK,)


def test_an_override_must_be_an_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with_adapters(monkeypatch, Adapter("docker0", "172.17.0.1"), Adapter("eth0", "192.168.1.7"))
    assert choose_interfaces("172.17.0.1") == ("172.17.0.1",)
    assert choose_interfaces(LOOPBACK) == (LOOPBACK,)
    for stranger in ("192.168.1.99", "eth0", "", "::1"):
        with pytest.raises(CannotReach):
            choose_interfaces(stranger)
