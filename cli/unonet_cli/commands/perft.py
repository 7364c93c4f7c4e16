"""``unonet perft``: how many legal move sequences follow a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unonet_cli.options import Common

File = Annotated[
    Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A file .uno.")
]


def perft(
    common: Common,
    file: File,
    depth: Annotated[int, typer.Option(min=0, max=64, metavar="N", help="Exact number of moves.")],
) -> int:
    """Count the sequences of so many legal moves from where FILE ends."""
    from unonet.game import scenario as positions
    from unonet_cli.commands.scenario import show, text_of
    from unonet_cli.phrases import pages
    from unonet_cli.plain.position import refusal

    output = common.output()
    report = positions.perft(text_of(file), depth)
    if common.json:
        output.result(report)
    elif "error" in report:
        show(output.say, file, refusal(report["error"]))
    else:
        output.say(pages.PERFT.format(nodes=report["nodes"], depth=report["depth"]))
    return positions.exit_code(report)
