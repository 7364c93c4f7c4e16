"""Counts the multiplications that something takes: a figure that no busy machine changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from unonet.deal import group

MULTIPLICATIONS = ("_create", "_tweak", "_ecdh")


class Meter:
    """``count`` grows with every multiplication of a point, also by G."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for name in MULTIPLICATIONS:
            monkeypatch.setattr(group, name, self._counting(getattr(group, name)))

    def of(self, run: Callable[[], object]) -> int:
        """How many ``run`` takes."""
        before = self.count
        run()
        return self.count - before

    def _counting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            self.count += 1
            return function(*arguments)

        return counted
