"""Canonical msgpack: one byte string per value, one value per byte string (protocol.md section 2).

The module knows integers, bytes, strings, booleans, nil and arrays of them, and the limits of each.
It does not know what a value means or which fields a record has: that is ``shape`` and ``entry``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias, cast

import msgpack

from unonet.errors import DecodeError, LocalProtocolError

Value: TypeAlias = bool | int | bytes | str | tuple["Value", ...] | None
Encodable: TypeAlias = bool | int | bytes | str | Sequence["Encodable"] | None

MAX_ARRAY: Final = 256
MAX_STR: Final = 512
MAX_BIN: Final = 60_000
MAX_DEPTH: Final = 6
MAX_BODY: Final = 256 * 1024
"""The longest record that a log or a link carries; containers of records take it as ``max_bin``."""

_SCALARS: Final = frozenset({int, bytes, str, bool, type(None)})
_pack = msgpack.Packer(autoreset=True).pack
_unpack: Callable[..., Value] = partial(
    msgpack.unpackb,
    use_list=False,
    max_array_len=MAX_ARRAY,
    max_str_len=MAX_STR,
    max_map_len=0,
    max_ext_len=0,
)


def decode(raw: bytes, what: str = "value", *, max_bin: int = MAX_BIN) -> Value:
    """The one value whose encoding is ``raw``; arrays become tuples.

    Raises DecodeError(path ``what``), and nothing else, for any other bytes.
    """
    try:
        value = _unpack(raw, max_bin_len=max_bin)
        _refuse_strangers(value, MAX_DEPTH)
        canonical = _pack(value) == raw
    except (ValueError, msgpack.UnpackException) as error:
        raise DecodeError(_sentence(error), what) from None
    if not canonical:
        raise DecodeError("not the canonical encoding of its value", what)
    return value


def encode(value: Encodable, *, max_bin: int = MAX_BIN) -> bytes:
    """The bytes that ``decode`` turns into ``value``; LocalProtocolError if there are none."""
    return encoded(value, max_bin=max_bin)[0]


def encoded(value: Encodable, *, max_bin: int = MAX_BIN) -> tuple[bytes, Value]:
    """The bytes of ``encode``, and ``value`` as ``decode`` would give it back."""
    try:
        raw = cast(bytes, _pack(value))
        decoded = _unpack(raw, max_bin_len=max_bin)
        _refuse_strangers(decoded, MAX_DEPTH)
    except (ValueError, TypeError, OverflowError) as error:
        raise LocalProtocolError(f"cannot be encoded: {_sentence(error)}") from None
    return raw, decoded


def pack(value: Encodable) -> bytes:
    """The bytes of ``encode`` without a look at the limits: for what is only hashed here, or has
    been checked field by field. The value must be one that this process built.
    """
    return cast(bytes, _pack(value))


def _refuse_strangers(value: Value, depth: int) -> None:
    # An empty map, a float and an empty extension pass msgpack's own limits: only types tell them.
    if type(value) is not tuple:
        if type(value) not in _SCALARS:
            raise ValueError(f"{type(value).__name__} is no type of this protocol")
        return
    if not depth:
        raise ValueError(f"arrays nested deeper than {MAX_DEPTH}")
    if not _SCALARS.issuperset(map(type, value)):
        for item in value:
            _refuse_strangers(item, depth - 1)


def _sentence(error: Exception) -> str:
    # msgpack raises some of its errors without a word.
    return str(error) or type(error).__name__
