"""Mixes and riffles against their golden vectors, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from unonet.deal import group
from unonet.deal.ciphertext import decode_deck, encode_deck
from unonet.deal.mix import mix, verify_mix
from unonet.deal.riffle import riffle, verify_riffle
from unonet.deal.shuffle import Hedge
from unonet.deal.transcript import Context, Transcript

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "shuffle.json").read_text()
)
CONTEXT = Context(
    *(bytes.fromhex(field) if isinstance(field, str) else field for field in VECTORS["context"])
)
CASES = VECTORS["cases"]


def parts(case: dict[str, Any], name: str) -> list[bytes]:
    return [bytes.fromhex(column[name]) for column in case["columns"]]


def hedge(case: dict[str, Any]) -> Hedge:
    return Hedge(bytes.fromhex(case["secret"]), bytes.fromhex(case["entropy"]))


def only(domain: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["domain"] == domain]


@pytest.mark.parametrize("case", only("mix"), ids=lambda case: case["name"])
def test_a_mix_is_the_golden_one(case: dict[str, Any]) -> None:
    (key,), (old,) = parts(case, "key"), parts(case, "old")
    before = decode_deck(old)
    new, proof = mix(Transcript("mix", CONTEXT), group.decode(key), before, hedge(case))
    assert encode_deck(new).hex() == case["columns"][0]["new"]
    assert proof.hex() == case["proof"]
    assert verify_mix(Transcript("mix", CONTEXT), group.decode(key), before, new, proof)


@pytest.mark.parametrize("case", only("riffle"), ids=lambda case: case["name"])
def test_a_riffle_is_the_golden_one(case: dict[str, Any]) -> None:
    keys = list(map(group.decode, parts(case, "key")))
    before = list(zip(*map(decode_deck, parts(case, "old")), strict=True))
    new, proof = riffle(Transcript("riffle", CONTEXT), *keys, before, hedge(case))
    halves = zip(*new, strict=True)
    assert [encode_deck(half) for half in halves] == parts(case, "new")
    assert proof.hex() == case["proof"]
    assert verify_riffle(Transcript("riffle", CONTEXT), *keys, before, new, proof)
