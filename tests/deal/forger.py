"""A prover that may lie: the shuffle proof over any matrix, written apart from the one under test.

Row i of the matrix says which old cards new card i claims to be; a permutation has one 1 in each
row and column. What it commits to, what it answers with, and how its chain ends can be told apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import prod
from typing import TypeAlias

from unonet.deal import group
from unonet.deal.ciphertext import Ciphertext, encode_deck
from unonet.deal.group import ORDER, Point
from unonet.deal.shuffle_proof import Column
from unonet.deal.transcript import Context, Transcript

Matrix: TypeAlias = Sequence[Sequence[int]]

CONTEXT = Context(
    table_id=b"table of 16 byte", round=2, attempt=1, epoch=3, trigger=bytes(32), prover=1
)


def scalars(seed: str) -> Iterator[int]:
    """Endless and the same for the same seed; never 0 in practice."""
    for n in count():
        yield int.from_bytes(hashlib.sha256(f"{seed} {n}".encode()).digest(), "big") % ORDER


def hidden(key: Point, types: Sequence[int], seed: str = "deck") -> tuple[Ciphertext, ...]:
    """Cards of these types under the key."""
    return tuple(
        Ciphertext(group.base(r), group.add(group.card_point(card), group.multiply(key, r)))
        for card, r in zip(types, scalars(seed), strict=False)
    )


def rows(permutation: Sequence[int]) -> list[list[int]]:
    """The matrix of a map from new places to old ones, even if it is no permutation."""
    return [[int(place == source) for place in range(len(permutation))] for source in permutation]


def total(*terms: tuple[int, Point]) -> Point:
    """Σ scalar·point; terms of 0 are left out."""
    nonzero = [(scalar % ORDER, point) for scalar, point in terms if scalar % ORDER]
    return group.add(*(group.multiply(point, scalar) for scalar, point in nonzero))


def blended(
    column_key: Point, old: Sequence[Ciphertext], mixture: Matrix, factors: Sequence[int]
) -> tuple[Ciphertext, ...]:
    """New card i is Σₖ mixture[i][k]·old[k], re-encrypted."""
    return tuple(
        Ciphertext(
            total((factor, group.base(1)), *zip(row, (card.a for card in old), strict=True)),
            total((factor, column_key), *zip(row, (card.b for card in old), strict=True)),
        )
        for row, factor in zip(mixture, factors, strict=True)
    )


@dataclass(frozen=True)
class Lie:
    """``used`` instead of ``matrix`` makes the answers; ``closed`` ends the chain as if honest."""

    matrix: Matrix
    factors: Sequence[Sequence[int]]
    used: Matrix | None = None
    closed: bool = False


def forge(transcript: Transcript, columns: Sequence[Column], lie: Lie) -> bytes:
    """A proof that is right in all but what the lie touches."""
    size, fresh = len(lie.matrix), scalars("nonces")
    one, first = group.base(1), group.generator(0)
    bases = [group.generator(i + 1) for i in range(size)]
    blinds, link_blinds, link_nonces, weight_nonces = (
        [next(fresh) for _ in range(size)] for _ in range(4)
    )
    for key, old, new in columns:
        transcript.append("column", group.encode(key), encode_deck(old), encode_deck(new))
    commitments = [
        total((blind, one), *((row[k], base) for row, base in zip(lie.matrix, bases, strict=True)))
        for k, blind in enumerate(blinds)
    ]
    transcript.append("permutation", group.encode_many(commitments))
    small = transcript.small("weights", size, 128)
    weights = [
        sum(x * u for x, u in zip(row, small, strict=True)) % ORDER
        for row in lie.used or lie.matrix
    ]
    links, chain_blind = [first], 0
    for blind, weight in zip(link_blinds, weights, strict=True):
        links.append(total((blind, one), (weight, links[-1])))
        chain_blind = (blind + weight * chain_blind) % ORDER
    if lie.closed:
        links[-1] = total((chain_blind, one), (prod(small), first))
    secrets = [sum(blinds), chain_blind, sum(r * u for r, u in zip(blinds, small, strict=True))]
    secrets += [-sum(r * w for r, w in zip(own, weights, strict=True)) for own in lie.factors]
    nonces = [next(fresh) for _ in secrets]
    link_masks = [
        total((nonce, one), (weight, link))
        for nonce, weight, link in zip(link_nonces, weight_nonces, links, strict=False)
    ]
    masks = [group.base(nonces[0]), group.base(nonces[1])]
    masks.append(total((nonces[2], one), *zip(weight_nonces, bases, strict=True)))
    for (key, _, new), nonce in zip(columns, nonces[3:], strict=True):
        masks.append(total((nonce, one), *zip(weight_nonces, (c.a for c in new), strict=True)))
        masks.append(total((nonce, key), *zip(weight_nonces, (c.b for c in new), strict=True)))
    transcript.append("masks", *map(group.encode_many, (links[1:], link_masks, masks)))
    challenge = transcript.challenge("challenge")
    answers = [
        (nonce + challenge * secret) % ORDER
        for nonce, secret in zip(
            [*link_nonces, *weight_nonces, *nonces], [*link_blinds, *weights, *secrets], strict=True
        )
    ]
    points = [*commitments, *links[1:], *link_masks, *masks]
    return group.encode_many(points) + b"".join(map(group.encode_scalar, answers))
