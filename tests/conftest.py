"""For all tests: what is measured of them."""

from __future__ import annotations

import os


def pytest_configure() -> None:
    """Coverage is that of the tests' own processes.

    The programs that they start would run half as fast under it, and cover hardly a line more.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
