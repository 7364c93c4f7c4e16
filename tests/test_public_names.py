"""The names that the packages promise are there, and come when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("package", ["unonet", "unonet.node"])
def test_every_public_name_resolves(package: str) -> None:
    module = import_module(package)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert not hasattr(module, "no_such_name")


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, unonet, unonet.node; print([m for m in sys.modules if 'unonet.' in m])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "['unonet.node']"
