"""What one seat must remember besides its log, in one file that only grows.

Own moves, so that a retry is the same move; ways to the other seats. Secrets are beside it, in the
``vault``. The frames are those of a log, so that a torn tail is cut in the
same way. What has become final, and where the file is, is not known here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from unonet.errors import CorruptLog, DecodeError, StorageError
from unonet.ledger import codec, shape
from unonet.ledger.codec import Encodable
from unonet.ledger.entry import MAX_RECORD, Move
from unonet.ledger.identity import KEY_SIZE, SIGNATURE_SIZE
from unonet.ledger.store import FrameType, LogFile, LogWriter
from unonet.net.transport import Address
from unonet.node.home import versions
from unonet.node.machine import BOOT_ID_SIZE
from unonet.node.vault import Vault
from unonet.order.messages import Submit

_MAX_ADDRESSES: Final = 16
_MAX_PEERS: Final = 16


class Ways(NamedTuple):
    """How links of this table are made: the key of its join code, where we and others listen."""

    psk: bytes | None = None
    listening: tuple[Address, ...] = ()
    peers: Mapping[bytes, tuple[Address, ...]] = {}


@dataclass(slots=True)
class Remembered:
    """All that a journal holds, the oldest first."""

    ways: Ways = field(default_factory=Ways)
    moves: list[Submit] = field(default_factory=list)
    boot: bytes = b""


class Journal:
    """The journal of one seat. Every method raises StorageError when the disk does not play along.

    ``remembered`` is what was in it when it was opened.
    """

    def __init__(self, writer: LogWriter, remembered: Remembered) -> None:
        self.remembered = remembered
        self.vault = Vault(writer.path.parent)
        self._writer = writer

    @classmethod
    def create(cls, path: Path, table_id: bytes, ways: Ways) -> Journal:
        """A new one, on disk when this returns."""
        salt = os.urandom(16)
        writer = LogWriter.create(path, table_id, salt=salt, versions=versions(), mode=0o600)
        journal = cls(writer, Remembered(ways))
        journal.keep_ways(ways)
        return journal

    @classmethod
    def open(cls, path: Path, table_id: bytes) -> Journal:
        """What an earlier process left. StorageError also for bytes that no journal has."""
        try:
            writer, log = LogWriter.resume(path)
        except CorruptLog as error:
            raise _damaged(path, error) from error
        try:
            return cls(writer, _read(log, table_id))
        except DecodeError as error:
            writer.close()
            raise _damaged(path, error) from error

    def keep_ways(self, ways: Ways) -> None:
        """These take the place of those known so far."""
        peers = [(key, addresses[:_MAX_ADDRESSES]) for key, addresses in ways.peers.items()]
        self._write((_WAYS, ways.psk, ways.listening[:_MAX_ADDRESSES], peers))
        self._writer.sync()

    def keep_move(self, submit: Submit, *, sync: bool) -> None:
        """An own move; without ``sync`` it may be lost in a power cut, not with the process."""
        self._write((_MOVE, submit.move_raw, submit.signature))
        if sync:
            self._writer.sync()

    def keep_boot(self, boot: bytes) -> None:
        """Up to this start of the machine nothing that was written is lost; not worth a sync."""
        if boot:
            self._write((_BOOT, boot))

    def close(self) -> None:
        self._writer.close()

    def _write(self, record: Encodable) -> None:
        self._writer.write(FrameType.NOTE, codec.encode(record, max_bin=codec.MAX_BODY))


def _read(log: LogFile, table_id: bytes) -> Remembered:
    if log.table_id != table_id:
        raise DecodeError("it is of another table", "journal")
    remembered = Remembered()
    for number, frame in enumerate(log.frames):
        _remember(remembered, frame.body, f"journal[{number}]")
    return remembered


def _remember(remembered: Remembered, body: bytes, path: str) -> None:
    record = codec.decode(body, path, max_bin=codec.MAX_BODY)
    tag = record[0] if isinstance(record, tuple) and record else None
    if not isinstance(tag, int) or tag not in _RECORDS:
        raise DecodeError(f"no record has the tag {tag!r}", path)
    fields, take = _RECORDS[tag]
    take(remembered, *fields(record, path)[1:])


def _take_ways(
    remembered: Remembered,
    psk: bytes | None,
    listening: tuple[Address, ...],
    peers: tuple[tuple[bytes, tuple[Address, ...]], ...],
) -> None:
    remembered.ways = Ways(psk, listening, dict(peers))


def _take_move(remembered: Remembered, raw: bytes, signature: bytes) -> None:
    Move.unpack(raw, "journal.move")
    remembered.moves.append(Submit(raw, signature))


def _take_boot(remembered: Remembered, boot: bytes) -> None:
    remembered.boot = boot


def _damaged(path: Path, error: Exception) -> StorageError:
    return StorageError(
        f"{path} is damaged ({error}); move it away, and the seat comes back as one that looks on"
    )


_WAYS, _MOVE, _BOOT = 1, 2, 3
_TAG = shape.uint(8)
_ADDRESS = shape.record("address", host=shape.text(64), port=shape.integer(1, 65535))
_ADDRESSES = shape.array(_ADDRESS, 0, _MAX_ADDRESSES)
_PEER = shape.record("peer", key=shape.binary(KEY_SIZE), addresses=_ADDRESSES)
_COUNT = shape.uint(32)

_RECORDS: Final[dict[int, tuple[shape.Shape[tuple[Any, ...]], Callable[..., None]]]] = {
    _WAYS: (
        shape.record(
            "ways",
            tag=_TAG,
            psk=shape.maybe(shape.binary(32)),
            listening=_ADDRESSES,
            peers=shape.array(_PEER, 0, _MAX_PEERS),
        ),
        _take_ways,
    ),
    _MOVE: (
        shape.record("move", _TAG, shape.binary(1, MAX_RECORD), shape.binary(SIGNATURE_SIZE)),
        _take_move,
    ),
    _BOOT: (shape.record("boot", _TAG, shape.binary(BOOT_ID_SIZE)), _take_boot),
}
