"""``unonet verify``: from the file alone, what is proven and what cannot be known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from unonet_cli.commands.choices import Logs
from unonet_cli.options import Common

if TYPE_CHECKING:
    from unonet.table.audit import AuditReport


def verify(
    common: Common,
    logs: Logs,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what was proved, and what was not.")
    ] = False,
) -> int:
    """Check logs from genesis to the last seal. Exit 1 if any is not ok."""
    from unonet.table import audit
    from unonet_cli import failures
    from unonet_cli.phrases import pages

    output = common.output()
    reports = []
    for path in logs:
        report = audit.verify(path)
        reports.append(report)
        if common.json:
            output.result(report.as_json())
        for line in _page(report):
            output.say(line)
        if explain and report.ok:
            for paragraph in _explained(report):
                output.say(paragraph)
    if any(report.ok for report in reports) and not explain:
        output.say(pages.UNKNOWABLE)
    return failures.OK if all(report.ok for report in reports) else failures.FAILED


def _page(report: AuditReport) -> list[str]:
    from unonet_cli.output import clean
    from unonet_cli.phrases import pages, words

    shown = report.as_json()
    log, checks = clean(shown["log"]), shown["checks"]
    if not report.ok:
        return [pages.NOT_OK.format(log=log), _fault(shown["error"])]
    return [
        pages.OK.format(log=log),
        pages.EXTENT.format(
            entries=words.count(shown["entries"], "entry", "entries"),
            rounds=words.count(shown["rounds"], "round", "rounds"),
            seats=shown["seats"],
            result=shown["result"],
        ),
        *(
            pages.CHECKED.format(number=checks[key], what=what)
            for key, what in pages.CHECKS.items()
            if checks[key]
        ),
    ]


def _explained(report: AuditReport) -> list[str]:
    from unonet_cli.phrases import proofs

    checks = report.as_json()["checks"]
    facts = {**checks, "seats": report.seats, "threshold": report.threshold}
    return [text.format(**facts) for text in (*proofs.ALWAYS, *proofs.DEALS[report.deal])]


def _fault(error: dict[str, object]) -> str:
    from unonet_cli.phrases import pages

    places = [
        words.format(error[key])
        for key, words in pages.PLACES.items()
        if error.get(key) is not None
    ]
    return pages.FAULT.format(
        places=", ".join(places) or pages.NO_PLACE, reason=error["reason"], code=error["code"]
    )
