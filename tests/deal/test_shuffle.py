"""What is shuffled together has the same size; the rest is tried in test_mix and test_riffle."""

from __future__ import annotations

import pytest

from tests.deal.forger import CONTEXT, hidden
from unonet.deal import group
from unonet.deal.shuffle import Hedge, Source, shuffle
from unonet.deal.shuffle_proof import Column, verify
from unonet.deal.transcript import Transcript
from unonet.errors import DealError

HEDGE = Hedge(bytes(32), bytes(32))
KEYS = [group.base(secret) for secret in (11, 22, 33)]


def sources(*sizes: int) -> list[Source]:
    return [Source(key, hidden(key, range(size))) for key, size in zip(KEYS, sizes, strict=False)]


@pytest.mark.parametrize("sizes", [(), (0,), (0, 0), (2, 3), (3, 2)])
def test_decks_of_different_sizes_or_none_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(DealError):
        shuffle(Transcript("test", CONTEXT), sources(*sizes), HEDGE)


def test_three_decks_go_together_as_well() -> None:
    before = sources(4, 4, 4)
    decks, proof = shuffle(Transcript("test", CONTEXT), before, HEDGE)
    columns = [Column(*source, deck) for source, deck in zip(before, decks, strict=True)]
    assert verify(Transcript("test", CONTEXT), columns, proof)
    assert not verify(Transcript("test", CONTEXT), columns[:2], proof)


@pytest.mark.parametrize("entropy", [b"", bytes(31), bytes(33)])
def test_entropy_is_32_bytes(entropy: bytes) -> None:
    with pytest.raises(DealError):
        shuffle(Transcript("test", CONTEXT), sources(2), Hedge(bytes(32), entropy))
