from __future__ import annotations

import struct
from bisect import bisect_right
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet.errors import CorruptLog, LocalProtocolError
from unonet.ledger.codec import MAX_BODY, encode
from unonet.ledger.layout import (
    MAX_FRAME,
    FrameType,
    Versions,
    pack_frames,
    pack_header,
    parse,
)

TABLE, SALT = b"t" * 16, b"salt" * 4
VERSIONS = Versions("0.1.0", 1, 1)
HEADER = pack_header(TABLE, salt=SALT, versions=VERSIONS)
BODIES = [
    (FrameType.GENESIS, b"genesis"),
    (FrameType.ENTRY, bytes(40)),
    (FrameType.NOTE, b"\xa5" * 30),
    (FrameType.SEAL, b"s"),
]


def frame(kind: int, body: bytes, salt: bytes = SALT, reserved: int = 0) -> bytes:
    """A frame by the book, written without the module."""
    head = struct.pack(">BBHI", 0xA5, kind, reserved, len(body))
    return head + struct.pack(">I", crc32(salt + head + body)) + body


FRAMES = [frame(*body) for body in BODIES]
LOG = HEADER + b"".join(FRAMES)
STARTS = [len(HEADER) + sum(map(len, FRAMES[:i])) for i in range(len(FRAMES))]


def start_of(at: int) -> int:
    """Where the frame (or the file header) begins that byte ``at`` belongs to."""
    return STARTS[bisect_right(STARTS, at) - 1] if at >= STARTS[0] else 0


def corrupt(raw: bytes) -> CorruptLog:
    with pytest.raises(CorruptLog) as caught:
        parse(raw)
    return caught.value


def test_a_log_is_read_back_as_it_was_written():
    log = parse(LOG)
    assert (log.table_id, log.salt, log.versions) == (TABLE, SALT, VERSIONS)
    assert [(one.frame_type, one.body) for one in log.frames] == BODIES
    assert [one.offset for one in log.frames] == STARTS
    assert [pack_frames(*body, salt=SALT) for body in BODIES] == FRAMES


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_every_changed_byte_is_noticed_at_its_frame(mask):
    for at in range(len(LOG)):
        error = corrupt(LOG[:at] + bytes([LOG[at] ^ mask]) + LOG[at + 1 :])
        assert error.offset == start_of(at), at


@given(st.lists(st.tuples(st.integers(0, len(LOG) - 1), st.integers(1, 255)), min_size=1))
def test_any_changed_bytes_are_noticed_at_the_first_of_their_frames(changes):
    raw = bytearray(LOG)
    for at, mask in dict(changes).items():
        raw[at] ^= mask
    error = corrupt(bytes(raw))
    assert error.offset == start_of(min(at for at, _ in changes))


def test_every_truncation_is_a_torn_tail_from_the_frame_it_cuts():
    for size in range(len(LOG)):
        if size in STARTS:
            assert len(parse(LOG[:size]).frames) == STARTS.index(size)
        else:
            error = corrupt(LOG[:size])
            assert (error.offset, error.torn) == (start_of(size), True)


def test_damage_is_torn_only_with_nothing_valid_behind_it():
    for at in range(STARTS[0], len(LOG)):
        error = corrupt(LOG[:at] + bytes([LOG[at] ^ 1]) + LOG[at + 1 :])
        assert error.torn == (at >= STARTS[-1])


@pytest.mark.parametrize("tail", [b"\0", bytes(1), bytes(522), b"\xa5" * 13, b"garbage", b"\xa5"])
def test_bytes_behind_the_last_frame_are_noticed(tail):
    error = corrupt(LOG + tail)
    assert (error.offset, error.torn) == (len(LOG), True)


def test_a_frame_of_another_log_is_noticed():
    alien = frame(FrameType.NOTE, b"note", salt=b"pepper--pepper--")
    assert corrupt(LOG + alien).offset == len(LOG)


def test_a_changed_body_with_its_checksum_mended_is_for_the_signatures_to_find():
    mended = HEADER + FRAMES[0] + frame(FrameType.ENTRY, bytes(39) + b"\1") + FRAMES[2]
    assert parse(mended).frames[1].body == bytes(39) + b"\1"


@pytest.mark.parametrize("size", [1, MAX_FRAME, MAX_FRAME + 1, 2 * MAX_FRAME, MAX_BODY])
def test_bodies_up_to_256_kib_are_split_and_joined(size):
    body = bytes(i % 251 for i in range(size))
    raw = pack_frames(FrameType.ENTRY, body, salt=SALT)
    log = parse(HEADER + raw + FRAMES[3])
    assert [(one.frame_type, one.body) for one in log.frames] == [
        (FrameType.ENTRY, body),
        BODIES[3],
    ]
    assert len(raw) == size + 12 * -(-size // MAX_FRAME)


@pytest.mark.parametrize("size", [0, MAX_BODY + 1])
def test_other_bodies_are_not_written(size):
    with pytest.raises(LocalProtocolError, match=f"not {size}"):
        pack_frames(FrameType.ENTRY, bytes(size), salt=SALT)


def test_a_body_without_its_last_frame_is_torn_from_its_first():
    raw = pack_frames(FrameType.ENTRY, bytes(3 * MAX_FRAME), salt=SALT)
    for size in (MAX_FRAME + 12, 2 * (MAX_FRAME + 12), 2 * (MAX_FRAME + 12) + 5, len(raw) - 1):
        error = corrupt(LOG + raw[:size])
        assert (error.offset, error.torn) == (len(LOG), True)


def test_damage_inside_a_split_body_is_named_at_its_own_frame():
    raw = bytearray(pack_frames(FrameType.ENTRY, bytes(3 * MAX_FRAME), salt=SALT))
    raw[MAX_FRAME + 12 + 500] ^= 1
    error = corrupt(LOG + bytes(raw))
    assert (error.offset, error.torn) == (len(LOG) + MAX_FRAME + 12, False)


def test_a_split_body_of_more_than_256_kib_is_refused():
    raw = frame(FrameType.CONTINUATION, bytes(MAX_FRAME)) * 4 + frame(FrameType.ENTRY, b"x")
    assert corrupt(LOG + raw).offset == len(LOG)


@pytest.mark.parametrize("kind", [0, 10, 127])
def test_an_unknown_type_below_128_is_fatal_and_never_cut(kind):
    error = corrupt(LOG + frame(kind, b"x"))
    assert (error.offset, error.torn) == (len(LOG), False)


@pytest.mark.parametrize("kind", [128, 255])
def test_an_unknown_type_from_128_is_skipped(kind):
    assert parse(HEADER + frame(kind, b"x") + FRAMES[0]).frames == [
        (len(HEADER) + 13, FrameType.GENESIS, b"genesis")
    ]


@pytest.mark.parametrize(
    "raw", [frame(8, b"x", reserved=1), frame(8, b""), frame(8, bytes(MAX_FRAME + 1))]
)
def test_a_frame_outside_its_limits_is_none_whatever_its_checksum(raw):
    assert corrupt(LOG + raw).offset == len(LOG)


def header(**changes: object) -> bytes:
    """A file header by the book, with single fields changed and the checksum right."""
    fields = {"magic": b"\x93UNOLOG\n", "format": 1, "flags": 0, "padding": bytes(12)}
    fields |= {"tail": encode(tuple(VERSIONS))} | changes
    start = fields["magic"] + struct.pack(">HH", fields["format"], fields["flags"])
    start += TABLE + SALT + struct.pack(">I", len(fields["tail"]))
    checksum = crc32(start + bytes(4) + fields["padding"] + fields["tail"])
    return start + struct.pack(">I", checksum) + fields["padding"] + fields["tail"]


def test_the_header_is_64_bytes_and_its_versions():
    assert header() == HEADER
    assert len(HEADER) == 64 + len(encode(tuple(VERSIONS)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"magic": b"\x93UNOLOG\r"}, "wrong magic"),
        ({"format": 2}, "format 2"),
        ({"flags": 1}, "flags 1"),
        ({"padding": bytes(11) + b"\1"}, "not known here"),
        ({"tail": encode(("0.1.0", 1))}, "bad versions: a versions has 3 fields"),
        ({"tail": encode((1, 1, 1))}, r"bad versions\.application"),
        ({"tail": b"\xc1"}, "bad versions"),
        ({"tail": b""}, "bad versions"),
    ],
)
def test_a_header_that_is_not_of_this_format_is_refused(changes, message):
    with pytest.raises(CorruptLog, match=message) as caught:
        parse(header(**changes) + FRAMES[0])
    assert (caught.value.offset, caught.value.torn) == (0, False)


def test_a_hostile_tail_is_searched_in_bounded_steps_and_then_never_called_torn():
    candidates = struct.pack(">BBHI", 0xA5, 1, 0, 1) * (1 << 15)
    assert not corrupt(LOG + b"\0" + candidates).torn


@pytest.mark.parametrize(("table", "salt"), [(b"", SALT), (TABLE, bytes(15))])
def test_ids_and_salts_have_16_bytes(table, salt):
    with pytest.raises(LocalProtocolError):
        pack_header(table, salt=salt, versions=VERSIONS)


def test_continuations_are_not_written_by_themselves():
    with pytest.raises(LocalProtocolError):
        pack_frames(FrameType.CONTINUATION, b"x", salt=SALT)
