"""``unonet bot``: a bot as a peer of its own, headless."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from unonet_cli.commands.choices import Deal, Recovery, Rule, Rules, finite
from unonet_cli.options import OnNetwork
from unonet_cli.phrases import usage


def bot(
    common: OnNetwork,
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="Table id, as `unonet tables` shows it.")
    ] = None,
    skill: Annotated[
        str, typer.Option(metavar="NAME", help="careful, expert, greedy or random.")
    ] = "greedy",
    nickname: Annotated[str | None, typer.Option(metavar="NAME", help="Name at the table.")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Of its choices, never of the shuffle.")
    ] = None,
    host: Annotated[bool, typer.Option("--host", help="Open the table itself.")] = False,
    lobby: Annotated[
        str | None, typer.Option(metavar="ID", help="Id of the table that --host opens.")
    ] = None,
    seats: Annotated[
        int, typer.Option(min=2, max=10, metavar="N", help="With --host: its seats.")
    ] = 4,
    rules: Rules = "quick",
    rule: Rule = None,
    deal: Deal = "sealed",
    recovery: Recovery = "majority",
    operator: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Identity file of the person who runs this bot."),
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(min=1, metavar="S", callback=finite, help="Seconds to look for the table."),
    ] = 30.0,
) -> int:
    """Seat a bot at a table on the network."""
    from unonet import names
    from unonet.node import Guest, Offer, bot_player, host_table, join_table
    from unonet_cli.commands import reports
    from unonet_cli.commands.choices import require_deal, require_skill, ruleset_of, table_id
    from unonet_cli.commands.running import run
    from unonet_cli.presenter import Presenter

    if host == (table is not None):
        raise typer.BadParameter(usage.TABLE_OR_HOST)
    if not host and (lobby or rule or (seats, rules) != (4, "quick")):
        raise typer.BadParameter(usage.ONLY_WITH_HOST)
    require_deal(deal, recovery)
    output, home = common.output(), common.home_folder()
    guest = Guest(names.sanitise(nickname or skill.capitalize()), skill, operator)
    player = bot_player(require_skill(skill), seed=seed, pause=None)
    watch = Presenter(painted=output.painted).speaker(output.say)
    if table is None:
        lobby_id = table_id(lobby) if lobby else os.urandom(16)
        title = f"{guest.nickname}'s table"
        offer = Offer(lobby_id, title, seats, ruleset_of(rules, rule), deal, recovery)
        sitting = host_table(
            home, offer, guest, interface=common.interface, player=player, watch=watch
        )
    else:
        sitting = join_table(
            home,
            table_id(table),
            guest,
            interface=common.interface,
            player=player,
            watch=watch,
            timeout=timeout,
        )
    (report,) = run(sitting)
    if common.json:
        output.result(reports.as_json(report))
    return reports.exit_code(report.result)
