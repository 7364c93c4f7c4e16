"""Messages of a lobby: a guest's to its host, a host's to its guest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.matrix.cells import FLOOD, Outcome, made, mistyped, outcome_of, same, with_field
from tests.table.rooms import ADA, BOB, EVE, HOST, LOBBY, Lobby, Room, applicant, frozen, take
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
    write_message,
)
from unonet.table.terms import Terms, accept, endorse, write_genesis, write_terms

KINDS = (Sit, Draft, Ready, Begin, Refused, Linked, Unready, Marks, Watch)
ROWS = tuple(kind.__name__ for kind in KINDS)
GUESTS_WORDS = (Sit, Ready, Linked, Unready, Watch)
FOREIGN = bytes(16)


@dataclass
class Scene:
    """Ada and Bob sit at the host's table and are ready; ``key`` speaks to ``victim``."""

    victim: Lobby
    key: bytes
    honest: LobbyMessage
    terms: Terms
    number: int

    def deliver(self, raw: bytes) -> None:
        take(self.victim, self.key, raw)
        self.victim.outbox()

    def outcome(self, message: LobbyMessage | bytes) -> Outcome:
        raw = message if isinstance(message, bytes) else write_message(message)
        return outcome_of(self.deliver, raw, state=lambda: frozen(self.victim))


def scene(row: str, *, to_host: bool | None = None) -> Scene:
    room = Room(4, people=True)
    ada = room.enter(ADA, "ada")
    room.enter(BOB, "bob")
    room.link()
    for guest in room.guests.values():
        guest.ready()  # type: ignore[union-attr]
    room.deliver()
    view = room.host.view()
    assert view.terms is not None and view.ready[1:] == (True, True)
    honest = _honest(room, row, view.terms, view.number)
    heard_by_host = type(honest) in GUESTS_WORDS
    at_host = heard_by_host if to_host is None else to_host
    speaker = (EVE if isinstance(honest, Watch) else ADA) if at_host else HOST
    return Scene(room.host if at_host else ada, speaker.key, honest, view.terms, view.number)


def _honest(room: Room, row: str, terms: Terms, number: int) -> LobbyMessage:
    own = applicant(ADA, "ada")
    draft, marks = room.host._newest
    all_of_them = [accept(one, terms) for one in (HOST, ADA, BOB)]
    messages: dict[str, LobbyMessage] = {
        "Sit": Sit(*own.place[1:], own.addresses),
        "Draft": draft,
        "Ready": Ready(number, accept(ADA, terms)),
        "Begin": Begin(write_genesis(terms, all_of_them).raw),
        "Refused": Refused("full"),
        "Linked": Linked(number, ()),
        "Unready": Unready(number),
        "Marks": marks,
        "Watch": Watch("Eve"),
    }
    return messages[row]


def attack(row: str, column: str) -> Outcome:
    stage = scene(row)
    raw = write_message(stage.honest)
    match column:
        case "truncated":
            return stage.outcome(raw[:-1])
        case "oversized":
            return stage.outcome(_oversized(stage.honest))
        case "type":
            return same([stage.outcome(wrong) for wrong in mistyped(raw)])
        case "replayed":
            stage.deliver(raw)
            return stage.outcome(raw)
        case "flood":
            stage.deliver(raw)
            # A host hears so much of one key and then no more; a host's link is slow enough.
            outcomes = [stage.outcome(raw) for _ in range(FLOOD)]
            return outcomes[-1]
        case "state":
            # What only the other side says.
            return scene(row, to_host=not isinstance(stage.honest, GUESTS_WORDS)).outcome(raw)
        case _:
            return _forged(row, column)


def _oversized(message: LobbyMessage) -> bytes:
    raw = write_message(message)
    match message:
        case Sit():
            return with_field(raw, 6, (("10.0.0.1", 1),) * 9)
        case Draft():
            return with_field(raw, 2, 11)
        case Begin():
            return with_field(raw, 1, bytes(60_001))
        case Refused():
            return with_field(raw, 1, "x" * 65)
        case Watch():
            return with_field(raw, 1, "x" * 257)
        case Linked():
            return with_field(raw, 2, (bytes(32),) * 11)
        case Marks():
            return with_field(raw, 2, (True,) * 11)
        case _:
            return with_field(raw, 1, 2**32)


def _forged(row: str, column: str) -> Outcome:
    make = made(_FORGED, row, column)
    stage = scene(row)
    if row == "Sit":
        stage.key = EVE.key
    return stage.outcome(make(stage))


def _terms(stage: Scene, *, lobby: bytes = LOBBY, **changes: Any) -> Terms:
    seats = [*stage.terms.seats[:-1], stage.terms.seats[-1]._replace(**changes)]
    return write_terms(lobby, stage.terms.ruleset, seats=seats)


def _sit(lobby: bytes, *, by: bytes = EVE.key) -> Sit:
    """A bot that its operator answered for, at this lobby and with this key."""
    place = applicant(EVE, "eve", bot="greedy", operator=BOB.key).place
    return Sit("eve", "greedy", BOB.key, endorse(BOB, lobby, by), place.nonce, ())


def _begin(stage: Scene, terms: Terms, *signers: Any) -> Begin:
    return Begin(write_genesis(terms, [accept(one, terms) for one in signers]).raw)


def _draft(stage: Scene, terms: Terms) -> Draft:
    return Draft(stage.number + 1, 4, terms.raw, ((),) * 3)


def _unendorsed(stage: Scene) -> Draft:
    """A seat under an operator that never said so."""
    true = endorse(HOST, LOBBY, BOB.key)
    terms = _terms(stage, bot="greedy", operator=HOST.key, endorsement=true)
    return _draft(stage, terms)._replace(terms=terms.raw.replace(true, bytes(64)))


def _unaccepted(stage: Scene) -> Begin:
    """A genesis that one seat has not signed."""
    honest = _begin(stage, stage.terms, HOST, ADA, BOB)
    return Begin(honest.genesis.replace(accept(BOB, stage.terms), bytes(64)))


def _other_terms(stage: Scene) -> Terms:
    return _terms(stage, nonce=bytes(32))


_FORGED: dict[tuple[str, str], Callable[[Scene], LobbyMessage]] = {
    ("Sit", "signature"): lambda s: _sit(LOBBY, by=ADA.key),
    ("Sit", "table"): lambda s: _sit(FOREIGN),
    ("Draft", "signature"): _unendorsed,
    ("Draft", "table"): lambda s: _draft(s, _terms(s, lobby=FOREIGN)),
    ("Ready", "signature"): lambda s: Ready(s.number, accept(BOB, s.terms)),
    ("Ready", "table"): lambda s: Ready(s.number, accept(ADA, _other_terms(s))),
    ("Begin", "signature"): _unaccepted,
    ("Begin", "table"): lambda s: _begin(s, _other_terms(s), HOST, ADA, BOB),
}
