"""A table on one machine and in one process: a person against bots, over links in memory.

The same nodes, logs and shuffles as on a LAN; only the network is not there. What bots keep goes
with the match: only the person's log stays.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from unonet import names
from unonet.bots import NICKNAMES
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.net.fake import FakeNetwork
from unonet.node.chair import Player, bot_player
from unonet.node.events import LinkLost, LinkUp
from unonet.node.home import fresh_identity, load_identity
from unonet.node.journal import Ways
from unonet.node.keeping import Keeping, keep
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.node.table_node import Event, Watch
from unonet.table.terms import TermsSeat, accept, endorse, write_genesis, write_terms

LEAVE_WAIT: Final = 5.0
"""Seconds that a person who is done waits for the other seats of the same process."""
MEMORY: Final = "memory"
"""The host of addresses that are in no network."""


async def play_local(
    home: Path,
    *,
    ruleset: Ruleset,
    nickname: str,
    bots: Sequence[str],
    player: Player,
    watch: Watch,
    deal: str = "sealed",
    recovery: str = "majority",
    seed: int | None = None,
    pause: bool = True,
) -> Report:
    """Seat ``player`` with a bot of each skill in ``bots`` and play a match to its end.

    ``seed`` fixes the bots' choices, never the shuffle; ``pause`` lets them think like people.
    Returns when the match is over or ``player`` returns. Raises StorageError, BadRuleset.
    """
    person = load_identity(home)
    identities = [person, *(fresh_identity() for _ in bots)]
    lobby_id = os.urandom(16)
    seats = _seats(person, identities, lobby_id, nickname=nickname, bots=bots)
    terms = write_terms(lobby_id, ruleset, seats=seats, deal=deal, recovery=recovery)
    genesis = write_genesis(terms, [accept(identity, terms) for identity in identities])
    players = [player] + [
        bot_player(skill, seed=None if seed is None else seed + seat, pause=pause)
        for seat, skill in enumerate(bots, start=1)
    ]
    ways = {one.key: ((MEMORY, 1 + seat),) for seat, one in enumerate(identities)}
    with ExitStack() as files:
        kept = [
            files.enter_context(
                keep(home, genesis, one, Ways(None, ways[one.key], ways), own_log=one is person)
            )
            for one in identities
        ]
        return await play_in_memory(kept, players, watch=watch)


async def play_in_memory(
    kept: Sequence[Keeping], players: Sequence[Player], *, watch: Watch
) -> Report:
    """All seats of one table in this process; what ``watch`` sees, and the report of the first."""
    network = FakeNetwork()
    places = [
        Place(
            network.transport(one.identity.key, one.genesis.terms.lobby_id),
            one.identity,
            watch=_unseen if seat else _without_links(watch),
        )
        for seat, one in enumerate(kept)
    ]
    try:
        for place, one in zip(places, kept, strict=True):
            await place.listen((MEMORY,), port=one.ways.listening[0][1])
        return await play_together(places, kept, players)
    finally:
        for place in places:
            await place.close()


async def play_together(
    places: Sequence[Place], kept: Sequence[Keeping], players: Sequence[Player]
) -> Report:
    """Several seats of this process, which find the others by what they kept and leave together.

    Ends with the report of the first one.
    """
    seats = zip(places, kept, players, strict=True)
    games = [asyncio.ensure_future(_play(*seat)) for seat in seats]

    def leave_too() -> None:
        for place in places[1:]:
            place.go()

    places[0].on_leave = leave_too
    try:
        report = await games[0]
        if report.result != "unfinished":
            await asyncio.wait(games, timeout=LEAVE_WAIT)
            for one in kept:
                one.settle(report)
        return report
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)


async def _play(place: Place, kept: Keeping, player: Player) -> Report:
    place.meet_again(kept.genesis, kept.ways.peers)
    report = await place.play(kept.genesis, kept.log, player, journal=kept.journal, past=kept.past)
    kept.settle(report)
    return report


def _seats(
    person: Identity,
    identities: Sequence[Identity],
    lobby_id: bytes,
    *,
    nickname: str,
    bots: Sequence[str],
) -> list[TermsSeat]:
    seats = [TermsSeat(person.key, nickname, None, None, None, os.urandom(32))]
    for skill, name, identity in zip(bots, NICKNAMES, identities[1:], strict=False):
        signature = endorse(person, lobby_id, identity.key)
        nickname = names.unique(name, [seat.nickname for seat in seats])
        place = TermsSeat(identity.key, nickname, skill, person.key, signature, os.urandom(32))
        seats.append(place)
    return seats


def _without_links(watch: Watch) -> Watch:
    """Links inside one process are no news."""

    def tell(event: Event) -> None:
        if not isinstance(event, LinkUp | LinkLost):
            watch(event)

    return tell


def _unseen(event: Event) -> None:
    """Bots at one's own table show nothing."""
