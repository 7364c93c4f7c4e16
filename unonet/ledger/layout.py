"""The bytes of a ``.unolog``: file header and frames (protocol.md section 4).

Pure functions between bytes and frames. The module knows checksums, sizes and where damage starts;
it knows no files (``store``) and does not look into bodies (``entry``).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple
from zlib import crc32

from unonet.errors import CorruptLog, DecodeError, LocalProtocolError
from unonet.ledger.codec import MAX_BODY, decode, encode
from unonet.ledger.shape import record, text, uint

MAGIC: Final = b"\x93UNOLOG\n"
FORMAT: Final = 1
FRAME_MAGIC: Final = 0xA5
MAX_FRAME: Final = 65_536
TABLE_ID_SIZE: Final = 16
SALT_SIZE: Final = 16

_HEADER: Final = struct.Struct(">8sHH16s16sII12s")
_FRAME: Final = struct.Struct(">BBHI")
_CRC: Final = struct.Struct(">I")
_FRAME_SIZE: Final = _FRAME.size + _CRC.size
_PADDING: Final = bytes(12)
_SKIP_FROM: Final = 128
# How many candidates for a valid frame behind a bad one are tried: a bound for hostile files.
_SEARCH_LIMIT: Final = 1 << 14


class FrameType(IntEnum):
    GENESIS = 1
    ENTRY = 2
    CERTIFICATE = 3
    SEAL = 4
    EVIDENCE = 5
    ROLLBACK = 6
    CHECKPOINT = 7
    NOTE = 8
    CONTINUATION = 9


class Versions(NamedTuple):
    """Who wrote the file; for people and upcasters, nothing is decided from it here."""

    application: str
    rules: int
    protocol: int


class Frame(NamedTuple):
    """One whole body; ``offset`` is where its first frame starts."""

    offset: int
    frame_type: FrameType
    body: bytes


@dataclass(frozen=True, slots=True)
class LogFile:
    table_id: bytes
    versions: Versions
    salt: bytes
    frames: list[Frame]


class _Bad(Exception):
    """The frame that should start here does not."""


_VERSIONS = record("versions", application=text(64), rules=uint(16), protocol=uint(16))


def pack_header(table_id: bytes, *, salt: bytes, versions: Versions) -> bytes:
    """The 64 bytes that every log starts with, then its versions; the checksum covers both."""
    if len(table_id) != TABLE_ID_SIZE or len(salt) != SALT_SIZE:
        raise LocalProtocolError("a table id and a salt have 16 bytes each")
    tail = encode(_VERSIONS(tuple(versions), "versions"))
    fields = (MAGIC, FORMAT, 0, table_id, salt, len(tail))
    return _HEADER.pack(*fields, crc32(_HEADER.pack(*fields, 0, _PADDING) + tail), _PADDING) + tail


def pack_frames(frame_type: FrameType, body: bytes, *, salt: bytes) -> bytes:
    """One frame, or continuation frames with the first parts of a long body and then its own."""
    if not 1 <= len(body) <= MAX_BODY:
        raise LocalProtocolError(f"a body has 1 to {MAX_BODY} bytes, not {len(body)}")
    if frame_type == FrameType.CONTINUATION:
        raise LocalProtocolError("continuation frames are not written by themselves")
    parts = [body[at : at + MAX_FRAME] for at in range(0, len(body), MAX_FRAME)]
    types = [FrameType.CONTINUATION] * (len(parts) - 1) + [frame_type]
    seed = crc32(salt)
    return b"".join(_pack_frame(kind, part, seed) for kind, part in zip(types, parts, strict=True))


def parse(raw: bytes) -> LogFile:
    """Everything in a log's bytes; CorruptLog(offset, torn) at the first frame that is not whole.

    ``torn`` says that nothing valid follows; the offset is then where the unfinished body starts.
    """
    table_id, salt, versions, start = _parse_header(raw)
    return LogFile(table_id, versions, salt, list(_bodies(raw, start, crc32(salt))))


def _pack_frame(frame_type: int, part: bytes, seed: int) -> bytes:
    head = _FRAME.pack(FRAME_MAGIC, frame_type, 0, len(part))
    return head + _CRC.pack(crc32(part, crc32(head, seed))) + part


def _parse_header(raw: bytes) -> tuple[bytes, bytes, Versions, int]:
    if not MAGIC.startswith(raw[: len(MAGIC)]):
        raise CorruptLog("no unonet log: wrong magic", 0)
    if len(raw) < _HEADER.size:
        raise CorruptLog("unfinished file header", 0, torn=True)
    *fields, size, checksum, padding = _HEADER.unpack_from(raw)
    _, version, flags, table_id, salt = fields
    start = _HEADER.size + size
    tail = raw[_HEADER.size : start]
    if len(tail) < size:
        raise CorruptLog("unfinished file header", 0, torn=True)
    if crc32(_HEADER.pack(*fields, size, 0, padding) + tail) != checksum:
        raise CorruptLog("file header with a wrong checksum", 0)
    if version != FORMAT or flags or padding != _PADDING:
        raise CorruptLog(f"file header of format {version}, flags {flags}, not known here", 0)
    try:
        versions = Versions(*_VERSIONS(decode(tail, "versions"), "versions"))
    except DecodeError as error:
        raise CorruptLog(f"file header with bad {error}", 0) from None
    return table_id, salt, versions, start


def _bodies(raw: bytes, offset: int, seed: int) -> Iterator[Frame]:
    while offset < len(raw):
        start, parts, kind = offset, list[bytes](), int(FrameType.CONTINUATION)
        while kind == FrameType.CONTINUATION:
            try:
                kind, part = _parse_frame(raw, offset, seed)
            except _Bad as bad:
                torn = not _valid_frame_after(raw, offset, seed)
                raise CorruptLog(str(bad), start if torn else offset, torn=torn) from None
            parts.append(part)
            offset += _FRAME_SIZE + len(part)
        if sum(map(len, parts)) > MAX_BODY:
            raise CorruptLog(f"body of more than {MAX_BODY} bytes", start)
        if kind < _SKIP_FROM:
            yield Frame(start, _known_type(kind, start), b"".join(parts))


def _parse_frame(raw: bytes, offset: int, seed: int) -> tuple[int, bytes]:
    if len(raw) == offset:
        raise _Bad("body without its last frame")
    body_at = offset + _FRAME_SIZE
    if len(raw) < body_at:
        raise _Bad("unfinished frame header")
    magic, kind, reserved, size = _FRAME.unpack_from(raw, offset)
    if magic != FRAME_MAGIC or reserved or not 1 <= size <= MAX_FRAME:
        raise _Bad("no frame starts")
    if len(raw) < body_at + size:
        raise _Bad("unfinished frame")
    body = raw[body_at : body_at + size]
    (checksum,) = _CRC.unpack_from(raw, offset + _FRAME.size)
    if crc32(body, crc32(raw[offset : offset + _FRAME.size], seed)) != checksum:
        raise _Bad("frame with a wrong checksum")
    return kind, body


def _valid_frame_after(raw: bytes, offset: int, seed: int) -> bool:
    for _ in range(_SEARCH_LIMIT):
        if (offset := raw.find(FRAME_MAGIC, offset + 1)) < 0:
            return False
        with suppress(_Bad):
            _parse_frame(raw, offset, seed)
            return True
    # What cannot be told from damage in bounded time is never cut.
    return True


def _known_type(kind: int, offset: int) -> FrameType:
    try:
        return FrameType(kind)
    except ValueError:
        raise CorruptLog(f"frame of type {kind}, not known here", offset) from None
