"""Permutations: they are permutations, they are uniform, and rejection really rejects."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet.deal.permutation import WORDS, below, permutation, permuted, words


@given(st.binary(min_size=32, max_size=32), st.integers(0, 200))
def test_every_place_is_taken_once(seed: bytes, size: int) -> None:
    assert sorted(permutation(seed, size)) == list(range(size))


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(0, 55), max_size=60))
def test_permuted_keeps_the_items(seed: bytes, items: list[int]) -> None:
    order = permuted(items, seed)
    assert sorted(order) == sorted(items)
    assert order == [items[place] for place in permutation(seed, len(items))]


def test_words_are_the_digests_of_a_big_endian_counter() -> None:
    digests = [hashlib.sha256(b"seed" + bytes(7) + bytes([n])).hexdigest() for n in range(3)]
    assert list(islice(words(b"seed"), 3)) == [int(digest[:16], 16) for digest in digests]


def test_words_of_the_incomplete_lap_are_thrown_away() -> None:
    assert below(iter([WORDS - 1, 5]), 3) == 2
    assert below(iter([WORDS - 2]), 3) == 2
    assert below(iter([WORDS - 1]), 2) == 1


@pytest.mark.parametrize("bound", [1, 2, 3, 108, 112])
def test_below_stays_below(bound: int) -> None:
    stream = words(bytes([bound]) * 32)
    assert {below(stream, bound) for _ in range(2000)} == set(range(bound))


def test_all_orders_of_five_come_equally_often() -> None:
    """Chi-square over 120 orders; 119 degrees of freedom: 200 is beyond p = 0.00001."""
    samples = 24_000
    seen = Counter(permutation(n.to_bytes(32, "big"), 5) for n in range(samples))
    expected = samples / 120
    assert len(seen) == 120
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 200


def test_each_card_lands_everywhere_in_a_deck() -> None:
    """The place of one card over many decks, 107 degrees of freedom."""
    samples = 5_400
    seen = Counter(permutation(n.to_bytes(32, "big"), 108).index(41) for n in range(samples))
    expected = samples / 108
    assert sum((seen[place] - expected) ** 2 / expected for place in range(108)) < 190
