"""Keys: t values of a joint polynomial give its secret, and every seat's part can be checked."""

from __future__ import annotations

from dataclasses import astuple
from itertools import combinations

import pytest

from tests.deal.proving import COMMITMENTS, KEYS, POLYNOMIALS, SECRETS, SEED, TABLE_KEY
from unonet.deal import group, keys
from unonet.deal.group import ORDER
from unonet.deal.keys import Polynomial, RoundKey
from unonet.errors import DealError

SECRET = sum(polynomial.coefficients[0] for polynomial in POLYNOMIALS) % ORDER


@pytest.mark.parametrize(
    ("seats", "majority"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (9, 5), (10, 6)]
)
def test_threshold(seats: int, majority: int) -> None:
    assert keys.threshold(seats) == majority
    assert keys.threshold(seats, strict=True) == seats


def test_a_polynomial_is_that_of_its_seed() -> None:
    polynomial = Polynomial.expand(SEED, 3)
    assert polynomial == Polynomial.expand(SEED, 3) != Polynomial.expand(bytes(32), 3)
    assert len({*polynomial.coefficients, RoundKey.expand(SEED).secret}) == 4
    assert Polynomial.expand(SEED, 2).coefficients == polynomial.coefficients[:2]


def test_a_share_is_the_value_at_its_seat() -> None:
    polynomial = Polynomial((5, 7, 11))
    assert [polynomial.share(seat) for seat in range(3)] == [23, 63, 125]
    assert Polynomial((ORDER - 1, 1)).share(0) == 0
    assert group.encode_many(polynomial.commitments()) == group.encode_many(
        [group.base(5), group.base(7), group.base(11)]
    )


def test_every_share_can_be_checked() -> None:
    for polynomial, commitments in zip(POLYNOMIALS, COMMITMENTS, strict=True):
        for seat in range(10):
            share = polynomial.share(seat)
            assert keys.check_share(commitments, seat, share)
            assert not keys.check_share(commitments, seat, (share + 1) % ORDER)
            assert not keys.check_share(commitments, seat + 1, share)
    assert not keys.check_share(COMMITMENTS[0], 1, POLYNOMIALS[1].share(1))


def test_a_share_of_zero_is_none() -> None:
    polynomial = Polynomial((ORDER - 1, 1))
    assert not keys.check_share(polynomial.commitments(), 0, polynomial.share(0))


def test_t_shares_give_the_secret_and_fewer_do_not() -> None:
    assert group.base(SECRET) == TABLE_KEY
    for size in (1, 2, 3, 4):
        for seats in combinations(range(4), size):
            found = sum(
                weight * SECRETS[seat]
                for weight, seat in zip(keys.lagrange(seats), seats, strict=True)
            )
            assert (found % ORDER == SECRET) is (size >= 3)


def test_verification_keys_are_those_of_the_secret_shares() -> None:
    for seat, secret in enumerate(SECRETS):
        assert keys.verification_key(COMMITMENTS, seat) == group.base(secret)


def test_lagrange_wants_each_seat_once() -> None:
    assert keys.lagrange((0, 1, 2)) == (3, ORDER - 3, 1)
    assert keys.lagrange((5,)) == (1,)
    with pytest.raises(DealError):
        keys.lagrange((1, 1))


def test_secrets_are_not_printed() -> None:
    for secret in (*astuple(POLYNOMIALS[0])[0], KEYS[0].secret):
        printed = f"{POLYNOMIALS[0]!r} {KEYS[0]!r} {KEYS[0]}"
        assert str(secret) not in printed and f"{secret:x}" not in printed
