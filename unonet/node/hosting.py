"""One's own table: what is offered, how others get to it, and match after match at it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity, fingerprint
from unonet.net.announcement import Announcement
from unonet.node.chair import Player
from unonet.node.events import CodeSet, LogKept, WayIn
from unonet.node.hosted import HostedBots
from unonet.node.journal import Ways
from unonet.node.listing import preset_name
from unonet.node.lobby_chair import Waiter
from unonet.node.meeting import Meeting
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.node.room import Addresses
from unonet.node.showing import Showing
from unonet.node.sitting import Seat, is_last, play_kept
from unonet.node.table_node import Watch
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Address
from unonet.table.terms import Genesis, TermsSeat
from unonet.words import address_words


@dataclass(frozen=True, slots=True)
class Offer:
    """The table that a host opens; closed with a join ``code``, with ``bots`` of the host's own.

    ``fast`` bots do not take their time like people.
    """

    lobby_id: bytes
    name: str
    seats: int
    ruleset: Ruleset
    deal: str = "sealed"
    recovery: str = "majority"
    code: str | None = None
    bots: int = 0
    skill: str = "greedy"
    fast: bool = False


class Hosting:
    """Match after match at one's own table."""

    def __init__(
        self,
        home: Path,
        offer: Offer,
        seat: Seat,
        place: Place,
        listening: tuple[Address, ...],
        psk: bytes | None,
        *,
        showing: Showing,
        bots: HostedBots,
    ) -> None:
        self._home = home
        self._offer = offer
        self._seat = seat
        self._place = place
        self._listening = listening
        self._psk = psk
        self._showing = showing
        self._bots = bots

    async def matches(
        self, player: Player, watch: Watch, *, waiter: Waiter | None, again: bool
    ) -> tuple[Report, ...]:
        offer, place = self._offer, self._place
        meeting = Meeting(self._home, self._seat.identity.key, watch) if waiter else None
        proposal = Proposal(offer.lobby_id, offer.seats, offer.ruleset, offer.deal, offer.recovery)
        self._bots.fill(offer.bots, offer.seats - 1)
        reports: list[Report] = []
        while True:
            self._showing.update(status="lobby", taken=1)
            genesis = await place.host(
                proposal,
                Applicant(self._seat.place(offer.lobby_id), self._listening),
                waiter=waiter,
                company=partial(self._show, meeting),
                fill=self._bots.fill,
            )
            if genesis is None:
                return tuple(reports)
            self._note(genesis, meeting)
            proposal = Proposal(
                offer.lobby_id,
                offer.seats,
                genesis.terms.ruleset,
                offer.deal,
                offer.recovery,
            )
            ways = Ways(self._psk, self._listening)
            reports.append(await play_kept(self._home, place, genesis, player, ways))
            if waiter is not None:
                watch(LogKept(str(reports[-1].log)))
            if not again or is_last(place, reports[-1]):
                return tuple(reports)

    def _show(
        self, meeting: Meeting | None, seats: Sequence[TermsSeat], addresses: Addresses
    ) -> None:
        self._showing.update(taken=len(seats))
        if meeting is not None:
            meeting.greet(seats, addresses)

    def _note(self, genesis: Genesis, meeting: Meeting | None) -> None:
        terms = genesis.terms
        self._showing.update(
            status="play", taken=len(terms.seats), preset=preset_name(terms.ruleset)
        )
        if meeting is not None:
            meeting.save()


def tell_ways(offer: Offer, identity: Identity, listening: Sequence[Address], watch: Watch) -> None:
    """Every address of the table with its words, and the code of a closed one."""
    for host, port in listening:
        watch(WayIn(host, port, address_words(host, port, identity.key)))
    if offer.code is not None:
        watch(CodeSet(offer.code))


def first_announcement(offer: Offer, identity: Identity) -> Announcement:
    """How the table is shown before anybody else sits."""
    return Announcement(
        topic=offer.lobby_id,
        fingerprint=fingerprint(identity.key),
        boot=os.urandom(2).hex(),
        name=offer.name,
        taken=1,
        seats=offer.seats,
        status="lobby",
        preset=preset_name(offer.ruleset),
        closed=offer.code is not None,
    )
