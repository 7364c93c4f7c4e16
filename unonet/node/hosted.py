"""Bots of the host's own: each a node with a key of its own that comes in by the door like anyone.

Knows the door and how many there should be; who is seated, the lobby decides.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path

from unonet import names
from unonet.bots import NICKNAMES
from unonet.errors import UnonetError
from unonet.ledger.identity import Identity
from unonet.net.tcp import TcpTransport
from unonet.net.transport import Address, Transport
from unonet.node.chair import Player, bot_player
from unonet.node.home import fresh_identity
from unonet.node.journal import Ways
from unonet.node.keeping import keep
from unonet.node.local import LEAVE_WAIT
from unonet.node.place import Place
from unonet.node.table_node import Event
from unonet.table.lobby import Applicant
from unonet.table.lobby_messages import Address as SeatAddress
from unonet.table.terms import Genesis, TermsSeat, endorse


class HostedBots:
    """Bots that ``operator`` answers for, at the lobby that listens at ``door``.

    None is called like the person ``beside`` them.
    """

    def __init__(
        self,
        operator: Identity,
        *,
        lobby_id: bytes,
        door: Address,
        psk: bytes | None = None,
        skill: str = "greedy",
        seed: int | None = None,
        home: Path | None = None,
        beside: str = "",
        pause: bool | None = None,
    ) -> None:
        self._operator = operator
        self._lobby_id = lobby_id
        self._door = door
        self._psk = psk
        self._skill = skill
        self._seed = seed
        self._names = [name for name in NICKNAMES if names.unique(name, [beside]) == name]
        self._home = home
        self._pause = pause
        self._bots: list[asyncio.Task[None]] = []
        self._places: list[Place] = []
        self._leaving = False

    def fill(self, count: int, free: int) -> int:
        """From now on ``count`` bots, but no more than ``free`` seats; how many there will be."""
        wanted = max(0, min(count, free))
        self._bots = [bot for bot in self._bots if not bot.done()]
        while len(self._bots) > wanted:
            self._bots.pop().cancel()
        while len(self._bots) < wanted:
            self._bots.append(asyncio.ensure_future(self._sit(len(self._bots))))
        return wanted

    def leave(self) -> None:
        """Every bot leaves the match that it plays, for good."""
        self._leaving = True
        for place in self._places:
            place.go()

    async def close(self) -> None:
        """Send all away; those that leave a match may say so first."""
        bots, self._bots = self._bots, []
        if bots and self._leaving:
            await asyncio.wait(bots, timeout=LEAVE_WAIT)
        for bot in bots:
            bot.cancel()
        await asyncio.gather(*bots, return_exceptions=True)

    def transport(self, identity: Identity) -> Transport:
        """Over TCP; tests have other networks."""
        return TcpTransport(identity, self._lobby_id, psk=self._psk)

    async def _sit(self, number: int) -> None:
        """One bot, match after match, until it is sent away or the table is gone."""
        identity = fresh_identity()
        place = Place(self.transport(identity), identity, watch=_unseen)
        self._places.append(place)
        seed = None if self._seed is None else self._seed + number
        player = bot_player(self._skill, seed=seed, pause=self._pause)
        try:
            with suppress(UnonetError):
                listening = await place.listen([self._door[0]])
                await place.reach(self._door)
                while not self._leaving:
                    own = Applicant(
                        self._seat(identity, number), tuple(SeatAddress(*at) for at in listening)
                    )
                    genesis = await place.join(own)
                    if genesis is not None:
                        await self._play(place, genesis, player, Ways(self._psk, listening))
        finally:
            self._places.remove(place)
            await place.close()

    async def _play(self, place: Place, genesis: Genesis, player: Player, ways: Ways) -> None:
        """With a home the bot can be taken up again: others have its word on their disks."""
        if self._home is None:
            await place.play(genesis, None, player)
            return
        ways = ways._replace(peers=place.addresses)
        with keep(self._home, genesis, place.identity, ways, own_log=False) as kept:
            kept.settle(await place.play(genesis, kept.log, player, journal=kept.journal))

    def _seat(self, identity: Identity, number: int) -> TermsSeat:
        return TermsSeat(
            key=identity.key,
            nickname=self._names[number % len(self._names)],
            bot=self._skill,
            operator=self._operator.key,
            endorsement=endorse(self._operator, self._lobby_id, identity.key),
            nonce=os.urandom(32),
        )


def _unseen(event: Event) -> None:
    """Bots show nothing."""
