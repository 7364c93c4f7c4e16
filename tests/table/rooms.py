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
from unonet.table.guest_lobby import GuestLobby, WatcherLobby
from unonet.table.host_lobby import HostLobby
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import (
    Address,
    read_message,
)

LOBBY = seeded("lobby", 0)[:16]
HOST, ADA, BOB, EVE = (identity(0, seat) for seat in range(4))
QUICK = Ruleset.parse("quick")
Lobby = HostLobby | GuestLobby | WatcherLobby


def applicant(one: Identity, nickname: str = "player", **changes: Any) -> Applicant:
    return Applicant(place(one.key, nickname, **changes), (Address("10.0.0.1", 4000),))


class Room:
    """A host with guests whose messages arrive at once; ``now`` is everybody's time.

    Everybody sits as a bot and is ready at once, unless ``people`` do: those say when they are.
    """

    def __init__(
        self, wanted: int, ruleset: Ruleset = QUICK, *, people: bool = False, **options: Any
    ) -> None:
        self.now = 100.0
        self.people = people
        own = applicant(HOST, "host", bot=None if people else "greedy")
        proposal = Proposal(LOBBY, wanted, ruleset)
        self.host = HostLobby(HOST, proposal, own, eager=not people, **options)
        self.guests: dict[bytes, GuestLobby | WatcherLobby] = {}

    def enter(self, one: Identity, nickname: str = "player", **changes: Any) -> GuestLobby:
        changes = {"bot": None if self.people else "greedy", **changes}
        own = applicant(one, nickname, **changes)
        eager = changes["bot"] is not None
        guest = GuestLobby(one, own, host=HOST.key, lobby_id=LOBBY, eager=eager)
        self.guests[one.key] = guest
        guest.sit()
        self.deliver()
        return guest

    def look_on(self, one: Identity, nickname: str = "looker") -> WatcherLobby:
        watcher = WatcherLobby(nickname, key=HOST.key, lobby_id=LOBBY)
        self.guests[one.key] = watcher
        watcher.watch()
        self.deliver()
        return watcher

    def leave(self, one: Identity) -> None:
        del self.guests[one.key]
        self.host.left(one.key, self.now)
        self.deliver()

    def deliver(self) -> None:
        """Carry messages until nobody has any."""
        moved = True
        while moved:
            moved = False
            for key, body, _ in self.host.outbox():
                moved = True
                if key in self.guests:
                    self.guests[key].receive(HOST.key, body)
            for key, guest in list(self.guests.items()):
                for _, body, _ in guest.outbox():
                    self.host.receive(key, body, self.now)
                    moved = True

    def link(self, keys: Iterable[bytes] = (HOST.key, ADA.key, BOB.key, EVE.key)) -> None:
        for guest in self.guests.values():
            if isinstance(guest, GuestLobby):
                guest.linked(set(keys))
        self.deliver()

    def all_ready(self) -> None:
        """Every person says so, the host last."""
        for guest in self.guests.values():
            if isinstance(guest, GuestLobby):
                guest.ready()
        self.deliver()
        self.host.ready(self.now)
        self.deliver()

    def wait(self, seconds: float) -> None:
        """Let time pass, waking the host whenever it wants to be woken."""
        until = self.now + seconds
        while (at := self.host.next_deadline(self.now)) is not None and at <= until:
            self.now = at
            self.host.on_time(at)
            self.deliver()
        self.now = until


def said(lobby: Lobby) -> list[Any]:
    return [read_message(outgoing.body) for outgoing in lobby.outbox()]


def take(lobby: Lobby, key: bytes, body: bytes, now: float = 100.0) -> None:
    if isinstance(lobby, HostLobby):
        lobby.receive(key, body, now)
    else:
        lobby.receive(key, body)


UNCHANGED = ("_identity", "_talk", "_sits")
"""Not compared: what has no value, and how much a peer has asked for."""


def refused(
    lobby: Lobby,
    body: bytes,
    error: type[Exception] = RemoteProtocolError,
    *,
    key: bytes,
) -> Exception:
    """What receiving ``body`` raises, after a look that it changed and said nothing."""
    before = frozen(lobby)
    with pytest.raises(error) as caught:
        take(lobby, key, body)
    assert frozen(lobby) == before
    return caught.value


def frozen(lobby: Lobby) -> dict[str, Any]:
    """All that a lobby knows, as it is now."""
    kept = {name: value for name, value in vars(lobby).items() if name not in UNCHANGED}
    return copy.deepcopy({name: _plain(value) for name, value in kept.items()})


def _plain(value: Any) -> Any:
    """Small objects of the lobby by what is in them."""
    if type(value).__module__ in ("unonet.table.apart", "unonet.table.assent", "unonet.pace"):
        return {name: _plain(part) for name, part in vars(value).items()}
    return value
