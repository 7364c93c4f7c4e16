"""The command ``unonet``: what it can do, and nothing of how.

Importing this module imports typer and the signatures of the commands; bodies import the rest.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from unonet_cli.commands import (
    bot,
    demo,
    doctor,
    host,
    identity,
    join,
    log,
    perft,
    play,
    replay,
    resume,
    rules,
    scenario,
    simulate,
    stats,
    tables,
    verify,
    watch,
)
from unonet_cli.options import Command, command

app = typer.Typer(
    name="unonet",
    help="UNO on a LAN without a server. Start with `unonet play` or `unonet demo`.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

COMMANDS = (
    ("play", play.play),
    ("host", host.host),
    ("join", join.join),
    ("resume", resume.resume),
    ("watch", watch.watch),
    ("tables", tables.tables),
    ("identity", identity.identity),
    ("demo", demo.demo),
    ("bot", bot.bot),
    ("doctor", doctor.doctor),
    ("replay", replay.replay),
    ("verify", verify.verify),
    ("stats", stats.stats),
    ("rules", rules.rules),
    ("scenario", scenario.scenario),
    ("perft", perft.perft),
    ("simulate", simulate.simulate),
)
for name, body in COMMANDS:
    app.command(name, cls=Command)(command(body))
app.add_typer(log.app, name="log")


def _say_version(*, as_json: bool) -> None:
    from importlib.metadata import version

    number = version("unonet")
    if not as_json:
        typer.echo(f"unonet {number}")
        return
    import json

    from unonet.deal.group import GROUP_HASH
    from unonet.ledger.entry import VERSION
    from unonet.table.terms import RULES_VERSION

    known = {"unonet": number, "protocol": VERSION, "rules": RULES_VERSION}
    typer.echo(json.dumps({**known, "group": GROUP_HASH.hex()}))


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[
        bool,
        typer.Option("--version", help="Print the version; with --json, of everything."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", hidden=True)] = False,
) -> None:
    if show_version:
        _say_version(as_json=as_json)
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Entry point. A stream that was closed (``>&-``) becomes one that swallows."""
    with open(os.devnull, "w") as nowhere:
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
        app(prog_name="unonet")
