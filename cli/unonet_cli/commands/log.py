"""``unonet log``: what stands in a log, entry by entry, and its moves as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from unonet_cli.commands.choices import Log
from unonet_cli.options import Command, Common, command

if TYPE_CHECKING:
    from unonet.table.replay import Step

HASH_DIGITS = 12

app = typer.Typer(
    help="Show the entries of a log, or export its moves.",
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.command("show", cls=Command)
@command
def show(common: Common, log: Log) -> None:
    """List every entry. A line has index, kind, seat, hash, move, and why it has no effect."""
    from unonet.table.replay import replay

    output = common.output()
    for step in replay(log):
        if common.json:
            output.result(_row(step))
        else:
            output.say(_line(_row(step)))


@app.command("export", cls=Command)
@command
def export(common: Common, log: Log) -> None:
    """Print all moves as in a scenario file: SEAT TOKEN, by rounds."""
    from unonet.table.replay import replay

    output = common.output()
    for row in exported(replay(log)):
        if common.json:
            output.result(row)
        else:
            output.say(export_line(row))


def exported(steps: Iterator[Step]) -> Iterator[dict[str, Any]]:
    """Seats with their nicknames, rounds with their dealers, moves with their seats.

    Moves that did nothing are left out.
    """
    from unonet.game.events import RoundStarted
    from unonet.table.events import Agreed

    rounds = 0
    for step in steps:
        if step.token is not None and step.noop is None:
            yield {"seat": step.seat, "token": step.token}
        for event in step.events:
            if isinstance(event, Agreed):
                for seat, name in enumerate(event.nicknames):
                    yield {"seat": seat, "nickname": name}
            elif isinstance(event, RoundStarted):
                rounds += 1
                yield {"round": rounds, "dealer": event.dealer}


def export_line(row: dict[str, Any]) -> str:
    """``SEAT TOKEN`` as in a scenario file; a comment for all else."""
    from unonet_cli.output import clean
    from unonet_cli.phrases import pages

    if "token" in row:
        return f"{row['seat']} {row['token']}"
    if "round" in row:
        return pages.EXPORTED_ROUND.format_map(row)
    return pages.EXPORTED_SEAT.format(seat=row["seat"], name=clean(row["nickname"]))


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
