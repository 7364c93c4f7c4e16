"""The lobby of a table that this node hosts: wakes it in time, notes who looks on, fills with bots.

Knows links and a clock; who may sit and when the match begins is ``unonet.table.host_lobby``'s.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.net.loss import Loss
from unonet.net.mesh import Mesh
from unonet.node.events import WatcherCame, WatcherLeft
from unonet.node.lobby_chair import LobbyChair
from unonet.node.room import Addresses, Company, Room, Tell, now
from unonet.table.host_lobby import HostLobby
from unonet.table.lobby import Applicant, Proposal
from unonet.table.lobby_messages import Sit, Watch, read_message
from unonet.table.terms import Parent, TermsSeat
from unonet.wire.messages import Lobby


class HostRoom(Room):
    """The lobby that this node hosts; a host without a person (``eager``) is always ready.

    ``on_bots(count, free)`` starts and stops bots of one's own, and says how many there are.
    """

    def __init__(
        self,
        mesh: Mesh,
        identity: Identity,
        proposal: Proposal,
        own: Applicant,
        *,
        watch: Tell,
        eager: bool,
        parent: Parent | None = None,
        company: Company | None = None,
        on_bots: Callable[[int, int], int] = lambda count, free: 0,
    ) -> None:
        super().__init__(mesh, key=identity.key, watch=watch)
        self.lobby = HostLobby(identity, proposal, own, eager=eager, parent=parent)
        self.chair = LobbyChair(self, self)
        self._company = company
        self._on_bots = on_bots
        self._alarm: asyncio.TimerHandle | None = None
        self._watchers: dict[bytes, str] = {}
        self._advance()

    @property
    def watchers(self) -> Mapping[bytes, str]:
        """Keys and names of those who look on."""
        return self._watchers

    @property
    def addresses(self) -> Addresses:
        return self.lobby.addresses

    def admits(self, key: bytes, message: Lobby | None) -> bool:
        return message is not None and isinstance(read_message(message.body), Sit | Watch)

    def on_lobby(self, key: bytes, body: bytes) -> None:
        self.lobby.receive(key, body, now(), beside=self._mesh.seen_at(key))
        if isinstance(message := read_message(body), Watch) and key in self.lobby.watchers:
            self._note_watcher(key, message.nickname)
        self._advance()

    def on_up(self, key: bytes) -> None:
        """A guest speaks first."""

    def on_down(self, key: bytes, why: Loss) -> None:
        self._mesh.forget(key)
        self.lobby.left(key, now())
        self._advance()

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self.lobby.close()
        self._send(self.lobby.outbox())

    def ready(self) -> None:
        self.lobby.ready(now())
        self._advance()

    def unready(self) -> None:
        self.lobby.unready(now())
        self._advance()

    def start(self) -> str | None:
        reason = self.lobby.start(now())
        self._advance()
        return reason

    def kick(self, nickname: str) -> bool:
        key = next((p.key for p in self.seen.seats if _is_called(p, nickname)), b"")
        kicked = self.lobby.kick(key, now())
        self._advance()
        return kicked

    def bots(self, count: int) -> int:
        others = sum(place.operator != self.key for place in self.seen.seats)
        return self._on_bots(count, self.lobby.proposal.wanted - others)

    def change(self, ruleset: Ruleset) -> None:
        self.lobby.change(ruleset, now())
        self._advance()

    def _note_watcher(self, key: bytes, nickname: str) -> None:
        if key not in self._watchers:
            self._watchers[key] = nickname
            self._watch(WatcherCame(nickname))

    def _advance(self) -> None:
        """Do what follows from what the lobby knows now."""
        lobby = self.lobby
        self._send(lobby.outbox())
        for key in self._watchers.keys() - lobby.watchers:
            self._watch(WatcherLeft(self._watchers.pop(key)))
        view = lobby.view()
        if self._company is not None and view.number != self.seen.number:
            self._company(view.seats, lobby.addresses)
        self._tell(view)
        if lobby.genesis is not None and not self.agreed.done():
            self.agreed.set_result(lobby.genesis)
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        at = self.lobby.next_deadline(now())
        self._alarm = None if at is None else asyncio.get_running_loop().call_at(at, self._on_time)

    def _on_time(self) -> None:
        self.lobby.on_time(now())
        self._advance()


def _is_called(place: TermsSeat, nickname: str) -> bool:
    return place.nickname.casefold() == nickname.strip().casefold()
