"""Which table is meant: an address, five words, a name; and what its host has to prove."""

from __future__ import annotations

from dataclasses import replace

import pytest

from unonet.errors import HandshakeFailed
from unonet.ledger.identity import Identity, fingerprint
from unonet.node.listing import Listing
from unonet.node.target import Target, read_target, target_of, why_no_address
from unonet.words import address_words, key_check

KEY = Identity.from_seed(b"k" * 32).key
OTHER = Identity.from_seed(b"o" * 32).key
WORDS = address_words("192.168.1.20", 4000, KEY)

LISTING = Listing(
    id="ab" * 16,
    name="Ada's table",
    address="10.0.0.1",
    port=4000,
    rules="quick",
    rules_hash=None,
    seats_taken=1,
    seats=4,
    state="lobby",
    closed=False,
    alive=True,
    fingerprint=fingerprint(KEY),
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("10.0.0.1:4000", ("10.0.0.1", 4000)),
        (" laptop.local:1 ", ("laptop.local", 1)),
        ("[fe80::1]:65535", ("fe80::1", 65535)),
    ],
)
def test_host_and_port(text: str, address: tuple[str, int]) -> None:
    assert read_target(text) == Target((address,))


@pytest.mark.parametrize("text", ["", "Ada", "10.0.0.1", "10.0.0.1:", ":4000", "a:0", "a:65536"])
def test_anything_else_is_a_name(text: str) -> None:
    assert read_target(text) is None


@pytest.mark.parametrize("text", [WORDS, WORDS.upper(), WORDS.replace(" ", "  ")])
def test_five_words_are_an_address_and_a_check_of_the_key(text: str) -> None:
    target = read_target(text)
    assert target == Target((("192.168.1.20", 4000),), check=key_check(KEY))
    assert target is not None
    target.require(KEY)
    with pytest.raises(HandshakeFailed, match="another key"):
        target.require(OTHER)


def test_a_table_that_was_signed_for_is_dialled_with_its_key() -> None:
    assert target_of(LISTING).key is None
    assert target_of(replace(LISTING, key=KEY.hex())).key == KEY


def test_five_words_with_a_slip_may_be_a_name_and_say_what_is_wrong() -> None:
    slip = " ".join(["nonsenze", *WORDS.split()[1:]])
    assert read_target(slip) is None
    assert "nonsenze" in (why_no_address(slip) or "")
    assert why_no_address("Ada's table") is None
    assert why_no_address(WORDS) is None


def test_a_listed_table_must_be_run_by_the_key_it_was_announced_with() -> None:
    target = target_of(LISTING)
    assert target.addresses == (("10.0.0.1", 4000),)
    assert target.topic == bytes.fromhex(LISTING.id)
    target.require(KEY)
    with pytest.raises(HandshakeFailed, match="announced with another key"):
        target.require(OTHER)


@pytest.mark.parametrize(
    "text", ["Ada's table", "ADA'S  TABLE", "ada", "abab", LISTING.fingerprint, LISTING.id]
)
def test_what_a_table_is_called(text: str) -> None:
    assert LISTING.is_called(text)


@pytest.mark.parametrize("text", ["table", "aba", "abac", LISTING.fingerprint[:6], "Bob"])
def test_what_a_table_is_not_called(text: str) -> None:
    assert not LISTING.is_called(text)


def test_where_one_can_sit() -> None:
    assert LISTING.open_seat
    for changes in ({"alive": False}, {"state": "play"}, {"seats_taken": 4}):
        assert not replace(LISTING, **changes).open_seat  # type: ignore[arg-type]
