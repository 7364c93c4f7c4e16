"""Nicknames: what is taken out, what survives, and that cleaning twice changes nothing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet import names

TRICKY = st.text(
    st.sampled_from(
        "aé ע\u05bc\u05b7لاعى\u064b\u200c\u200d\u0301\u034f\u202e\u2066\t\n\x1b가\u1100\u1161"
    )
    | st.characters(),
    max_size=60,
)
FORBIDDEN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Me")


@given(TRICKY)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = names.sanitise(text)
    assert names.sanitise(once) == once


@given(TRICKY)
def test_nothing_that_a_terminal_obeys_survives(text: str) -> None:
    name = names.sanitise(text)
    assert not [char for char in name if unicodedata.category(char) in FORBIDDEN]
    assert {char for char in name if unicodedata.category(char) == "Cf"} <= {"\u200c"}
    assert unicodedata.normalize("NFC", name) == name
    assert name == name.strip()
    assert name
    assert "  " not in name


@given(TRICKY)
def test_limits_hold(text: str) -> None:
    name = names.sanitise(text)
    assert names.columns(name) <= names.MAX_COLUMNS
    assert len(name.encode()) <= names.MAX_BYTES


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Jean-Luc",
        "דָּוִד",
        "שרה לוי",
        "محمد",
        "مُحَمَّد",
        "علی‌رضا",
        "می‌نا",
        "李小龙",
        "Zoë",
        "🦊 fox",
        "김철수",
    ],
)
def test_names_of_people_survive(name: str) -> None:
    assert names.sanitise(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "player"),
        (" \t\r\n", "player"),
        ("\u200b\u200d\ufeff", "player"),
        ("\u3164\u2800", "player"),
        ("\u0301", "player"),
        ("\x1b[31mEve", "[31mEve"),
        ("a\x00b\x7fc\x9bd", "abcd"),
        ("Bo\u202eb", "Bob"),
        ("\u2066Bob\u2069", "Bob"),
        ("\u200eBob\u061c", "Bob"),
        ("Bo\u200cb", "Bob"),
        ("Bo\u200db", "Bob"),
        ("ا\u200cد", "اد"),
        ("B\ufe0f\U000e0041ob", "Bob"),
        ("e\u034f\u0301", "é"),
        ("  Ada \n  Lovelace ", "Ada Lovelace"),
        ("Ada\u2028Lovelace", "Ada Lovelace"),
        ("Ada\u00a0L", "Ada L"),
        ("a\u20dd", "a"),
        ("x" * 30, "x" * 20),
        ("漢" * 30, "漢" * 10),
        ("ש" * 30, "ש" * 20),
        ("z\u0335" + "\u0316" * 9, "z\u0335\u0316\u0316"),
        ("x" * 19 + " y", "x" * 19),
        ("\ud800A", "A"),
        ("\ue000A", "A"),
    ],
)
def test_what_is_taken_out(text: str, name: str) -> None:
    assert names.sanitise(text) == name


def test_bytes_are_bounded_where_columns_are_not_enough() -> None:
    assert names.sanitise("𐎀" * 20) == "𐎀" * 10


def test_the_first_of_a_name_keeps_it_and_others_are_numbered() -> None:
    table: list[str] = []
    for _ in range(4):
        table.append(names.unique("Ada", table))
    assert table == ["Ada", "Ada (2)", "Ada (3)", "Ada (4)"]


@pytest.mark.parametrize("other", ["ada", "ADA", "Ａda"])
def test_case_and_width_do_not_make_another_name(other: str) -> None:
    assert names.unique(other, ["Ada"]) == f"{other} (2)"


def test_a_number_that_somebody_chose_is_passed_over() -> None:
    assert names.unique("Ada", ["Ada", "Ada (2)"]) == "Ada (3)"


@given(TRICKY, st.integers(1, 12))
def test_numbered_names_are_clean_and_different(text: str, seats: int) -> None:
    name, table = names.sanitise(text), list[str]()
    for _ in range(seats):
        table.append(names.unique(name, table))
    assert len(set(table)) == seats
    assert all(names.sanitise(other) == other for other in table)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, 100 %", "plain text, 100 %"),
        ("\x1b[2J", "\\x1b[2J"),
        ("two\nlines\ttab", "two\\nlines\\ttab"),
        ("\u202eevil", "\\u202eevil"),
        ("a\u200bb", "a\\u200bb"),
        ("\U000e0041", "\\U000e0041"),
        ("\x9b31m", "\\x9b31m"),
        ("שלום می‌نا", "שלום می‌نا"),
        ("\ud800", "\\ud800"),
    ],
)
def test_printable_writes_out_what_a_terminal_would_obey(text: str, shown: str) -> None:
    assert names.printable(text) == shown


@given(TRICKY)
def test_printable_text_stays_as_it_is(text: str) -> None:
    shown = names.printable(text)
    assert names.printable(shown) == shown
    assert not [char for char in shown if unicodedata.category(char) in FORBIDDEN]
    shown.encode()
