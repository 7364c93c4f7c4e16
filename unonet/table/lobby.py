"""The lobby: how a host and its guests come to the same signed terms (protocol.md, "Lobby").

Two sans-I/O halves, ``HostLobby`` and ``GuestLobby``, take authenticated keys and message bytes and
leave bytes to send in ``outbox()``. They know terms and signatures; they do not know sockets, time,
or how a guest found the host.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from unonet import names
from unonet.errors import BadSignature, RemoteProtocolError
from unonet.game.ruleset import Ruleset
from unonet.ledger.identity import Identity
from unonet.table.lobby_messages import (
    Address,
    Begin,
    Draft,
    LobbyMessage,
    Ready,
    Refused,
    Sit,
    read_message,
    write_message,
)
from unonet.table.terms import (
    Genesis,
    Terms,
    TermsSeat,
    accept,
    accepted,
    check_seat,
    read_genesis,
    read_terms,
    write_genesis,
    write_terms,
)


class Outgoing(NamedTuple):
    """A lobby message for the peer with ``key``."""

    key: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who wants to sit: a place in the terms and where others can dial it."""

    place: TermsSeat
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a host puts on the table before anybody sits; ``wanted`` counts all seats."""

    lobby_id: bytes
    wanted: int
    ruleset: Ruleset
    deal: str = "open"
    recovery: str = "majority"


class HostLobby:
    """Seats guests in order of joining, sends numbered drafts, gathers signatures into genesis.

    Raises BadRuleset when the proposal cannot be dealt, DecodeError for an own place that could
    not stand in terms.
    """

    def __init__(self, identity: Identity, proposal: Proposal, own: Applicant) -> None:
        proposal.ruleset.check_seats(proposal.wanted)
        check_seat(own.place, proposal.lobby_id)
        self.proposal = proposal
        self.genesis: Genesis | None = None
        self._identity = identity
        self._applicants = [own]
        self._terms: Terms | None = None
        self._newest: LobbyMessage | None = None
        self._number = 0
        self._ready: dict[bytes, bytes] = {}
        self._outbox: list[Outgoing] = []

    @property
    def nicknames(self) -> tuple[str, ...]:
        return tuple(applicant.place.nickname for applicant in self._applicants)

    @property
    def full(self) -> bool:
        return len(self._applicants) == self.proposal.wanted

    def outbox(self) -> list[Outgoing]:
        outgoing, self._outbox = self._outbox, []
        return outgoing

    def receive(self, key: bytes, body: bytes) -> None:
        """A guest's message. Raises DecodeError or RemoteProtocolError; then nothing changed."""
        match read_message(body):
            case Sit() as sit:
                self._sit(key, sit)
            case Ready() as ready:
                self._gather(key, ready)
            case other:
                raise RemoteProtocolError(f"lobby: a guest does not send {type(other).__name__}")

    def left(self, key: bytes) -> None:
        """The link to this guest is gone: before genesis its place is free again."""
        staying = [one for one in self._applicants if one.place.key != key]
        if self.genesis is None and len(staying) < len(self._applicants):
            self._applicants = staying
            self._draft()

    def _sit(self, key: bytes, sit: Sit) -> None:
        if any(one.place.key == key for one in self._applicants):
            self._repeat(key)
            return
        if self.genesis is not None or self.full:
            self._say(key, Refused("started" if self.genesis else "full"))
            return
        nickname = names.unique(names.sanitise(sit.nickname), self.nicknames)
        place = TermsSeat(key, nickname, sit.bot, sit.operator, sit.endorsement, sit.nonce)
        check_seat(place, self.proposal.lobby_id)
        self._applicants.append(Applicant(place, sit.addresses))
        self._draft()

    def _repeat(self, key: bytes) -> None:
        """A seated guest has a new link: it may have missed the newest word."""
        if self._newest is not None:
            self._say(key, self._newest)

    def _draft(self) -> None:
        self._ready = {}
        self._number += 1
        self._terms = self._newest = None
        if len(self._applicants) < 2:
            return
        self._terms = write_terms(
            self.proposal.lobby_id,
            self.proposal.ruleset,
            seats=[one.place for one in self._applicants],
            deal=self.proposal.deal,
            recovery=self.proposal.recovery,
        )
        addresses = tuple(one.addresses for one in self._applicants)
        self._say_all(Draft(self._number, self.proposal.wanted, self._terms.raw, addresses))

    def _gather(self, key: bytes, ready: Ready) -> None:
        terms = self._terms
        if terms is None or ready.number != self._number or self.genesis is not None:
            return
        if key not in terms.keys:
            raise RemoteProtocolError("lobby: ready without a seat")
        if not accepted(terms, terms.keys.index(key), ready.signature):
            raise RemoteProtocolError("lobby: ready with a signature over other terms")
        self._ready[key] = ready.signature
        if self.full and len(self._ready) == len(terms.seats) - 1:
            self._begin(terms)

    def _begin(self, terms: Terms) -> None:
        signatures = {**self._ready, self._identity.key: accept(self._identity, terms)}
        self.genesis = write_genesis(terms, [signatures[key] for key in terms.keys])
        self._say_all(Begin(self.genesis.raw))

    def _say(self, key: bytes, message: LobbyMessage) -> None:
        self._outbox.append(Outgoing(key, write_message(message)))

    def _say_all(self, message: LobbyMessage) -> None:
        self._newest = message
        body = write_message(message)
        self._outbox += [Outgoing(one.place.key, body) for one in self._applicants[1:]]


class GuestLobby:
    """Asks one host for a place, meshes with the others, signs exactly the terms it was shown.

    ``refused`` is the host's reason or None. ``peers`` is whom the newest draft seats, and where.
    """

    def __init__(self, identity: Identity, own: Applicant, *, host: bytes, lobby_id: bytes) -> None:
        self.genesis: Genesis | None = None
        self.refused: str | None = None
        self.peers: Mapping[bytes, tuple[Address, ...]] = {}
        self._identity = identity
        self._own = own
        self._host = host
        self._lobby_id = lobby_id
        self._draft: Draft | None = None
        self._terms: Terms | None = None
        self._signed = 0
        self._outbox: list[Outgoing] = []

    @property
    def nicknames(self) -> tuple[str, ...]:
        return self._terms.nicknames if self._terms else ()

    def outbox(self) -> list[Outgoing]:
        outgoing, self._outbox = self._outbox, []
        return outgoing

    def sit(self) -> None:
        """Ask for the place, whenever there is a new link to the host."""
        _, nickname, bot, operator, endorsement, nonce = self._own.place
        self._say(Sit(nickname, bot, operator, endorsement, nonce, self._own.addresses))

    def receive(self, key: bytes, body: bytes) -> None:
        """The host's message. Raises DecodeError or RemoteProtocolError; then nothing changed.

        After genesis nothing that anybody says here changes anything.
        """
        if key != self._host:
            raise RemoteProtocolError("lobby: only the host speaks here")
        match read_message(body):
            case Draft() | Begin() | Refused() if self.genesis is not None:
                pass
            case Draft() as draft:
                self._consider(draft)
            case Begin(raw):
                self._begin(raw)
            case Refused(reason):
                self.refused = names.printable(reason)
            case other:
                raise RemoteProtocolError(f"lobby: a host does not send {type(other).__name__}")

    def linked(self, keys: Collection[bytes]) -> None:
        """Who has a live link to us now; a full draft is signed once everybody in it has."""
        draft, terms = self._draft, self._terms
        if draft is None or terms is None or draft.number <= self._signed:
            return
        others = set(terms.keys) - {self._identity.key}
        if len(terms.seats) == draft.wanted and others <= set(keys):
            self._signed = draft.number
            self._say(Ready(draft.number, accept(self._identity, terms)))

    def _consider(self, draft: Draft) -> None:
        terms = read_terms(draft.terms)
        own = self._own.place
        seated = {seat.key: seat for seat in terms.seats}
        mine = seated.get(own.key)
        if mine is None or mine._replace(nickname=own.nickname) != own:
            raise RemoteProtocolError("lobby: a draft that seats me otherwise than I asked")
        if terms.lobby_id != self._lobby_id or terms.keys[0] != self._host:
            raise RemoteProtocolError("lobby: a draft of another lobby")
        if len(draft.addresses) != len(terms.seats):
            raise RemoteProtocolError("lobby: a draft without an address list for each seat")
        if self._draft is not None and draft.number <= self._draft.number:
            return
        self._draft, self._terms = draft, terms
        pairs = zip(terms.keys, draft.addresses, strict=True)
        self.peers = {key: addresses for key, addresses in pairs if key != own.key}

    def _begin(self, raw: bytes) -> None:
        try:
            genesis = read_genesis(raw)
        except BadSignature as error:
            raise RemoteProtocolError(f"lobby: {error}") from error
        draft, terms = self._draft, self._terms
        if draft is None or terms is None or self._signed != draft.number:
            raise RemoteProtocolError("lobby: genesis before I signed")
        if genesis.terms.raw != terms.raw:
            raise RemoteProtocolError("lobby: genesis over other terms than I signed")
        self.genesis = genesis

    def _say(self, message: LobbyMessage) -> None:
        self._outbox.append(Outgoing(self._host, write_message(message)))
