"""``unonet tables``: what is on the LAN."""

from __future__ import annotations

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
) -> None:
    """List the tables on this network."""
    import dataclasses

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


def _sentence(listing: Listing) -> str:
    from unonet_cli.output import clean
    from unonet_cli.phrases import pages

    return pages.TABLE.format(
        name=clean(listing.name),
        taken=listing.seats_taken,
        seats=listing.seats,
        rules=clean(listing.rules),
        state=clean(listing.state),
        door=pages.DOORS[listing.closed],
        pulse="" if listing.alive else pages.NO_PULSE,
        id=listing.id,
        address=listing.address,
        port=listing.port,
    )
