"""``unonet scenario``: positions and the moves from them (docs/rules.md, 10)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from unonet_cli.options import Common

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Files .uno.")
]


def scenario(common: Common, files: Files) -> int:
    """Play scenario files and print where they end. The highest exit code counts."""
    from unonet.game import scenario as positions
    from unonet_cli.plain.position import page

    output, codes = common.output(), []
    for path in files:
        report = positions.run(text_of(path))
        codes.append(positions.exit_code(report))
        if common.json:
            output.result(report)
        else:
            show(output.say, path, page(report))
    return max(codes)


def show(say: Any, path: Path, lines: list[str]) -> None:
    """A file's page under its name."""
    from unonet_cli.output import clean

    say(f"{clean(str(path))}: {lines[0]}")
    for line in lines[1:]:
        say(f"  {line}")


def text_of(path: Path) -> str:
    """The text of a scenario file; bytes that are no UTF-8 fail at the line where they stand."""
    return path.read_bytes().decode("utf-8", errors="replace")
