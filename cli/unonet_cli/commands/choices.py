"""Options of commands that open a table: rules, shuffle, recovery. Read the same way everywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unonet_cli.deck_file import with_deck
from unonet_cli.phrases import usage

if TYPE_CHECKING:
    from unonet.game import Ruleset

Rules = Annotated[
    str, typer.Option("--rules", metavar="PRESET", help="Preset of rules; see `unonet rules`.")
]
Rule = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="K=V", help="One option of the rules; may be repeated."),
]
Deal = Annotated[
    str,
    typer.Option(
        "--deal",
        metavar="KIND",
        help="sealed: nobody can look into another hand; open: programs could, for teaching.",
    ),
]
Recovery = Annotated[
    str,
    typer.Option(
        "--recovery",
        metavar="KIND",
        help="majority: more than half of the seats can finish a round; strict: only all.",
    ),
]
Logs = Annotated[
    list[Path],
    typer.Argument(metavar="LOG...", exists=True, dir_okay=False, help="Files .unolog."),
]
Log = Annotated[
    Path, typer.Argument(metavar="LOG", exists=True, dir_okay=False, help="A file .unolog.")
]


def finite(seconds: float) -> float:
    """``seconds`` unless it is ``nan`` or ``inf``. Raises BadParameter."""
    if not math.isfinite(seconds):
        raise typer.BadParameter(usage.NO_SECONDS.format(seconds=seconds))
    return seconds


def ruleset_of(preset: str, options: Sequence[str] | None) -> Ruleset:
    """Raises BadRuleset for what does not exist, BadParameter for no ``K=V``."""
    from unonet.game import Ruleset

    return Ruleset.parse(preset, options_of(options))


def options_of(options: Sequence[str] | None) -> dict[str, str]:
    """The ``K=V`` as a dict. Raises BadParameter for another text, BadRuleset for no deck file."""
    return with_deck(_pair(text) for text in options or ())


def require_deal(deal: str, recovery: str) -> None:
    """Raises BadParameter for what there is not."""
    from unonet.table.terms import DEALS, RECOVERIES

    for option, value, known in (("--deal", deal, DEALS), ("--recovery", recovery, RECOVERIES)):
        if value not in known:
            names = usage.OR.join(known)
            raise typer.BadParameter(usage.NO_SUCH.format(option=option, names=names, value=value))


def require_skill(skill: str) -> str:
    """``skill`` if there is such a bot. Raises BadParameter."""
    from unonet.bots import bot_names

    if skill not in (names := bot_names()):
        raise typer.BadParameter(usage.NO_SUCH_BOT.format(names=usage.OR.join(names), skill=skill))
    return skill


def table_id(text: str) -> bytes:
    """The 16 bytes of a table's id in hex. Raises BadParameter."""
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    if len(raw) != 16:
        raise typer.BadParameter(usage.NO_TABLE_ID.format(text=text))
    return raw


def _pair(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not (key and separator and value):
        raise typer.BadParameter(usage.NO_PAIR.format(text=text))
    return key.strip(), value.strip()
