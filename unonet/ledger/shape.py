"""Shapes: small checks of decoded values that combine, and that name the path of what does not fit.

A shape is called with a value and its path, returns that value or raises DecodeError(path). The
module knows types, sizes and positions, not bytes (``codec``) nor any record (``entry``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

from unonet.errors import DecodeError
from unonet.ledger.codec import Value

T = TypeVar("T")
Shape: TypeAlias = Callable[[Value, str], T]


def anything(value: Value, path: str = "value") -> Value:
    return value


def boolean(value: Value, path: str = "value") -> bool:
    if type(value) is not bool:
        raise _misfit("a boolean", value, path)
    return value


def integer(lo: int, hi: int) -> Shape[int]:
    """An integer in ``lo..hi``, both included; a boolean is none."""

    def check(value: Value, path: str = "value") -> int:
        if type(value) is not int:
            raise _misfit("an integer", value, path)
        if not lo <= value <= hi:
            raise DecodeError(f"{value} is outside {lo}..{hi}", path)
        return value

    return check


def uint(bits: int) -> Shape[int]:
    return integer(0, (1 << bits) - 1)


def binary(lo: int, hi: int | None = None) -> Shape[bytes]:
    """Bytes, exactly ``lo`` of them or ``lo..hi``."""
    top = lo if hi is None else hi

    def check(value: Value, path: str = "value") -> bytes:
        if type(value) is not bytes:
            raise _misfit("bytes", value, path)
        if not lo <= len(value) <= top:
            raise DecodeError(f"{len(value)} bytes where {_span(lo, top)} fit", path)
        return value

    return check


def text(max_bytes: int) -> Shape[str]:
    """A string of at most ``max_bytes`` bytes of UTF-8."""

    def check(value: Value, path: str = "value") -> str:
        if type(value) is not str:
            raise _misfit("a string", value, path)
        if (size := len(value.encode())) > max_bytes:
            raise DecodeError(f"{size} bytes of text where {_span(0, max_bytes)} fit", path)
        return value

    return check


def maybe(shape: Shape[T]) -> Shape[T | None]:
    """Nil, or what ``shape`` takes."""

    def check(value: Value, path: str = "value") -> T | None:
        return None if value is None else shape(value, path)

    return check


def array(shape: Shape[T], lo: int, hi: int) -> Shape[tuple[T, ...]]:
    """An array of ``lo..hi`` items that each fit ``shape``; paths continue with ``[i]``."""

    def check(value: Value, path: str = "value") -> tuple[T, ...]:
        items = _items(value, path)
        if not lo <= len(items) <= hi:
            raise DecodeError(f"{len(items)} items where {_span(lo, hi)} fit", path)
        for i, item in enumerate(items):
            shape(item, f"{path}[{i}]")
        return cast(tuple[T, ...], items)

    return check


def record(name: str, *shapes: Shape[Any], **named: Shape[Any]) -> Shape[tuple[Any, ...]]:
    """An array of exactly these fields in this order, called ``name`` in errors.

    Paths continue with ``[i]`` for a positional shape and with ``.field`` for a named one.
    """
    steps = [(f"[{i}]", shape) for i, shape in enumerate(shapes)]
    steps += [(f".{field}", shape) for field, shape in named.items()]
    checks = [shape for _, shape in steps]
    count = len(steps)

    def check(value: Value, path: str = name) -> tuple[Any, ...]:
        items = _items(value, path)
        if len(items) != count:
            raise DecodeError(f"a {name} has {count} fields, this one {len(items)}", path)
        try:
            for shape, item in zip(checks, items, strict=True):
                shape(item, path)
        except DecodeError:
            # Only what does not fit needs to know its own path.
            for item, (step, shape) in zip(items, steps, strict=True):
                shape(item, path + step)
            raise
        return items

    return check


def version(expected: int) -> Shape[int]:
    """The version number that stands first in every record; any other is named and refused."""

    def check(value: Value, path: str = "version") -> int:
        if type(value) is not int:
            raise _misfit("a version number", value, path)
        if value != expected:
            raise DecodeError(f"version {value} is not known here, only {expected}", path)
        return value

    return check


def _items(value: Value, path: str) -> tuple[Value, ...]:
    if type(value) is not tuple:
        raise _misfit("an array", value, path)
    return value


def _misfit(wanted: str, value: Value, path: str) -> DecodeError:
    return DecodeError(f"{_NAMES[type(value)]} where {wanted} should be", path)


def _span(lo: int, hi: int) -> str:
    return f"{lo}" if lo == hi else f"{lo} to {hi}"


_NAMES: dict[type, str] = {
    type(None): "nil",
    bool: "a boolean",
    int: "an integer",
    bytes: "bytes",
    str: "a string",
    tuple: "an array",
}
