"""Answers prove key, question and address; everything else is refused with a name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.net.tables import person, table
from unonet.errors import DecodeError
from unonet.ledger.identity import Identity
from unonet.net.announcement import MAX_TXT, pack_txt, to_txt
from unonet.net.beacon_messages import (
    MAX_ANSWER,
    NONCE_SIZE,
    QUESTION_SIZE,
    pack_answer,
    pack_question,
    unpack_answer,
    unpack_question,
)
from unonet.net.notice import Notice

HOST = Identity.from_seed(bytes(32))
NONCE = bytes(range(NONCE_SIZE))
WHERE = ("192.168.1.7", 40_000)
TABLE = table("Ada's table", host=HOST, topic=bytes(16), boot="0a1b")
ANSWER = pack_answer(HOST, TABLE, nonce=NONCE, address=WHERE)


def test_a_question_comes_back_and_is_larger_than_any_answer() -> None:
    assert unpack_question(pack_question(NONCE)) == NONCE
    widest = table(
        "ё" * 20, host=HOST, taken=10, seats=10, status="resume", preset="x" * 20, version=9999
    )
    assert len(pack_txt(widest)) <= MAX_TXT
    assert len(pack_answer(HOST, widest, nonce=NONCE, address=WHERE)) <= MAX_ANSWER < QUESTION_SIZE


@given(st.binary(max_size=2 * QUESTION_SIZE))
def test_anything_else_is_no_question(raw: bytes) -> None:
    with pytest.raises(DecodeError):
        unpack_question(raw)


@pytest.mark.parametrize("size", [0, 22, QUESTION_SIZE - 1, QUESTION_SIZE + 1])
def test_a_question_has_one_size(size: int) -> None:
    with pytest.raises(DecodeError):
        unpack_question(pack_question(NONCE)[:size].ljust(size, b"\0"))


def test_an_answer_tells_table_address_and_key() -> None:
    assert unpack_answer(ANSWER, WHERE[0], [NONCE]) == Notice(TABLE, (WHERE,), HOST.key)


@given(st.integers(0, len(ANSWER) - 1), st.integers(1, 255))
def test_no_byte_of_an_answer_can_be_changed(place: int, flip: int) -> None:
    raw = bytearray(ANSWER)
    raw[place] ^= flip
    with pytest.raises(DecodeError):
        unpack_answer(bytes(raw), WHERE[0], [NONCE])


@given(st.integers(0, len(ANSWER) - 1))
def test_an_answer_cannot_be_cut(size: int) -> None:
    with pytest.raises(DecodeError):
        unpack_answer(ANSWER[:size], WHERE[0], [NONCE])


@given(st.binary(max_size=2 * MAX_ANSWER))
def test_anything_else_is_no_answer(raw: bytes) -> None:
    with pytest.raises(DecodeError):
        unpack_answer(raw, WHERE[0], [NONCE])
    with pytest.raises(DecodeError):
        unpack_answer(ANSWER[:6] + raw, WHERE[0], [NONCE, raw[:NONCE_SIZE]])


def refused(raw: bytes, host: str = WHERE[0], nonce: bytes = NONCE) -> str:
    with pytest.raises(DecodeError) as caught:
        unpack_answer(raw, host, [nonce])
    return caught.value.path


def test_an_answer_to_an_older_question_is_refused() -> None:
    assert refused(ANSWER, nonce=bytes(NONCE_SIZE)) == "answer.nonce"


def test_an_answer_passed_on_by_another_machine_is_refused() -> None:
    assert refused(ANSWER, host="192.168.1.8") == "answer.signature"


def test_nobody_can_answer_with_the_fingerprint_of_another() -> None:
    raw = pack_answer(person(), TABLE, nonce=NONCE, address=WHERE)
    assert refused(raw) == "answer.fp"


def test_a_table_without_a_port_is_refused() -> None:
    assert refused(pack_answer(HOST, TABLE, nonce=NONCE, address=(WHERE[0], 0))) == "answer.port"


def test_hostile_text_is_refused_before_its_signature_is_looked_at() -> None:
    good, bad = pack_txt(TABLE), pack_txt(TABLE).replace(b"st=lobby", b"st=\x1b[2Jx")
    raw = ANSWER.replace(good, bad)
    assert raw != ANSWER and refused(raw) == "txt.st"


def test_a_table_that_nobody_would_accept_is_not_sent() -> None:
    with pytest.raises(DecodeError):
        pack_answer(HOST, replace(TABLE, seats=11), nonce=NONCE, address=WHERE)


def test_question_and_answer_are_the_golden_ones() -> None:
    path = Path(__file__).parents[1] / "vectors" / "link.json"
    case = json.loads(path.read_text(encoding="utf-8"))["beacon"]
    nonce, answer = bytes.fromhex(case["nonce"]), bytes.fromhex(case["answer"])
    where = (case["address"], case["port"])
    assert pack_question(nonce).hex() == case["question"]
    notice = unpack_answer(answer, case["address"], [nonce])
    assert to_txt(notice.announcement) == case["fields"]
    assert notice.addresses == (where,)
    host = Identity.from_seed(bytes.fromhex(case["seed"]))
    assert pack_answer(host, notice.announcement, nonce=nonce, address=where) == answer
