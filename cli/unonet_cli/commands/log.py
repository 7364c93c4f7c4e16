"""``unonet log``: what stands in a log, entry by entry, and its moves as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from unonet_cli.commands.choices import Log
from unonet_cli.options import Common, command

if TYPE_CHECKING:
    from unonet.table.replay import Step

HASH_DIGITS = 12

app = typer.Typer(
    help="Show the entries of a log, or export its moves.",
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.command("show")
@command
def show(common: Common, log: Log) -> None:
    """List every entry: index, kind, seat, hash, and why it does nothing if so."""
    from unonet.table.replay import replay

    output = common.output()
    for step in replay(log):
        if common.json:
            output.result(_row(step))
        else:
            output.say(_line(_row(step)))


@app.command("export")
@command
def export(common: Common, log: Log) -> None:
    """Print all moves as text, as in a scenario file: one ``SEAT TOKEN`` a line, by rounds."""
    from unonet.table.replay import replay

    output = common.output()
    for line in export_lines(replay(log)):
        if common.json:
            output.result(line)
        else:
            output.say(line)


def export_lines(steps: Iterator[Step]) -> Iterator[str]:
    """Comments name the seats and number the rounds; moves that did nothing are left out."""
    from unonet.game.events import RoundStarted
    from unonet.table.events import Agreed
    from unonet_cli.output import clean

    rounds = 0
    for step in steps:
        if step.token is not None and step.noop is None:
            yield f"{step.seat} {step.token}"
        for event in step.events:
            if isinstance(event, Agreed):
                for seat, name in enumerate(event.nicknames):
                    yield f"# seat {seat}: {clean(name)}"
            elif isinstance(event, RoundStarted):
                rounds += 1
                yield f"# round {rounds}, seat {event.dealer} deals"


def _row(step: Step) -> dict[str, Any]:
    return {
        "index": step.index,
        "kind": step.kind,
        "seat": step.seat,
        "token": step.token,
        "hash": None if step.entry is None else step.entry.hash.hex(),
        "noop": step.noop,
    }


def _line(row: dict[str, Any]) -> str:
    from unonet_cli.phrases import pages

    author = pages.LEADER if row["seat"] is None else pages.SEAT.format(seat=row["seat"])
    digits = (row["hash"] or "")[:HASH_DIGITS]
    effect = pages.NOTHING_DONE.format(reason=row["noop"]) if row["noop"] else ""
    shown = f"{row['index']:>5} {row['kind']:<10} {author:<7} {digits:<12} {row['token'] or ''}"
    return (shown + effect).rstrip()
