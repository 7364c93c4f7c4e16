from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger import chain
from unonet.errors import DecodeError, LocalProtocolError
from unonet.ledger.codec import MAX_BIN, MAX_BODY, decode, encode
from unonet.ledger.entry import (
    MAX_RECORD,
    Ack,
    Certificate,
    Entry,
    Header,
    Move,
    Seal,
    SystemRecord,
    seal_statement,
    sha256,
)
from unonet.ledger.kinds import Kind

HASH = bytes(range(32))
SIGNATURE = bytes(64)

MOVE = Move.pack(
    seat=3,
    session=b"sessions",
    n=7,
    base_index=11,
    base_hash=HASH,
    kind=Kind.MOVE,
    body=["play r5", 4, None, None],
)
SYSTEM = SystemRecord.pack(kind=Kind.TIMEOUT, body=[2, 11])
HEADER = Header.pack(term=1, leader=0, index=12, prev_hash=HASH, move_hash=sha256(MOVE.raw))


def ack(seat: int, index: int = 12, entry_hash: bytes = HASH) -> Ack:
    return Ack.pack(
        term=1,
        seat=seat,
        index=index,
        entry_hash=entry_hash,
        applied_index=10,
        state_hash=HASH,
        silent=0b100,
    )


CERTIFICATE = Certificate.pack(
    index=12, entry_hash=HASH, acks=[(ack(2), SIGNATURE), (ack(0), SIGNATURE)]
)
SEAL = Seal.pack(
    index=12,
    entry_hash=HASH,
    state_hash=HASH,
    scores=[20, 0],
    signatures=[(1, SIGNATURE), (0, SIGNATURE)],
)
RECORDS = [MOVE, SYSTEM, HEADER, ack(1), CERTIFICATE, SEAL]
ENTRIES = [Entry(HEADER, SIGNATURE, MOVE, SIGNATURE), Entry(HEADER, SIGNATURE, SYSTEM, b"")]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_unpacks_from_its_own_bytes_and_keeps_them(record):
    again = type(record).unpack(record.raw)
    assert again == record
    assert again.raw is record.raw


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_another_version_is_named(record):
    _, *fields = decode(record.raw)
    with pytest.raises(DecodeError, match=r"\.v: version 2 is not known here, only 1"):
        type(record).unpack(encode((2, *fields)))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_field_less_or_more_is_refused(record):
    fields = decode(record.raw)
    for wrong in (fields[:-1], (*fields, None), (), 5):
        with pytest.raises(DecodeError):
            type(record).unpack(encode(wrong))


@pytest.mark.parametrize("record", [*RECORDS, *ENTRIES], ids=lambda record: type(record).__name__)
@given(data=st.data())
def test_mutated_records_are_refused_or_keep_exactly_their_bytes(record, data):
    raw = bytearray(record.pack() if isinstance(record, Entry) else record.raw)
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    del raw[data.draw(st.integers(0, len(raw))) + 1 :]
    try:
        again = type(record).unpack(bytes(raw))
    except DecodeError:
        return
    assert (again.pack() if isinstance(again, Entry) else again.raw) == bytes(raw)


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_unpacks_from_what_it_packs(entry):
    again = Entry.unpack(entry.pack())
    assert again == entry
    assert again.hash == sha256(HEADER.raw)
    assert (again.index, again.kind, again.body) == (12, entry.move.kind, entry.move.body)


def test_only_a_move_has_an_author():
    assert [entry.seat for entry in ENTRIES] == [3, None]


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        (replace(ENTRIES[0], move_signature=b""), "entry[12].system"),
        (replace(ENTRIES[1], move_signature=SIGNATURE), "entry[12].move"),
        (replace(ENTRIES[0], move_signature=bytes(63)), "entry[12].move_signature"),
        (replace(ENTRIES[0], header_signature=b""), "entry[12].header_signature"),
    ],
)
def test_record_and_signature_must_belong_together(entry, path):
    with pytest.raises(DecodeError) as caught:
        Entry.unpack(entry.pack(), "entry[12]")
    assert caught.value.path == path


def test_errors_inside_an_entry_name_the_field():
    header = decode(HEADER.raw)
    raw = encode((encode((*header[:3], 0, *header[4:])), SIGNATURE, MOVE.raw, SIGNATURE))
    with pytest.raises(DecodeError, match=r"entry\[3\]\.header\.index: 0 is outside"):
        Entry.unpack(raw, "entry[3]")


def test_an_entry_carries_a_record_longer_than_one_value_may_be():
    long = replace(SYSTEM, raw=SystemRecord.pack(kind=40, body=(bytes(MAX_BIN),) * 4).raw)
    entry = replace(ENTRIES[1], move=long)
    assert Entry.unpack(entry.pack()).move.body == (bytes(MAX_BIN),) * 4


def test_no_record_is_longer_than_fits_a_frame_of_every_log():
    body = (bytes(MAX_BIN),) * 4
    room = MAX_RECORD - len(SystemRecord.pack(kind=40, body=(*body, bytes(300))).raw) + 300
    longest = SystemRecord.pack(kind=40, body=(*body, bytes(room)))
    assert len(longest.raw) == MAX_RECORD
    assert len(replace(ENTRIES[1], move=longest).pack()) <= MAX_BODY
    with pytest.raises(DecodeError, match="bytes where"):
        SystemRecord.pack(kind=40, body=(*body, bytes(room + 1)))


@pytest.mark.parametrize("kind", [32, -1, 256])
def test_moves_have_the_kinds_of_seats(kind):
    with pytest.raises(DecodeError, match=r"move\.kind"):
        Move.unpack(encode((1, 0, bytes(8), 0, 0, HASH, kind, None)))


@pytest.mark.parametrize("kind", [31, 256])
def test_system_records_have_the_kinds_of_leaders(kind):
    with pytest.raises(DecodeError, match=r"system\.kind"):
        SystemRecord.unpack(encode((1, kind, None)))


def test_a_body_outside_the_limits_is_our_own_mistake():
    with pytest.raises(LocalProtocolError):
        SystemRecord.pack(kind=40, body=(1.5,))


def test_certificates_and_seals_are_packed_in_ascending_seats():
    assert [one.seat for one, _ in CERTIFICATE.acks] == [0, 2]
    assert [seat for seat, _ in SEAL.signatures] == [0, 1]


@pytest.mark.parametrize("seats", [(1, 0), (1, 1)])
def test_seats_that_do_not_ascend_are_refused(seats):
    pairs = [(ack(seat).raw, SIGNATURE) for seat in seats]
    with pytest.raises(DecodeError, match=r"certificate\.acks: seats that do not ascend"):
        Certificate.unpack(encode((1, 12, HASH, pairs)))
    signatures = [(seat, SIGNATURE) for seat in seats]
    with pytest.raises(DecodeError, match=r"seal\.signatures: seats that do not ascend"):
        Seal.unpack(encode((1, 12, HASH, HASH, (1, 2), signatures)))


@pytest.mark.parametrize("other", [ack(1, index=13), ack(1, entry_hash=bytes(32))])
def test_a_certificate_holds_acks_of_its_own_entry_only(other):
    with pytest.raises(DecodeError, match=r"acks\[1\]: an ack of another entry"):
        Certificate.pack(index=12, entry_hash=HASH, acks=[(ack(0), SIGNATURE), (other, SIGNATURE)])


def test_a_seal_without_its_signatures_is_what_each_seat_signs():
    assert decode(SEAL.statement) == (1, 12, HASH, HASH, (20, 0))
    assert SEAL.statement == seal_statement(
        index=12, entry_hash=HASH, state_hash=HASH, scores=[20, 0]
    )


def test_a_chain_survives_packing():
    ledger = chain.grown()
    for entry in ledger.slice(1, ledger.last_index + 1):
        assert Entry.unpack(entry.pack()) == entry
