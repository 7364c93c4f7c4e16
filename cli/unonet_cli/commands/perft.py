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
    depth: Annotated[int, typer.Option(min=0, max=64, help="Exact number of moves.")],
) -> None:
    """Count the legal move sequences of exactly DEPTH moves from the end of FILE."""
