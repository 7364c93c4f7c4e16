"""``unonet host``: open a table on this network and sit down at it."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from unonet_cli.commands.choices import Deal, Recovery, Rule, Rules
from unonet_cli.commands.evening import Nickname
from unonet_cli.options import OnNetwork
from unonet_cli.phrases import usage


def host(
    common: OnNetwork,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What the table is called.")
    ] = None,
    seats: Annotated[
        int, typer.Option(min=2, max=10, metavar="N", help="Seats, yours and bots included.")
    ] = 4,
    bots: Annotated[
        int, typer.Option(min=0, max=9, metavar="N", help="Bots of yours that fill seats.")
    ] = 0,
    rules: Rules = "classic",
    rule: Rule = None,
    closed: Annotated[
        bool, typer.Option("--closed", help="Only those get in who have the join code.")
    ] = False,
    nickname: Nickname = None,
    skill: Annotated[
        str, typer.Option(metavar="NAME", help="Of the bots: careful, expert, greedy or random.")
    ] = "greedy",
    fast: Annotated[bool, typer.Option("--fast", help="Bots do not pause like people.")] = False,
    deal: Deal = "sealed",
    recovery: Recovery = "majority",
) -> int:
    """Open a table for others on this network, and play."""
    from unonet import words
    from unonet.node import Guest, Offer, host_table
    from unonet_cli.commands.choices import require_deal, require_skill, ruleset_of
    from unonet_cli.commands.evening import Evening, nickname_of
    from unonet_cli.commands.returning import tell_unfinished, way_back
    from unonet_cli.commands.running import run

    require_deal(deal, recovery)
    if bots >= seats:
        raise typer.BadParameter(usage.NO_SEAT_LEFT.format(bots=bots, seats=seats))
    own = nickname_of(nickname)
    offer = Offer(
        lobby_id=os.urandom(16),
        name=name or f"{own}'s table",
        seats=seats,
        ruleset=ruleset_of(rules, rule),
        deal=deal,
        recovery=recovery,
        code=words.join_code(os.urandom(16)) if closed else None,
        bots=bots,
        skill=require_skill(skill),
        fast=fast,
    )
    offer.ruleset.check_table(seats, sealed=deal == "sealed")

    output, home = common.output(), common.home_folder()
    tell_unfinished(home, output, alone=False)

    async def evening() -> int:
        at_home = Evening(output)
        reports = await host_table(
            home,
            offer,
            Guest(own),
            interface=common.interface,
            player=at_home.person.play,
            watch=at_home.watch,
            waiter=at_home.talk.wait,
            again=True,
        )
        return at_home.conclude(reports)

    with way_back(home, output):
        return run(evening())
