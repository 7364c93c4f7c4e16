"""The deal of one round as everybody sees it: who owes which step, and what the steps give.

Commit, open, key shares, mixes, second opening; of each later epoch nonce, mixes, second opening
(``steps``; without keys and mixes where ``deal=open``). ``DealState`` is a mutable value:
``copy()``, ``==`` and ``public_values()`` cover all of it; a method that raises has changed
nothing. It knows slots and card types, integers 0..k-1 with a count each. What a card means, who
signed a record and whether it is final it does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from unonet.deal import hashes, sealing
from unonet.deal.holdings import Holdings
from unonet.deal.keying import Keying
from unonet.deal.mixing import Mixing
from unonet.deal.permutation import permuted
from unonet.deal.progress import advance, begin_attempt, begin_epoch, begin_keys, remove
from unonet.deal.sealing import Dealing
from unonet.deal.steps import SET_UP, Expelled, Result, Step
from unonet.deal.transcript import Context, Transcript
from unonet.deal.verdicts import mixed_deck
from unonet.errors import BadProof, DealError

TABLE_ID: Final = 16
MAX_TYPES: Final = 256


@dataclass(slots=True)
class DealState:
    """One round's deal; make it with ``start``. Maps go from seat to 32 bytes.

    ``seats`` are those that still take part, ``first`` the one from which mixes go round.
    """

    table_id: bytes
    round: int
    counts: tuple[int, ...]
    seats: tuple[int, ...]
    sealed: bool = False
    strict: bool = False
    first: int = 0
    attempt: int = 0
    epoch: int = 0
    step: Step = Step.COMMIT
    commits: dict[int, bytes] = field(default_factory=dict)
    openings: dict[int, bytes] = field(default_factory=dict)
    seed: bytes = b""
    nonces: dict[int, bytes] = field(default_factory=dict)
    openings2: dict[int, bytes] = field(default_factory=dict)
    pile: bytes = b""
    """Types that are to be ordered while everybody knows them: the starting deck, an open pile."""
    faces: bytes = b""
    """``deal=open``: the type of every slot that was ever ordered, one byte each; slot = index."""
    keying: Keying | None = None
    mixing: Mixing | None = None
    holdings: Holdings | None = None

    @classmethod
    def start(
        cls,
        table_id: bytes,
        round: int,
        seats: Sequence[int],
        counts: Sequence[int],
        *,
        sealed: bool = False,
        strict: bool = False,
    ) -> DealState:
        """The deal of a round (from 0) among these seats; ``counts[type]`` cards of each type.

        ``sealed`` hides the cards, ``strict`` from all but all seats together. Raises DealError for
        a table, seats or counts that no deal can have.
        """
        _require(len(table_id) == TABLE_ID and round >= 0, "no such table or round")
        _require(len(seats) > 0 and len(set(seats)) == len(seats), "seats must differ")
        _require(0 < len(counts) <= MAX_TYPES, "0 < types <= 256")
        _require(min(counts) >= 0 < sum(counts), "counts must be natural, and not all zero")
        deal = cls(table_id, round, tuple(counts), tuple(sorted(seats)), sealed, strict)
        begin_keys(deal)
        return deal

    def commit(self, seat: int, c1: bytes, c2: bytes, attempt: int) -> None:
        """Step 1: hashes of what will be opened.

        Raises DealError if not due, malformed, or of an attempt that ended while it was on its way.
        """
        self._require_due(seat, Step.COMMIT)
        _require(attempt == self.attempt, f"the attempt is {self.attempt}")
        _require(_is_digest(c1) and _is_digest(c2), "a commitment is 32 bytes")
        self.commits[seat], self.nonces[seat] = c1, c2
        advance(self)

    def open(
        self,
        seat: int,
        n1: bytes,
        commitments: Sequence[bytes],
        round_key: bytes,
        proof: bytes,
    ) -> Result | None:
        """Step 2: what c1 hid; the last one gives Seeded.

        Raises DealError if not due, BadProof(seat) if it does not fit c1, or for keys that are
        malformed, not proven or another seat's; for any keys at all when the deal is open.
        """
        self._require_due(seat, Step.OPEN)
        c1 = self.c1(seat, n1, commitments, round_key)
        if not _is_digest(n1) or c1 != self.commits[seat]:
            raise BadProof("n1 does not fit its commitment", seat)
        if self.keying is not None:
            self.keying.open(self.context(seat), commitments, round_key, proof)
        elif commitments or round_key or proof:
            raise BadProof("an open deal has no keys and no proof of them", seat)
        self.openings[seat] = n1
        return advance(self)

    def key_shares(self, seat: int, shares: Sequence[bytes]) -> None:
        """Step 3: a share of the seat's polynomial for each other seat, ascending, encrypted.

        Raises DealError if not due, BadProof(seat) when it is not one of the right size for each.
        """
        self._require_due(seat, Step.KEY_SHARES)
        assert self.keying is not None
        self.keying.take_shares(seat, shares)
        advance(self)

    def complain(self, seat: int, dealer: int, complaint: bytes) -> Expelled:
        """In the place of one's first mix: the share that ``dealer`` dealt to ``seat`` is bad.

        Upheld, the dealer is out, refuted, the accuser is; step 1 begins again in both cases, since
        a complaint shows what was sealed. Raises DealError if it is not the time, BadProof(seat)
        for one that proves nothing.
        """
        _require(self.step is Step.MIX and self.epoch == 0, "no complaint is due")
        assert self.keying is not None and self.mixing is not None
        _require(seat in self.mixing.queue, "the seat has said by its mix that its shares are good")
        _require(dealer in self.keying.seats and dealer != seat, "the seat dealt no share")
        dealing = self.dealing(dealer, seat)
        transcript = Transcript("complaint", self.context(seat))
        verdict = sealing.judge(transcript, dealing, complaint)
        if verdict is sealing.Verdict.BAD_PROOF:
            raise BadProof("the complaint proves nothing", seat)
        at_fault = dealer if verdict is sealing.Verdict.UPHELD else seat
        remove(self, at_fault)
        begin_attempt(self)
        return Expelled(at_fault)

    def mix(self, seat: int, deck: bytes, proof: bytes) -> Result | None:
        """Step 4: the deck re-encrypted and permuted, 66 bytes a card, with the proof of it.

        Raises DealError if not due, BadProof(seat) for a deck that is not shown to be the same.
        """
        self._require_due(seat, Step.MIX)
        assert self.keying is not None and self.mixing is not None
        key, old = self.keying.table_key, self.mixing.deck
        mixed = mixed_deck(self.context(seat), key, old, deck, proof)
        if mixed is None:
            raise BadProof("the mix does not hold", seat)
        self.mixing = self.mixing.mixed(mixed)
        return advance(self)

    def reshuffle(self, cards: Sequence[tuple[int, int | None]]) -> None:
        """Order these (slot, type if public) anew as the next epoch; every seat owes a nonce then.

        The pile comes in the order of protocol.md: the discards without the top, oldest first, then
        the set-aside slots ascending; or the hands' slots. Raises DealError while a step is open,
        for an empty pile, and for types that this deck does not have.
        """
        _require(self.step is Step.ORDERED, f"a reshuffle waits for {self.step}")
        _require(len(cards) > 0, "nothing to shuffle")
        known = [card for _, card in cards if card is not None]
        _require(all(0 <= card < len(self.counts) for card in known), "no such card type")
        if self.holdings is None:
            _require(len(known) == len(cards), "an open deal hides no card")
            self.pile = bytes(known)
        else:
            assert self.keying is not None
            key = self.keying.table_key
            self.mixing = Mixing(tuple(self.holdings.card(key, *card) for card in cards))
        begin_epoch(self)

    def nonce(self, seat: int, c2: bytes, epoch: int) -> None:
        """A fresh c2 for this epoch. Raises DealError if not due, malformed or of another epoch."""
        self._require_due(seat, Step.NONCE)
        _require(epoch == self.epoch, f"the epoch is {self.epoch}")
        _require(_is_digest(c2), "a commitment is 32 bytes")
        self.nonces[seat] = c2
        advance(self)

    def open2(self, seat: int, n2: bytes) -> Result | None:
        """Step 5: what c2 hid; the last one gives Ordered.

        Raises DealError if not due, BadProof(seat) if it does not fit c2.
        """
        self._require_due(seat, Step.OPEN2)
        if not _is_digest(n2) or self.c2(seat, n2) != self.nonces[seat]:
            raise BadProof("n2 does not fit its commitment", seat)
        self.openings2[seat] = n2
        return advance(self)

    def drop(self, seat: int) -> Result | None:
        """The seat is gone and owes nothing more; returns what follows if only it was waited for.

        While there are no keys yet, step 1 begins again among all who are left. An n2 that it did
        not open starts the next epoch with fresh nonces: no value that somebody has seen is used
        for a later mix. A mix that it owed is passed over.
        Raises DealError if the seat takes no part.
        """
        _require(seat in self.seats, "the seat takes no part in this deal")
        withheld = seat in self.due_seats()
        remove(self, seat)
        if not self.seats:
            return None
        if self.step in SET_UP:
            begin_attempt(self)
        elif self.step is Step.OPEN2 and withheld:
            begin_epoch(self)
        return advance(self)

    @property
    def starved(self) -> bool:
        """Whether too few are left who could read a card together: the round cannot go on."""
        if self.keying is None or self.step in SET_UP:
            return False
        return len(self.keying.holders(self.seats)) < self.keying.threshold

    def due_seats(self) -> tuple[int, ...]:
        """Who owes the present step now, ascending; of a mix there is one at a time."""
        if self.step is Step.MIX:
            return self.mixing.due if self.mixing else ()
        done = self._done()
        return tuple(seat for seat in self.seats if seat not in done)

    def dealer_draw(self) -> list[int]:
        """The types in the order in which seats draw for the first dealer.

        Raises DealError before the seed is there.
        """
        _require(bool(self.seed), "the seed is not there yet")
        return permuted(self.types(), hashes.dealer_hash(self.seed))

    def types(self) -> list[int]:
        """The card types of the whole deck, ascending, each as often as it is there."""
        return [card for card, count in enumerate(self.counts) for _ in range(count)]

    def context(self, prover: int, trigger: bytes = b"") -> Context:
        """What binds a proof to this place; ``trigger`` is the hash of the entry that asked."""
        return Context(self.table_id, self.round, self.attempt, self.epoch, trigger, prover)

    def card_context(self, prover: int, trigger: bytes = b"") -> Context:
        """The same for what is proved of cards: these outlive epochs, their slots are unique."""
        return Context(self.table_id, self.round, self.attempt, 0, trigger, prover)

    def dealing(self, dealer: int, recipient: int) -> Dealing:
        """The share that ``dealer`` dealt to ``recipient``, once all are dealt."""
        assert self.keying is not None
        keying = self.keying
        return Dealing(
            self.context(dealer),
            recipient,
            keying.commitments[dealer],
            keying.round_keys[dealer],
            keying.round_keys[recipient],
            keying.share_for(recipient, dealer),
        )

    def c1(
        self, seat: int, n1: bytes, commitments: Sequence[bytes] = (), round_key: bytes = b""
    ) -> bytes:
        """The first commitment of a seat to n1 and its keys in this attempt."""
        place = self.table_id, self.round, self.attempt, seat
        return hashes.commitment_1(*place, n1, commitments, round_key)

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
            keying=self.keying and self.keying.copy(),
            holdings=self.holdings and self.holdings.copy(),
        )

    def public_values(self) -> tuple[object, ...]:
        """Every field in declared order as plain nested tuples; decks and faces as their hash."""
        return (
            self.table_id,
            self.round,
            self.counts,
            self.seats,
            self.sealed,
            self.strict,
            self.first,
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
            self.keying and self.keying.public_values(),
            self.mixing and self.mixing.public_values(),
            self.holdings and self.holdings.public_values(),
        )

    def _require_due(self, seat: int, step: Step) -> None:
        _require(self.step is step, f"{step} is not due but {self.step}")
        _require(seat in self.seats, "the seat takes no part in this deal")
        _require(seat in self.due_seats(), f"the seat owes no {step} now")

    def _done(self) -> Collection[int]:
        posted: dict[Step, Collection[int]] = {
            Step.COMMIT: self.commits,
            Step.OPEN: self.openings,
            Step.KEY_SHARES: self.keying.shares if self.keying else (),
            Step.NONCE: self.nonces,
            Step.OPEN2: self.openings2,
        }
        return posted.get(self.step, self.seats)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise DealError(message)


def _is_digest(value: object) -> bool:
    return isinstance(value, bytes) and len(value) == hashes.DIGEST


def _pairs(values: Mapping[int, bytes]) -> tuple[tuple[int, bytes], ...]:
    return tuple(sorted(values.items()))
