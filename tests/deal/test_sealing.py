"""Sealed shares and complaints: whoever is at fault is the one who is found to be."""

from __future__ import annotations

import pytest

from tests.deal.proving import COMMITMENTS, ENTROPY, KEYS, OTHER, POLYNOMIALS, dealing, transcript
from unonet.deal import group, sealing
from unonet.deal.group import ORDER
from unonet.deal.keys import RoundKey
from unonet.deal.sealing import Dealing, Verdict

GOOD = dealing()
BAD = {
    "another seat's": dealing(share_given=POLYNOMIALS[0].share(2)),
    "zero": dealing(share_given=0),
    "too long": dealing(sealed=GOOD.sealed + b"\0"),
    "cut": dealing(sealed=GOOD.sealed[:-1]),
    "empty": dealing(sealed=b""),
    "flipped": dealing(sealed=bytes([GOOD.sealed[0] ^ 1]) + GOOD.sealed[1:]),
    "other commitments": dealing(commitments=COMMITMENTS[1]),
}


def complaint(about: Dealing, own: RoundKey = KEYS[1]) -> bytes:
    return sealing.complain(transcript(), about, own, ENTROPY)


def test_a_good_share_arrives() -> None:
    assert len(GOOD.sealed) == sealing.SEALED
    assert sealing.open_share(GOOD, KEYS[1]) == POLYNOMIALS[0].share(1)


def test_nobody_else_opens_it() -> None:
    for key in (KEYS[2], KEYS[3]):
        assert sealing.open_share(GOOD, key) is None


@pytest.mark.parametrize("field", ["table_id", "round", "attempt", "prover"])
def test_it_opens_nowhere_else(field: str) -> None:
    other = {"table_id": bytes(16), "round": 9, "attempt": 9, "prover": 2}[field]
    moved = GOOD._replace(context=GOOD.context._replace(**{field: other}))
    assert sealing.open_share(moved, KEYS[1]) is None
    assert sealing.open_share(GOOD._replace(recipient=2), KEYS[1]) is None


@pytest.mark.parametrize("name", BAD)
def test_a_complaint_about_a_bad_share_is_upheld(name: str) -> None:
    assert sealing.open_share(BAD[name], KEYS[1]) is None
    made = complaint(BAD[name])
    assert len(made) == sealing.COMPLAINT
    assert sealing.judge(transcript(), BAD[name], made) is Verdict.UPHELD


def test_a_share_of_no_scalar_is_bad() -> None:
    point = group.secret_multiply(KEYS[1].public, KEYS[0].secret)
    box = sealing.ChaCha20Poly1305(sealing._box_key(GOOD.context, 1, point))
    for text in (ORDER.to_bytes(32, "big"), b"\xff" * 32, bytes(31), bytes(33)):
        bad = GOOD._replace(sealed=box.encrypt(bytes(12), text, None))
        assert sealing.judge(transcript(), bad, complaint(bad)) is Verdict.UPHELD


def test_a_complaint_about_a_good_share_is_refuted() -> None:
    assert sealing.judge(transcript(), GOOD, complaint(GOOD)) is Verdict.REFUTED


def test_a_complaint_without_its_proof_counts_for_nothing() -> None:
    made = complaint(BAD["zero"])
    wrong_point = group.encode(OTHER) + made[33:]
    for bad in (b"", made[:33], made[:-1], made + b"\0", bytes(97), wrong_point):
        assert sealing.judge(transcript(), BAD["zero"], bad) is Verdict.BAD_PROOF
    assert sealing.judge(transcript(prover=3), BAD["zero"], made) is Verdict.BAD_PROOF


def test_another_seat_cannot_complain_in_its_place() -> None:
    """A wrong point would open nothing, and make every good share look bad."""
    made = complaint(GOOD, KEYS[2])
    assert sealing.judge(transcript(), GOOD, made) is Verdict.BAD_PROOF
