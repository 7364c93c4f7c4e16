"""A node's report as the JSON object that scripts and ``demo`` read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unonet_cli import failures

if TYPE_CHECKING:
    from unonet.node import Report

AGREE_ON = ("index", "entry_hash", "state_hash", "scores")


def as_json(report: Report) -> dict[str, Any]:
    """Hashes in hex; ``move_ms`` is every own move's time until final."""
    return {
        "log": str(report.log) if report.log else None,
        "seat": report.seat,
        "result": report.result,
        "rounds": report.rounds,
        "entries": report.entries,
        "index": report.index,
        "entry_hash": report.entry_hash.hex(),
        "state_hash": report.state_hash.hex(),
        "scores": list(report.scores),
        "winner": list(report.winners),
        "nicknames": list(report.nicknames),
        "setup_s": round(report.setup_s, 3),
        "move_ms": [round(ms, 3) for ms in report.move_ms],
    }


def exit_code(result: str) -> int:
    """A void round is an ending of its own; an unfinished match is not what was asked for.

    Who leaves for good has done what was wanted.
    """
    codes = {"finished": failures.OK, "left": failures.OK, "void": failures.VOID}
    return codes.get(result, failures.FAILED)


def identical(reports: list[dict[str, Any]]) -> bool:
    """Same last sealed index, entry hash, state hash and scores on every seat."""
    return all(report[key] == reports[0][key] for report in reports for key in AGREE_ON)


def percentile(values: list[float], share: float) -> float:
    """Nearest rank; 0 for no values."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))] if ranked else 0.0
