"""The command line where the machine itself is hostile: no network, no room, no right to write.

Each in namespaces of its own, that end with the commands in them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.surroundings import NEEDS, UNONET, apart

LOBBY = "00112233445566778899aabbccddeeff"

pytestmark = NEEDS


def fails(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """The last it says are two lines for a person: what and why, then what to do."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    *_, what, advice = done.stderr.splitlines()
    assert all(word in what for word in words), done.stderr
    assert advice.endswith(".") and "fault of unonet" not in advice


COMMANDS = (
    *("tables --seconds 1", "host --seats 2", "join 10.0.0.1:4000", "watch 10.0.0.1:4000"),
    *("bot --host --seats 2", f"bot {LOBBY}"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_any_network_it_says_so(command: str, tmp_path: Path) -> None:
    done = apart(f"{UNONET} {command} --home {tmp_path}", loopback=False)
    fails(done, 4, "There is no network")


def test_a_doctor_and_a_demo_without_any_network_end_at_once(tmp_path: Path) -> None:
    for command in ("doctor", "demo --peers 2"):
        done = apart(f"{UNONET} {command} --home {tmp_path}", loopback=False)
        assert done.returncode == 4
        assert "Traceback" not in done.stdout + done.stderr
        assert "no interface of this machine is up" in done.stdout + done.stderr


def test_a_network_that_ends_at_this_machine_is_named(tmp_path: Path) -> None:
    done = apart(f"{UNONET} host --seats 2 --home {tmp_path}")
    assert done.returncode == 0
    assert "only programs on this machine can come" in done.stdout
    chosen = apart(f"{UNONET} host --seats 2 --home {tmp_path} --interface 127.0.0.1")
    assert "only programs on this machine can come" not in chosen.stdout


TAKEN = f"""
{sys.executable} - <<'END' &
import socket, time
held = []
for port in (5353, 18866):
    held.append(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    held[-1].bind(("0.0.0.0", port))
print("held", flush=True)
time.sleep(60)
END
sleep 0.5
"""


def test_a_host_whose_ports_are_taken_says_so_and_lets_others_in(tmp_path: Path) -> None:
    done = apart(
        TAKEN
        + f"""
        {UNONET} bot --host --seats 2 --home {tmp_path}/host >{tmp_path}/said 2>&1 &
        host=$!
        until grep -q 18866 {tmp_path}/said; do sleep 0.1; done
        {UNONET} tables --seconds 1 --home {tmp_path}/looks; echo "tables $?"
        kill $host; kill %1; wait
        """
    )
    said = (tmp_path / "said").read_text()
    assert said.count("Others may not find the table by themselves") == 2
    assert "5353" not in said and "multicast" in said and "18866" in said
    assert "Traceback" not in said + done.stderr
    assert "tables 0" in done.stdout


@pytest.mark.parametrize(
    "command",
    ["identity", "host --seats 2", "play --bots 1", "bot --host --seats 2", "demo --peers 2"],
)
def test_a_home_that_is_only_read_is_named(command: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    done = apart(
        f"mkdir {home} && mount -t tmpfs -o ro,size=64k none {home}\n"
        f"{UNONET} {command} --home {home}"
    )
    fails(done, 1, "A file cannot be read or written", str(home), "Read-only file system")


def test_what_needs_no_home_goes_on_where_it_is_only_read(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for command in ("tables --seconds 1", "doctor"):
        done = apart(
            f"mkdir -p {home} && mount -t tmpfs -o ro,size=64k none {home}\n"
            f"{UNONET} {command} --home {home}"
        )
        assert done.returncode in (0, 4) and "Traceback" not in done.stdout + done.stderr
    done = apart(f"{UNONET} resume --home {home}")
    fails(done, 1, "There is nothing to go on with")


@pytest.mark.parametrize("command", ["identity", "play --bots 1", "bot --host --seats 2"])
def test_a_disk_that_was_always_full_is_named(command: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    done = apart(
        f"mkdir {home} && mount -t tmpfs -o size=16k none {home}\n"
        f"head -c 16384 /dev/zero > {home}/ballast\n"
        f"{UNONET} {command} --home {home}; code=$?\n"
        f"ls {home}/logs {home}/state 2>/dev/null\n"
        "exit $code"
    )
    fails(done, 1, "The disk is full", "No space left on device")


FULL = """
mkdir {home} && mount -t tmpfs -o size=160k none {home}
{unonet} bot --host --lobby {lobby} --seats 2 --rules classic --seed 1 --json --home {there} \\
    >{there}.json 2>{there}.said &
host=$!
{unonet} bot {lobby} --seed 2 --home {home}; echo "full $?"
cp -r {home} {kept}
{unonet} verify --json {home}/logs/*.unolog >{kept}.json; echo "verified $?"
{unonet} resume --home {home}; echo "still full $?"
mount -o remount,size=16m {home}
{unonet} resume --json --home {home} >{home}.json; echo "resumed $?"
wait $host; echo "host $?"
{unonet} verify {home}/logs/*.unolog {there}/logs/*.unolog >&2; echo "both $?"
"""


def test_a_seat_whose_disk_fills_up_stops_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """It ends at the first frame that is not whole on the disk: nothing that it said is unsaid."""
    home, there, kept = (tmp_path / name for name in ("home", "there", "kept"))
    done = apart(FULL.format(unonet=UNONET, lobby=LOBBY, home=home, there=there, kept=kept))
    codes = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines() if line[-1:].isdigit())
    said = done.stderr + there.with_suffix(".said").read_text()
    assert "Traceback" not in said and "fault of unonet" not in said
    expected = {"full": "1", "verified": "0", "still full": "1", "resumed": "0"}
    assert codes == {**expected, "host": "0", "both": "0"}, said
    assert done.stderr.count("The disk is full") == 2
    before = json.loads(kept.with_suffix(".json").read_text())
    assert before["ok"] and before["result"] == "unfinished" and before["entries"] > 20
    # The frame that did not fit is gone, every byte before it has stayed.
    (log,) = (kept / "logs").glob("*.unolog")
    assert log.stat().st_size < 160 * 1024
    reports = [json.loads(path.with_suffix(".json").read_text()) for path in (home, there)]
    same = [(one["result"], one["index"], one["entry_hash"], one["scores"]) for one in reports]
    assert same[0] == same[1] and same[0][0] == "finished"
