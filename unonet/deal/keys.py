"""The keys of a round: a secret polynomial of each seat, and the table key that all of them give.

Joint Feldman: seat i posts A_l = a_l·G, gives seat j the value f_i(x_j), x = seat + 1, and the
table's secret Σ f_i(0) exists nowhere (Feldman 1987; Pedersen, "A Threshold Cryptosystem without a
Trusted Party", 1991). Commitments hide A until all are posted, and a seat proves to know a₀, so
that no key can be chosen after the others'. How shares travel ``sealing`` knows; who is in the
round, and when, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import NamedTuple

from unonet.deal import group
from unonet.deal.group import ORDER, Point, Scalar
from unonet.deal.hashes import tagged
from unonet.errors import DealError


def threshold(seats: int, *, strict: bool = False) -> int:
    """How many seats together read a card: a majority of them, or all."""
    return seats if strict else seats // 2 + 1


def abscissa(seat: int) -> int:
    """x of the seat, from 0; no seat has x = 0, where the secret is."""
    return seat + 1


@dataclass(frozen=True, slots=True)
class Polynomial:
    """f(x) = Σ coefficients[l]·x^l, secret of one seat in one attempt."""

    coefficients: tuple[Scalar, ...]

    @classmethod
    def expand(cls, seed: bytes, threshold: int) -> Polynomial:
        """Of degree threshold − 1, from 32 fresh secret bytes that serve one attempt."""
        return cls(tuple(_secret(seed, "polynomial", place) for place in range(threshold)))

    def __repr__(self) -> str:
        return f"Polynomial(of degree {len(self.coefficients) - 1})"

    def commitments(self) -> tuple[Point, ...]:
        """A: what everybody can check the shares with."""
        return tuple(map(group.base, self.coefficients))

    def share(self, seat: int) -> Scalar:
        """f(x of the seat)."""
        x = abscissa(seat)
        return reduce(lambda value, a: (value * x + a) % ORDER, reversed(self.coefficients), 0)


class RoundKey(NamedTuple):
    """p and P = p·G: under P a seat alone reads its cards of one attempt."""

    secret: Scalar
    public: Point

    @classmethod
    def expand(cls, seed: bytes) -> RoundKey:
        """From the seed that the polynomial is from."""
        secret = _secret(seed, "round key", 0)
        return cls(secret, group.base(secret))

    def __repr__(self) -> str:
        return f"RoundKey({group.encode(self.public).hex()})"


def check_share(commitments: Sequence[Point], seat: int, share: Scalar) -> bool:
    """Whether share·G = Σ x^l·A_l; a share of 0 is none."""
    try:
        return group.base(share) == evaluate(commitments, seat)
    except DealError:
        return False


def evaluate(commitments: Sequence[Point], seat: int) -> Point:
    """f(x of the seat)·G by Horner's rule, since multiplying by a small x is cheap."""
    x = abscissa(seat)
    return reduce(
        lambda value, point: group.linear([(value, x), (point, 1)]), reversed(commitments)
    )


def table_key(commitments: Iterable[Sequence[Point]]) -> Point:
    """Y = Σ A₀ over the A of all seats of the round."""
    return group.add(*(points[0] for points in commitments))


def verification_key(commitments: Iterable[Sequence[Point]], seat: int) -> Point:
    """Yᵢ = sᵢ·G of a seat, from the A of all seats of the round."""
    sums = [group.add(*column) for column in zip(*commitments, strict=True)]
    return evaluate(sums, seat)


def secret_share(shares: Iterable[Scalar]) -> Scalar:
    """sᵢ of a seat: the sum of what all seats, itself included, gave it."""
    return sum(shares) % ORDER


@lru_cache(maxsize=256)
def lagrange(seats: tuple[int, ...]) -> tuple[Scalar, ...]:
    """λ of each seat: f(0) = Σ λ·f(x) for every f of degree below their number.

    Raises DealError if a seat comes twice.
    """
    return tuple(_coefficient(seat, seats) for seat in seats)


def _coefficient(seat: int, seats: tuple[int, ...]) -> Scalar:
    x, others = abscissa(seat), [abscissa(other) for other in seats if other != seat]
    if len(others) != len(seats) - 1:
        raise DealError("a seat gives one share")
    above = reduce(lambda product, other: product * other % ORDER, others, 1)
    below = reduce(lambda product, other: product * (other - x) % ORDER, others, 1)
    return above * group.inverse(below) % ORDER


def _secret(seed: bytes, name: str, place: int) -> Scalar:
    return int.from_bytes(tagged("unonet/1 secret", name, place, seed), "big") % ORDER
