"""Whom a home remembers, what a meeting means, and a file that is not what it was."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import pytest

from unonet.errors import StorageError
from unonet.ledger import codec
from unonet.node import known as module
from unonet.node.known import Acquaintance, Known, Sighting

ADA, BOB = b"A" * 32, b"B" * 32
HOME = ("192.168.1.7", 40_000)


def file_of(home: Path) -> Path:
    return home / "known.people"


def test_nobody_is_known_at_first_and_everybody_later(tmp_path: Path) -> None:
    known = Known.load(tmp_path / "new")
    assert known.players() == () and known.addresses() == ()
    assert known.meet(ADA, "Ada", addresses=[HOME], now=100) is Sighting.NEW
    assert known.meet(BOB, "Bob", now=200) is Sighting.NEW
    known.save()
    again = Known.load(tmp_path / "new")
    assert again.players() == (
        Acquaintance(BOB, "Bob", 200, 200),
        Acquaintance(ADA, "Ada", 100, 100, (HOME,)),
    )
    assert again.meet(ADA, "Ada", now=300) is Sighting.KNOWN
    assert again.players()[0] == Acquaintance(ADA, "Ada", 100, 300, (HOME,))


def test_a_nickname_of_somebody_else_is_told_apart_from_a_new_one(tmp_path: Path) -> None:
    known = Known.load(tmp_path)
    known.meet(ADA, "Ada", now=1)
    assert known.meet(ADA, "Ada Lovelace", now=2) is Sighting.RENAMED
    assert known.meet(BOB, "ＡＤＡ lovelace", now=3) is Sighting.NAME_OF_ANOTHER_KEY
    assert known.meet(ADA, "Ada Lovelace", now=4) is Sighting.KNOWN
    assert known.meet(BOB, "Bob", now=5) is Sighting.RENAMED
    assert known.meet(BOB, "Ada Lovelace", now=6) is Sighting.NAME_TAKEN
    known.forget(ADA)
    assert known.meet(ADA, "Ada", now=7) is Sighting.NEW


def test_the_newest_addresses_come_first_and_only_so_many_stay(tmp_path: Path) -> None:
    known = Known.load(tmp_path)
    known.meet(ADA, "Ada", addresses=[("10.0.0.1", 1), ("10.0.0.2", 2)], now=1)
    known.meet(ADA, "Ada", addresses=[("10.0.0.3", 3), ("10.0.0.2", 2)], now=2)
    known.meet(BOB, "Bob", addresses=[("10.0.0.9", 9), ("10.0.0.2", 2)], now=3)
    assert known.addresses() == tuple((f"10.0.0.{n}", n) for n in (9, 2, 3, 1))
    known.meet(ADA, "Ada", addresses=[("10.0.1.1", n) for n in range(1, 10)], now=4)
    assert len(known.players()[0].addresses) == module.MAX_ADDRESSES


def test_what_is_no_address_is_not_kept(tmp_path: Path) -> None:
    known = Known.load(tmp_path)
    known.meet(ADA, "\x1b[2JAda", addresses=[("evil.example", 1), ("10.0.0.1", 0)], now=-5)
    known.save()
    assert Known.load(tmp_path).players() == (Acquaintance(ADA, "[2JAda", 0, 0),)


def test_the_longest_unseen_are_dropped_and_a_full_book_comes_back(tmp_path: Path) -> None:
    known = Known.load(tmp_path)
    for number in range(module.MAX_PEOPLE + 1):
        key = number.to_bytes(32, "big")
        addresses = [(f"10.0.{number % 256}.{n}", 65_535) for n in range(4)]
        known.meet(key, f"player {number}", addresses=addresses, now=number)
    known.save()
    people = Known.load(tmp_path).players()
    assert people == known.players() and len(people) == module.MAX_PEOPLE
    assert people[-1].nickname == "player 1"


def test_the_file_is_private_and_nothing_else_is_left(tmp_path: Path) -> None:
    known = Known.load(tmp_path)
    known.meet(ADA, "Ada", now=1)
    known.save()
    known.save()
    assert [path.name for path in tmp_path.iterdir()] == [file_of(tmp_path).name]
    assert stat.S_IMODE(file_of(tmp_path).stat().st_mode) == 0o600


def test_every_changed_or_missing_byte_is_noticed(tmp_path: Path) -> None:
    known = Known.load(tmp_path)
    known.meet(ADA, "Ada", addresses=[HOME], now=1)
    known.save()
    raw = file_of(tmp_path).read_bytes()
    broken = [raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :] for place in range(len(raw))]
    broken += [raw[:size] for size in range(len(raw))] + [raw + b"\0", os.urandom(5000)]
    for content in broken:
        file_of(tmp_path).write_bytes(content)
        with pytest.raises(StorageError, match=r"known\.people is damaged.*move it away"):
            Known.load(tmp_path)
        assert file_of(tmp_path).read_bytes() == content


@pytest.mark.parametrize(
    "value",
    [
        (2, ()),
        (1, (((ADA, "Ada", 1, 1, (("evil.example", 1),)),),)),
        (1, (((ADA, "Ada", 1, 1, (("10.0.0.1", 0),)),),)),
        (1, (((ADA[1:], "Ada", 1, 1, ()),),)),
        (1, (((ADA, "x" * 41, 1, 1, ()),),)),
        (1, (((ADA, "Ada", -1, 1, ()),),)),
        (1, ((),) * 6),
        (1,),
        b"",
    ],
)
def test_a_file_with_a_good_checksum_may_still_be_hostile(
    tmp_path: Path, value: codec.Value
) -> None:
    body = codec.encode(value)
    magic = b"\x93UNOKNOWN\n"
    check = hashlib.sha256(magic + body).digest()[:8]
    file_of(tmp_path).write_bytes(magic + body + check)
    with pytest.raises(StorageError, match=r"known\.people is damaged"):
        Known.load(tmp_path)


def test_a_home_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(StorageError, match=r"file/known\.people cannot be written"):
        Known(blocked).save()
    with pytest.raises(StorageError, match=r"file/known\.people cannot be read"):
        Known.load(blocked)
    file_of(tmp_path).mkdir()
    known = Known(tmp_path)
    known.meet(ADA, "Ada", now=1)
    with pytest.raises(StorageError):
        known.save()
    assert not list(tmp_path.glob("*.new"))
