"""``unonet verify``: from the file alone, what is proven and what cannot be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unonet_cli.commands.choices import Logs
from unonet_cli.options import Common

if TYPE_CHECKING:
    from unonet.table.audit import AuditReport

CHECKS = {
    "signatures": "signatures of authors, leaders, acknowledgers and seals",
    "chain": "links from entry to entry",
    "mixes": "steps of sealed shuffles",
    "shares": "shares of sealed cards",
    "plays": "plays against the cards dealt",
    "rules": "moves by the rules",
    "seals": "rounds sealed by every live seat",
}

UNKNOWABLE = (
    "Cannot be known from a log: whether a time-out was really due, whether a leader delayed "
    "moves or chose between racing ones, who stood behind a key, and whether entries after the "
    "last seal were cut off."
)


def verify(common: Common, logs: Logs) -> int:
    """Check logs from genesis to the last seal; exit 1 if any is not ok."""
    from unonet.table import audit
    from unonet_cli import failures

    output = common.output()
    reports = []
    for path in logs:
        report = audit.verify(path)
        reports.append(report)
        if common.json:
            output.result(report.as_json())
        for line in _page(report):
            output.say(line)
    if any(report.ok for report in reports):
        output.say(UNKNOWABLE)
    return failures.OK if all(report.ok for report in reports) else failures.FAILED


def _page(report: AuditReport) -> list[str]:
    from unonet_cli import phrases

    shown = report.as_json()
    if not report.ok:
        return [f"NOT OK: {shown['log']}.", _fault(shown["error"])]
    checks = shown["checks"]
    counted = [f"  {checks[key]:>7} {words}" for key, words in CHECKS.items() if checks[key]]
    return [
        f"OK: {shown['log']}.",
        f"{phrases.count(shown['entries'], 'entry', 'entries')}, "
        f"{phrases.count(shown['rounds'], 'round', 'rounds')}, {shown['seats']} seats; "
        f"the match is {shown['result']}.",
        *counted,
    ]


def _fault(error: dict[str, object]) -> str:
    places = [
        f"entry {error['index']}" if error.get("index") is not None else "",
        f"byte {error['offset']}" if error.get("offset") is not None else "",
        f"signed by seat {error['seat']}" if error.get("seat") is not None else "",
    ]
    where = ", ".join(filter(None, places)) or "the file"
    return f"At {where}: {error['reason']} ({error['code']})."
