"""The hashes of the deal, each with its tag and its fields in order (protocol.md, "The deal").

H(tag, fields) is SHA-256 over the ASCII tag and the canonical msgpack array of the fields. This
module knows which fields a hash binds; when a hash is due, and who owes it, it does not know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgpack

DIGEST: Final = 32
"""Bytes of every hash, and of every n1 and n2."""


def tagged(tag: str, *fields: object) -> bytes:
    """H(tag, fields): 32 bytes. Fields are integers, bytes, and sequences of them."""
    return hashlib.sha256(tag.encode("ascii") + msgpack.packb(fields)).digest()


def commitment_1(
    table_id: bytes,
    round: int,
    attempt: int,
    seat: int,
    n1: bytes,
    commitments: Sequence[bytes],
    round_key: bytes,
) -> bytes:
    """c1 binds what a seat opens first; the seat is in it, so that a copy can never be opened."""
    return tagged(
        "unonet/1 commit-1", table_id, round, attempt, seat, n1, tuple(commitments), round_key
    )


def commitment_2(
    table_id: bytes, round: int, attempt: int, epoch: int, seat: int, n2: bytes
) -> bytes:
    """c2 binds what a seat opens after the last mix of one epoch."""
    return tagged("unonet/1 commit-2", table_id, round, attempt, epoch, seat, n2)


def seed_hash(table_id: bytes, round: int, attempt: int, n1s: Sequence[bytes]) -> bytes:
    """The joint seed of a round, from all n1 in ascending seat order."""
    return tagged("unonet/1 seed", table_id, round, attempt, tuple(n1s))


def order_hash(
    table_id: bytes, round: int, attempt: int, epoch: int, n2s: Sequence[bytes]
) -> bytes:
    """What permutes the deck of an epoch into its final order, from all n2 by ascending seat."""
    return tagged("unonet/1 order", table_id, round, attempt, epoch, tuple(n2s))


def deck_hash(seed: bytes) -> bytes:
    """What permutes the type list into the starting deck."""
    return tagged("unonet/1 deck", seed)


def dealer_hash(seed: bytes) -> bytes:
    """What permutes the type list for the draw of the first dealer."""
    return tagged("unonet/1 dealer", seed)


@lru_cache(maxsize=16)
def faces_hash(faces: bytes) -> bytes:
    """Stands for all faces of a round in the public values, whose arrays are bounded."""
    return tagged("unonet/1 faces", faces)
