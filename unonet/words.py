"""Numbers that people read aloud: a digit of base 7776 is a word (protocol.md, section 6).

Knows the list, and how many words stand for an address, a table, a key and a join code. It does not
know who says them, nor that a code is a secret and an address is none. The list is the EFF's long
word list (CC BY 3.0 US), loaded at the first word.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from ipaddress import AddressValueError, IPv4Address
from typing import Final, NamedTuple

from unonet.errors import BadWords, LocalProtocolError

COUNT: Final = 7776
ADDRESS_WORDS: Final = 5
TABLE_WORDS: Final = 4
FINGERPRINT_WORDS: Final = 6
CODE_WORDS: Final = 7
MAX_TEXT: Final = 200
_MIN_ENTROPY: Final = 16
_SCRYPT_N: Final = 1 << 14


class AddressWords(NamedTuple):
    """Where a table listens, and 16 bits of the key that must answer there (``key_check``)."""

    host: str
    port: int
    check: int


def to_words(number: int, count: int) -> tuple[str, ...]:
    """``number`` as ``count`` words, the most significant first; LocalProtocolError if too big."""
    if not 0 <= number < COUNT**count:
        raise LocalProtocolError(f"{number} does not fit into {count} words")
    places = [number // COUNT**digit % COUNT for digit in reversed(range(count))]
    return tuple(_list()[place] for place in places)


def from_words(words: str | Sequence[str]) -> int:
    """The number behind words in any case, between any spaces, hyphens, commas or dots.

    Raises BadWords("words[i]") that names an unknown word and the nearest known one.
    """
    number = 0
    for place in _places(words):
        number = number * COUNT + place
    return number


def address_words(host: str, port: int, key: bytes) -> str:
    """Five words of an IPv4 address, a port and a check of ``key``; an address, not a secret."""
    try:
        address = int(IPv4Address(host))
    except AddressValueError:
        raise LocalProtocolError(f"{host!r} is no IPv4 address") from None
    return " ".join(to_words(address << 32 | port << 16 | key_check(key), ADDRESS_WORDS))


def read_address_words(text: str) -> AddressWords:
    """What ``address_words`` put in. Raises BadWords for any other words."""
    number = _number(text, ADDRESS_WORDS)
    address, port, check = number >> 32, number >> 16 & 0xFFFF, number & 0xFFFF
    if address >> 32 or not port:
        raise BadWords("these words are no address: one of them is wrong")
    return AddressWords(str(IPv4Address(address)), port, check)


def key_check(key: bytes) -> int:
    """The first 16 bits of the key's SHA-256, as in its fingerprint: tells slips, not attackers."""
    return int.from_bytes(hashlib.sha256(key).digest()[:2], "big")


@lru_cache(maxsize=64)
def table_words(table_id: bytes) -> str:
    """Four words (51 bits) that all seats of a table read aloud; some 35 ms for new ones.

    Slow on purpose: whoever stands in the middle of two tables can try nonces in both until their
    words are the same, some 2^26 times each while people wait in the lobby.
    """
    digest = hashlib.scrypt(table_id, salt=b"unonet/1 words table", n=_SCRYPT_N, r=8, p=1, dklen=32)
    return _digested(digest, TABLE_WORDS)


def fingerprint_words(key: bytes) -> str:
    """Six words (77 bits) that tell a key from every other."""
    return _hashed(b"key", key, FINGERPRINT_WORDS)


def join_code(entropy: bytes) -> str:
    """Seven words (90 bits) out of at least 16 random bytes: the secret of a closed table."""
    if len(entropy) < _MIN_ENTROPY:
        raise LocalProtocolError(f"a join code takes {_MIN_ENTROPY} random bytes")
    return _hashed(b"code", entropy, CODE_WORDS)


def join_key(code: str) -> bytes:
    """The 32-byte pre-shared key of a join code. Raises BadWords if it is none."""
    words = " ".join(to_words(_number(code, CODE_WORDS), CODE_WORDS))
    return hashlib.sha256(b"unonet/1 join " + words.encode()).digest()


def _hashed(domain: bytes, raw: bytes, count: int) -> str:
    return _digested(hashlib.sha256(b"unonet/1 words " + domain + b" " + raw).digest(), count)


def _digested(digest: bytes, count: int) -> str:
    return " ".join(to_words(int.from_bytes(digest, "big") % COUNT**count, count))


def _number(text: str, count: int) -> int:
    places = _places(text)
    if len(places) != count:
        raise BadWords(f"{len(places)} words where {count} should be")
    return from_words([_list()[place] for place in places])


def _places(words: str | Sequence[str]) -> list[int]:
    text = words if isinstance(words, str) else " ".join(words)
    if len(text) > MAX_TEXT:
        raise BadWords(f"more than {MAX_TEXT} characters")
    parts = [part for part in re.split(r"[\s,.-]+", text.lower()) if part]
    places: list[int] = []
    while parts:
        # Four words of the list have a hyphen; the first half of none is a word.
        size = 1 if parts[0] in _place_of() else 2
        place = _place_of().get("".join(parts[:size]))
        if place is None:
            raise BadWords(_unknown(parts[0], len(places) + 1), f"words[{len(places)}]")
        places.append(place)
        del parts[:size]
    return places


def _unknown(word: str, number: int) -> str:
    from difflib import get_close_matches

    nearest = get_close_matches(word, _list(), n=1, cutoff=0.0)
    return f"word {number}, {word!r}, is not in the list; did you mean {nearest[0]!r}?"


@lru_cache(maxsize=1)
def _list() -> tuple[str, ...]:
    text = resources.files("unonet").joinpath("words.txt").read_text(encoding="ascii")
    return tuple(line for line in text.splitlines() if not line.startswith("#"))


@lru_cache(maxsize=1)
def _place_of() -> dict[str, int]:
    return {word.replace("-", ""): place for place, word in enumerate(_list())}
