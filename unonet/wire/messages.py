"""Every message that travels over a link, and its bytes: one tag, then the fields.

Knows layouts and limits (protocol.md section 5) and turns hostile bytes into ``DecodeError`` or a
message whose every field has its type and size. It does not know whether a message makes sense now,
nor who may send it: that is ``unonet.order``, the lobby and the mesh.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, cast

from unonet.errors import DecodeError, LocalProtocolError
from unonet.ledger import codec
from unonet.ledger.entry import (
    HASH_SIZE,
    MAX_ENTRY,
    MAX_RECORD,
    SEAT_BITS,
    Certificate,
    Entry,
    Seal,
)
from unonet.ledger.identity import KEY_SIZE, SIGNATURE_SIZE
from unonet.ledger.layout import TABLE_ID_SIZE
from unonet.ledger.shape import Shape, array, binary, integer, maybe, record, text, uint
from unonet.order import messages as order

MAX_PEERS: Final = 18
_MAX_LOBBY: Final = codec.MAX_BODY - 1024


@dataclass(frozen=True, slots=True)
class Lobby:
    """One statement of the lobby; ``unonet.table`` knows what the bytes say."""

    body: bytes


class PeerAddress(NamedTuple):
    key: bytes
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Peers:
    """Where the sender reached other peers, at most ``MAX_PEERS``."""

    peers: tuple[PeerAddress, ...]


@dataclass(frozen=True, slots=True)
class Chat:
    """A line from the peer at the other end; never in the log."""

    text: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a ``Pong`` with the same token; any message shows that a peer is alive."""

    token: int


@dataclass(frozen=True, slots=True)
class Pong:
    token: int


@dataclass(frozen=True, slots=True)
class Bye:
    """The sender goes on purpose and closes this link; it may come back."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the sender says of the order from here on is about this table, 16 bytes.

    One link may see several: after a match the same company plays again.
    """

    table_id: bytes


Message: TypeAlias = Lobby | Peers | Chat | Ping | Pong | Bye | Table | order.Message


def encode(message: Message) -> bytes:
    """The one encoding of ``message``; ``LocalProtocolError`` if a field does not fit."""
    tag, layout = _BY_KIND[type(message)]
    return tag + layout.pack(message)


def decode(raw: bytes) -> Message:
    """The message in ``raw``; raises ``DecodeError(path)`` and nothing else."""
    layout = _BY_TAG.get(raw[0]) if raw else None
    if layout is None:
        raise DecodeError("no message has this tag" if raw else "an empty message", "message")
    return layout.unpack(raw[1:])


class _Layout(Protocol):
    def pack(self, message: Any) -> bytes: ...
    def unpack(self, raw: bytes) -> Message: ...


class _Field(NamedTuple):
    """What a decoded field must look like, and what is then built from it."""

    shape: Shape[Any]
    build: Callable[[Any, str], Any]


class _Fields:
    """A canonical array of the fields in their order."""

    def __init__(self, kind: Callable[..., Message], **fields: Shape[Any] | _Field) -> None:
        self._kind = kind
        self._name = kind.__name__.lower()
        self._fields = {name: _field(field) for name, field in fields.items()}
        shapes = {name: field.shape for name, field in self._fields.items()}
        self._shape = record(self._name, **shapes)

    def pack(self, message: Message) -> bytes:
        fields = tuple([_plain(getattr(message, name)) for name in self._fields])
        try:
            self._shape(fields, self._name)
        except DecodeError as error:
            # The peer would close the link over it.
            raise LocalProtocolError(str(error)) from None
        return codec.pack(fields)

    def unpack(self, raw: bytes) -> Message:
        values = codec.decode(raw, self._name, max_bin=codec.MAX_BODY)
        checked = self._shape(values, self._name)
        fields = zip(checked, self._fields.items(), strict=True)
        return self._kind(*[f.build(value, f"{self._name}.{name}") for value, (name, f) in fields])


class _Signed:
    """64 bytes of signature, then the signed record to the end: no codec on the hottest path."""

    def __init__(self, kind: Callable[[bytes, bytes], Message], field: str, limit: int) -> None:
        self._kind = kind
        self._field = field
        self._limit = limit

    def pack(self, message: order.Submit | order.AckMessage) -> bytes:
        raw: bytes = getattr(message, self._field)
        if len(message.signature) != SIGNATURE_SIZE or not 0 < len(raw) <= self._limit:
            raise LocalProtocolError("a signed record whose size does not fit")
        return message.signature + raw

    def unpack(self, raw: bytes) -> Message:
        if not SIGNATURE_SIZE < len(raw) <= SIGNATURE_SIZE + self._limit:
            raise DecodeError(f"{len(raw)} bytes of signature and record", self._field)
        return self._kind(raw[SIGNATURE_SIZE:], raw[:SIGNATURE_SIZE])


def _plain(value: Any) -> codec.Value:
    match value:
        case Entry():
            return value.pack()
        case Certificate() | Seal():
            return value.raw
        case tuple():
            return tuple(map(_plain, value))
        case _:
            return cast(codec.Value, value)


def _as_is(value: Any, path: str) -> Any:
    return value


def _field(field: Shape[Any] | _Field) -> _Field:
    return field if isinstance(field, _Field) else _Field(field, _as_is)


def _each(build: Callable[[Any, str], Any], shape: Shape[Any], lo: int, hi: int) -> _Field:
    return _Field(
        array(shape, lo, hi),
        lambda values, path: tuple([build(v, f"{path}[{i}]") for i, v in enumerate(values)]),
    )


def _optional(build: Callable[[Any, str], Any], shape: Shape[Any]) -> _Field:
    return _Field(maybe(shape), lambda value, path: value and build(value, path))


_PEER: Final = record("peer", key=binary(KEY_SIZE), host=text(255), port=integer(1, 65_535))
_MAX_PROOF: Final = 8192
"""More than a certificate or a seal of ``SEAT_BITS`` seats has."""
_u32: Final = uint(32)
_hash: Final = binary(HASH_SIZE)
_entry: Final = binary(1, MAX_ENTRY)
_certificate: Final = _optional(Certificate.unpack, binary(1, _MAX_PROOF))

REGISTRY: Final[dict[int, type[Message]]] = {
    2: Lobby,
    3: Peers,
    4: Chat,
    5: Ping,
    6: Pong,
    7: Bye,
    8: Table,
    **order.REGISTRY,
}
"""Tag → message; 1 and 9 to 31 are free for links and lobbies, from 32 on they are the order's."""

_LAYOUTS: Final[dict[type[Message], _Layout]] = {
    Lobby: _Fields(Lobby, body=binary(1, _MAX_LOBBY)),
    Peers: _Fields(Peers, peers=_each(lambda value, _: PeerAddress(*value), _PEER, 0, MAX_PEERS)),
    Chat: _Fields(Chat, text=text(codec.MAX_STR)),
    Ping: _Fields(Ping, token=_u32),
    Pong: _Fields(Pong, token=_u32),
    Bye: _Fields(Bye),
    Table: _Fields(Table, table_id=binary(TABLE_ID_SIZE)),
    order.Submit: _Signed(order.Submit, "move_raw", MAX_RECORD),
    order.AckMessage: _Signed(order.AckMessage, "ack_raw", 256),
    order.Append: _Fields(
        order.Append,
        term=_u32,
        entries=_each(Entry.unpack, _entry, 1, order.APPEND_ENTRIES),
        certificate=_certificate,
    ),
    order.Heads: _Fields(
        order.Heads,
        term=_u32,
        final_index=_u32,
        last_index=_u32,
        last_hash=_hash,
        sealed_index=_u32,
        certificate=_certificate,
    ),
    order.Want: _Fields(order.Want, from_index=_u32, sealed_index=_u32),
    order.Chunk: _Fields(
        order.Chunk,
        entries=_each(Entry.unpack, _entry, 0, order.CHUNK_ENTRIES),
        certificate=_certificate,
        seals=_each(Seal.unpack, binary(1, _MAX_PROOF), 0, order.CHUNK_SEALS),
    ),
    order.SealShare: _Fields(
        order.SealShare,
        index=_u32,
        entry_hash=_hash,
        state_hash=_hash,
        scores=array(_u32, 1, SEAT_BITS),
        seat=integer(0, SEAT_BITS - 1),
        signature=binary(SIGNATURE_SIZE),
    ),
}
_BY_TAG: Final = {tag: _LAYOUTS[kind] for tag, kind in REGISTRY.items()}
_BY_KIND: Final = {kind: (bytes([tag]), _LAYOUTS[kind]) for tag, kind in REGISTRY.items()}
