"""A table on one machine and in one process: a person against bots, over links in memory.

The same nodes, logs and shuffles as on a LAN; only the network is not there. Only the person's log
is kept.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from unonet import names
from unonet.bots import NICKNAMES
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.ledger.store import LogWriter
from unonet.net.fake import FakeNetwork
from unonet.node.chair import Player, bot_player
from unonet.node.home import fresh_identity, load_identity, new_log
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.node.table_node import Event, Watch
from unonet.table.terms import Genesis, TermsSeat, accept, endorse, write_genesis, write_terms


async def play_local(
    home: Path,
    *,
    ruleset: Ruleset,
    nickname: str,
    bots: Sequence[str],
    player: Player,
    watch: Watch,
    seed: int | None = None,
    pause: bool = True,
) -> Report:
    """Seat ``player`` with a bot of each skill in ``bots`` and play a match to its end.

    ``seed`` fixes the bots' choices, never the shuffle; ``pause`` lets them think like people.
    Returns when the match is over or ``player`` returns. Raises StorageError, BadRuleset.
    """
    person = load_identity(home)
    identities = [person, *(fresh_identity() for _ in bots)]
    genesis = _agree(person, identities, nickname=nickname, bots=bots, ruleset=ruleset)
    players = [player] + [
        bot_player(skill, seed=None if seed is None else seed + seat, pause=pause)
        for seat, skill in enumerate(bots, start=1)
    ]
    with closing(new_log(home, genesis.terms.table_id, 0)) as log:
        return await _run(genesis, identities, players, log=log, watch=watch)


async def _run(
    genesis: Genesis,
    identities: Sequence[Identity],
    players: Sequence[Player],
    *,
    log: LogWriter,
    watch: Watch,
) -> Report:
    network = FakeNetwork()
    places = [
        Place(
            network.transport(identity.key, genesis.terms.table_id),
            identity,
            watch=watch if seat == 0 else _unseen,
        )
        for seat, identity in enumerate(identities)
    ]
    await _link(places)
    games = [
        asyncio.ensure_future(place.play(genesis, log if seat == 0 else None, players[seat]))
        for seat, place in enumerate(places)
    ]
    try:
        return await games[0]
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        for place in places:
            await place.close()


async def _link(places: Sequence[Place]) -> None:
    addresses = [await place.mesh.listen(("memory", 0)) for place in places]
    for place in places:
        for other, address in zip(places, addresses, strict=True):
            if other is not place:
                place.mesh.expect(other.identity.key, address)


def _agree(
    person: Identity,
    identities: Sequence[Identity],
    *,
    nickname: str,
    bots: Sequence[str],
    ruleset: Ruleset,
) -> Genesis:
    lobby_id = os.urandom(16)
    seats = [TermsSeat(person.key, nickname, None, None, None, os.urandom(32))]
    for skill, name, identity in zip(bots, NICKNAMES, identities[1:], strict=False):
        signature = endorse(person, lobby_id, identity.key)
        nickname = names.unique(name, [seat.nickname for seat in seats])
        place = TermsSeat(identity.key, nickname, skill, person.key, signature, os.urandom(32))
        seats.append(place)
    terms = write_terms(lobby_id, ruleset, seats=seats)
    return write_genesis(terms, [accept(identity, terms) for identity in identities])


def _unseen(event: Event) -> None:
    """Bots at one's own table show nothing."""
