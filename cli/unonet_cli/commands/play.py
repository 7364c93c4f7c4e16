"""``unonet play``: a table on this machine at once, bots in the other seats."""

from __future__ import annotations

from typing import Annotated

import typer

from unonet_cli.commands.choices import Deal, Recovery, Rule, Rules
from unonet_cli.commands.evening import Nickname
from unonet_cli.options import AtHome


def play(
    common: AtHome,
    bots: Annotated[
        int, typer.Option(min=1, max=9, metavar="N", help="How many bots sit down.")
    ] = 3,
    rules: Rules = "classic",
    rule: Rule = None,
    deal: Deal = "sealed",
    recovery: Recovery = "majority",
    nickname: Nickname = None,
    skill: Annotated[
        str, typer.Option(metavar="NAME", help="Of the bots: careful, expert, greedy or random.")
    ] = "greedy",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Of the bots, never of the shuffle.")
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Bots do not pause like people.")] = False,
) -> int:
    """Play against bots."""
    from unonet.node import play_local
    from unonet_cli import failures
    from unonet_cli.commands import reports
    from unonet_cli.commands.choices import require_deal, require_skill, ruleset_of
    from unonet_cli.commands.evening import nickname_of
    from unonet_cli.commands.returning import tell_unfinished, way_back
    from unonet_cli.commands.running import run
    from unonet_cli.phrases import pages, table, words
    from unonet_cli.plain.lines import Lines
    from unonet_cli.plain.person import Person
    from unonet_cli.presenter import Presenter, rules_named

    output = common.output()
    require_deal(deal, recovery)
    ruleset = ruleset_of(rules, rule)
    ruleset.check_table(bots + 1, sealed=deal == "sealed")
    presenter = Presenter(painted=output.painted)
    person = Person(output, presenter, Lines, tells_turns=not fast)
    named = rules_named(ruleset.differences())
    output.say(table.WELCOME.format(bots=words.count(bots, "bot", "bots"), rules=named))

    home = common.home_folder()
    tell_unfinished(home, output, alone=True)
    with way_back(home, output):
        report = run(
            play_local(
                home,
                ruleset=ruleset,
                deal=deal,
                recovery=recovery,
                nickname=nickname_of(nickname),
                bots=[require_skill(skill)] * bots,
                player=person.play,
                watch=presenter.speaker(person.hear),
                seed=seed,
                pause=not fast,
            )
        )
    if common.json:
        output.result(reports.as_json(report))
    output.say(table.KEPT.format(log=report.log))
    output.say(pages.READ_AGAIN.format(log=report.log))
    return failures.OK if person.has_quit else reports.exit_code(report.result)
