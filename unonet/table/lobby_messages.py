"""What a host and its guests say before genesis (protocol.md, "Lobby").

Knows the fields and the byte layout ``[type, field, ...]``; does not know who may say what when
(``lobby``), nor the link that carries the bytes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from unonet.errors import DecodeError
from unonet.game.moves import MAX_SEATS
from unonet.ledger import codec, shape
from unonet.ledger.identity import KEY_SIZE, SIGNATURE_SIZE
from unonet.ledger.shape import Shape
from unonet.table.nearby import is_host
from unonet.table.terms import MIN_SEATS, NONCE_SIZE

MAX_ADDRESSES: Final = 8


class Address(NamedTuple):
    """An IPv4 address and a TCP port; whether it may be dialled is ``nearby``'s to say."""

    host: str
    port: int


class Sit(NamedTuple):
    """A guest asks for a place; its key is the link's."""

    nickname: str
    bot: str | None
    operator: bytes | None
    endorsement: bytes | None
    nonce: bytes
    addresses: tuple[Address, ...]


class Draft(NamedTuple):
    """The host's numbered draft of the terms, and where each seat can be dialled."""

    number: int
    wanted: int
    terms: bytes
    addresses: tuple[tuple[Address, ...], ...]


class Ready(NamedTuple):
    """A guest's signature over the terms of draft ``number``."""

    number: int
    signature: bytes


class Begin(NamedTuple):
    genesis: bytes


class Refused(NamedTuple):
    """Whoever gets this has no place here (any more).

    ``reason``: full (no seat is free), started (the table plays), kicked (sent away), busy (asked
    too often), watchers (too many look on) or closed (the host is gone).
    """

    reason: str


class Linked(NamedTuple):
    """A guest to the host: whom of draft ``number`` it has no link to."""

    number: int
    missing: tuple[bytes, ...]


class Unready(NamedTuple):
    """A guest takes its ready mark for draft ``number`` back."""

    number: int


class Marks(NamedTuple):
    """How draft ``number`` stands: a mark for each seat, pairs of seats without a link.

    ``starts_in`` is nil, or the seconds from now to genesis when nothing comes between.
    """

    number: int
    ready: tuple[bool, ...]
    apart: tuple[tuple[int, int], ...]
    starts_in: int | None


class Watch(NamedTuple):
    """Somebody wants to look on, without a seat."""

    nickname: str


LobbyMessage: TypeAlias = Sit | Draft | Ready | Begin | Refused | Linked | Unready | Marks | Watch


def _host(value: codec.Value, path: str) -> str:
    host = shape.text(15)(value, path)
    if not is_host(host):
        raise DecodeError(f"{host!r} is no IPv4 address of a host", path)
    return host


def _address(value: codec.Value, path: str) -> Address:
    return Address(*_ADDRESS(value, path))


_ADDRESS = shape.record("address", host=_host, port=shape.integer(1, 65535))
_ADDRESSES = shape.array(_address, 0, MAX_ADDRESSES)
_SEAT = shape.integer(0, MAX_SEATS - 1)
_PAIR = shape.record("pair", _SEAT, _SEAT)

_FIELDS: Final[dict[type[Any], dict[str, Shape[Any]]]] = {
    Sit: {
        "nickname": shape.text(256),
        "bot": shape.maybe(shape.text(32)),
        "operator": shape.maybe(shape.binary(KEY_SIZE)),
        "endorsement": shape.maybe(shape.binary(SIGNATURE_SIZE)),
        "nonce": shape.binary(NONCE_SIZE),
        "addresses": _ADDRESSES,
    },
    Draft: {
        "number": shape.uint(32),
        "wanted": shape.integer(MIN_SEATS, MAX_SEATS),
        "terms": shape.binary(1, codec.MAX_BIN),
        "addresses": shape.array(_ADDRESSES, MIN_SEATS, MAX_SEATS),
    },
    Ready: {"number": shape.uint(32), "signature": shape.binary(SIGNATURE_SIZE)},
    Begin: {"genesis": shape.binary(1, codec.MAX_BIN)},
    Refused: {"reason": shape.text(64)},
    Linked: {
        "number": shape.uint(32),
        "missing": shape.array(shape.binary(KEY_SIZE), 0, MAX_SEATS),
    },
    Unready: {"number": shape.uint(32)},
    Marks: {
        "number": shape.uint(32),
        "ready": shape.array(shape.boolean, MIN_SEATS, MAX_SEATS),
        "apart": shape.array(_PAIR, 0, MAX_SEATS * (MAX_SEATS - 1) // 2),
        "starts_in": shape.maybe(shape.uint(8)),
    },
    Watch: {"nickname": shape.text(256)},
}
_TYPES: Final[dict[int, type[Any]]] = dict(enumerate(_FIELDS, start=1))
_TAGS: Final = {message_type: tag for tag, message_type in _TYPES.items()}
_SHAPES: Final = {
    tag: shape.record(kind.__name__.lower(), type=shape.uint(8), **_FIELDS[kind])
    for tag, kind in _TYPES.items()
}


def write_message(message: LobbyMessage) -> bytes:
    return codec.encode((_TAGS[type(message)], *message))


def read_message(raw: bytes) -> LobbyMessage:
    """A lobby message from hostile bytes. Raises DecodeError naming the field."""
    fields = codec.decode(raw, "lobby")
    tag = fields[0] if isinstance(fields, tuple) and fields else None
    if not isinstance(tag, int) or tag not in _TYPES:
        raise DecodeError(f"no message has type {tag!r}", "lobby")
    message: LobbyMessage = _TYPES[tag](*_SHAPES[tag](fields, "lobby")[1:])
    return message
