from __future__ import annotations

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from unonet.errors import DecodeError, LocalProtocolError
from unonet.ledger.codec import MAX_ARRAY, MAX_BIN, MAX_BODY, MAX_DEPTH, MAX_STR, decode, encode
from unonet.ledger.kinds import Kind

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=40)
    | st.text(max_size=20)
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=5).map(tuple), max_leaves=20)


def depth(value: object) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


@given(values.filter(lambda value: depth(value) <= MAX_DEPTH))
def test_what_is_encoded_decodes_to_itself(value):
    assert decode(encode(value)) == value


def check_refused_or_canonical(raw):
    try:
        value = decode(raw)
    except DecodeError as error:
        assert error.path == "value"
    else:
        assert encode(value) == raw


@given(st.binary(max_size=60))
@example(b"\xc7\x0c\xff" + b"\xff" * 12)
@example(b"\x91" * 5000)
@example(b"\xdd\xff\xff\xff\xff")
@example(b"\xc6\xff\xff\xff\xff")
def test_any_bytes_are_refused_or_canonical(raw):
    check_refused_or_canonical(raw)


@given(values.filter(lambda value: depth(value) <= MAX_DEPTH), st.data())
def test_mutated_bytes_are_refused_or_canonical(value, data):
    raw = bytearray(encode(value))
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] = data.draw(st.integers(0, 255))
    check_refused_or_canonical(bytes(raw))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "incomplete"),
        (b"\x01\x02", "extra data"),
        (b"\x80", "dict is no type"),
        (b"\x81\x01\x01", "max_map_len"),
        (b"\x91\x80", "dict is no type"),
        (b"\xcb" + bytes(8), "float is no type"),
        (b"\xca\x7f\xc0\x00\x00", "float is no type"),
        (b"\xc7\x00\x05", "ExtType is no type"),
        (b"\xd6\xff" + bytes(4), "max_ext_len"),
        (b"\xcc\x01", "canonical"),
        (b"\xd3" + bytes(8), "canonical"),
        (b"\xd9\x01a", "canonical"),
        (b"\xc5\x00\x01a", "canonical"),
        (b"\xdc\x00\x01\x01", "canonical"),
        (b"\xa1\xff", "utf-8"),
        (b"\xa3\xed\xa0\x80", "utf-8"),
        (b"\xc1", "FormatError"),
        (b"\x91" * 7 + b"\x01", "deeper than 6"),
        (b"\xdc\x01\x01" + b"\x01" * 257, "max_array_len"),
        (b"\xda\x02\x01" + b"a" * 513, "max_str_len"),
        (b"\xc5\xea\x61" + bytes(60_001), "max_bin_len"),
    ],
)
def test_refusals_say_why_and_where(raw, reason):
    with pytest.raises(DecodeError, match=reason) as caught:
        decode(raw, "move.body")
    assert caught.value.path == "move.body"


@pytest.mark.parametrize(
    "value",
    [
        (0,) * MAX_ARRAY,
        "a" * MAX_STR,
        bytes(MAX_BIN),
        ((((((),),),),),),
        2**64 - 1,
        -(2**63),
    ],
)
def test_limits_are_inclusive(value):
    assert decode(encode(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        (0,) * (MAX_ARRAY + 1),
        "é" * (MAX_STR // 2) + "a",
        bytes(MAX_BIN + 1),
        (((((((),),),),),),),
        2**64,
        -(2**63) - 1,
        1.5,
        {},
        {1: 2},
        "\ud800",
        object(),
        (1, [2, {3}]),
        msgpack.ExtType(5, b""),
        msgpack.Timestamp(1, 1),
    ],
)
def test_values_outside_the_limits_are_not_encoded(value):
    with pytest.raises(LocalProtocolError, match="cannot be encoded"):
        encode(value)


def test_a_refused_value_leaves_nothing_behind_for_the_next():
    with pytest.raises(LocalProtocolError):
        encode((1, 2, object()))
    assert encode(7) == b"\x07"


def test_containers_of_records_may_be_longer_when_asked():
    raw = encode((bytes(MAX_BODY),), max_bin=MAX_BODY)
    assert decode(raw, max_bin=MAX_BODY) == (bytes(MAX_BODY),)
    with pytest.raises(DecodeError):
        decode(raw)


def test_lists_become_tuples_and_kinds_integers():
    assert decode(encode([1, [Kind.MOVE]])) == (1, (11,))
