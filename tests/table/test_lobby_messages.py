"""Lobby messages: their bytes, and every field that does not fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.table.tabletop import identity
from unonet.errors import DecodeError
from unonet.ledger import codec
from unonet.table.lobby_messages import (
    Address,
    Begin,
    Draft,
    Linked,
    Marks,
    Ready,
    Refused,
    Sit,
    Unready,
    Watch,
    read_message,
    write_message,
)

EVE = identity(0, 3)

MESSAGES = {
    "sit": Sit("Ada", "greedy", EVE.key, bytes(64), bytes(32), (Address("127.0.0.1", 1),)),
    "sit of a person": Sit("Ada", None, None, None, bytes(32), ()),
    "draft": Draft(3, 2, b"terms", ((Address("10.0.0.1", 65535),), ())),
    "ready": Ready(4_294_967_295, bytes(64)),
    "begin": Begin(b"genesis"),
    "refused": Refused("full"),
    "linked": Linked(3, (EVE.key,)),
    "unready": Unready(3),
    "marks": Marks(3, (True, False, False), ((1, 2),), 3),
    "watch": Watch("Eve"),
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_messages_round_trip(message: Any) -> None:
    assert read_message(write_message(message)) == message


def test_the_layout_is_the_one_of_the_protocol() -> None:
    assert write_message(Refused("full")) == b"\x92\x05\xa4full"
    assert write_message(Ready(1, bytes(64))) == b"\x93\x03\x01\xc4\x40" + bytes(64)
    assert write_message(Begin(b"x")) == b"\x92\x04\xc4\x01x"
    assert write_message(Linked(1, (bytes(32),))) == b"\x93\x06\x01\x91\xc4\x20" + bytes(32)
    assert write_message(Unready(1)) == b"\x92\x07\x01"
    marks = Marks(1, (True, False), ((0, 1),), None)
    assert write_message(marks) == b"\x95\x08\x01\x92\xc3\xc2\x91\x92\x00\x01\xc0"
    assert write_message(Watch("a")) == b"\x92\x09\xa1a"


WRONG: tuple[Any, ...] = (None, True, -1, 1 << 40, b"", bytes(60_000), "x" * 512, ("x",), ())


def misfits() -> Iterable[tuple[str, bytes]]:
    """Every field of every message with every value that does not belong there."""
    for name, message in MESSAGES.items():
        fields = codec.decode(write_message(message))
        for at in range(len(fields)):
            for number, value in enumerate(WRONG):
                raw = codec.encode((*fields[:at], value, *fields[at + 1 :]))
                yield f"{name}-{at}-{number}", raw
        yield f"{name}-short", codec.encode(fields[:-1])
        yield f"{name}-long", codec.encode((*fields, 0))
        yield f"{name}-cut", write_message(message)[:-1]
        yield f"{name}-behind", write_message(message) + b"\0"


# Values of the list that do fit where they were put.
FITTING = {
    *(f"sit-{at}-0" for at in (2, 3, 4)),
    "sit-6-8",
    *(f"sit of a person-{at}-0" for at in (2, 3, 4)),
    "sit of a person-6-8",
    "draft-3-5",
    "begin-1-5",
    "linked-2-8",
    "marks-3-8",
    "marks-4-0",
}


def test_every_field_of_another_type_or_size_is_refused() -> None:
    count = 0
    for name, raw in misfits():
        if name in FITTING:
            read_message(raw)
            continue
        with pytest.raises(DecodeError) as caught:
            read_message(raw)
        assert caught.value.path.startswith("lobby"), name
        count += 1
    assert count > 200


BAD_ADDRESSES = (
    *("localhost", "10.0.0", "10.0.0.1 ", "10.0.0.1\0", "", "a..b", "\x1b[2J", "x" * 46),
    *("010.0.0.1", "1.2.3.4:80"),
    *("0.0.0.0", "0.1.2.3", "255.255.255.255", "224.0.0.1", "240.0.0.1"),
    *("::1", "fe80::1", "fe80::1%eth0", "fd00::1", "169.254.0.1%eth0"),
)
GOOD_ADDRESSES = ("10.255.0.1", "172.31.0.1", "169.254.3.4", "127.0.0.2", "8.8.8.8", "100.64.0.1")


@pytest.mark.parametrize("host", GOOD_ADDRESSES)
def test_addresses_of_hosts_pass(host: str) -> None:
    sit = Sit("Ada", None, None, None, bytes(32), (Address(host, 80),))
    assert read_message(write_message(sit)) == sit


@pytest.mark.parametrize("host", BAD_ADDRESSES, ids=range(len(BAD_ADDRESSES)))
def test_names_groups_and_other_spellings_do_not(host: str) -> None:
    raw = write_message(Sit("Ada", None, None, None, bytes(32), (Address(host, 80),)))
    with pytest.raises(DecodeError) as caught:
        read_message(raw)
    assert caught.value.path == "lobby.addresses[0].host"


@pytest.mark.parametrize("port", [0, 65_536])
def test_ports_are_ports(port: int) -> None:
    raw = write_message(Sit("Ada", None, None, None, bytes(32), (Address("10.0.0.1", port),)))
    with pytest.raises(DecodeError, match="outside"):
        read_message(raw)


def test_too_many_addresses_are_refused() -> None:
    nine = (Address("10.0.0.1", 80),) * 9
    for message in (
        Sit("Ada", None, None, None, bytes(32), nine),
        Draft(1, 2, b"x", (nine, ())),
    ):
        with pytest.raises(DecodeError, match="0 to 8"):
            read_message(write_message(message))
