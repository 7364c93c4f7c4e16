"""``unonet tables``: what is on the LAN."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from unonet_cli.commands.choices import finite
from unonet_cli.options import OnNetwork

if TYPE_CHECKING:
    from unonet.node import Listing


def tables(
    common: OnNetwork,
    seconds: Annotated[
        float,
        typer.Option(min=0.2, max=60, metavar="S", callback=finite, help="How long to listen."),
    ] = 3.0,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on: tell what comes, changes and goes, to Ctrl-C.")
    ] = False,
) -> None:
    """List the tables on this network."""
    import dataclasses

    if watch:
        _follow(common)
        return
    from unonet.node import list_tables
    from unonet_cli.commands.running import run
    from unonet_cli.phrases import pages, words

    output = common.output()
    found = run(list_tables(common.interface, seconds))
    if common.json:
        output.result([dataclasses.asdict(listing) for listing in found])
        return
    if not found:
        output.say_all(pages.NO_TABLES)
        return
    output.say(pages.TABLES.format(tables=words.count(len(found), "table", "tables")))
    for listing in found:
        output.say(_sentence(listing))


def _follow(common: OnNetwork) -> None:
    """Until Ctrl-C: one sentence, or one JSON object with ``event``, for whatever happens."""
    import dataclasses

    from unonet.node import watch_tables
    from unonet_cli.commands.running import run
    from unonet_cli.phrases import pages

    output = common.output()

    async def follow() -> None:
        before: list[Listing] = []
        async for after in watch_tables(common.interface):
            for event, listing in changes(before, after):
                if common.json:
                    output.result({"event": event, **dataclasses.asdict(listing)})
                else:
                    output.say(pages.TABLE_NEWS[event] + _sentence(listing))
            before = after

    run(follow())


def changes(before: Sequence[Listing], after: Sequence[Listing]) -> Iterator[tuple[str, Listing]]:
    """What ``came``, ``changed`` or is ``gone`` between two looks; a gone one as it was last."""
    known = {(one.id, one.fingerprint): one for one in before}
    for one in after:
        was = known.pop((one.id, one.fingerprint), None)
        if was is None:
            yield "came", one
        elif was != one:
            yield "changed", one
    for one in known.values():
        yield "gone", one


def _sentence(listing: Listing) -> str:
    from unonet_cli.output import clean
    from unonet_cli.phrases import pages

    return pages.TABLE.format(
        name=clean(listing.name),
        taken=listing.seats_taken,
        seats=listing.seats,
        rules=clean(listing.rules),
        state=pages.STATES.get(listing.state, clean(listing.state)),
        door=pages.DOORS[listing.closed],
        pulse="" if listing.alive else pages.NO_PULSE,
        id=listing.id,
        address=listing.address,
        port=listing.port,
    )
