"""Permutations that everybody computes alike from a seed: Fisher–Yates with rejection sampling.

Uniform over all orders if the seed is; what is permuted, and where the seed is from, is not known
here. Golden vectors: tests/vectors/deal.json.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")

WORDS: Final = 1 << 64


def words(seed: bytes) -> Iterator[int]:
    """Endless u64 integers: the first 8 bytes of SHA-256(seed ‖ counter), all big-endian."""
    for counter in count():
        digest = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        yield int.from_bytes(digest[:8], "big")


def below(stream: Iterator[int], bound: int) -> int:
    """The next uniform integer in 0..bound-1; words of the incomplete last lap are thrown away."""
    limit = WORDS - WORDS % bound
    return next(word for word in stream if word < limit) % bound


def permutation(seed: bytes, size: int) -> tuple[int, ...]:
    """Which old place each new place takes its item from: a permutation of 0..size-1."""
    places = list(range(size))
    stream = words(seed)
    for last in range(size - 1, 0, -1):
        chosen = below(stream, last + 1)
        places[last], places[chosen] = places[chosen], places[last]
    return tuple(places)


def permuted(items: Sequence[T], seed: bytes) -> list[T]:
    """The items in the order that the seed gives: new[i] = items[permutation[i]]."""
    return [items[place] for place in permutation(seed, len(items))]
