"""Logs of small tables, ways to spoil them, and what an audit then says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.table.tabletop import Frames, Tabletop
from unonet.ledger.layout import FrameType
from unonet.table.audit import AuditReport, verify

ROUND = Tabletop(2, "quick", seed=3, hand_size="1").dealt().finish()
"""One round of a few entries."""
END = ROUND.ledger.last_index
FRAMES = ROUND.frames(certified=(1, 5, END - 1))
MATCH = Tabletop(4, "quick", seed=3).dealt().finish()
MATCH_FRAMES = MATCH.frames(certified=range(1, 60, 7))


def checked(tmp_path: Path, frames: Frames, table: Tabletop = ROUND, **header: Any) -> AuditReport:
    return verify(table.write(tmp_path / "a.unolog", frames, **header))


def blamed(report: AuditReport) -> tuple[int | None, int | None]:
    assert not report.ok
    assert report.error is not None
    return report.error.index, report.error.seat


def at(frames: Frames, frame_type: FrameType, number: int = 0) -> int:
    """The position of the ``number``-th frame of this type."""
    return [i for i, (kind, _) in enumerate(frames) if kind is frame_type][number]


def exchanged(frames: Frames, place: int, body: bytes) -> Frames:
    return [*frames[:place], (frames[place][0], body), *frames[place + 1 :]]
