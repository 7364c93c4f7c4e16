"""Terms: what every seat signs before the first card, and the table id that follows from them.

Knows the byte layout of terms and genesis (protocol.md, "Genesis") and checks every signature
in them. Does not know who collects the signatures (``lobby``) nor where the bytes are kept.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from unonet import names
from unonet.deal.keys import threshold
from unonet.errors import BadRuleset, BadSignature, DecodeError
from unonet.game.decks import MAX_TEXT
from unonet.game.moves import MAX_SEATS
from unonet.game.ruleset import Ruleset
from unonet.ledger import codec, shape
from unonet.ledger.entry import HASH_SIZE, VERSION
from unonet.ledger.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, verify
from unonet.ledger.layout import TABLE_ID_SIZE

RULES_VERSION: Final = 1
DEALS: Final = ("sealed", "open")
RECOVERIES: Final = ("majority", "strict")
MIN_SEATS: Final = 2
NONCE_SIZE: Final = 32


class TermsSeat(NamedTuple):
    """One place in the terms; ``operator`` is the device key that answers for a bot."""

    key: bytes
    nickname: str
    bot: str | None
    operator: bytes | None
    endorsement: bytes | None
    nonce: bytes


class Parent(NamedTuple):
    """The table that this one continues; ``scores`` are carried over, one for each seat."""

    table_id: bytes
    seal_hash: bytes
    scores: tuple[int, ...]


class Readers(NamedTuple):
    """Who could look into the deck: ``seats`` counts those of each operator, the most first.

    Any ``threshold`` seats together can read a sealed deck; an open one is read by every program.
    """

    deal: str
    threshold: int
    seats: tuple[tuple[bytes, int], ...]


class Timers(NamedTuple):
    """Seconds, all integers."""

    turn: int = 60
    grace: int = 45
    deal: int = 10


@dataclass(frozen=True, slots=True)
class Terms:
    lobby_id: bytes
    ruleset: Ruleset
    deal: str
    recovery: str
    timers: Timers
    parent: Parent | None
    seats: tuple[TermsSeat, ...]
    raw: bytes

    @property
    def table_id(self) -> bytes:
        """The first 16 bytes of SHA-256("unonet/1 terms" ‖ terms)."""
        return hashlib.sha256(b"unonet/1 terms" + self.raw).digest()[:16]

    @property
    def keys(self) -> tuple[bytes, ...]:
        return tuple(seat.key for seat in self.seats)

    @property
    def nicknames(self) -> tuple[str, ...]:
        return tuple(seat.nickname for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Genesis:
    terms: Terms
    acceptances: tuple[bytes, ...]
    raw: bytes

    @property
    def hash(self) -> bytes:
        return hashlib.sha256(self.raw).digest()


_SEAT = shape.record(
    "seat",
    key=shape.binary(KEY_SIZE),
    nickname=shape.text(names.MAX_BYTES),
    bot=shape.maybe(shape.text(32)),
    operator=shape.maybe(shape.binary(KEY_SIZE)),
    endorsement=shape.maybe(shape.binary(SIGNATURE_SIZE)),
    nonce=shape.binary(NONCE_SIZE),
)
_TIMERS = shape.record("timers", turn=shape.uint(16), grace=shape.uint(16), deal=shape.uint(16))
_PARENT = shape.record(
    "parent",
    table_id=shape.binary(TABLE_ID_SIZE),
    seal_hash=shape.binary(HASH_SIZE),
    scores=shape.array(shape.uint(32), MIN_SEATS, MAX_SEATS),
)
_OPTION = shape.record("option", option=shape.text(32), value=shape.text(MAX_TEXT))
_TERMS = shape.record(
    "terms",
    v=shape.version(VERSION),
    lobby_id=shape.binary(TABLE_ID_SIZE),
    ruleset=shape.array(_OPTION, 0, 64),
    ruleset_hash=shape.binary(HASH_SIZE),
    deal=shape.text(16),
    recovery=shape.text(16),
    timers=_TIMERS,
    parent=shape.maybe(_PARENT),
    seats=shape.array(_SEAT, MIN_SEATS, MAX_SEATS),
)
_GENESIS = shape.record(
    "genesis",
    v=shape.version(VERSION),
    terms=shape.binary(1, codec.MAX_BIN),
    acceptances=shape.array(shape.binary(SIGNATURE_SIZE), MIN_SEATS, MAX_SEATS),
)


def ruleset_hash(ruleset: Ruleset) -> bytes:
    """32 bytes that two seats share exactly when they play by the same rules."""
    pairs = codec.encode((RULES_VERSION, ruleset.differences()))
    return hashlib.sha256(b"unonet/1 rules" + pairs).digest()


def endorse(operator: Identity, lobby_id: bytes, key: bytes) -> bytes:
    """The operator's word that ``key`` is its bot at this lobby."""
    return operator.sign("operator", lobby_id, key)


def write_terms(
    lobby_id: bytes,
    ruleset: Ruleset,
    *,
    seats: Sequence[TermsSeat],
    deal: str = "sealed",
    recovery: str = "majority",
    timers: Timers | None = None,
    parent: Parent | None = None,
) -> Terms:
    """Terms in their one canonical encoding. Raises DecodeError when they are not playable."""
    raw = codec.encode(
        (
            VERSION,
            lobby_id,
            ruleset.differences(),
            ruleset_hash(ruleset),
            deal,
            recovery,
            timers or Timers(turn=ruleset.turn_seconds),
            parent,
            tuple(seats),
        )
    )
    return read_terms(raw)


def read_terms(raw: bytes) -> Terms:
    """Terms from hostile bytes. Raises DecodeError naming the field."""
    _, lobby_id, pairs, rules_hash, deal, recovery, timers, parent, seats = _TERMS(
        codec.decode(raw, "terms"), "terms"
    )
    ruleset = _read_ruleset(pairs)
    _require(ruleset_hash(ruleset) == rules_hash, "terms.ruleset_hash", "other rules than listed")
    _require(deal in DEALS, "terms.deal", f"unknown deal {deal!r}")
    _require(recovery in RECOVERIES, "terms.recovery", f"unknown recovery {recovery!r}")
    people = tuple(TermsSeat(*seat) for seat in seats)
    _check_seats(people, lobby_id)
    _check_deck(ruleset, len(people), deal)
    _check_parent(parent, len(people))
    return Terms(
        lobby_id,
        ruleset,
        deal,
        recovery,
        Timers(*timers),
        Parent(*parent) if parent else None,
        people,
        raw,
    )


def accept(identity: Identity, terms: Terms) -> bytes:
    """A seat's signature over exactly these terms: what "ready" means."""
    return identity.sign("accept", b"", terms.raw)


def accepted(terms: Terms, seat: int, signature: bytes) -> bool:
    return verify(terms.seats[seat].key, signature, domain="accept", context=b"", body=terms.raw)


def write_genesis(terms: Terms, acceptances: Sequence[bytes]) -> Genesis:
    return read_genesis(codec.encode((VERSION, terms.raw, tuple(acceptances))))


def read_genesis(raw: bytes) -> Genesis:
    """Genesis from hostile bytes. Raises DecodeError; BadSignature(0, seat) for an acceptance."""
    _, terms_raw, signatures = _GENESIS(codec.decode(raw, "genesis"), "genesis")
    terms = read_terms(terms_raw)
    _require(len(signatures) == len(terms.seats), "genesis.acceptances", "one for each seat")
    enough = len(terms.seats) >= terms.ruleset.fewest_seats
    _require(enough, "genesis.terms", "too few seats for these rules")
    for seat, signature in enumerate(signatures):
        if not accepted(terms, seat, signature):
            raise BadSignature("the terms carry a signature that is not this seat's", 0, seat)
    return Genesis(terms, tuple(signatures), raw)


def readers(terms: Terms) -> Readers:
    """How many seats each operator has; a person answers for itself and for its bots.

    That is a declaration of whoever sits, not a proof.
    """
    seats = Counter(seat.operator or seat.key for seat in terms.seats)
    together = threshold(len(terms.seats), strict=terms.recovery == "strict")
    return Readers(terms.deal, together, tuple(seats.most_common()))


def _read_ruleset(pairs: Sequence[tuple[str, str]]) -> Ruleset:
    try:
        return Ruleset.from_differences(pairs)
    except BadRuleset as error:
        raise DecodeError(str(error), "terms.ruleset") from error


def _check_deck(ruleset: Ruleset, seats: int, deal: str) -> None:
    try:
        ruleset.check_deal(seats)
        if deal == "sealed":
            ruleset.check_sealed()
    except BadRuleset as error:
        raise DecodeError(str(error), "terms.seats") from error


def _check_parent(parent: tuple[bytes, bytes, tuple[int, ...]] | None, seats: int) -> None:
    # The fold starts every match at nothing; a later version might not: two states from one log.
    if parent is not None:
        fresh = parent[2] == (0,) * seats
        _require(fresh, "terms.parent.scores", "only a match that is over is continued yet")


def check_seat(seat: TermsSeat, lobby_id: bytes, path: str = "seat") -> None:
    """Whether one place could stand in terms. Raises DecodeError naming the field."""
    clean = names.sanitise(seat.nickname) == seat.nickname
    _require(clean, f"{path}.nickname", "not a printable name")
    bot = seat.bot is None or (seat.bot.isascii() and seat.bot.isidentifier())
    _require(bot, f"{path}.bot", "not the name of a bot")
    _check_operator(seat, lobby_id, path)


def _check_seats(seats: Sequence[TermsSeat], lobby_id: bytes) -> None:
    for index, seat in enumerate(seats):
        check_seat(seat, lobby_id, f"terms.seats[{index}]")
    _require(len({seat.key for seat in seats}) == len(seats), "terms.seats", "a key sits twice")
    unique = len({seat.nickname for seat in seats}) == len(seats)
    _require(unique, "terms.seats", "a nickname sits twice")


def _check_operator(seat: TermsSeat, lobby_id: bytes, path: str) -> None:
    if seat.operator is None:
        _require(seat.endorsement is None, f"{path}.endorsement", "without an operator")
        return
    honest = seat.endorsement is not None and verify(
        seat.operator, seat.endorsement, domain="operator", context=lobby_id, body=seat.key
    )
    _require(honest, f"{path}.endorsement", "not signed by the operator")


def _require(condition: bool, path: str, message: str) -> None:
    if not condition:
        raise DecodeError(message, path)
