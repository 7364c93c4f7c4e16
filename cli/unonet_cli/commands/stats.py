"""``unonet stats``: who won how often, and how, from logs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unonet_cli.options import AtHome

if TYPE_CHECKING:
    from unonet.errors import UnonetError

Logs = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[LOG...]", exists=True, dir_okay=False, help="Files .unolog; all of yours if none."
    ),
]


def stats(common: AtHome, logs: Logs = None) -> int:
    """Sum up matches by player. Games, wins, points, missed calls, challenges, stacks."""
    from unonet_cli import failures
    from unonet_cli.phrases import simulation as say

    output = common.output()
    report = _sum_up(logs or sorted((common.home_folder() / "logs").glob("*.unolog")))
    if common.json:
        output.result(report)
    for line in _page(report):
        output.say(line)
    for fault in report["unread"]:
        output.say(say.UNREAD.format(**fault))
    return failures.FAILED if report["unread"] else failures.OK


def _sum_up(paths: list[Path]) -> dict[str, Any]:
    """The players of all matches, and which logs could not be read to their end."""
    from unonet.errors import LedgerError, StorageError
    from unonet.table.history import History
    from unonet.table.scorebook import Scorebook, fullest

    book, kept, unread = Scorebook(), {}, []
    for path in paths:
        try:
            kept[path] = History.load(path)
        except (LedgerError, StorageError) as error:
            unread.append(_fault(path, error))
    chosen = fullest(kept.values())
    for path, history in kept.items():
        if history not in chosen:
            continue
        try:
            book.add(history)
        except LedgerError as error:
            unread.append(_fault(path, error))
    return {**book.as_json(), "unread": unread}


def _fault(path: Path, error: UnonetError) -> dict[str, str]:
    return {"log": str(path), "code": error.code, "reason": str(error)}


def _page(report: dict[str, Any]) -> list[str]:
    from unonet_cli.phrases import simulation as say
    from unonet_cli.phrases import words

    if not report["players"]:
        return [say.NO_MATCHES]
    head = say.MATCHES.format(matches=words.count(report["matches"], "match", "matches"))
    players = sorted(report["players"], key=lambda scores: (-scores["wins"], -scores["points"]))
    return [head, *(say.PLAYER.format(**_words(scores)) for scores in players)]


def _words(scores: dict[str, Any]) -> dict[str, Any]:
    from unonet_cli.phrases import simulation as say
    from unonet_cli.phrases import words

    bot = scores["bot"]
    return {
        **scores,
        "who": scores["nickname"] + (say.BOT.format(bot=bot) if bot else ""),
        "games": words.count(scores["games"], "game", "games"),
        "rounds": words.count(scores["rounds"], "round", "rounds"),
        "calls": words.count(scores["calls_missed"], "call", "calls"),
        "key": scores["key"][:8],
    }
