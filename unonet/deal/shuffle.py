"""Decks permuted and re-encrypted under one secret permutation, with the proof of it.

The permutation and the factors are drawn here and kept nowhere. This is work for a worker thread:
tens of milliseconds for a deck. How many decks go together, and why, ``mix`` and ``riffle`` know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from unonet.deal import group
from unonet.deal.ciphertext import Ciphertext, Deck, encode_deck, reencrypt
from unonet.deal.group import Point
from unonet.deal.permutation import permutation
from unonet.deal.shuffle_proof import Column, Witness, prove
from unonet.deal.transcript import Nonces, Transcript, hedged
from unonet.errors import DealError


class Source(NamedTuple):
    """A deck and the key that it is encrypted under."""

    key: Point
    deck: Deck


class Hedge(NamedTuple):
    """What all randomness comes from: a secret of 32 bytes that lasts, and 32 fresh bytes.

    Either of them alone keeps permutation and factors hidden, and different for each statement.
    """

    secret: bytes
    entropy: bytes


def shuffle(
    transcript: Transcript, sources: Sequence[Source], hedge: Hedge
) -> tuple[list[tuple[Ciphertext, ...]], bytes]:
    """The new decks, one for each source, and the proof that ``shuffle_proof.verify`` takes.

    Raises DealError for decks of different sizes, and for none.
    """
    size = _size(sources)
    scalars = _randomness(transcript, sources, hedge)
    order = permutation(group.encode_scalar(next(scalars)), size)
    factors = [list(islice(scalars, size)) for _ in sources]
    decks = [_shuffled(source, order, own) for source, own in zip(sources, factors, strict=True)]
    columns = [Column(*source, new) for source, new in zip(sources, decks, strict=True)]
    return decks, prove(transcript, columns, Witness(order, factors), scalars)


def _size(sources: Sequence[Source]) -> int:
    sizes = {len(deck) for _, deck in sources}
    if len(sizes) != 1 or 0 in sizes:
        raise DealError("decks that are shuffled together have the same cards, and some")
    return sizes.pop()


def _randomness(transcript: Transcript, sources: Sequence[Source], hedge: Hedge) -> Nonces:
    """Bound to what is shuffled too, so that the same hedge moves another deck otherwise."""
    seen = transcript.copy()
    for key, deck in sources:
        seen.append("old", group.encode(key), encode_deck(deck))
    return hedged(hedge.secret, "shuffle", seen, hedge.entropy)


def _shuffled(
    source: Source, order: Sequence[int], factors: Sequence[int]
) -> tuple[Ciphertext, ...]:
    key, deck = source
    return tuple(
        reencrypt(key, deck[place], factor) for place, factor in zip(order, factors, strict=True)
    )
