"""A guest's side of a lobby, and that of somebody who only looks on.

A guest signs exactly the terms that it was shown, once it has a link to everybody in them. Nothing
here knows sockets, or how a guest found the host.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from unonet import names
from unonet.errors import BadSignature, RemoteProtocolError
from unonet.ledger.identity import Identity
from unonet.table.lobby import Applicant, LobbyView, Outgoing
from unonet.table.lobby_messages import (
    Address,
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
from unonet.table.terms import Genesis, Parent, Terms, accept, read_genesis, read_terms

Addresses: TypeAlias = dict[bytes, tuple[Address, ...]]


class _Shown:
    """The newest draft that the host has shown, and its marks."""

    def __init__(self) -> None:
        self.genesis: Genesis | None = None
        self.refused: str | None = None
        self.peers: Addresses = {}
        self._draft: Draft | None = None
        self._terms: Terms | None = None
        self._marks: Marks | None = None

    @property
    def nicknames(self) -> tuple[str, ...]:
        return self._terms.nicknames if self._terms else ()

    def view(self) -> LobbyView | None:
        """How the lobby stands; None before the first draft."""
        draft, terms, marks = self._draft, self._terms, self._marks
        if draft is None or terms is None:
            return None
        return LobbyView(
            number=draft.number,
            wanted=draft.wanted,
            seats=terms.seats,
            ready=marks.ready if marks else (False,) * len(terms.seats),
            apart=marks.apart if marks else (),
            starts_in=marks.starts_in if marks else None,
            terms=terms,
        )

    def _show(self, draft: Draft, terms: Terms) -> bool:
        """Whether the draft is news; then it replaces the last one, marks and all."""
        if len(draft.addresses) != len(terms.seats):
            raise RemoteProtocolError("lobby: a draft without an address list for each seat")
        if len(terms.seats) > draft.wanted:
            raise RemoteProtocolError("lobby: a draft that seats more than are wanted")
        if self._draft is not None and draft.number <= self._draft.number:
            return False
        self._draft, self._terms, self._marks = draft, terms, None
        return True

    def _mark(self, marks: Marks) -> bool:
        """Whether the marks are those of the newest draft."""
        if self._draft is None or self._terms is None or marks.number != self._draft.number:
            return False
        seats = len(self._terms.seats)
        if len(marks.ready) != seats or any(not a < b < seats for a, b in marks.apart):
            raise RemoteProtocolError("lobby: marks of other seats than the draft's")
        self._marks = marks
        return True


class GuestLobby(_Shown):
    """Asks one host for a place, says whom it cannot reach, and signs when its person is ready.

    ``refused`` is the host's reason or None. ``peers`` is whom the newest draft seats, and where.
    An ``eager`` guest is ready for every draft; ``parent`` is the table that must be continued.
    """

    def __init__(
        self,
        identity: Identity,
        own: Applicant,
        *,
        host: bytes,
        lobby_id: bytes,
        eager: bool = False,
        parent: Parent | None = None,
    ) -> None:
        super().__init__()
        self._identity = identity
        self._own = own
        self._host = host
        self._lobby_id = lobby_id
        self._eager = eager
        self._parent = parent
        self._missing: frozenset[bytes] | None = None
        self._wished = 0
        self._signed = 0
        self._taking_back = False
        self._outbox: list[Outgoing] = []

    @property
    def missing(self) -> frozenset[bytes]:
        """Who sits here and has no link to us."""
        return self._missing or frozenset()

    def outbox(self) -> list[Outgoing]:
        outgoing, self._outbox = self._outbox, []
        return outgoing

    def sit(self) -> None:
        """Ask for the place, whenever there is a new link to the host."""
        _, nickname, bot, operator, endorsement, nonce = self._own.place
        self._say(Sit(nickname, bot, operator, endorsement, nonce, self._own.addresses))

    def ready(self) -> None:
        """Sign the newest draft, as soon as there is a link to everybody in it."""
        if self._draft is not None and self.genesis is None:
            self._wished = self._draft.number
            if self._taking_back:
                self._signed, self._taking_back = 0, False
            self._sign()

    def unready(self) -> None:
        """Take the mark back. A genesis that crosses this on its way still counts."""
        self._wished = 0
        if self._draft is not None and self._signed == self._draft.number and self.genesis is None:
            self._taking_back = True
            self._say(Unready(self._signed))

    def receive(self, key: bytes, body: bytes, *, beside: str | None = None) -> None:
        """The host's message; ``beside`` is its end of the link.

        Raises DecodeError or RemoteProtocolError; then nothing changed. After genesis nothing that
        anybody says here changes anything.
        """
        if key != self._host:
            raise RemoteProtocolError("lobby: only the host speaks here")
        match read_message(body):
            case Draft() | Begin() | Refused() | Marks() if self.genesis is not None:
                pass
            case Draft() as draft:
                self._consider(draft, beside)
            case Marks() as marks:
                self._note(marks)
            case Begin(raw):
                self._begin(raw)
            case Refused(reason):
                self.refused = names.printable(reason)
            case other:
                raise RemoteProtocolError(f"lobby: a host does not send {type(other).__name__}")

    def linked(self, keys: Collection[bytes]) -> None:
        """Who has a live link to us now: the host is told of those who have not."""
        draft, terms = self._draft, self._terms
        if draft is None or terms is None or self.genesis is not None:
            return
        missing = frozenset(terms.keys) - {self._identity.key} - set(keys)
        if missing != self._missing:
            self._missing = missing
            self._say(Linked(draft.number, tuple(sorted(missing))))
        self._sign()

    def _sign(self) -> None:
        draft, terms = self._draft, self._terms
        if draft is None or terms is None or self._missing != frozenset():
            return
        wished = self._eager or self._wished == draft.number
        if wished and self._signed != draft.number:
            self._signed = draft.number
            self._say(Ready(draft.number, accept(self._identity, terms)))

    def _consider(self, draft: Draft, beside: str | None) -> None:
        terms = read_terms(draft.terms)
        own = self._own.place
        seated = {seat.key: seat for seat in terms.seats}
        mine = seated.get(own.key)
        if mine is None or mine._replace(nickname=own.nickname) != own:
            raise RemoteProtocolError("lobby: a draft that seats me otherwise than I asked")
        if terms.lobby_id != self._lobby_id or terms.keys[0] != self._host:
            raise RemoteProtocolError("lobby: a draft of another lobby")
        if self._parent is not None and not _continues(terms, self._parent):
            raise RemoteProtocolError("lobby: a draft that continues another table")
        if self._show(draft, terms):
            self._missing, self._taking_back = None, False
            self.peers = _peers(draft, terms, beside)
            del self.peers[own.key]

    def _note(self, marks: Marks) -> None:
        if self._mark(marks) and self._terms is not None and self._taking_back:
            mine = self._terms.keys.index(self._identity.key)
            if not marks.ready[mine]:
                self._signed, self._taking_back = 0, False

    def _begin(self, raw: bytes) -> None:
        genesis = _checked(raw)
        draft, terms = self._draft, self._terms
        if draft is None or terms is None or self._signed != draft.number:
            raise RemoteProtocolError("lobby: genesis before I signed")
        if genesis.terms.raw != terms.raw:
            raise RemoteProtocolError("lobby: genesis over other terms than I signed")
        self.genesis = genesis

    def _say(self, message: LobbyMessage) -> None:
        self._outbox.append(Outgoing(self._host, write_message(message)))


class WatcherLobby(_Shown):
    """Looks on at the peer with ``key``: a host whose table still fills, or any seat that plays.

    ``seen`` is a genesis that does not count: its match was watched already.
    """

    def __init__(
        self, nickname: str, *, key: bytes, lobby_id: bytes, seen: Genesis | None = None
    ) -> None:
        super().__init__()
        self._seen = seen
        self._nickname = nickname
        self._key = key
        self._lobby_id = lobby_id
        self._outbox: list[Outgoing] = []

    def outbox(self) -> list[Outgoing]:
        outgoing, self._outbox = self._outbox, []
        return outgoing

    def watch(self) -> None:
        """Ask to look on, whenever there is a new link."""
        self._outbox.append(Outgoing(self._key, write_message(Watch(self._nickname))))

    def receive(self, key: bytes, body: bytes, *, beside: str | None = None) -> None:
        """As ``GuestLobby.receive``; genesis must only be signed by those whom it seats."""
        if key != self._key:
            raise RemoteProtocolError("lobby: only the host speaks here")
        match read_message(body):
            case Draft() | Begin() | Refused() | Marks() if self.genesis is not None:
                pass
            case Draft() as draft:
                terms = self._here(read_terms(draft.terms))
                if self._show(draft, terms):
                    self.peers = _peers(draft, terms, beside)
            case Marks() as marks:
                self._mark(marks)
            case Begin(raw):
                genesis = _checked(raw)
                self._here(genesis.terms)
                if genesis != self._seen:
                    self.genesis = genesis
            case Refused(reason):
                self.refused = names.printable(reason)
            case other:
                raise RemoteProtocolError(f"lobby: a host does not send {type(other).__name__}")

    def _here(self, terms: Terms) -> Terms:
        if terms.lobby_id != self._lobby_id or self._key not in terms.keys:
            raise RemoteProtocolError("lobby: terms of another lobby")
        return terms


def _peers(draft: Draft, terms: Terms, beside: str | None) -> Addresses:
    """Where the seats listen, as far as anybody would dial there."""
    pairs = zip(terms.keys, draft.addresses, strict=True)
    return {key: nearby(addresses, beside) for key, addresses in pairs}


def _checked(raw: bytes) -> Genesis:
    try:
        return read_genesis(raw)
    except BadSignature as error:
        raise RemoteProtocolError(f"lobby: {error}") from error


def _continues(terms: Terms, parent: Parent) -> bool:
    claimed = terms.parent
    return claimed is not None and claimed[:2] == parent[:2]
