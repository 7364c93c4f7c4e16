"""Writes deal.json next to this file: the golden values of the deal, from fixed inputs.

Run it only when the protocol version changes: `python tests/vectors/make_deal.py`. Nothing here
calls unonet; the formulas of protocol.md section 7 are written out a second time, so that a change
in the library cannot change the vectors with it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgpack

TABLE = bytes(range(16))
SEATS = (0, 1, 2, 3)
DECKS = {
    "108": [1, *[2] * 12] * 4 + [4, 4, 0, 0],
    "112": [1, *[2] * 12] * 4 + [4, 4, 1, 3],
}


def h(tag: str, *fields: object) -> bytes:
    return hashlib.sha256(tag.encode() + msgpack.packb(list(fields))).digest()


def fresh(*label: object) -> bytes:
    return h("unonet/1 test vector", *label)


def shuffle(items: list[int], seed: bytes) -> list[int]:
    items, counter = items[:], 0
    for last in range(len(items) - 1, 0, -1):
        while True:
            word = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()[:8]
            counter += 1
            number = int.from_bytes(word, "big")
            if number < 2**64 // (last + 1) * (last + 1):
                break
        chosen = number % (last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    return items


def permutations() -> list[dict[str, object]]:
    cases = [(fresh("permutation", size), size) for size in (1, 2, 3, 7, 54, 108, 112, 448)]
    return [
        {"seed": seed.hex(), "size": size, "permutation": shuffle(list(range(size)), seed)}
        for seed, size in cases
    ]


def epoch_of(round_: int, attempt: int, epoch: int, pile: list[int]) -> dict[str, object]:
    n2 = [fresh("n2", round_, attempt, epoch, seat) for seat in SEATS]
    c2 = [h("unonet/1 commit-2", TABLE, round_, attempt, epoch, seat, n2[seat]) for seat in SEATS]
    order = h("unonet/1 order", TABLE, round_, attempt, epoch, n2)
    return {
        "epoch": epoch,
        "n2": [value.hex() for value in n2],
        "c2": [value.hex() for value in c2],
        "pile": pile,
        "order": order.hex(),
        "types": shuffle(pile, order),
    }


def round_of(round_: int, deck: str) -> dict[str, object]:
    counts, attempt = DECKS[deck], 0
    types = [card for card, count in enumerate(counts) for _ in range(count)]
    n1 = [fresh("n1", round_, attempt, seat) for seat in SEATS]
    c1 = [h("unonet/1 commit-1", TABLE, round_, attempt, seat, n1[seat], [], b"") for seat in SEATS]
    seed = h("unonet/1 seed", TABLE, round_, attempt, n1)
    first = epoch_of(round_, attempt, 0, shuffle(types, h("unonet/1 deck", seed)))
    return {
        "round": round_,
        "attempt": attempt,
        "counts": counts,
        "n1": [value.hex() for value in n1],
        "c1": [value.hex() for value in c1],
        "seed": seed.hex(),
        "deck": h("unonet/1 deck", seed).hex(),
        "dealer": h("unonet/1 dealer", seed).hex(),
        "dealer_draw": shuffle(types, h("unonet/1 dealer", seed)),
        "epochs": [first, epoch_of(round_, attempt, 1, first["types"][:20])],
    }


def sealed_commitment() -> dict[str, object]:
    """c1 of a sealed deal binds n1, the commitments A and the round key P, each as its 33 bytes."""
    n1, points = fresh("n1"), [b"\x02" + fresh("point", place) for place in range(4)]
    c1 = h("unonet/1 commit-1", TABLE, 5, 1, 2, n1, points[:3], points[3])
    return {
        "round": 5,
        "attempt": 1,
        "seat": 2,
        "n1": n1.hex(),
        "commitments": [point.hex() for point in points[:3]],
        "round_key": points[3].hex(),
        "c1": c1.hex(),
    }


def vectors() -> dict[str, object]:
    return {
        "table": TABLE.hex(),
        "seats": list(SEATS),
        "permutations": permutations(),
        "sealed_commitment": sealed_commitment(),
        "rounds": [round_of(0, "108"), round_of(3, "112")],
    }


if __name__ == "__main__":
    target = Path(__file__).with_name("deal.json")
    target.write_text(json.dumps(vectors(), indent=None, separators=(",", ":")) + "\n")
