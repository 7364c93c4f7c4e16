"""Stacking: t colluders read the deck while it is mixed, and the one who mixes last orders it.

Its proof holds, since a mix may permute as it likes. What undoes it is the second opening: the
deck is permuted once more by values that were committed before. Both attacks that succeed without
that, or with opened values kept, are here as well: so the tests could fail.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.deal.forger import scalars
from unonet.deal import DealState, Ordered, Step, hashes, permutation, progress
from unonet.deal.ciphertext import Ciphertext, encode_deck, reencrypt
from unonet.deal.dues import ENTROPY, dues
from unonet.deal.group import ORDER
from unonet.deal.keys import lagrange
from unonet.deal.secrets import Secrets
from unonet.deal.share import read
from unonet.deal.shuffle_proof import Column, Witness, prove
from unonet.deal.transcript import Transcript

TABLE = b"table of 16 byte"
SEATS = (0, 1, 2, 3)
HONEST, COLLUDERS = 0, (1, 2, 3)
COUNTS = (3, 5, 4, 4, 4)
WANTED = 0
"""The type that the colluders want on top, three of twenty cards."""


class Scheme:
    """One honest seat that mixes first, and three that share all they know; t is three."""

    def __init__(self, salt: int = 0) -> None:
        self.deal = DealState.start(TABLE, 0, SEATS, COUNTS, sealed=True)
        self.secrets = {seat: Secrets() for seat in SEATS}
        self.salt = salt
        while self.deal.step is not Step.MIX:
            self.post(self.deal.due_seats()[0])

    def post(self, seat: int) -> object:
        """What is due from the seat, made as an honest program makes it."""
        label = self.salt, seat, self.deal.attempt, self.deal.epoch
        entropy = b"".join(hashes.tagged(part, *label) for part in "abcd")
        assert len(entropy) == ENTROPY
        (owed,) = dues(self.deal, seat, self.secrets[seat], entropy)
        return getattr(self.deal, owed.name)(seat, *owed.make())

    def mix_honestly_before(self, last: int) -> None:
        while self.deal.due_seats() != (last,):
            self.post(self.deal.due_seats()[0])

    def types(self, deck: Sequence[Ciphertext]) -> list[int]:
        """What the colluders read with their three parts of the table key."""
        weights = lagrange(COLLUDERS)
        parts = [self.secrets[seat].part(self.deal, seat) for seat in COLLUDERS]
        key = sum(w * part for w, part in zip(weights, parts, strict=True)) % ORDER
        cards = [read(card, key) for card in deck]
        assert None not in cards
        return [card for card in cards if card is not None]

    def wanted_first(self) -> list[int]:
        """The places of the deck, those of the wanted type before all others."""
        types = self.types(self.deal.mixing.deck)
        return sorted(range(len(types)), key=lambda place: types[place] != WANTED)

    def mix_as(self, seat: int, order: Sequence[int]) -> object:
        """Post a mix, and a proof that holds, in which new card i is the old one order[i]."""
        deal, fresh = self.deal, scalars(f"mix {self.salt}")
        key, old = deal.keying.table_key, deal.mixing.deck
        factors = [next(fresh) for _ in old]
        new = tuple(reencrypt(key, old[place], r) for place, r in zip(order, factors, strict=True))
        transcript = Transcript("mix", deal.context(seat))
        proof = prove(transcript, [Column(key, old, new)], Witness(order, [factors]), fresh)
        return deal.mix(seat, encode_deck(new), proof)

    def stack(self, last: int) -> None:
        """The attack: everything honest but the last mix."""
        self.mix_honestly_before(last)
        self.mix_as(last, self.wanted_first())
        assert self.deal.step is Step.OPEN2

    def opened(self) -> list[int]:
        """The types of the final order, after everybody opened its n2."""
        result: object = None
        while self.deal.step is Step.OPEN2:
            result = self.post(self.deal.due_seats()[0])
        return self.final(result)

    def final(self, result: object) -> list[int]:
        assert isinstance(result, Ordered)
        return self.types([self.deal.holdings.table[slot] for slot in result.slots])


def stacked(types: list[int]) -> bool:
    return types[: COUNTS[WANTED]] == [WANTED] * COUNTS[WANTED]


def test_the_last_mixer_cannot_stack() -> None:
    for salt in range(6):
        scheme = Scheme(salt)
        scheme.stack(last=3)
        assert not stacked(scheme.opened())


def test_without_the_second_opening_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: the order of the last mix is the final one."""
    scheme = Scheme()
    scheme.stack(last=3)
    monkeypatch.setattr(progress, "permuted", lambda deck, seed: list(deck))
    assert stacked(scheme.opened())


def test_whatever_is_stacked_lies_anywhere_once_one_honest_n2_is_open() -> None:
    """All but the honest n2 stays the same; the three cards come to every place."""
    scheme = Scheme()
    scheme.stack(last=3)
    before, places, tops = scheme.deal, [0] * sum(COUNTS), 0
    for n in range(100):
        scheme.deal = before.copy()
        other = hashes.tagged("another n2", n)
        scheme.deal.nonces[HONEST] = scheme.deal.c2(HONEST, other)
        for seat in COLLUDERS:
            scheme.post(seat)
        types = scheme.final(scheme.deal.open2(HONEST, other))
        tops += stacked(types)
        for place, card in enumerate(types):
            places[place] += card == WANTED
    assert tops == 0
    # 15 a place are expected, with a deviation of 3.6.
    assert min(places) > 2
    assert max(places) < 30


# --- one of them withholds its n2, when it has seen the honest one ----------------------------


def redone(salt: int, *, keep_opened: bool) -> list[int]:
    """The final order after a stacked mix of the epoch that follows a withheld n2.

    The colluders reckon with the n2 that the honest seat has opened; ``keep_opened``: it commits to
    it once more, as no seat does.
    """
    scheme = Scheme(salt)
    deal = scheme.deal
    scheme.mix_honestly_before(3)
    scheme.post(3)
    known = scheme.secrets[HONEST].reveal("n2", deal)
    scheme.post(HONEST)
    deal.drop(1)
    assert (deal.step, deal.epoch) == (Step.NONCE, 1)
    if keep_opened:
        deal.nonce(HONEST, deal.c2(HONEST, known), 1)
    while deal.step is Step.NONCE:
        scheme.post(deal.due_seats()[0])
    scheme.mix_honestly_before(3)
    n2s = [known, *(scheme.secrets[seat].reveal("n2", deal) for seat in (2, 3))]
    seed = hashes.order_hash(TABLE, 0, deal.attempt, 1, n2s)
    order = [0] * sum(COUNTS)
    for place, wanted in zip(permutation(seed, len(order)), scheme.wanted_first(), strict=True):
        order[place] = wanted
    scheme.mix_as(3, order)
    if keep_opened:
        deal.open2(HONEST, known)
    return scheme.opened()


def test_withholding_an_n2_stacks_nothing() -> None:
    for salt in range(6):
        assert not stacked(redone(salt, keep_opened=False))


def test_with_opened_values_kept_it_would() -> None:
    """The test of the test: whoever knows all n2 before the last mix places every card."""
    assert stacked(redone(0, keep_opened=True))
