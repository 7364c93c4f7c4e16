"""What this machine says about itself, as far as files tell without rights: ports, firewalls,
neighbours, how long a sync takes. Best effort, and only Linux answers all of it.

Knows where Linux keeps such facts; whether they are good or bad is for ``checkup`` to say.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
UFW: Final = Path("/etc/ufw/ufw.conf")
BOOT_ID_SIZE: Final = 16
_SYNCS: Final = 5
_SYNC_SECONDS: Final = 1.0
_NFT_SECONDS: Final = 1.0
_COMPLETE: Final = 0x2


def udp_holders(port: int, *, proc: Path = PROC) -> tuple[str, ...] | None:
    """Names of the programs that hold this UDP port, ours left out; None if nobody can tell.

    A program of another user is ``?`` unless we are root.
    """
    try:
        sockets = set(_sockets(proc / "net" / "udp", port))
    except OSError:
        return None
    with suppress(OSError):
        sockets |= set(_sockets(proc / "net" / "udp6", port))
    names = {}
    for process in _processes(proc):
        for inode in _open_sockets(process) & sockets:
            names[inode] = _name(process) if process.name != str(os.getpid()) else ""
    return tuple(sorted({names.get(inode, "?") for inode in sockets} - {""}))


def firewalls(*, proc: Path = PROC, ufw: Path = UFW) -> tuple[str, ...]:
    """Those of ``ufw``, ``firewalld`` and ``nft`` that may drop what others send us."""
    found = []
    with suppress(OSError, ValueError):
        if "enabled=yes" in ufw.read_text().lower():
            found.append("ufw")
    if "firewalld" in map(_name, _processes(proc)):
        found.append("firewalld")
    if not found and _nft_drops():
        found.append("nft")
    return tuple(found)


def neighbour_answers(host: str, *, proc: Path = PROC) -> bool | None:
    """Whether ``host`` answered on the wire (ARP); None if this network never asked for it."""
    try:
        rows = (proc / "net" / "arp").read_text().splitlines()[1:]
    except OSError:
        return None
    for row in map(str.split, rows):
        if row[0] == host:
            return bool(int(row[2], 16) & _COMPLETE)
    return None


def boot_id(*, proc: Path = PROC) -> bytes:
    """16 bytes that differ from start to start of the machine; empty where nobody can tell."""
    with suppress(OSError, ValueError):
        found = bytes.fromhex(
            (proc / "sys/kernel/random/boot_id").read_text().strip().replace("-", "")
        )
        return found if len(found) == BOOT_ID_SIZE else b""
    return b""


def sync_seconds(folder: Path) -> float:
    """The median time to write half a KiB to ``folder`` and have it on disk. Raises OSError."""
    times: list[float] = []
    datasync = getattr(os, "fdatasync", os.fsync)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryFile(dir=folder) as file:
        while len(times) < _SYNCS and sum(times) < _SYNC_SECONDS:
            began = time.monotonic()
            file.write(bytes(512))
            file.flush()
            datasync(file.fileno())
            times.append(time.monotonic() - began)
    return sorted(times)[len(times) // 2]


def _sockets(table: Path, port: int) -> Iterator[str]:
    """Inodes of the sockets in ``/proc/net/udp`` that are bound to ``port``."""
    for row in table.read_text().splitlines()[1:]:
        fields = row.split()
        if int(fields[1].rpartition(":")[2], 16) == port:
            yield fields[9]


def _processes(proc: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from (path for path in proc.iterdir() if path.name.isdigit())


def _open_sockets(process: Path) -> set[str]:
    inodes: set[str] = set()
    with suppress(OSError):
        for link in (process / "fd").iterdir():
            with suppress(OSError):
                target = os.readlink(link)
                if target.startswith("socket:["):
                    inodes.add(target[len("socket:[") : -1])
    return inodes


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(errors="replace").strip() or "?"
    except OSError:
        return "?"


def _nft_drops() -> bool:
    """Whether nftables drops incoming packets by default; only root is told."""
    if shutil.which("nft") is None:
        return False
    try:
        ran = subprocess.run(
            ["nft", "list", "ruleset"],
            capture_output=True,
            text=True,
            timeout=_NFT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return any("hook input" in line and "policy drop" in line for line in ran.stdout.splitlines())
