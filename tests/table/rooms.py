"""A lobby in memory: a host, guests, and what they say to each other."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

import pytest

from tests.table.tabletop import identity, place, seeded
from unonet.errors import RemoteProtocolError
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.table.lobby import Applicant, GuestLobby, HostLobby, Proposal
from unonet.table.lobby_messages import (
    Address,
    read_message,
)

LOBBY = seeded("lobby", 0)[:16]
HOST, ADA, BOB, EVE = (identity(0, seat) for seat in range(4))
QUICK = Ruleset.parse("quick")


def applicant(one: Identity, nickname: str = "player", **changes: Any) -> Applicant:
    return Applicant(place(one.key, nickname, **changes), (Address("10.0.0.1", 4000),))


class Room:
    """A host with guests whose messages arrive at once; everybody has a link to everybody."""

    def __init__(self, wanted: int, ruleset: Ruleset = QUICK) -> None:
        proposal = Proposal(LOBBY, wanted, ruleset)
        self.host = HostLobby(HOST, proposal, applicant(HOST, "host"))
        self.guests: dict[bytes, GuestLobby] = {}

    def enter(self, one: Identity, nickname: str = "player", **changes: Any) -> GuestLobby:
        own = applicant(one, nickname, **changes)
        guest = GuestLobby(one, own, host=HOST.key, lobby_id=LOBBY)
        self.guests[one.key] = guest
        guest.sit()
        self.deliver()
        return guest

    def deliver(self) -> None:
        """Carry messages until nobody has any."""
        moved = True
        while moved:
            moved = False
            for key, body in self.host.outbox():
                self.guests[key].receive(HOST.key, body)
                moved = True
            for key, guest in self.guests.items():
                for _, body in guest.outbox():
                    self.host.receive(key, body)
                    moved = True

    def link(self, keys: Iterable[bytes] = (HOST.key, ADA.key, BOB.key, EVE.key)) -> None:
        for guest in self.guests.values():
            guest.linked(set(keys))
        self.deliver()


def said(lobby: HostLobby | GuestLobby) -> list[Any]:
    return [read_message(body) for _, body in lobby.outbox()]


def refused(
    lobby: HostLobby | GuestLobby,
    body: bytes,
    error: type[Exception] = RemoteProtocolError,
    *,
    key: bytes,
) -> Exception:
    """What receiving ``body`` raises, after a look that it changed and said nothing."""
    before = copy.copy(lobby.__dict__)
    frozen = copy.deepcopy({k: v for k, v in before.items() if not isinstance(v, Identity)})
    with pytest.raises(error) as caught:
        lobby.receive(key, body)
    assert lobby.__dict__.keys() == before.keys()
    assert all(getattr(lobby, name) == value for name, value in frozen.items())
    return caught.value
