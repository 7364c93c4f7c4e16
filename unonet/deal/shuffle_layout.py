"""The bytes of a shuffle proof: points first, then scalars, nothing between (protocol.md, "Mix").

This module knows how many of which a proof has, not what they prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeVar

from unonet.deal import group
from unonet.deal.group import POINT, SCALAR, Point
from unonet.errors import DecodeError

T = TypeVar("T")


class ShuffleProof(NamedTuple):
    """N cards in K columns; the paper's names behind each field."""

    commitments: Sequence[Point]
    """N: c"""
    links: Sequence[Point]
    """N: ĉ"""
    link_masks: Sequence[Point]
    """N: t̂"""
    masks: Sequence[Point]
    """3 + 2K: t₁, t₂, t₃, then t₄,₁ and t₄,₂ of each column"""
    link_responses: Sequence[int]
    """N: ŝ"""
    weight_responses: Sequence[int]
    """N: s′"""
    responses: Sequence[int]
    """3 + K: s₁, s₂, s₃, then −s₄ of each column"""


def pack(proof: ShuffleProof) -> bytes:
    """The points of the first four fields, compressed, then the scalars of the other three."""
    points = [point for field in proof[:4] for point in field]
    scalars = [scalar for field in proof[4:] for scalar in field]
    return group.encode_many(points) + group.encode_scalars(scalars)


def unpack(packed: bytes, size: int, columns: int) -> ShuffleProof:
    """The proof for so many cards and columns.

    Raises DecodeError for another length, points off the curve, and scalars not below the order.
    """
    points, scalars = (size, size, size, 3 + 2 * columns), (size, size, 3 + columns)
    middle = POINT * sum(points)
    if len(packed) != middle + SCALAR * sum(scalars):
        raise DecodeError("a shuffle proof of another length")
    commitments, links, link_masks, masks = _fields(group.decode_many(packed[:middle]), points)
    answers = _fields(group.decode_scalars(packed[middle:]), scalars)
    return ShuffleProof(commitments, links, link_masks, masks, *answers)


def _fields(items: Sequence[T], sizes: Sequence[int]) -> Iterator[Sequence[T]]:
    for start, end in pairwise(accumulate(sizes, initial=0)):
        yield items[start:end]
