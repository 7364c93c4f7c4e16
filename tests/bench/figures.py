"""What every benchmark hands back: a figure beside the floor that was measured in the same run."""

from __future__ import annotations

from typing import TypedDict


class Figure(TypedDict):
    """``ratio`` is how many times the floor's time the measured thing takes."""

    value: float
    unit: str
    floor: float
    ratio: float


def milliseconds(ours: float, floor: float) -> Figure:
    """The figure of two times in seconds."""
    return Figure(
        value=round(1e3 * ours, 3), unit="ms", floor=round(1e3 * floor, 3), ratio=ours / floor
    )
