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
from unonet.table.apart import Apart, Pair
from unonet.table.lobby import COUNTDOWN, MAX_WATCHERS, Applicant, LobbyView, Outgoing, Proposal
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
    Terms,
    TermsSeat,
    accept,
    accepted,
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
        proposal.ruleset.check_seats(proposal.wanted)
        check_seat(own.place, proposal.lobby_id)
        self.proposal = proposal
        self.genesis: Genesis | None = None
        self.banned = banned
        self._identity = identity
        self._eager = eager
        self._parent = parent
        self._applicants = [own]
        self._terms: Terms | None = None
        self._number = 0
        self._ready: dict[bytes, bytes] = {}
        self._own_ready = eager
        self._early = False
        self._begins_at: float | None = None
        self._apart = Apart()
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
            terms=self._terms,
        )

    def outbox(self) -> list[Outgoing]:
        outgoing, self._outbox = self._outbox, []
        return outgoing

    # What people and time do

    def ready(self, now: float) -> None:
        """The host's own mark."""
        self._own_ready = True
        self._review(now)

    def unready(self, now: float) -> None:
        """Takes the host's mark back, and ``start`` with it."""
        self._own_ready = self._eager
        self._early = False
        self._review(now)

    def start(self, now: float) -> str | None:
        """Begin with those who sit, without waiting for more; or the reason why not yet.

        Reasons: ``alone``, ``not_ready``, ``too_few``, ``apart``. Counts as the host's own mark.
        """
        if (reason := self._why_not()) is None:
            self._early = self._own_ready = True
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
        ruleset.check_seats(self.proposal.wanted)
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
        waits = (self._begins_at, self._apart.next_named(now))
        return None if self.genesis else min((at for at in waits if at is not None), default=None)

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
        self._ready, self._apart = {}, Apart()
        self._own_ready, self._early, self._begins_at = self._eager, False, None
        self._terms = self._told = None
        self._newest = []
        if len(self._applicants) < 2:
            return
        self._terms = write_terms(
            self.proposal.lobby_id,
            self.proposal.ruleset,
            seats=[one.place for one in self._applicants],
            deal=self.proposal.deal,
            recovery=self.proposal.recovery,
            parent=self._continued(),
        )
        addresses = tuple(one.addresses for one in self._applicants)
        self._newest = [Draft(self._number, self.proposal.wanted, self._terms.raw, addresses)]
        self._say_all(self._newest)
        self._review(now)

    def _continued(self) -> Parent | None:
        scores = (0,) * len(self._applicants)
        return self._parent and self._parent._replace(scores=scores)

    def _gather(self, key: bytes, ready: Ready, now: float) -> None:
        terms = self._terms
        if terms is None or ready.number != self._number or self.genesis is not None:
            return
        if key not in self.taken:
            raise RemoteProtocolError("lobby: ready without a seat")
        if not accepted(terms, terms.keys.index(key), ready.signature):
            raise RemoteProtocolError("lobby: ready with a signature over other terms")
        self._ready[key] = ready.signature
        self._review(now)

    def _take_back(self, key: bytes, number: int, now: float) -> None:
        if number == self._number and self.genesis is None and key in self._ready:
            del self._ready[key]
            self._early = False
            self._review(now)

    def _note_links(self, key: bytes, linked: Linked, now: float) -> None:
        if linked.number != self._number or self.genesis is not None or key not in self.taken:
            return
        others = self.taken - {key}
        self._apart.report(key, missing=linked.missing, others=others, now=now)
        self._review(now)

    def _review(self, now: float) -> None:
        """Draw what follows from the last change, and tell everybody what is new."""
        if self._terms is None or self.genesis is not None:
            return
        if self._why_not() or not self._own_ready or not (self.full or self._early):
            self._begins_at = None
        elif self._begins_at is None:
            self._begins_at = now + (COUNTDOWN if self._has_people() else 0)
        if self._begins_at is not None and self._begins_at <= now:
            self._begin(self._terms)
        else:
            self._tell(now)

    def _why_not(self) -> str | None:
        if self._terms is None:
            return "alone"
        if len(self._ready) < len(self.taken):
            return "not_ready"
        if len(self._applicants) < self._terms.ruleset.fewest_seats:
            return "too_few"
        return "apart" if self._apart else None

    def _has_people(self) -> bool:
        return any(one.place.bot is None for one in self._applicants)

    def _tell(self, now: float) -> None:
        marks = Marks(
            number=self._number,
            ready=tuple(self._is_ready(one.place.key) for one in self._applicants),
            apart=tuple(sorted(map(self._indexes, self._apart.named(now)))),
            starts_in=None if self._begins_at is None else COUNTDOWN,
        )
        if marks != self._told:
            self._told = marks
            self._newest = [*self._newest[:1], marks]
            self._say_all([marks])

    def _is_ready(self, key: bytes) -> bool:
        return self._own_ready if key == self._identity.key else key in self._ready

    def _indexes(self, pair: Pair) -> tuple[int, int]:
        seats = [one.place.key for one in self._applicants]
        first, second = sorted(map(seats.index, pair))
        return first, second

    def _begin(self, terms: Terms) -> None:
        signatures = {**self._ready, self._identity.key: accept(self._identity, terms)}
        self.genesis = write_genesis(terms, [signatures[key] for key in terms.keys])
        self._newest = [Begin(self.genesis.raw)]
        self._say_all(self._newest)

    def _say(self, key: bytes, message: LobbyMessage, *, last: bool = False) -> None:
        self._outbox.append(Outgoing(key, write_message(message), last))

    def _say_all(self, messages: list[LobbyMessage], *, last: bool = False) -> None:
        for message in messages:
            body = write_message(message)
            guests = [one.place.key for one in self._applicants[1:]]
            self._outbox += [Outgoing(key, body, last) for key in (*guests, *self._watchers)]
