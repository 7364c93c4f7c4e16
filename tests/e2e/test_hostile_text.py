"""Names that others choose, on a person's terminal: records of multicast, nicknames, chat."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.e2e.surroundings import NEEDS, UNONET, apart

LOBBY = "00112233445566778899aabbccddeeff"
NASTY = "\x1b[2J\x1b]0;owned\x07\u202egnp.exe\u2066\r\nOK: forged\u200b"

ANNOUNCE = """
import asyncio, socket, sys
from ipaddress import IPv4Address
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
NASTY = {nasty!r}
SERVICE = "_unonet._tcp.local."
GOOD = dict(v="1", b="0a1b", id="ab" * 16, fp="aaaaaaaa", n="1/4", st="lobby", rs="quick",
            pw="0", nm=NASTY[:20])
BAD = [{{"st": NASTY}}, {{"n": "9/3"}}, {{"n": "1/99"}}, {{"id": "zz"}}, {{"rs": "../.."}},
       {{"nm": "x" * 200}}, {{"v": "-1"}}, {{"nm": b"\\xff\\xfe"}}, {{"pw": "2"}}, {{"fp": NASTY}}]

async def main():
    server = socket.create_server(("127.0.0.1", 0))
    zeroconf = AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)
    for number, changes in enumerate([{{}}, *BAD]):
        name = f"evil{{number}}"
        properties = GOOD | dict(id=f"{{number:032x}}") | changes
        info = AsyncServiceInfo(SERVICE, f"{{name}}.{{SERVICE}}", port=server.getsockname()[1],
            properties=properties, server=f"{{name}}.local.",
            addresses=[IPv4Address("127.0.0.1").packed])
        await zeroconf.async_register_service(info, cooperating_responders=True)
    await asyncio.sleep(2)
    print("ready", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""

SIT = """
import asyncio, os, sys
from pathlib import Path
from unonet.node import bot_player
from unonet.node.place import Place
from unonet.ledger.identity import Identity
from unonet.net.tcp import TcpTransport
from unonet.table.lobby import Applicant
from unonet.table.lobby_messages import Address
from unonet.table.terms import TermsSeat
from unonet.wire.messages import Chat
NASTY = {nasty!r}

async def main(port):
    identity = Identity.from_seed(os.urandom(32))
    place = Place(TcpTransport(identity), identity, watch=lambda event: None)
    [listening] = await place.listen(["127.0.0.1"])
    await place.reach(("127.0.0.1", port))
    seat = TermsSeat(identity.key, NASTY, "greedy", None, None, os.urandom(32))
    genesis = await place.join(Applicant(seat, (Address(*listening),)))
    place.mesh.broadcast(Chat(NASTY))
    await place.play(genesis, None, bot_player("greedy", seed=1))
    await place.close()

asyncio.run(main(int(sys.argv[1])))
"""


def require_tame(said: str) -> None:
    """Nothing in it steers a terminal, turns the direction of text or hides, but line ends."""
    categories = {unicodedata.category(char) for char in said.replace("\n", "")}
    assert not categories & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}, ascii(said)
    assert not any(line.startswith("OK") for line in said.splitlines())


@NEEDS
def test_hostile_records_are_left_out_and_hostile_names_are_tamed(tmp_path: Path) -> None:
    script = tmp_path / "announce.py"
    script.write_text(ANNOUNCE.format(nasty=NASTY), encoding="utf-8")
    done = apart(
        f"""
        export UNONET_INTERFACE=127.0.0.1
        {sys.executable} {script} >{tmp_path}/ready & hostile=$!
        until grep -q ready {tmp_path}/ready; do kill -0 $hostile || exit 9; sleep 0.1; done
        {UNONET} tables --seconds 4 --json --home {tmp_path}/home >{tmp_path}/json
        {UNONET} tables --seconds 4 --home {tmp_path}/home
        kill $hostile; wait
        """
    )
    assert "Traceback" not in done.stdout + done.stderr
    require_tame(done.stdout)
    listed = json.loads((tmp_path / "json").read_text())
    assert [table["id"] for table in listed] == [f"{0:032x}"], done.stderr
    require_tame(listed[0]["name"])
    assert listed[0]["name"] in done.stdout


def test_a_hostile_nickname_and_what_it_says_are_tamed(tmp_path: Path) -> None:
    script = tmp_path / "sit.py"
    script.write_text(SIT.format(nasty=NASTY), encoding="utf-8")
    environment = {**os.environ, "UNONET_INTERFACE": "127.0.0.1", "NO_COLOR": "1"}
    host = subprocess.Popen(
        [*UNONET.split(), "bot", "--host", "--seats", "2", "--home", str(tmp_path / "home")],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    with host:
        try:
            assert host.stdout is not None
            opened = host.stdout.readline()
            port = opened.rstrip().rstrip(".").split()[-1]
            subprocess.run(
                [sys.executable, str(script), port], env=environment, timeout=60, check=True
            )
            rest, _ = host.communicate(timeout=60)
        finally:
            host.kill()
    said = opened + rest
    assert host.returncode == 0 and "Traceback" not in said
    assert "wins the match" in said and "says:" in said
    require_tame(said)


@pytest.mark.parametrize("nasty", ["\x1b[2J", "a\nOK", "\u202e", "\u200b"])
def test_the_check_of_these_tests_can_fail(nasty: str) -> None:
    with pytest.raises(AssertionError):
        require_tame(f"hello {nasty}")
