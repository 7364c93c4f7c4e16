"""A key at a table on the network: who sits, with which place in the terms, and its log on disk."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from unonet import names
from unonet.ledger.identity import Identity
from unonet.node.chair import Player
from unonet.node.home import fresh_identity, load_identity
from unonet.node.journal import Ways
from unonet.node.keeping import keep
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.table.terms import Genesis, TermsSeat, endorse


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sits down. A bot has a skill, and an operator: the identity file, or else the home's."""

    nickname: str
    bot: str | None = None
    operator: Path | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """The key that sits: a person's device key, or a bot's with its operator."""

    guest: Guest
    identity: Identity
    operator: Identity | None

    @classmethod
    def of(cls, home: Path, guest: Guest) -> Seat:
        device = load_identity(home)
        if guest.bot is None:
            return cls(guest, device, None)
        if guest.operator is None:
            return cls(guest, fresh_identity(), device)
        return cls(guest, device, Identity.load(guest.operator))

    def place(self, lobby_id: bytes) -> TermsSeat:
        """A place in terms, with a fresh nonce."""
        key, operator = self.identity.key, self.operator
        return TermsSeat(
            key=key,
            nickname=names.sanitise(self.guest.nickname),
            bot=self.guest.bot,
            operator=operator.key if operator else None,
            endorsement=endorse(operator, lobby_id, key) if operator else None,
            nonce=os.urandom(32),
        )


async def play_kept(
    home: Path, place: Place, genesis: Genesis, player: Player, ways: Ways
) -> Report:
    """One match, with everything kept that is needed to come back to it. Raises StorageError."""
    ways = ways._replace(peers=place.addresses)
    with keep(home, genesis, place.identity, ways) as kept:
        report = await place.play(genesis, kept.log, player, journal=kept.journal)
        kept.settle(report)
        return report


def is_last(place: Place, report: Report) -> bool:
    """Whether nobody asks for another match: this one has no end, or we have left it."""
    return place.parent is None or report.result == "left"
