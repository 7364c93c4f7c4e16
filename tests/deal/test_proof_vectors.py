"""Group, transcript, keys and all proofs but the shuffles against golden vectors, byte for byte."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from unonet.deal import group, keys, one_of, open_share, proofs, sealing, share, showing
from unonet.deal.ciphertext import Held, decode_deck, encode_deck
from unonet.deal.keys import Polynomial, RoundKey
from unonet.deal.sealing import Dealing, Verdict
from unonet.deal.share import Giver, Transfer
from unonet.deal.transcript import Context, Transcript, hedged

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "proofs.json").read_text()
)
CONTEXT = Context(
    *(bytes.fromhex(field) if isinstance(field, str) else field for field in VECTORS["context"])
)
KEYS = VECTORS["keys"]
SEEDS = [bytes.fromhex(seed) for seed in KEYS["seeds"]]
POLYNOMIALS = [Polynomial.expand(seed, KEYS["threshold"]) for seed in SEEDS]
COMMITMENTS = [polynomial.commitments() for polynomial in POLYNOMIALS]
ROUND_KEYS = [RoundKey.expand(seed) for seed in SEEDS]
SECRETS = [keys.secret_share(each.share(seat) for each in POLYNOMIALS) for seat in range(4)]
TABLE_KEY = keys.table_key(COMMITMENTS)
GIVERS = [Giver(TABLE_KEY, keys.verification_key(COMMITMENTS, seat)) for seat in range(4)]


def entropy(case: str) -> bytes:
    return bytes.fromhex(VECTORS[case]["entropy"])


def held(case: dict[str, Any], cards: str) -> list[Held]:
    return list(map(Held, case["slots"], decode_deck(bytes.fromhex(case[cards]))))


def test_fixed_points() -> None:
    golden = VECTORS["group"]
    generators = [group.encode(group.generator(index)).hex() for index in (0, 1, 2, 108, 448)]
    assert generators == golden["generators"]
    assert [group.encode(group.card_point(card)).hex() for card in range(56)] == golden["cards"]
    assert group.GROUP_HASH.hex() == golden["hash"]


def test_transcript() -> None:
    golden, transcript = VECTORS["transcript"], Transcript("test", CONTEXT)
    transcript.append("label", b"field", 7, b"")
    transcript.append("empty")
    assert transcript.state().hex() == golden["state"]
    nonces = islice(hedged(b"secret", "label", transcript, bytes(range(32))), 3)
    assert [group.encode_scalar(nonce).hex() for nonce in nonces] == golden["nonces"]
    assert group.encode_scalar(transcript.challenge("first")).hex() == golden["challenge"]
    small = [exponent.to_bytes(16, "big").hex() for exponent in transcript.small("second", 3)]
    assert small == golden["small"]
    assert group.encode_scalar(transcript.challenge("first")).hex() == golden["last"]


def test_keys() -> None:
    for seat in range(4):
        coefficients = map(group.encode_scalar, POLYNOMIALS[seat].coefficients)
        assert [each.hex() for each in coefficients] == KEYS["coefficients"][seat]
        assert group.encode_many(COMMITMENTS[seat]).hex() == KEYS["commitments"][seat]
        assert group.encode(ROUND_KEYS[seat].public).hex() == KEYS["round_keys"][seat]
        verification = group.encode(GIVERS[seat].verification_key).hex()
        assert verification == KEYS["verification_keys"][seat]
        assert group.encode_scalar(SECRETS[seat]).hex() == KEYS["secret_shares"][seat]
    assert group.encode(TABLE_KEY).hex() == KEYS["table_key"]


@pytest.mark.parametrize("golden", KEYS["sealed"], ids=lambda golden: str(golden["to"]))
def test_sealed_shares(golden: dict[str, Any]) -> None:
    context, to = CONTEXT._replace(prover=golden["from"]), golden["to"]
    own, recipient, share_ = ROUND_KEYS[0], ROUND_KEYS[to], POLYNOMIALS[0].share(to)
    sealed = sealing.seal_share(context, to, own, recipient.public, share_)
    assert sealed.hex() == golden["sealed"]
    dealing = Dealing(context, to, COMMITMENTS[0], own.public, recipient.public, sealed)
    assert sealing.open_share(dealing, recipient) == share_


def test_possession() -> None:
    statement = COMMITMENTS[0], ROUND_KEYS[0].public
    secrets = POLYNOMIALS[0].coefficients[0], ROUND_KEYS[0].secret
    proof = proofs.prove_possession(
        Transcript("possession", CONTEXT), *statement, secrets, entropy("possession")
    )
    assert proof.hex() == VECTORS["possession"]["proof"]
    assert proofs.verify_possession(Transcript("possession", CONTEXT), *statement, proof)


def test_opening() -> None:
    golden = VECTORS["opening"]
    (owned,), (secret, key) = decode_deck(bytes.fromhex(golden["owned"])), ROUND_KEYS[1]
    opening = proofs.Opening(golden["slot"], owned, key, golden["type"])
    proof = proofs.prove_opening(Transcript("play", CONTEXT), opening, secret, entropy("opening"))
    assert proof.hex() == golden["proof"]
    assert proofs.verify_opening(Transcript("play", CONTEXT), opening, proof)
    assert share.read(owned, secret) == golden["type"]


def test_complaint() -> None:
    golden, context = VECTORS["complaint"], CONTEXT._replace(prover=0)
    public = ROUND_KEYS[0].public, ROUND_KEYS[1].public
    dealing = Dealing(context, 1, COMMITMENTS[0], *public, bytes.fromhex(golden["sealed"]))
    complaint = sealing.complain(
        Transcript("complaint", CONTEXT), dealing, ROUND_KEYS[1], entropy("complaint")
    )
    assert complaint.hex() == golden["complaint"]
    verdict = sealing.judge(Transcript("complaint", CONTEXT), dealing, complaint)
    assert verdict is Verdict.UPHELD


def test_shares() -> None:
    golden = VECTORS["share"]
    transfers = [
        Transfer(slot, card, seat, ROUND_KEYS[seat].public)
        for (slot, card), seat in zip(held(golden, "cards"), golden["to"], strict=True)
    ]
    given = {}
    for seat, expected in enumerate(golden["shares"]):
        packed = share.prove_shares(
            Transcript("share", CONTEXT), GIVERS[seat], transfers, SECRETS[seat], entropy("share")
        )
        assert packed.hex() == expected
        verified = share.verify_shares(
            Transcript("share", CONTEXT), GIVERS[seat], transfers, packed
        )
        assert verified is not None
        given[seat] = verified
    owned = [
        share.combine(transfer.card, {seat: shares[place] for seat, shares in given.items()})
        for place, transfer in enumerate(transfers)
    ]
    assert encode_deck(owned).hex() == golden["owned"]
    read = [
        share.read(card, ROUND_KEYS[seat].secret)
        for card, seat in zip(owned, golden["to"], strict=True)
    ]
    assert read == golden["types"]


def test_open_shares() -> None:
    golden = VECTORS["open"]
    cards, given = held(golden, "cards"), {}
    for seat, expected in enumerate(golden["shares"]):
        packed = open_share.prove_open_shares(
            Transcript("open", CONTEXT), GIVERS[seat], cards, SECRETS[seat], entropy("open")
        )
        assert packed.hex() == expected
        verified = open_share.verify_open_shares(
            Transcript("open", CONTEXT), GIVERS[seat], cards, packed
        )
        assert verified is not None
        given[seat] = verified
    types = [
        open_share.combine_open(card, {seat: shares[place] for seat, shares in given.items()})
        for place, (_, card) in enumerate(cards)
    ]
    assert types == golden["types"]


def test_innocence_and_showing() -> None:
    golden, (secret, key) = VECTORS["innocence"], ROUND_KEYS[1]
    cards, fresh = held(golden, "owned"), entropy("innocence")
    claim = one_of.Claim(cards, key, golden["allowed"])
    proof = one_of.prove_one_of(Transcript("innocent", CONTEXT), claim, secret, fresh)
    assert proof.hex() == golden["innocent"]
    assert one_of.verify_one_of(Transcript("innocent", CONTEXT), claim, proof)
    viewer = golden["viewer"]
    shown = showing.Showing(cards, key, viewer, ROUND_KEYS[viewer].public)
    packed = showing.prove_showing(Transcript("showing", CONTEXT), shown, secret, fresh)
    assert packed.hex() == golden["shown"]
    seen = showing.verify_showing(Transcript("showing", CONTEXT), shown, packed)
    assert seen is not None
    assert [share.read(card, ROUND_KEYS[viewer].secret) for card in seen] == golden["types"]
