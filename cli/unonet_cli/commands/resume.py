"""``unonet resume``: go on with a match that was left, or give its seat up for good."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unonet_cli.options import OnNetwork


def resume(
    common: OnNetwork,
    log: Annotated[
        Path | None,
        typer.Argument(
            metavar="[LOG]", help="Log of the match; the newest unfinished one by default."
        ),
    ] = None,
    forget: Annotated[
        bool,
        typer.Option("--forget", help="Erase the secrets of the seat instead; the log stays."),
    ] = False,
) -> int:
    """Go on with an unfinished match, in the seat that you had."""
    from unonet.node import forget_table
    from unonet_cli import failures
    from unonet_cli.commands.evening import Evening
    from unonet_cli.commands.returning import chosen, go_back, way_back
    from unonet_cli.commands.running import run
    from unonet_cli.phrases import table

    output, home = common.output(), common.home_folder()
    if forget:
        path = forget_table(home, log)
        output.say(table.FORGOTTEN.format(log=path))
        if common.json:
            output.result({"log": str(path), "forgotten": True})
        return failures.OK

    async def evening() -> int:
        at_home = Evening(output)
        meant = log or await chosen(at_home, home)
        return await go_back(at_home, home, meant, interface=common.interface)

    with way_back(home, output):
        return run(evening())
