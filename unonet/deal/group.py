"""The group of the deal: secp256k1 over libsecp256k1, its encodings, and points that nobody chose.

A ``Point`` is the library's own 64 bytes: they stay in this process, compare and hash as the point
does, and are made by the functions here only. The wire form is SEC1 compressed, 33 bytes. The
library has no identity, so an operation that would give it raises DealError, which in a proof means
that the proof fails. Scalars are integers, taken modulo ``ORDER``.

``multiply`` takes a time that depends on the scalar; ``base`` and ``secret_multiply`` avoid that as
far as the library can. What a point stands for is not known here. The only importer of the library.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from itertools import count
from typing import Final, NewType, TypeAlias

from btclib_secp256k1 import CData, ffi, lib
from btclib_secp256k1.context import ctx

from unonet.deal.hashes import tagged
from unonet.errors import DealError, DecodeError

Point = NewType("Point", bytes)
Scalar: TypeAlias = int

ORDER: Final = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
POINT: Final = 33
"""Bytes of an encoded point."""
SCALAR: Final = 32
"""Bytes of an encoded scalar, big-endian."""
CARD_TYPES: Final = 256
"""There is a card point for each of the types 0..255."""

GENERATOR_TAG: Final = "generator"
CARD_TAG: Final = "card"

_HASHED_GENERATORS, _HASHED_CARDS = 8, 64
_COMPRESSED = 258
_POINTER = ffi.typeof("secp256k1_pubkey *")
_POINTERS = ffi.typeof("secp256k1_pubkey *[]")
_BYTES, _SIZE = ffi.typeof("unsigned char[]"), ffi.typeof("size_t *")
_create, _tweak = lib.secp256k1_ec_pubkey_create, lib.secp256k1_ec_pubkey_tweak_mul
_combine, _negate = lib.secp256k1_ec_pubkey_combine, lib.secp256k1_ec_pubkey_negate
_parse, _serialize = lib.secp256k1_ec_pubkey_parse, lib.secp256k1_ec_pubkey_serialize
_ecdh, _coordinates = lib.secp256k1_ecdh, lib.btclib_secp256k1_ecdh_hash_function_xy
_new, _view, _from_bytes, _copy = ffi.new, ffi.buffer, ffi.from_buffer, ffi.memmove


def base(scalar: Scalar) -> Point:
    """scalar·G; constant time as far as the library goes."""
    result = _new(_POINTER)
    _require(_create(ctx, result, (scalar % ORDER).to_bytes(SCALAR, "big")))
    return Point(_view(result)[:])


def multiply(point: Point, scalar: Scalar) -> Point:
    """scalar·point, in variable time: for public scalars, and for those that are used once."""
    result = _new(_POINTER)
    _copy(result, point, 64)
    _require(_tweak(ctx, result, (scalar % ORDER).to_bytes(SCALAR, "big")))
    return Point(_view(result)[:])


def secret_multiply(point: Point, scalar: Scalar) -> Point:
    """scalar·point on the library's constant-time path, for secrets that last and their nonces."""
    output = _new(_BYTES, 65)
    output[0] = 4
    secret = (scalar % ORDER).to_bytes(SCALAR, "big")
    pointer = _from_bytes(_POINTER, point)
    _require(_ecdh(ctx, output + 1, pointer, secret, _coordinates, ffi.NULL))
    result = _new(_POINTER)
    _require(_parse(ctx, result, output, 65))
    return Point(_view(result)[:])


def add(*points: Point) -> Point:
    """The sum of one or more points."""
    pointers = _new(_POINTERS, [_from_bytes(_POINTER, point) for point in points])
    result = _new(_POINTER)
    _require(_combine(ctx, result, pointers, len(points)))
    return Point(_view(result)[:])


def negate(point: Point) -> Point:
    result = _new(_POINTER)
    _copy(result, point, 64)
    _negate(ctx, result)
    return Point(_view(result)[:])


def subtract(left: Point, right: Point) -> Point:
    return add(left, negate(right))


def linear(pairs: Iterable[tuple[Point, Scalar]], *, base_scalar: Scalar = 0) -> Point:
    """base_scalar·G + Σ scalar·point, in variable time; a scalar of 0 in a pair is refused."""
    terms = [_term(point, scalar % ORDER) for point, scalar in pairs]
    if base_scalar:
        generator_term = _new(_POINTER)
        _require(_create(ctx, generator_term, (base_scalar % ORDER).to_bytes(SCALAR, "big")))
        terms.append(generator_term)
    if len(terms) == 1:
        return Point(_view(terms[0])[:])
    result = _new(_POINTER)
    _require(terms and _combine(ctx, result, _new(_POINTERS, terms), len(terms)))
    return Point(_view(result)[:])


def _term(point: Point, scalar: Scalar) -> CData:
    term = _new(_POINTER)
    _copy(term, point, 64)
    if scalar != 1:
        _require(_tweak(ctx, term, scalar.to_bytes(SCALAR, "big")))
    return term


def encode(point: Point) -> bytes:
    """33 bytes, SEC1 compressed."""
    return encode_many((point,))


def encode_many(points: Iterable[Point]) -> bytes:
    """The encodings one after the other."""
    output, length = _new(_BYTES, POINT), _new(_SIZE, POINT)
    view, encoded = _view(output), []
    for point in points:
        _serialize(ctx, output, length, _from_bytes(_POINTER, point), _COMPRESSED)
        encoded.append(view[:])
    return b"".join(encoded)


def decode(raw: bytes) -> Point:
    """Raises DecodeError for another length, another form, and what is not on the curve."""
    point = _parsed(raw)
    if point is None:
        raise DecodeError("not a point of the group")
    return point


def _parsed(raw: bytes) -> Point | None:
    result = _new(_POINTER)
    if len(raw) != POINT or not _parse(ctx, result, raw, POINT):
        return None
    return Point(_view(result)[:])


def decode_many(packed: bytes) -> list[Point]:
    """The points that ``encode_many`` packed. Raises DecodeError as ``decode`` does."""
    if len(packed) % POINT:
        raise DecodeError(f"points are {POINT} bytes each")
    return [decode(packed[start : start + POINT]) for start in range(0, len(packed), POINT)]


def encode_scalar(scalar: Scalar) -> bytes:
    """32 bytes, big-endian, of a scalar in 0..ORDER-1."""
    return scalar.to_bytes(SCALAR, "big")


def encode_scalars(scalars: Iterable[Scalar]) -> bytes:
    return b"".join([scalar.to_bytes(SCALAR, "big") for scalar in scalars])


def decode_scalar(raw: bytes) -> Scalar:
    """Raises DecodeError for another length and for numbers that are not below ``ORDER``."""
    scalar = int.from_bytes(raw, "big")
    if len(raw) != SCALAR or scalar >= ORDER:
        raise DecodeError("not a scalar of the group")
    return scalar


def decode_scalars(packed: bytes) -> list[Scalar]:
    """The scalars that ``encode_scalars`` packed. Raises DecodeError as ``decode_scalar`` does."""
    starts = range(0, len(packed), SCALAR)
    return [decode_scalar(packed[start : start + SCALAR]) for start in starts]


def inverse(scalar: Scalar) -> Scalar:
    """1 / scalar. Raises DealError for 0."""
    _require(scalar % ORDER)
    return pow(scalar, -1, ORDER)


def hash_to_curve(tag: str, index: int) -> Point:
    """A point whose discrete logarithm nobody knows: try-and-increment on even points.

    x = SHA-256(H("unonet/1 point", tag, index) ‖ u64 counter), the counter from 0 until x lies on
    the curve. The time shows the input: for public, fixed points only.
    """
    seed = tagged("unonet/1 point", tag, index)
    tries = (hashlib.sha256(seed + counter.to_bytes(8, "big")).digest() for counter in count())
    return next(point for x in tries if (point := _parsed(b"\x02" + x)))


@cache
def generator(index: int) -> Point:
    """Generators of which nobody knows a relation, to G or to each other, for commitments."""
    return hash_to_curve(GENERATOR_TAG, index)


@cache
def card_point(card_type: int) -> Point:
    """The plaintext of a card of this type, 0..255. Raises DealError for any other number."""
    if card_type not in range(CARD_TYPES):
        raise DealError(f"there is no card type {card_type}")
    return hash_to_curve(CARD_TAG, card_type)


def card_type(point: Point) -> int | None:
    """The type whose ``card_point`` this is, or None."""
    return _types_by_point().get(point)


@cache
def _types_by_point() -> dict[Point, int]:
    return {card_point(number): number for number in range(CARD_TYPES)}


def _require(succeeded: object) -> None:
    if not succeeded:
        raise DealError("the identity, or no point at all, where a point was needed")


def _group_hash() -> bytes:
    """H("unonet/1 group", G, [tags], 8 generators, 64 card points), the points packed."""
    return tagged(
        "unonet/1 group",
        encode(GENERATOR),
        (GENERATOR_TAG, CARD_TAG),
        encode_many(map(generator, range(_HASHED_GENERATORS))),
        encode_many(map(card_point, range(_HASHED_CARDS))),
    )


def _self_test() -> None:
    """Whether the binding computes secp256k1 at all. Raises DealError."""
    x = 0x79BE667E_F9DCBBAC_55A06295_CE870B07_029BFCDB_2DCE28D9_59F2815B_16F81798
    scalar = ORDER // 3
    point = base(scalar)
    sound = (
        encode(GENERATOR) == b"\x02" + encode_scalar(x)
        and base(ORDER - 1) == negate(GENERATOR)
        and multiply(GENERATOR, scalar) == secret_multiply(GENERATOR, scalar) == point
        and linear([(point, 3)], base_scalar=ORDER - 3 * scalar + 1) == GENERATOR
    )
    if not sound:
        raise DealError("the curve library does not compute secp256k1")


GENERATOR: Final = base(1)
_self_test()
GROUP_HASH: Final = _group_hash()
"""Stands for the group, its fixed points and their tags in every transcript."""
