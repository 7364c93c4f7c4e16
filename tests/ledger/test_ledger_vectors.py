"""The library against tests/vectors/ledger.json, whose bytes are made without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.vectors import make_ledger
from unonet.errors import DecodeError
from unonet.ledger.codec import decode, encode
from unonet.ledger.entry import Certificate, Entry, Seal, genesis_hash
from unonet.ledger.identity import Identity, fingerprint, verify
from unonet.ledger.layout import FrameType, Versions, pack_frames, pack_header, parse
from unonet.ledger.ledger import Ledger

FILE = Path(make_ledger.__file__).with_name("ledger.json")
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
CHAIN = VECTORS["chain"]
TABLE = bytes.fromhex(CHAIN["table_id"])
IDENTITIES = [Identity.from_seed(bytes.fromhex(one["seed"])) for one in VECTORS["identity"]]


def value_of(readable):
    match readable:
        case {"hex": raw}:
            return bytes.fromhex(raw)
        case list():
            return tuple(value_of(item) for item in readable)
        case _:
            return readable


def test_the_file_is_what_its_script_writes():
    assert FILE.read_text(encoding="utf-8") == make_ledger.text()


@pytest.mark.parametrize("case", VECTORS["codec"]["accepted"], ids=lambda case: case["raw"][:12])
def test_values_have_these_bytes(case):
    raw = bytes.fromhex(case["raw"])
    assert decode(raw) == value_of(case["value"])
    assert encode(value_of(case["value"])) == raw


@pytest.mark.parametrize("case", VECTORS["codec"]["refused"], ids=lambda case: case["why"])
def test_other_bytes_are_no_values(case):
    with pytest.raises(DecodeError):
        decode(bytes.fromhex(case["raw"]))


def test_seeds_have_these_keys_and_fingerprints():
    told = [(one["key"], one["fingerprint"]) for one in VECTORS["identity"]]
    assert [(one.key.hex(), fingerprint(one.key)) for one in IDENTITIES] == told


@pytest.mark.parametrize("case", VECTORS["signatures"], ids=lambda case: case["domain"])
def test_domains_have_these_signatures(case):
    body = bytes.fromhex(case["body"])
    signer = IDENTITIES[case["seat"]]
    assert signer.sign(case["domain"], TABLE, body).hex() == case["raw"]


def test_the_chain_is_taken_and_has_these_hashes():
    base = genesis_hash(bytes.fromhex(CHAIN["genesis"]))
    assert base.hex() == CHAIN["genesis_hash"]
    ledger = Ledger(TABLE, [one.key for one in IDENTITIES], base)
    for told in CHAIN["entries"]:
        entry = Entry.unpack(bytes.fromhex(told["raw"]))
        ledger.append(entry)
        assert entry.pack().hex() == told["raw"]
        assert ledger.last_hash.hex() == told["hash"]


def test_the_certificate_and_the_seal_are_signed_over_their_bytes():
    certificate = Certificate.unpack(bytes.fromhex(CHAIN["certificate"]))
    seal = Seal.unpack(bytes.fromhex(CHAIN["seal"]))
    assert seal.statement.hex() == CHAIN["seal_statement"]
    signed = [("ack", ack.seat, ack.raw, signature) for ack, signature in certificate.acks]
    signed += [("seal", seat, seal.statement, signature) for seat, signature in seal.signatures]
    assert len(signed) == 4
    for domain, seat, body, signature in signed:
        assert verify(IDENTITIES[seat].key, signature, domain=domain, context=TABLE, body=body)


def test_the_log_has_these_bytes():
    raw, salt = bytes.fromhex(VECTORS["log"]["raw"]), bytes.fromhex(VECTORS["log"]["salt"])
    log = parse(raw)
    assert [frame.frame_type for frame in log.frames] == [
        FrameType.GENESIS,
        *[FrameType.ENTRY] * 3,
        FrameType.CERTIFICATE,
        FrameType.SEAL,
    ]
    assert [frame.body.hex() for frame in log.frames[1:4]] == [
        one["raw"] for one in CHAIN["entries"]
    ]
    written = pack_header(TABLE, salt=salt, versions=Versions("0.1.0", 1, 1))
    written += b"".join(pack_frames(one.frame_type, one.body, salt=salt) for one in log.frames)
    assert written == raw
