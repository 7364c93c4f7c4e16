"""The host's side of a lobby: seats guests, drafts terms, gathers signatures into genesis.

Knows who sits, who is ready and who cannot reach whom; does not know sockets, nor how anybody
found the table. Of two signatures only the newest draft's count: any change clears all marks.
"""

from __future__ import annotations

from typing import Final

from unonet import names
from unonet.errors import RemoteProtocolError
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.pace import Budgets
from unonet.table.assent import Assent
from unonet.table.lobby import MAX_WATCHERS, Applicant, LobbyView, Outgoing, Proposal
from unonet.table.lobby_messages import (
    Begin,
    Draft,
    Linked,
    LobbyMessage,
    Marks,
    Ready,
    Refused,
    Sit,
    Unready,
    Watch,
    read_message,
    write_message,
)
from unonet.table.nearby import nearby
from unonet.table.terms import (
    Genesis,
    Parent,
    TermsSeat,
    accept,
    check_seat,
    write_genesis,
    write_terms,
)

_TALK: Final = (10.0, 60.0)
_SITS: Final = (0.5, 8.0)
"""Messages, and places asked for, that one key may send: a second, and at once."""


class HostLobby:
    """Seats guests in order of joining, the host first.

    An ``eager`` host is always ready. Raises BadRuleset when the proposal cannot be dealt,
    DecodeError for an own place that could not stand in terms.
    """

    def __init__(
        self,
        identity: Identity,
        proposal: Proposal,
        own: Applicant,
        *,
        eager: bool = False,
        parent: Parent | None = None,
        banned: frozenset[bytes] = frozenset(),
    ) -> None:
        proposal.ruleset.check_table(proposal.wanted, sealed=proposal.deal == "sealed")
        check_seat(own.place, proposal.lobby_id)
        self.proposal = proposal
        self.genesis: Genesis | None = None
        self.banned = banned
        self._identity = identity
        self._eager = eager
        self._parent = parent
        self._applicants = [own]
        self._number = 0
        self._assent: Assent | None = None
        self._told: Marks | None = None
        self._newest: list[LobbyMessage] = []
        self._watchers: list[bytes] = []
        self._talk: Budgets[bytes] = Budgets(*_TALK)
        self._sits: Budgets[bytes] = Budgets(*_SITS)
        self._outbox: list[Outgoing] = []

    @property
    def nicknames(self) -> tuple[str, ...]:
        return tuple(applicant.place.nickname for applicant in self._applicants)

    @property
    def full(self) -> bool:
        return len(self._applicants) == self.proposal.wanted

    @property
    def taken(self) -> frozenset[bytes]:
        """The keys of guests that sit."""
        return frozenset(one.place.key for one in self._applicants[1:])

    @property
    def watchers(self) -> frozenset[bytes]:
        return frozenset(self._watchers)

    @property
    def addresses(self) -> dict[bytes, tuple[tuple[str, int], ...]]:
        """Where each guest said that it listens."""
        return {one.place.key: tuple(one.addresses) for one in self._applicants[1:]}

    def view(self) -> LobbyView:
        marks = self._told
        seats = tuple(one.place for one in self._applicants)
        return LobbyView(
            number=self._number,
            wanted=self.proposal.wanted,
            seats=seats,
            ready=tuple(self._is_ready(place.key) for place in seats),
            apart=marks.apart if marks else (),
            starts_in=marks.starts_in if marks else None,
            terms=self._assent.terms if self._assent else None,
        )

    def outbox(self) -> list[Outgoing]:
        outgoing, self._outbox = self._outbox, []
        return outgoing

    # What people and time do

    def ready(self, now: float) -> None:
        """The host's own mark."""
        if self._assent is not None:
            self._assent.ready()
        self._review(now)

    def unready(self, now: float) -> None:
        """Takes the host's mark back, and ``start`` with it."""
        if self._assent is not None:
            self._assent.unready()
        self._review(now)

    def start(self, now: float) -> str | None:
        """Begin with those who sit, without waiting for more; or the reason why not yet.

        Reasons: ``alone``, ``not_ready``, ``too_few``, ``apart``. Counts as the host's own mark.
        """
        if self._assent is None:
            return "alone"
        reason = self._assent.start()
        self._review(now)
        return reason

    def kick(self, key: bytes, now: float) -> bool:
        """Send a guest away for as long as this lobby lasts; whether it sat here."""
        if key not in self.taken or self.genesis is not None:
            return False
        self.banned |= {key}
        self._say(key, Refused("kicked"), last=True)
        self._remove(key, now)
        return True

    def change(self, ruleset: Ruleset, now: float) -> None:
        """Propose other rules. Raises BadRuleset when they cannot be dealt to all seats."""
        ruleset.check_table(self.proposal.wanted, sealed=self.proposal.deal == "sealed")
        if self.genesis is None and ruleset != self.proposal.ruleset:
            old = self.proposal
            self.proposal = Proposal(old.lobby_id, old.wanted, ruleset, old.deal, old.recovery)
            self._draft(now)

    def close(self) -> None:
        """The host goes: tell everybody, unless the table plays already."""
        if self.genesis is None:
            self._say_all([Refused("closed")], last=True)

    def on_time(self, now: float) -> None:
        """The countdown, and pairs that have been apart for long enough to be named."""
        self._review(now)

    def next_deadline(self, now: float) -> float | None:
        """When ``on_time`` has something to do."""
        return None if self.genesis or not self._assent else self._assent.next_deadline(now)

    # What guests do

    def receive(self, key: bytes, body: bytes, now: float, *, beside: str | None = None) -> None:
        """A peer's message over a link from ``beside``. Raises DecodeError or RemoteProtocolError;
        then nothing changed."""
        message = read_message(body)
        if not self._talk.take(key, now):
            raise RemoteProtocolError("lobby: too many messages")
        match message:
            case Sit():
                self._sit(key, message._replace(addresses=nearby(message.addresses, beside)), now)
            case Watch():
                self._let_watch(key)
            case Ready():
                self._gather(key, message, now)
            case Unready(number):
                self._take_back(key, number, now)
            case Linked():
                self._note_links(key, message, now)
            case other:
                raise RemoteProtocolError(f"lobby: a guest does not send {type(other).__name__}")

    def left(self, key: bytes, now: float) -> None:
        """The link to this peer is gone: before genesis its place is free again."""
        if key in self._watchers:
            self._watchers.remove(key)
        if self.genesis is None and key in self.taken:
            self._remove(key, now)

    def _sit(self, key: bytes, sit: Sit, now: float) -> None:
        if key in self.taken:
            self._repeat(key)
            return
        if (reason := self._why_refused(key, now)) is not None:
            self._say(key, Refused(reason), last=True)
            return
        nickname = names.unique(names.sanitise(sit.nickname), self.nicknames)
        place = TermsSeat(key, nickname, sit.bot, sit.operator, sit.endorsement, sit.nonce)
        check_seat(place, self.proposal.lobby_id)
        if key in self._watchers:
            self._watchers.remove(key)
        self._applicants.append(Applicant(place, sit.addresses))
        self._draft(now)

    def _why_refused(self, key: bytes, now: float) -> str | None:
        if key in self.banned:
            return "kicked"
        if self.genesis is not None:
            return "started"
        if self.full:
            return "full"
        return None if self._sits.take(key, now) else "busy"

    def _let_watch(self, key: bytes) -> None:
        if key in self.taken:
            raise RemoteProtocolError("lobby: a guest that sits does not look on")
        if key in self.banned:
            self._say(key, Refused("kicked"), last=True)
        elif key not in self._watchers and len(self._watchers) >= MAX_WATCHERS:
            self._say(key, Refused("watchers"), last=True)
        else:
            self._watchers += [key] if key not in self._watchers else []
            self._repeat(key)

    def _repeat(self, key: bytes) -> None:
        """A guest has a new link: it may have missed the newest words."""
        for message in self._newest:
            self._say(key, message)

    def _remove(self, key: bytes, now: float) -> None:
        self._applicants = [one for one in self._applicants if one.place.key != key]
        self._draft(now)

    # Drafts and marks

    def _draft(self, now: float) -> None:
        self._number += 1
        self._assent = self._told = None
        self._newest = []
        if len(self._applicants) < 2:
            return
        terms = write_terms(
            self.proposal.lobby_id,
            self.proposal.ruleset,
            seats=[one.place for one in self._applicants],
            deal=self.proposal.deal,
            recovery=self.proposal.recovery,
            parent=self._continued(),
        )
        self._assent = Assent(self._number, terms, eager=self._eager, full=self.full)
        addresses = tuple(one.addresses for one in self._applicants)
        self._newest = [Draft(self._number, self.proposal.wanted, terms.raw, addresses)]
        self._say_all(self._newest)
        self._review(now)

    def _continued(self) -> Parent | None:
        scores = (0,) * len(self._applicants)
        return self._parent and self._parent._replace(scores=scores)

    def _current(self, number: int) -> Assent | None:
        """The draft that a guest's word is about, if it is still open."""
        return self._assent if number == self._number and self.genesis is None else None

    def _gather(self, key: bytes, ready: Ready, now: float) -> None:
        if assent := self._current(ready.number):
            assent.gather(key, ready.signature)
            self._review(now)

    def _take_back(self, key: bytes, number: int, now: float) -> None:
        if assent := self._current(number):
            assent.take_back(key)
            self._review(now)

    def _note_links(self, key: bytes, linked: Linked, now: float) -> None:
        if assent := self._current(linked.number):
            assent.note_links(key, linked.missing, now)
            self._review(now)

    def _review(self, now: float) -> None:
        """Draw what follows from the last change, and tell everybody what is new."""
        if self._assent is None or self.genesis is not None:
            return
        if self._assent.begins(now):
            self._begin(self._assent)
        elif (marks := self._assent.marks(now)) != self._told:
            self._told = marks
            self._newest = [*self._newest[:1], marks]
            self._say_all([marks])

    def _is_ready(self, key: bytes) -> bool:
        if self._assent is None:
            return self._eager and key == self._identity.key
        return self._assent.is_ready(key)

    def _begin(self, assent: Assent) -> None:
        own = accept(self._identity, assent.terms)
        self.genesis = write_genesis(assent.terms, assent.signatures(own))
        self._newest = [Begin(self.genesis.raw)]
        self._say_all(self._newest)

    def _say(self, key: bytes, message: LobbyMessage, *, last: bool = False) -> None:
        self._outbox.append(Outgoing(key, write_message(message), last))

    def _say_all(self, messages: list[LobbyMessage], *, last: bool = False) -> None:
        for message in messages:
            body = write_message(message)
            guests = [one.place.key for one in self._applicants[1:]]
            self._outbox += [Outgoing(key, body, last) for key in (*guests, *self._watchers)]
