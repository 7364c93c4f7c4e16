"""The file of what a seat must remember: it gives back what it took and refuses other bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unonet.errors import SeatInUse, StorageError
from unonet.ledger import codec
from unonet.ledger.entry import Move
from unonet.ledger.store import FrameType, LogWriter, Versions
from unonet.node.home import load_identity
from unonet.node.journal import Journal, Ways
from unonet.node.seat_folder import SeatFolder, folder_of, kept_seats
from unonet.order.messages import Submit

TABLE = bytes(range(16))
WAYS = Ways(
    bytes(32),
    (("127.0.0.1", 4000), ("::1", 4000)),
    {b"k" * 32: (("10.0.0.7", 5),), b"l" * 32: ()},
)


def move(n: int) -> Submit:
    made = Move.pack(
        seat=1,
        session=bytes(8),
        n=n,
        base_index=0,
        base_hash=bytes(32),
        kind=11,
        body=("d", None, None, ()),
    )
    return Submit(made.raw, bytes([n]) * 64)


LONG_MOVE = Move.pack(
    seat=1,
    session=bytes(8),
    n=1,
    base_index=0,
    base_hash=bytes(32),
    kind=7,
    body=[bytes(60_000)] * 4 + [bytes(21_000)],
)


def test_everything_comes_back_in_order(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "journal", TABLE, WAYS)
    journal.keep_move(move(0), sync=True)
    journal.keep_move(move(1), sync=False)
    journal.close()
    kept = Journal.open(tmp_path / "journal", TABLE).remembered
    assert kept.ways == WAYS
    assert kept.moves == [move(0), move(1)]


def test_the_longest_move_comes_back(tmp_path: Path) -> None:
    longest = Submit(LONG_MOVE.raw, bytes(64))
    journal = Journal.create(tmp_path / "journal", TABLE, WAYS)
    journal.keep_move(longest, sync=True)
    journal.close()
    assert Journal.open(tmp_path / "journal", TABLE).remembered.moves == [longest]


def test_the_last_start_of_the_machine_is_remembered(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "journal", TABLE, WAYS)
    assert journal.remembered.boot == b""
    for boot in (b"a" * 16, b"b" * 16, b""):
        journal.keep_boot(boot)
    journal.close()
    assert Journal.open(tmp_path / "journal", TABLE).remembered.boot == b"b" * 16


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    for n in range(3):
        if n:
            journal = Journal.open(tmp_path / "journal", TABLE)
        else:
            journal = Journal.create(tmp_path / "journal", TABLE, WAYS)
        journal.keep_move(move(n), sync=False)
        journal.close()
    newer = Ways(None, (("127.0.0.1", 1),), {})
    journal = Journal.open(tmp_path / "journal", TABLE)
    assert [Move.unpack(kept.move_raw).n for kept in journal.remembered.moves] == [0, 1, 2]
    journal.keep_ways(newer)
    journal.close()
    assert Journal.open(tmp_path / "journal", TABLE).remembered.ways == newer


def test_a_torn_tail_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal.create(path, TABLE, WAYS)
    journal.keep_move(move(0), sync=True)
    journal.keep_move(move(1), sync=False)
    journal.close()
    path.write_bytes(path.read_bytes()[:-3])
    assert Journal.open(path, TABLE).remembered.moves == [move(0)]


def test_it_is_never_made_anew_over_another(tmp_path: Path) -> None:
    Journal.create(tmp_path / "journal", TABLE, WAYS).close()
    with pytest.raises(StorageError):
        Journal.create(tmp_path / "journal", TABLE, WAYS)


def test_a_journal_of_another_table_is_refused(tmp_path: Path) -> None:
    Journal.create(tmp_path / "journal", TABLE, WAYS).close()
    with pytest.raises(StorageError, match="another table"):
        Journal.open(tmp_path / "journal", bytes(16))


BAD: dict[str, Any] = {
    "no array": 7,
    "empty": (),
    "tag as text": ("move", b"x", bytes(64)),
    "unknown tag": (9, b"x"),
    "negative tag": (-1,),
    "boolean tag": (True, None, (), ()),
    "short ways": (1, None, ()),
    "psk of 31": (1, bytes(31), (), ()),
    "port 0": (1, None, (("h", 0),), ()),
    "long host": (1, None, (("h" * 65, 1),), ()),
    "peer without key": (1, None, (), ((bytes(31), ()),)),
    "no move": (2, b"\x90", bytes(64)),
    "short signature": (2, move(0).move_raw, bytes(63)),
    "long name": (3, "n" * 9, 0, 0, 0, bytes(32)),
    "negative round": (3, "n1", -1, 0, 0, bytes(32)),
    "short boot id": (4, bytes(15)),
    "short secret": (3, "n1", 0, 0, 0, bytes(31)),
}


@pytest.mark.parametrize("record", BAD.values(), ids=BAD)
def test_records_that_no_journal_has(tmp_path: Path, record: Any) -> None:
    path = tmp_path / "journal"
    writer = LogWriter.create(path, TABLE, salt=bytes(16), versions=Versions("x", 1, 1))
    writer.write(FrameType.NOTE, codec.encode(record))
    writer.close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="looks on"):
        Journal.open(path, TABLE)
    assert path.read_bytes() == before


def test_any_byte_that_changes_is_found_or_torn_off(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal.create(path, TABLE, WAYS)
    for n in range(3):
        journal.keep_move(move(n), sync=False)
    journal.close()
    good = path.read_bytes()
    for place in range(0, len(good), 7):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :])
        try:
            kept = Journal.open(path, TABLE).remembered
        except StorageError:
            continue
        assert kept.moves == [move(n) for n in range(len(kept.moves))]
        assert len(kept.moves) < 3 or 28 <= place < 44, "only the salt is covered by nothing"


# The folder and its lock


def test_one_process_at_a_time_has_the_seat(tmp_path: Path) -> None:
    folder = SeatFolder.take(tmp_path, TABLE, 3)
    with pytest.raises(SeatInUse):
        SeatFolder.take(tmp_path, TABLE, 3)
    SeatFolder.take(tmp_path, TABLE, 4).release()
    folder.release()
    SeatFolder.take(tmp_path, TABLE, 3).release()


def test_erasing_leaves_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    folder = SeatFolder.take(tmp_path, TABLE, 3)
    Journal.create(folder.journal, TABLE, WAYS).close()
    load_identity(tmp_path).keep(folder.identity)
    assert folder.identity.stat().st_mode & 0o777 == 0o600
    assert list(kept_seats(tmp_path, TABLE)) == [3]
    folder.erase()
    folder.erase()
    assert not folder_of(tmp_path, TABLE, 3).exists()
    assert list(kept_seats(tmp_path, TABLE)) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    with pytest.raises(StorageError, match="state"):
        SeatFolder.take(tmp_path, TABLE, 0)
