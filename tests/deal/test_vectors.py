"""The deal against its golden vectors, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from unonet.deal import DealState, Ordered, Seeded, Step, hashes, permutation

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "deal.json").read_text()
)
TABLE = bytes.fromhex(VECTORS["table"])


@pytest.mark.parametrize("case", VECTORS["permutations"], ids=lambda case: str(case["size"]))
def test_permutation_is_the_golden_one(case: dict[str, Any]) -> None:
    assert list(permutation(bytes.fromhex(case["seed"]), case["size"])) == case["permutation"]


@pytest.mark.parametrize("case", VECTORS["rounds"], ids=lambda case: f"round {case['round']}")
def test_round_plays_out_as_the_golden_one(case: dict[str, Any]) -> None:
    first, second = case["epochs"]
    deal = DealState.start(TABLE, case["round"], VECTORS["seats"], case["counts"])
    for seat, (c1, c2) in enumerate(zip(case["c1"], first["c2"], strict=True)):
        deal.commit(seat, bytes.fromhex(c1), bytes.fromhex(c2), 0)
    opened = [
        deal.open(seat, bytes.fromhex(n1), (), b"", b"") for seat, n1 in enumerate(case["n1"])
    ]
    assert opened == [None, None, None, Seeded(bytes.fromhex(case["seed"]))]
    assert deal.dealer_draw() == case["dealer_draw"]
    assert list(deal.pile) == first["pile"]
    assert _open_all(deal, first) == Ordered(
        0, 0, tuple(range(len(first["types"]))), tuple(first["types"])
    )

    deal.reshuffle(list(enumerate(second["pile"])))
    for seat, c2 in enumerate(second["c2"]):
        deal.nonce(seat, bytes.fromhex(c2), 1)
    base = len(first["types"])
    slots = tuple(range(base, base + len(second["types"])))
    assert _open_all(deal, second) == Ordered(1, base, slots, tuple(second["types"]))
    assert deal.step is Step.ORDERED
    assert list(deal.faces) == first["types"] + second["types"]


@pytest.mark.parametrize("case", VECTORS["rounds"], ids=lambda case: f"round {case['round']}")
def test_hashes_are_the_golden_ones(case: dict[str, Any]) -> None:
    round_, attempt = case["round"], case["attempt"]
    seed = bytes.fromhex(case["seed"])
    n1 = [bytes.fromhex(value) for value in case["n1"]]
    assert hashes.seed_hash(TABLE, round_, attempt, n1) == seed
    assert hashes.deck_hash(seed).hex() == case["deck"]
    assert hashes.dealer_hash(seed).hex() == case["dealer"]
    for seat, value in enumerate(n1):
        c1 = hashes.commitment_1(TABLE, round_, attempt, seat, value, (), b"")
        assert c1.hex() == case["c1"][seat]
    for epoch in case["epochs"]:
        n2 = [bytes.fromhex(value) for value in epoch["n2"]]
        order = hashes.order_hash(TABLE, round_, attempt, epoch["epoch"], n2)
        assert order.hex() == epoch["order"]


def test_a_sealed_commitment_binds_the_keys() -> None:
    case = VECTORS["sealed_commitment"]
    place = TABLE, case["round"], case["attempt"], case["seat"]
    keys = [bytes.fromhex(point) for point in case["commitments"]], bytes.fromhex(case["round_key"])
    assert hashes.commitment_1(*place, bytes.fromhex(case["n1"]), *keys).hex() == case["c1"]


def _open_all(deal: DealState, epoch: dict[str, Any]) -> object:
    results = [deal.open2(seat, bytes.fromhex(n2)) for seat, n2 in enumerate(epoch["n2"])]
    assert results[:-1] == [None] * (len(results) - 1)
    return results[-1]
