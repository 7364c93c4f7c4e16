"""The group: its laws, its encodings, its fixed points, and the identity that it refuses."""

from __future__ import annotations

import subprocess
import sys

import pytest

from unonet.deal import group
from unonet.deal.group import GENERATOR, ORDER, Point
from unonet.errors import DealError, DecodeError

K = 0x1234567890ABCDEF << 100
P = group.base(K)
Q = group.generator(3)
FIELD = 2**256 - 2**32 - 977


def test_the_laws_of_the_group() -> None:
    assert group.add(P, Q) == group.add(Q, P)
    assert group.subtract(group.add(P, Q), Q) == P
    assert group.multiply(Q, 5) == group.add(Q, Q, Q, Q, Q)
    assert group.multiply(group.multiply(Q, K), group.inverse(K)) == Q
    assert group.linear([(P, 7), (Q, K), (P, 1)]) == group.add(
        group.multiply(P, 8), group.multiply(Q, K)
    )
    assert group.linear([(Q, 2)], base_scalar=3) == group.add(Q, Q, group.base(3))


@pytest.mark.parametrize("scalar", [1, 2, K, ORDER - 1, ORDER + 5, -4])
def test_all_ways_to_multiply_agree(scalar: int) -> None:
    assert group.base(scalar) == group.multiply(GENERATOR, scalar)
    assert group.secret_multiply(Q, scalar) == group.multiply(Q, scalar)
    assert group.linear([(Q, scalar)]) == group.multiply(Q, scalar)


@pytest.mark.parametrize(
    "operation",
    [
        lambda: group.base(0),
        lambda: group.base(ORDER),
        lambda: group.multiply(P, 0),
        lambda: group.secret_multiply(P, 0),
        lambda: group.secret_multiply(P, ORDER),
        lambda: group.add(P, group.negate(P)),
        lambda: group.add(),
        lambda: group.subtract(Q, Q),
        lambda: group.linear([(P, 1), (P, -1)]),
        lambda: group.linear([(P, 0), (Q, 1)]),
        lambda: group.linear([(P, 1)], base_scalar=-K),
        lambda: group.linear([]),
        lambda: group.inverse(0),
    ],
)
def test_the_identity_is_an_error(operation: object) -> None:
    assert callable(operation)
    with pytest.raises(DealError):
        operation()


def test_points_are_encoded_in_one_way() -> None:
    points = [GENERATOR, P, group.negate(P), Q]
    packed = group.encode_many(points)
    assert len(packed) == 4 * group.POINT
    assert group.decode_many(packed) == points
    assert b"".join(map(group.encode, points)) == packed
    assert group.encode_many([]) == b"" and group.decode_many(b"") == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        bytes(33),
        b"\x00" + group.encode(P)[1:],
        b"\x04" + group.encode(P)[1:],
        b"\x06" + group.encode(P)[1:],
        group.encode(P)[:-1],
        group.encode(P) + b"\x00",
        b"\x02" + (5).to_bytes(32, "big"),
        b"\x02" + (1 + FIELD).to_bytes(32, "big"),
        b"\x02" + b"\xff" * 32,
        b"\x04" + bytes(64),
    ],
    ids=lambda raw: raw.hex()[:12],
)
def test_what_is_no_point_is_refused(raw: bytes) -> None:
    with pytest.raises(DecodeError):
        group.decode(raw)
    with pytest.raises(DecodeError):
        group.decode_many(group.encode(P) + (raw or b"\x02"))


def test_scalars_are_encoded_in_one_way() -> None:
    scalars = [0, 1, K, ORDER - 1]
    packed = group.encode_scalars(scalars)
    assert group.decode_scalars(packed) == scalars
    assert group.encode_scalar(K) == packed[64:96]
    for raw in (b"", bytes(31), bytes(33), ORDER.to_bytes(32, "big"), b"\xff" * 32):
        with pytest.raises(DecodeError):
            group.decode_scalar(raw)
    with pytest.raises(DecodeError):
        group.decode_scalars(packed[:-1])


def test_fixed_points_differ() -> None:
    fixed = [GENERATOR]
    fixed += [group.generator(index) for index in range(120)]
    fixed += [group.card_point(number) for number in range(group.CARD_TYPES)]
    assert len({group.encode(point)[1:] for point in fixed}) == 1 + 120 + group.CARD_TYPES


def test_a_card_is_known_by_its_point() -> None:
    assert [group.card_type(group.card_point(number)) for number in (0, 53, 255)] == [0, 53, 255]
    assert group.card_type(group.generator(0)) is None
    assert group.card_type(group.negate(group.card_point(9))) is None
    for number in (-1, group.CARD_TYPES):
        with pytest.raises(DealError):
            group.card_point(number)


def test_equal_points_are_equal_however_they_were_made() -> None:
    made: set[Point] = {
        group.base(6),
        group.multiply(group.base(2), 3),
        group.secret_multiply(group.base(3), 2),
        group.linear([(group.base(1), 1)], base_scalar=5),
        group.decode(group.encode(group.base(6))),
        group.negate(group.base(-6)),
    }
    assert len(made) == 1


def test_a_broken_library_is_found_at_import() -> None:
    code = (
        "from btclib_secp256k1 import lib\n"
        "import btclib_secp256k1 as package\n"
        "class Broken:\n"
        "    def __getattr__(self, name):\n"
        "        if name == 'secp256k1_ec_pubkey_tweak_mul': return lambda *_: 1\n"
        "        return getattr(lib, name)\n"
        "package.lib = Broken()\n"
        "import unonet.deal.group\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert "the curve library does not compute secp256k1" in run.stderr
