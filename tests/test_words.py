"""Words stand for numbers, both ways, however a person types them."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet import words
from unonet.errors import BadWords, DecodeError, LocalProtocolError
from unonet.words import AddressWords, from_words, to_words

KEY = bytes(range(32))
GOLDEN = json.loads((Path(__file__).parent / "vectors" / "link.json").read_text(encoding="utf-8"))[
    "words"
]


def test_the_list_is_the_effs_whole_and_in_order() -> None:
    known = to_words(0, 1) + to_words(7775, 1)
    assert known == ("abacus", "zoom")
    every = [to_words(number, 1)[0] for number in range(words.COUNT)]
    assert len(set(every)) == 7776 and every == sorted(every)
    assert sha256("\n".join(every).encode()).hexdigest() == (
        "abae49761b88f3f1ba31ef944bea1f61b795a3cd7e1cfb7d276ed45bf77967ba"
    )


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 7776**n - 1))))
def test_numbers_come_back(case: tuple[int, int]) -> None:
    count, number = case
    said = to_words(number, count)
    assert len(said) == count
    assert from_words(said) == from_words("-".join(said)) == number
    assert from_words(f" {', '.join(said).upper()}.\n") == number


def test_a_number_that_does_not_fit_is_our_own_mistake() -> None:
    for number in (-1, 7776**2):
        with pytest.raises(LocalProtocolError):
            to_words(number, 2)


def test_words_with_a_hyphen_are_read_in_every_form() -> None:
    for typed in ("drop-down yo-yo t-shirt felt-tip", "dropdown yoyo tshirt felttip"):
        assert from_words(typed) == from_words(["drop-down", "yo-yo", "t-shirt", "felt-tip"])
    assert from_words("drop down") == from_words("drop-down")
    assert from_words("down drop-down") == from_words(["down", "dropdown"])


def test_an_unknown_word_is_named_with_the_nearest_known_one() -> None:
    with pytest.raises(BadWords, match=r"word 2, 'zoomm', .*'zoom'") as caught:
        from_words("abacus zoomm abacus")
    assert caught.value.path == "words[1]"


@pytest.mark.parametrize("typed", ["\x1b[2J", "drop", "ｚｏｏｍ", "zoom\0", "x" * 150, "z " * 101])
def test_hostile_text_is_a_decode_error(typed: str) -> None:
    with pytest.raises(DecodeError) as caught:
        from_words(typed)
    assert "\x1b" not in str(caught.value) and "\0" not in str(caught.value)


@given(st.ip_addresses(v=4).map(str), st.integers(1, 0xFFFF), st.binary(min_size=32, max_size=32))
def test_an_address_comes_back_with_the_check_of_its_key(host: str, port: int, key: bytes) -> None:
    said = words.address_words(host, port, key)
    assert len(said.split()) == 5
    assert words.read_address_words(said) == AddressWords(host, port, words.key_check(key))


def test_a_known_address_has_these_words() -> None:
    assert (
        words.address_words("192.168.1.7", 40_000, KEY)
        == "magician washable snowstorm mumble jellied"
    )


def test_only_an_ipv4_address_has_words() -> None:
    for host in ("::1", "localhost", "1.2.3"):
        with pytest.raises(LocalProtocolError):
            words.address_words(host, 1, KEY)


@pytest.mark.parametrize(
    "said",
    [
        "abacus abacus abacus abacus",
        "abacus abacus abacus abacus abacus abacus",
        "",
        " ".join(to_words(2**64, 5)),
        " ".join(to_words(0xC0A80107 << 32 | 0xFFFF, 5)),
    ],
)
def test_words_that_are_no_address_are_refused(said: str) -> None:
    with pytest.raises(DecodeError):
        words.read_address_words(said)


def test_tables_keys_and_codes_have_words_of_their_own() -> None:
    assert words.table_words(KEY[:16]) == "uncut cartel oversweet blast"
    assert words.fingerprint_words(KEY) == "joystick driving quintuple unguided quirk conical"
    assert words.join_code(KEY) == "sequester spiffy facing essay parched deputize apricot"
    assert words.table_words(KEY[1:17]) != words.table_words(KEY[:16])
    with pytest.raises(LocalProtocolError):
        words.join_code(bytes(15))


def test_a_join_key_depends_on_every_word_and_not_on_how_it_is_typed() -> None:
    code = words.join_code(KEY)
    key = words.join_key(code)
    assert key.hex() == "86572c876339074cc87e42ddcca84d7b8520fe2c06d52e1c1157298039b06bf4"
    assert words.join_key(code.upper().replace(" ", "-")) == key
    assert words.join_key(" ".join(reversed(code.split()))) != key
    with pytest.raises(DecodeError):
        words.join_key(" ".join(code.split()[:6]))


def test_the_list_is_read_at_the_first_word_only() -> None:
    probe = "import unonet.words as w; before = w._list.cache_info().currsize; w.to_words(1, 1); "
    probe += "print(before, w._list.cache_info().currsize)"
    ran = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["0", "1"]


def test_the_words_of_addresses_are_the_golden_ones() -> None:
    for case in GOLDEN["addresses"]:
        key = bytes.fromhex(case["key"])
        assert words.address_words(case["host"], case["port"], key) == case["words"]
        where = AddressWords(case["host"], case["port"], words.key_check(key))
        assert words.read_address_words(case["words"]) == where


def test_the_words_of_a_table_a_key_and_a_code_are_the_golden_ones() -> None:
    table, key, code = (GOLDEN[name] for name in ("table", "key", "code"))
    assert words.table_words(bytes.fromhex(table["id"])) == table["words"]
    assert words.fingerprint_words(bytes.fromhex(key["key"])) == key["words"]
    assert words.join_code(bytes.fromhex(code["entropy"])) == code["words"]
    assert words.join_key(code["words"].upper().replace(" ", "-")).hex() == code["psk"]
