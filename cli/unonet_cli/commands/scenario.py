"""``unonet scenario``: positions and the moves from them (docs/rules.md, 10)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unonet_cli.options import Common

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Files .uno.")
]


def scenario(common: Common, files: Files) -> int:
    """Play scenario files and print where they end; the highest exit code of all."""
    from unonet_cli import failures

    return failures.OK
