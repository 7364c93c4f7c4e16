"""Machines on one switch, as network namespaces, and a switch that drops what a test wants dropped.

Needs root and iproute2 on Linux; where they are missing a test is skipped with the reason. However
a test ends, nothing of it is left.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NETWORK = "10.78.0"
PUBLIC = "198.51.100"
"""No private network, as on a campus; of those that nobody ever has."""
LIMIT_S = 60


class Machine:
    """One namespace with loopback and ``eth0``; ``address`` is its own on the switch."""

    def __init__(self, lan: str, number: int, network: str) -> None:
        self.number = number
        self.namespace = f"{lan}-{number}"
        self.address = f"{network}.{number + 1}"
        self.hardware = f"02:00:00:00:00:{number + 1:02x}"
        self.port = f"p{number}"

    def start(self, home: Path, *arguments: str) -> Process:
        """``python *arguments`` on this machine."""
        return Process(self.namespace, home, arguments)

    def reaches(self, other: Machine) -> bool:
        """Whether it can get an answer of the other machine's, by its hardware address."""
        self.ip(f"neigh flush to {other.address} dev eth0")
        probe = "import socket, sys; socket.create_connection((sys.argv[1], 9), 1)"
        asked = subprocess.run(
            ["ip", "netns", "exec", self.namespace, sys.executable, "-c", probe, other.address],
            capture_output=True,
            text=True,
            check=False,
        )
        # Nobody listens there: whoever is reached says so.
        return "ConnectionRefusedError" in asked.stderr

    def ip(self, command: str) -> None:
        _ip(f"-n {self.namespace} {command}")


class Lan:
    """``machines`` on one switch. All traffic passes until a method says otherwise."""

    def __init__(self, count: int, network: str) -> None:
        # Names and addresses of other runs are in namespaces of their own.
        self.name = f"unonet{secrets.token_hex(4)}"
        self.machines = [Machine(self.name, number, network) for number in range(count)]
        self._switch = f"{self.name}-sw"

    def build(self) -> None:
        """Raises CalledProcessError where the system refuses namespaces or bridges."""
        _ip(f"netns add {self._switch}")
        _ip(f"-n {self._switch} link add br0 type bridge mcast_snooping 0")
        _ip(f"-n {self._switch} link set br0 up")
        for machine in self.machines:
            self._plug_in(machine)

    def remove(self) -> None:
        for namespace in [*(machine.namespace for machine in self.machines), self._switch]:
            subprocess.run(["ip", "netns", "del", namespace], capture_output=True, check=False)

    def multicast(self, *, passes: bool) -> None:
        """Whether the switch forwards what is for a group."""
        self._ports(self.machines, "mcast_flood", passes)

    def broadcast(self, *, passes: bool) -> None:
        """Whether the switch forwards what is for everybody; machines know their neighbours."""
        for machine in self.machines:
            for other in self.machines:
                if other is not machine:
                    where = f"{other.address} lladdr {other.hardware} dev eth0"
                    machine.ip(f"neigh replace {where} nud permanent")
        self._ports(self.machines, "bcast_flood", passes)

    def isolate(self, *machines: Machine, apart: bool = True) -> None:
        """These reach everybody but each other, as guests of an access point that isolates them."""
        self._ports(machines, "isolated", apart)

    def plug(self, machine: Machine, *, connected: bool) -> None:
        """Pull the machine's cable, or put it back."""
        state = "up" if connected else "down"
        _ip(f"-n {self._switch} link set {machine.port} {state}")

    def _plug_in(self, machine: Machine) -> None:
        _ip(f"netns add {machine.namespace}")
        _ip(
            f"link add eth0 address {machine.hardware} netns {machine.namespace}"
            f" type veth peer name {machine.port} netns {self._switch}"
        )
        _ip(f"-n {self._switch} link set {machine.port} master br0 up")
        machine.ip(f"addr add {machine.address}/24 brd + dev eth0")
        machine.ip("link set lo up")
        machine.ip("link set eth0 up")

    def _ports(self, machines: Iterable[Machine], flag: str, on: bool) -> None:
        for machine in machines:
            state = "on" if on else "off"
            _ip(f"-n {self._switch} link set {machine.port} type bridge_slave {flag} {state}")


class Process:
    """A program on one machine. What it says goes to a file, so that no pipe ever holds it up."""

    def __init__(self, namespace: str, home: Path, arguments: Sequence[str]) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.said = home / "said.txt"
        self._printed = home / "printed.txt"
        environment = {**os.environ, "NO_COLOR": "1", "UNONET_HOME": str(home)}
        environment.pop("UNONET_INTERFACE", None)
        with self.said.open("w") as said, self._printed.open("w") as printed:
            self._process = subprocess.Popen(
                ["ip", "netns", "exec", namespace, sys.executable, *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=said,
            )

    def result(self, *, exit_code: int = 0) -> Any:
        """The JSON that it prints before it ends; fails with what it said if that goes wrong."""
        code = self._process.wait(timeout=LIMIT_S)
        assert code == exit_code, self.said.read_text()
        return json.loads(self._printed.read_text())

    def says(self, words: str) -> str:
        """The first sentence with these words, once it is said."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            for line in self.said.read_text().splitlines(keepends=True):
                if words in line and line.endswith("\n"):
                    return line.rstrip()
            self.assert_running()
            time.sleep(0.02)
        raise AssertionError(f"{words!r} was not said in {LIMIT_S} s")

    def assert_running(self) -> None:
        assert self._process.poll() is None, self.said.read_text()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def lan(count: int, *, network: str = NETWORK) -> Iterator[Lan]:
    """A LAN for one test; skips it where there can be none."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("network namespaces need root and iproute2")
    made = Lan(count, network)
    try:
        try:
            made.build()
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespaces here: {error.stderr.strip()}")
        yield made
    finally:
        made.remove()


def _ip(command: str) -> None:
    subprocess.run(["ip", *command.split()], capture_output=True, text=True, check=True)
