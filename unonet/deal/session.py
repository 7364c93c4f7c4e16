"""The deal of one round as everybody sees it: who owes which step, and what the steps give.

The steps of an attempt are commit, open and open2; of each later epoch nonce and open2 (key shares
and the mix will stand between them). ``DealState`` is a mutable value: ``copy()``, ``==`` and
``public_values()`` cover all of it; a method that raises has changed nothing. It knows slots and
card types, integers 0..k-1 with a count each. What a card means, who signed a record and whether it
is final it does not know. Here ``deal=open``: nobody has keys and every ordered face is public.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias, assert_never

from unonet.deal import hashes
from unonet.deal.permutation import permuted
from unonet.errors import BadProof, DealError

TABLE_ID: Final = 16
MAX_TYPES: Final = 256


class Step(StrEnum):
    """What the deal waits for; each but the last names a kind of record."""

    COMMIT = "commit"
    OPEN = "open"
    NONCE = "nonce"
    OPEN2 = "open2"
    ORDERED = "ordered"


class Seeded(NamedTuple):
    """All seats opened n1: the joint seed of the round, 32 bytes."""

    seed: bytes


class Ordered(NamedTuple):
    """All n2 of an epoch are open: its slots base, base+1, … in final order and their types."""

    epoch: int
    base: int
    slots: tuple[int, ...]
    types: tuple[int, ...]


Result: TypeAlias = Seeded | Ordered
"""What follows from the record that completes a step."""


@dataclass(slots=True)
class DealState:
    """One round's deal; make it with ``start``. Maps go from seat to 32 bytes."""

    table_id: bytes
    round: int
    counts: tuple[int, ...]
    seats: tuple[int, ...]
    attempt: int = 0
    epoch: int = 0
    step: Step = Step.COMMIT
    commits: dict[int, bytes] = field(default_factory=dict)
    openings: dict[int, bytes] = field(default_factory=dict)
    seed: bytes = b""
    nonces: dict[int, bytes] = field(default_factory=dict)
    openings2: dict[int, bytes] = field(default_factory=dict)
    pile: bytes = b""
    faces: bytes = b""
    """The type of every slot of the round that was ever ordered, one byte each; slot = index."""

    @classmethod
    def start(
        cls, table_id: bytes, round: int, seats: Sequence[int], counts: Sequence[int]
    ) -> DealState:
        """The deal of a round (from 0) among these seats; ``counts[type]`` cards of each type.

        Raises DealError for a table, seats or counts that no deal can have.
        """
        _require(len(table_id) == TABLE_ID and round >= 0, "no such table or round")
        _require(len(seats) > 0 and len(set(seats)) == len(seats), "seats must differ")
        _require(0 < len(counts) <= MAX_TYPES, "0 < types <= 256")
        _require(min(counts) >= 0 < sum(counts), "counts must be natural, and not all zero")
        return cls(table_id, round, tuple(counts), tuple(sorted(seats)))

    def commit(self, seat: int, c1: bytes, c2: bytes) -> None:
        """Step 1: hashes of what will be opened. Raises DealError if not due or malformed."""
        self._require_due(seat, Step.COMMIT)
        _require(_is_digest(c1) and _is_digest(c2), "a commitment is 32 bytes")
        self.commits[seat], self.nonces[seat] = c1, c2
        self._advance()

    def open(
        self,
        seat: int,
        n1: bytes,
        commitments: Sequence[bytes],
        round_key: bytes,
        proofs: Sequence[bytes],
    ) -> Result | None:
        """Step 2: what c1 hid; the last one gives Seeded.

        Raises DealError if not due, BadProof(seat) if it does not fit c1 or brings keys.
        """
        self._require_due(seat, Step.OPEN)
        if (commitments, round_key, proofs) not in (((), b"", ()), ([], b"", [])):
            raise BadProof("an open deal has no keys and no proofs", seat)
        if not _is_digest(n1) or self.c1(seat, n1) != self.commits[seat]:
            raise BadProof("n1 does not fit its commitment", seat)
        self.openings[seat] = n1
        return self._advance()

    def reshuffle(self, types: Sequence[int]) -> None:
        """Order these cards anew as the next epoch; every seat then owes a nonce.

        The pile comes in the order of protocol.md: the discards without the top, oldest first, then
        the set-aside slots ascending; or the hands' slots. Raises DealError while a step is open,
        for an empty pile, and for types that this deck does not have.
        """
        _require(self.step is Step.ORDERED, f"a reshuffle waits for {self.step}")
        _require(len(types) > 0, "nothing to shuffle")
        _require(all(0 <= card < len(self.counts) for card in types), "no such card type")
        self.pile = bytes(types)
        self._next_epoch()

    def nonce(self, seat: int, c2: bytes, epoch: int) -> None:
        """A fresh c2 for this epoch. Raises DealError if not due, malformed or of another epoch."""
        self._require_due(seat, Step.NONCE)
        _require(epoch == self.epoch, f"the epoch is {self.epoch}")
        _require(_is_digest(c2), "a commitment is 32 bytes")
        self.nonces[seat] = c2
        self._advance()

    def open2(self, seat: int, n2: bytes) -> Result | None:
        """Step 5: what c2 hid; the last one gives Ordered.

        Raises DealError if not due, BadProof(seat) if it does not fit c2.
        """
        self._require_due(seat, Step.OPEN2)
        if not _is_digest(n2) or self.c2(seat, n2) != self.nonces[seat]:
            raise BadProof("n2 does not fit its commitment", seat)
        self.openings2[seat] = n2
        return self._advance()

    def drop(self, seat: int) -> Result | None:
        """The seat is gone and owes nothing more; returns what follows if only it was waited for.

        What it has opened counts. An n1 that it did not open starts the next attempt, an n2 the
        next epoch, both with fresh commitments of all who are left: no value that somebody has
        seen is used again. Raises DealError if the seat takes no part.
        """
        _require(seat in self.seats, "the seat takes no part in this deal")
        withheld = seat in self.due_seats()
        self.seats = tuple(other for other in self.seats if other != seat)
        match self.step:
            case Step.OPEN if withheld:
                self._next_attempt()
            case Step.OPEN2 if withheld:
                self._next_epoch()
            case Step.COMMIT | Step.OPEN | Step.NONCE:
                self.commits.pop(seat, None)
                self.nonces.pop(seat, None)
        return self._advance()

    def due_seats(self) -> tuple[int, ...]:
        """Who still owes the present step, ascending."""
        done = self._done()
        return tuple(seat for seat in self.seats if seat not in done)

    def dealer_draw(self) -> list[int]:
        """The types in the order in which seats draw for the first dealer.

        Raises DealError before the seed is there.
        """
        _require(bool(self.seed), "the seed is not there yet")
        return permuted(self._type_list(), hashes.dealer_hash(self.seed))

    def c1(self, seat: int, n1: bytes) -> bytes:
        """The first commitment of a seat to n1 in this attempt."""
        return hashes.commitment_1(self.table_id, self.round, self.attempt, seat, n1, (), b"")

    def c2(self, seat: int, n2: bytes) -> bytes:
        """The second commitment of a seat to n2 in this epoch."""
        return hashes.commitment_2(self.table_id, self.round, self.attempt, self.epoch, seat, n2)

    def copy(self) -> DealState:
        """An equal state that shares nothing mutable with this one."""
        return replace(
            self,
            commits=dict(self.commits),
            openings=dict(self.openings),
            nonces=dict(self.nonces),
            openings2=dict(self.openings2),
        )

    def public_values(self) -> tuple[object, ...]:
        """Every field in declared order as plain nested tuples; the faces as their hash."""
        return (
            self.table_id,
            self.round,
            self.counts,
            self.seats,
            self.attempt,
            self.epoch,
            str(self.step),
            _pairs(self.commits),
            _pairs(self.openings),
            self.seed,
            _pairs(self.nonces),
            _pairs(self.openings2),
            self.pile,
            hashes.faces_hash(self.faces),
        )

    def _require_due(self, seat: int, step: Step) -> None:
        _require(self.step is step, f"{step} is not due but {self.step}")
        _require(seat in self.seats, "the seat takes no part in this deal")
        _require(seat not in self._done(), f"the seat has posted its {step}")

    def _done(self) -> Collection[int]:
        posted = {
            Step.COMMIT: self.commits,
            Step.OPEN: self.openings,
            Step.NONCE: self.nonces,
            Step.OPEN2: self.openings2,
        }
        return posted.get(self.step, self.seats)

    def _advance(self) -> Result | None:
        """Go on to the next step once nobody owes the present one."""
        if self.due_seats() or not self.seats:
            return None
        match self.step:
            case Step.COMMIT:
                self.step = Step.OPEN
            case Step.OPEN:
                return self._sow()
            case Step.NONCE:
                self.step = Step.OPEN2
            case Step.OPEN2:
                return self._order()
            case Step.ORDERED:
                pass
            case _:
                assert_never(self.step)
        return None

    def _sow(self) -> Seeded:
        n1s = _ascending(self.openings)
        self.seed = hashes.seed_hash(self.table_id, self.round, self.attempt, n1s)
        self.pile = bytes(permuted(self._type_list(), hashes.deck_hash(self.seed)))
        self.step = Step.OPEN2
        return Seeded(self.seed)

    def _order(self) -> Ordered:
        n2s = _ascending(self.openings2)
        seed = hashes.order_hash(self.table_id, self.round, self.attempt, self.epoch, n2s)
        base = len(self.faces)
        types = tuple(permuted(self.pile, seed))
        self.faces += bytes(types)
        self.pile = b""
        self.step = Step.ORDERED
        return Ordered(self.epoch, base, tuple(range(base, base + len(types))), types)

    def _next_attempt(self) -> None:
        self.attempt += 1
        self.step = Step.COMMIT
        self.commits, self.openings, self.nonces = {}, {}, {}

    def _next_epoch(self) -> None:
        self.epoch += 1
        self.step = Step.NONCE
        self.nonces, self.openings2 = {}, {}

    def _type_list(self) -> list[int]:
        return [card for card, count in enumerate(self.counts) for _ in range(count)]


def due(state: DealState) -> tuple[tuple[int, Step], ...]:
    """Which record each seat owes now, by ascending seat; empty once the epoch is ordered."""
    return tuple((seat, state.step) for seat in state.due_seats())


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise DealError(message)


def _is_digest(value: object) -> bool:
    return isinstance(value, bytes) and len(value) == hashes.DIGEST


def _ascending(values: Mapping[int, bytes]) -> tuple[bytes, ...]:
    return tuple(values[seat] for seat in sorted(values))


def _pairs(values: Mapping[int, bytes]) -> tuple[tuple[int, bytes], ...]:
    return tuple(sorted(values.items()))
