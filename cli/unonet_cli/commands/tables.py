"""``unonet tables``: what is on the LAN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from unonet_cli.options import OnNetwork

if TYPE_CHECKING:
    from unonet.node import Listing


def tables(
    common: OnNetwork,
    seconds: Annotated[
        float, typer.Option(min=0.2, max=60, metavar="S", help="How long to listen.")
    ] = 3.0,
) -> None:
    """List the tables on this network."""
    import dataclasses

    from unonet.node import list_tables
    from unonet_cli.commands.running import run

    output = common.output()
    found = run(list_tables(common.interface, seconds))
    if common.json:
        output.result([dataclasses.asdict(listing) for listing in found])
        return
    output.say(f"{len(found) or 'No'} table{'' if len(found) == 1 else 's'} on this network.")
    for listing in found:
        output.say(_sentence(listing))
    if not found:
        output.say("Open one: unonet bot --host, or play here: unonet play.")


def _sentence(listing: Listing) -> str:
    from unonet_cli.output import clean

    door = "closed" if listing.closed else "open"
    pulse = "" if listing.alive else ", does not answer"
    return (
        f"{clean(listing.name)}: {listing.seats_taken} of {listing.seats} seats, "
        f"rules {clean(listing.rules)}, {clean(listing.state)}, {door}{pulse}. "
        f"Id {listing.id}, at {listing.address} port {listing.port}."
    )
