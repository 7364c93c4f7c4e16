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

from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.ledger.store import LogWriter
from unonet.net.fake import FakeNetwork
from unonet.net.mesh import Mesh
from unonet.node.chair import Player, bot_player
from unonet.node.home import fresh_identity, load_identity, new_log
from unonet.node.report import Report
from unonet.node.table_node import Event, TableNode, Watch
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
    seats = [_Seat(network, genesis, identity) for identity in identities]
    seats[0].sit(log, watch)
    for seat in seats[1:]:
        seat.sit(None, _unseen)
    addresses = [await seat.mesh.listen(("memory", 0)) for seat in seats]
    for seat in seats:
        for other, address in zip(seats, addresses, strict=True):
            if other is not seat:
                seat.mesh.expect(other.identity.key, address)
    games = [
        asyncio.ensure_future(seat.node.run(player))
        for seat, player in zip(seats, players, strict=True)
    ]
    try:
        return await games[0]
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        for seat in seats:
            await seat.mesh.close()


class _Seat:
    """A node and its mesh, which need each other."""

    node: TableNode

    def __init__(self, network: FakeNetwork, genesis: Genesis, identity: Identity) -> None:
        self.identity = identity
        self._genesis = genesis
        transport = network.transport(identity.key, genesis.terms.table_id)
        self.mesh = Mesh(
            transport,
            on_message=lambda key, message: self.node.on_message(key, message),
            on_up=lambda key: self.node.on_up(key),
            on_down=lambda key: self.node.on_down(key),
        )

    def sit(self, log: LogWriter | None, watch: Watch) -> None:
        self.node = TableNode(self._genesis, self.identity, peers=self.mesh, log=log, watch=watch)


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
    for number, (skill, identity) in enumerate(zip(bots, identities[1:], strict=True), start=1):
        signature = endorse(person, lobby_id, identity.key)
        name = f"{skill} {number}"
        seats.append(TermsSeat(identity.key, name, skill, person.key, signature, os.urandom(32)))
    terms = write_terms(lobby_id, ruleset, seats=seats)
    return write_genesis(terms, [accept(identity, terms) for identity in identities])


def _unseen(event: Event) -> None:
    """Bots at one's own table show nothing."""
