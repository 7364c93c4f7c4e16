"""Back to a match that is not over: which one a person means, and its seat taken up again.

What join, resume and play have in common when something is left to be finished.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from unonet.node import Unfinished
    from unonet_cli.commands.evening import Evening
    from unonet_cli.output import Output

LOOK_S = 3.0
"""How long one's own table is looked for before anything is asked."""


async def offered(at_home: Evening, home: Path, *, interface: str | None) -> Unfinished | None:
    """The unfinished match with others that a person at ``home`` goes back to, if there is one.

    It is the one that is played on this network now; else the person is asked. Without a terminal
    it is only told how to come back.
    """
    from unonet.node import find_tables, unfinished
    from unonet_cli.phrases import lobby

    kept = {match.lobby_id.hex(): match for match in unfinished(home) if not match.alone}
    if not kept:
        return None
    found = await find_tables(
        home,
        lambda table: table.alive and table.state == "play" and table.id in kept,
        interface=interface,
        timeout=LOOK_S,
        settle=0,
    )
    if found:
        return kept[found[0].id]
    newest = next(iter(kept.values()))
    if not at_home.interactive:
        _tell(at_home.output, newest)
        return None
    at_home.output.say(lobby.UNFINISHED.format(names=_names(newest)))
    return newest if await at_home.agrees(lobby.GO_BACK) else None


async def chosen(at_home: Evening, home: Path) -> Path | None:
    """The log of the match to go on with: a person is asked where there are several."""
    from unonet.node import unfinished
    from unonet_cli.phrases import lobby

    kept = unfinished(home)
    if len(kept) < 2 or not at_home.interactive:
        return kept[0].log if kept else None
    at_home.output.say(lobby.WHICH_MATCH)
    return kept[await at_home.pick([_line(match) for match in kept])].log


async def go_back(at_home: Evening, home: Path, log: Path | None, *, interface: str | None) -> int:
    """Take the seat of ``log`` again, and play to the end. The exit code."""
    from unonet.node import resume_table
    from unonet_cli.phrases import pages, table

    report = await resume_table(
        home, log, interface=interface, player=at_home.person.play, watch=at_home.watch
    )
    at_home.output.say(table.KEPT.format(log=report.log))
    at_home.output.say(pages.READ_AGAIN.format(log=report.log))
    return at_home.conclude([report])


def tell_unfinished(home: Path, output: Output, *, alone: bool) -> None:
    """One sentence on the newest match that waits; ``alone``: against bots on this machine."""
    from unonet.node import unfinished

    if match := next((one for one in unfinished(home) if one.alone is alone), None):
        _tell(output, match)


def _tell(output: Output, match: Unfinished) -> None:
    from unonet_cli.phrases import lobby

    output.say(lobby.UNFINISHED.format(names=_names(match)) + " " + lobby.WAY_BACK)


def say_back(output: Output, match: Unfinished) -> None:
    from unonet_cli.phrases import lobby

    output.say(lobby.BACK.format(names=_names(match)))


@contextmanager
def way_back(home: Path, output: Output) -> Iterator[None]:
    """An interrupted match is named, with how to go on with it."""
    began = int(time.time())  # files have a coarser clock
    try:
        yield
    except KeyboardInterrupt:
        _tell_way_back(home, output, since=began)
        raise


def _tell_way_back(home: Path, output: Output, *, since: int) -> None:
    from unonet.node import unfinished
    from unonet_cli.phrases import lobby, table

    match = next(iter(unfinished(home)), None)
    if match is not None and match.seen >= since:
        output.say(table.KEPT.format(log=match.log))
        output.say(lobby.WAY_BACK)


def _names(match: Unfinished) -> str:
    from unonet_cli.plain import lobby_pages

    return lobby_pages.names(match.others)


def _line(match: Unfinished) -> str:
    from unonet_cli.phrases import lobby

    seen = time.strftime("%Y-%m-%d %H:%M", time.localtime(match.seen))
    return lobby.MATCH.format(names=_names(match), seen=seen)
