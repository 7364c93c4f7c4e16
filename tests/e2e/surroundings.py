"""A machine of one's own for a few commands: its network, mounts and processes end with them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

UNONET = f"{sys.executable} -m unonet_cli"
NAMESPACES = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
NEEDS = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("unshare") is None or shutil.which("ip") is None,
    reason="namespaces need root, unshare and iproute2",
)


def apart(script: str, *, loopback: bool = True) -> subprocess.CompletedProcess[str]:
    """What a script ends with in a network and a tree of mounts of its own."""
    environment = {**os.environ, "NO_COLOR": "1"}
    environment.pop("UNONET_INTERFACE", None)
    first = "ip link set lo up\n" if loopback else ""
    return subprocess.run(
        [*NAMESPACES, "bash", "-c", f"{first}{script}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
