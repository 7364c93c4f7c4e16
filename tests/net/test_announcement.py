from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet.errors import DecodeError
from unonet.net.announcement import (
    MAX_TXT,
    Announcement,
    from_txt,
    pack_txt,
    to_txt,
    unpack_txt,
)

TABLE = Announcement(
    topic=bytes(range(16)),
    fingerprint="abcdefg2",
    boot="00ff",
    name="Ann's table",
    taken=1,
    seats=4,
    status="lobby",
    preset="quick",
    closed=True,
)
TXT: dict[bytes, bytes | None] = {k.encode(): v.encode() for k, v in to_txt(TABLE).items()}


def test_an_announcement_comes_back_from_its_txt() -> None:
    assert from_txt(TXT) == TABLE


def test_the_longest_announcement_fits() -> None:
    longest = replace(TABLE, name="W" * 20, taken=10, seats=10, status="resume", preset="p" * 20)
    assert sum(len(k) + len(v) + 2 for k, v in to_txt(longest).items()) < MAX_TXT


def test_fields_of_later_versions_are_left_alone() -> None:
    assert from_txt(TXT | {b"zz": b"new", b"flag": None}) == TABLE


@pytest.mark.parametrize("name", sorted(TXT))
def test_every_missing_field_is_named(name: bytes) -> None:
    for broken in ({k: v for k, v in TXT.items() if k != name}, TXT | {name: None}):
        with pytest.raises(DecodeError) as caught:
            from_txt(broken)
        assert caught.value.path == f"txt.{name.decode()}"


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        (b"v", b"0"),
        (b"v", b"1.0"),
        (b"v", "١".encode()),
        (b"b", b"00FF"),
        (b"b", b"00f"),
        (b"id", b"0" * 31),
        (b"id", b"g" * 32),
        (b"fp", b"abcdefg1"),
        (b"n", b"3"),
        (b"n", b"0/4"),
        (b"n", b"5/4"),
        (b"n", b"3/11"),
        (b"n", b"-1/4"),
        (b"st", b"dead"),
        (b"st", b"lobby\n"),
        (b"rs", b"Quick; rm -rf"),
        (b"pw", b"2"),
        (b"nm", b"\xff\xfe"),
        (b"nm", b"x" * 41),
        (b"rs", b"x" * 65),
    ],
)
def test_every_hostile_field_is_named(name: bytes, raw: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        from_txt(TXT | {name: raw})
    assert caught.value.path == f"txt.{name.decode()}"


def test_too_much_of_it_is_refused() -> None:
    with pytest.raises(DecodeError) as caught:
        from_txt(TXT | {b"padding": b"x" * MAX_TXT})
    assert caught.value.path == "txt"


def test_a_name_cannot_steer_a_terminal() -> None:
    hostile = "a\x1b[2Jb\u202ec"
    assert from_txt(TXT | {b"nm": hostile.encode()}).name == "a[2Jbc"


@pytest.mark.parametrize(
    "broken",
    [replace(TABLE, boot="x"), replace(TABLE, taken=5), replace(TABLE, status="over")],
)
def test_nobody_announces_what_nobody_accepts(broken: Announcement) -> None:
    with pytest.raises(DecodeError):
        to_txt(broken)


@given(st.dictionaries(st.sampled_from(sorted(TXT)), st.none() | st.binary(max_size=50)))
def test_any_fields_decode_or_raise_decode_error(changes: dict[bytes, bytes | None]) -> None:
    try:
        from_txt(to_bytes(to_txt(from_txt(TXT | changes))))
    except DecodeError as error:
        assert error.path.startswith("txt")


def to_bytes(txt: dict[str, str]) -> dict[bytes, bytes | None]:
    return {k.encode(): v.encode() for k, v in txt.items()}


def test_an_announcement_comes_back_from_its_bytes() -> None:
    raw = pack_txt(TABLE)
    assert unpack_txt(raw) == TABLE
    assert raw.startswith(b"\x03v=1\x06b=00ff")
    assert unpack_txt(raw + b"\x00\x04flag\x06zz=new\x06st=bad") == TABLE


@given(st.binary(max_size=2 * MAX_TXT))
def test_other_bytes_are_no_announcement(raw: bytes) -> None:
    for hostile in (raw, pack_txt(TABLE)[: len(raw) % 100], b"\xff" + raw):
        with pytest.raises(DecodeError):
            unpack_txt(hostile)


def test_a_record_of_any_length_is_refused() -> None:
    with pytest.raises(DecodeError, match="400"):
        unpack_txt(pack_txt(TABLE) + b"\xff" + bytes(400))
