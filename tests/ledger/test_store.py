from __future__ import annotations

import os
import resource
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from unonet.errors import CorruptLog, LocalProtocolError, StorageError
from unonet.ledger.layout import MAX_FRAME
from unonet.ledger.store import MAX_LOG, FrameType, LogWriter, Versions, read_log, recover

VERSIONS = Versions("0.1.0", 1, 1)
BODIES = [
    (FrameType.GENESIS, b"genesis"),
    (FrameType.ENTRY, bytes(100)),
    (FrameType.SEAL, b"seal"),
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.unolog"


@pytest.fixture
def writer(path):
    with_log = LogWriter.create(path, b"t" * 16, salt=b"s" * 16, versions=VERSIONS)
    for body in BODIES:
        with_log.write(*body)
    yield with_log
    with_log.close()


def bodies(log):
    return [(frame.frame_type, frame.body) for frame in log.frames]


@contextmanager
def file_size_limit(size):
    """A disk that is full from ``size`` bytes on: a short write first, then an error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_is_written_is_read(path, writer):
    writer.sync()
    log = read_log(path)
    assert (log.table_id, log.versions, bodies(log)) == (b"t" * 16, VERSIONS, BODIES)


def test_written_bodies_survive_a_kill(path):
    script = (
        "import os, pathlib, sys\n"
        "from unonet.ledger.store import *\n"
        "writer = LogWriter.create(pathlib.Path(sys.argv[1]), b't' * 16, salt=b's' * 16,\n"
        "    versions=Versions('0.1.0', 1, 1))\n"
        "writer.write(FrameType.NOTE, b'kept')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert done.returncode == -9
    assert bodies(read_log(path)) == [(FrameType.NOTE, b"kept")]


def test_a_log_is_never_overwritten(path, writer):
    before = path.read_bytes()
    with pytest.raises(StorageError, match="cannot be created: File exists"):
        LogWriter.create(path, b"t" * 16, salt=b"s" * 16, versions=VERSIONS)
    assert path.read_bytes() == before


def test_resume_goes_on_behind_what_is_there(path, writer):
    writer.close()
    again, log = LogWriter.resume(path)
    again.write(FrameType.NOTE, b"more")
    again.close()
    assert bodies(log) == BODIES
    assert bodies(read_log(path)) == [*BODIES, (FrameType.NOTE, b"more")]


@pytest.mark.parametrize("room", [0, 1, 11, 12, 100])
def test_a_full_disk_leaves_the_log_as_it_was_and_the_writer_usable(path, writer, room):
    before = path.read_bytes()
    with (
        file_size_limit(len(before) + room),
        pytest.raises(StorageError, match="cannot be written: File too large"),
    ):
        writer.write(FrameType.ENTRY, bytes(200))
    assert path.read_bytes() == before
    writer.write(FrameType.NOTE, b"room again")
    assert bodies(read_log(path)) == [*BODIES, (FrameType.NOTE, b"room again")]


def test_a_full_disk_cuts_a_split_body_whole(path, writer):
    before = path.read_bytes()
    with file_size_limit(len(before) + MAX_FRAME + 100), pytest.raises(StorageError):
        writer.write(FrameType.ENTRY, bytes(3 * MAX_FRAME))
    assert path.read_bytes() == before


def test_a_disk_too_full_for_the_header_leaves_no_file(path):
    with file_size_limit(30), pytest.raises(StorageError, match="cannot be written"):
        LogWriter.create(path, b"t" * 16, salt=b"s" * 16, versions=VERSIONS)
    assert not path.exists()


def test_a_failed_sync_or_cut_closes_the_writer_for_good(tmp_path):
    # A pipe takes writes, but neither syncs nor truncates.
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    writer = LogWriter(path, os.open(path, os.O_WRONLY), b"s" * 16)
    writer.write(FrameType.NOTE, b"x")
    with pytest.raises(StorageError, match="cannot be synced"):
        writer.sync()
    with pytest.raises(StorageError, match="is closed"):
        writer.write(FrameType.NOTE, b"x")
    writer = LogWriter(path, os.open(path, os.O_WRONLY), b"s" * 16)
    os.close(reader)
    with pytest.raises(StorageError, match="cannot be written: Broken pipe"):
        writer.write(FrameType.NOTE, b"x")
    with pytest.raises(StorageError, match="is closed"):
        writer.sync()


def test_a_closed_writer_refuses_everything(path, writer):
    writer.close()
    writer.close()
    for late in (writer.sync, lambda: writer.write(FrameType.NOTE, b"x")):
        with pytest.raises(StorageError, match="is closed"):
            late()


def test_an_impossible_body_changes_nothing(path, writer):
    before = path.read_bytes()
    with pytest.raises(LocalProtocolError):
        writer.write(FrameType.NOTE, b"")
    assert path.read_bytes() == before


def test_recover_leaves_a_good_log_alone(path, writer):
    before = path.read_bytes()
    assert bodies(recover(path)) == BODIES
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("cut", [1, 15])
def test_recover_cuts_a_torn_tail_and_keeps_its_bytes(path, writer, cut):
    whole = path.read_bytes()
    start = read_log(path).frames[-1].offset
    path.write_bytes(whole[:-cut])
    with pytest.raises(CorruptLog) as caught:
        read_log(path)
    assert (caught.value.offset, caught.value.torn) == (start, True)
    assert path.read_bytes() == whole[:-cut]
    assert bodies(recover(path)) == BODIES[:-1]
    assert path.read_bytes() == whole[:start]
    assert path.with_name("table.unolog.torn").read_bytes() == whole[start:-cut]


def test_recover_keeps_the_tails_of_earlier_crashes(path, writer):
    for tail in (b"\0\0\0", b"\xa5half"):
        with path.open("ab") as log:
            log.write(tail)
        recover(path)
    assert path.with_name("table.unolog.torn").read_bytes() == b"\0\0\0\xa5half"


def test_recover_refuses_damage_in_the_middle_and_changes_nothing(path, writer):
    raw = bytearray(path.read_bytes())
    second = read_log(path).frames[1].offset
    raw[second + 50] ^= 1
    path.write_bytes(raw)
    with pytest.raises(CorruptLog, match=f"wrong checksum at byte {second}"):
        recover(path)
    assert path.read_bytes() == raw
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("size", [0, 5, 63, 70])
def test_recover_refuses_a_log_without_its_header(path, writer, size):
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(CorruptLog, match="unfinished file header at byte 0"):
        recover(path)
    assert path.stat().st_size == size


def test_missing_files_and_folders_are_sentences(tmp_path):
    missing = tmp_path / "missing" / "table.unolog"
    for call in (read_log, recover, LogWriter.resume):
        with pytest.raises(StorageError, match="cannot be read: No such file"):
            call(missing)
    with pytest.raises(StorageError, match="cannot be created: No such file"):
        LogWriter.create(missing, b"t" * 16, salt=b"s" * 16, versions=VERSIONS)


def test_what_is_no_regular_file_or_too_large_is_refused_unread(tmp_path: Path) -> None:
    for strange in (Path("/dev/zero"), tmp_path):
        with pytest.raises(StorageError):
            read_log(strange)
    huge = tmp_path / "huge.unolog"
    with huge.open("wb") as file:
        file.truncate(MAX_LOG + 1)
    with pytest.raises(StorageError, match="larger than"):
        read_log(huge)
