"""Writes proofs.json next to this file: golden points, transcripts, keys and proofs of the deal.

Run it only when the protocol version changes: `python tests/vectors/make_proofs.py`. Nothing here
calls unonet or a curve library; protocol.md, "Group" to "Showing", is written out a second time on
plain integers. Group and transcript are those of make_shuffle.py.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from make_shuffle import (
    CONTEXT,
    GROUP_HASH,
    Affine,
    Card,
    G,
    Q,
    Transcript,
    card_point,
    fresh,
    generator,
    h,
    hedged,
    plus,
    point,
    times,
    total,
)

SEATS, THRESHOLD = 4, 3
Sum = list[tuple[Affine, int]]


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def scalar(number: int) -> bytes:
    return (number % Q).to_bytes(32, "big")


def packed(*points: Affine) -> bytes:
    return b"".join(map(point, points))


def minus(at: Affine) -> Affine:
    return times(Q - 1, at)


def secret(seed: bytes, name: str, place: int) -> int:
    return int.from_bytes(h("unonet/1 secret", name, place, seed), "big") % Q


SEEDS = [fresh("seed", seat) for seat in range(SEATS)]
POLYNOMIALS = [[secret(seed, "polynomial", place) for place in range(THRESHOLD)] for seed in SEEDS]
COMMITMENTS = [[times(a, G) for a in polynomial] for polynomial in POLYNOMIALS]
P_SECRETS = [secret(seed, "round key", 0) for seed in SEEDS]
P_KEYS = [times(p, G) for p in P_SECRETS]
TABLE_KEY = total(*((1, points[0]) for points in COMMITMENTS))


def value(polynomial: list[int], seat: int) -> int:
    return sum(a * (seat + 1) ** place for place, a in enumerate(polynomial)) % Q


SHARES = [sum(value(polynomial, seat) for polynomial in POLYNOMIALS) % Q for seat in range(SEATS)]
VERIFICATION = [times(share, G) for share in SHARES]


def hidden(key: Affine, card: int, *label: object) -> Card:
    r = int.from_bytes(fresh("card", *label), "big") % Q
    return times(r, G), total((1, card_point(card)), (r, key))


def sigma(seen: Transcript, sums: list[Sum], secrets: list[int], entropy: bytes) -> bytes:
    stream = hedged(b"".join(map(scalar, secrets)), "sigma", seen, entropy)
    nonces = list(islice(stream, len(secrets)))
    masks = [total(*((nonces[place], base) for base, place in terms)) for terms in sums]
    seen.append("masks", packed(*masks))
    challenge = seen.challenge("sigma")
    answers = [nonce + challenge * own for nonce, own in zip(nonces, secrets, strict=True)]
    return scalar(challenge) + b"".join(map(scalar, answers))


def equality(seen: Transcript, base: Affine, own: int, entropy: bytes) -> bytes:
    seen.append("equality", packed(times(own, G), base, times(own, base)))
    return sigma(seen, [[(G, 0)], [(base, 0)]], [own], entropy)


Moved = tuple[int, Card, int, Affine]


def shares_of(
    seen: Transcript, keys: tuple[Affine, Affine], moved: list[Moved], own: int, entropy: bytes
) -> tuple[bytes, list[int]]:
    seen.append("shares", packed(*keys), u64(len(moved)))
    for slot, card, seat, key in moved:
        seen.append("transfer", u64(slot), u64(seat), packed(*card, key))
    factors = list(islice(hedged(scalar(own), "share", seen, entropy), len(moved)))
    shares = b"".join(
        packed(total((own, card[0]), (r, key)), times(r, G))
        for (_, card, _, key), r in zip(moved, factors, strict=True)
    )
    rhos = batched(seen, shares, len(moved))
    order: list[Affine] = []
    for *_, key in moved:
        order += [] if key in order else [key]
    mixed = total(*((rho, card[0]) for (_, card, _, _), rho in zip(moved, rhos, strict=True)))
    sums: list[Sum] = [[(G, 0)], *([(G, place)] for place in range(1, len(order) + 1))]
    sums.append([(mixed, 0), *((key, place) for place, key in enumerate(order, start=1))])
    products = [
        sum(r * rho for (*_, k), r, rho in zip(moved, factors, rhos, strict=True) if k == key) % Q
        for key in order
    ]
    return shares + sigma(seen, sums, [own, *products], entropy), factors


def batched(seen: Transcript, shares: bytes, size: int) -> list[int]:
    seen.append("shared", shares)
    return [1, *seen.small("rho", size - 1)]


def open_shares(seat: int, cards: list[tuple[int, Card]], entropy: bytes) -> bytes:
    seen, own = Transcript("open"), SHARES[seat]
    seen.append("open shares", packed(TABLE_KEY, VERIFICATION[seat]), u64(len(cards)))
    for slot, card in cards:
        seen.append("card", u64(slot), packed(*card))
    shares = packed(*(times(own, card[0]) for _, card in cards))
    rhos = batched(seen, shares, len(cards))
    mixed = total(*((rho, card[0]) for (_, card), rho in zip(cards, rhos, strict=True)))
    return shares + sigma(seen, [[(G, 0)], [(mixed, 0)]], [own], entropy)


def one_of(
    cards: list[tuple[int, Card]], own_types: list[int], allowed: list[int], p: int, entropy: bytes
) -> bytes:
    seen, key = Transcript("innocent"), times(p, G)
    seen.append("one of", bytes(sorted(allowed)), point(key), u64(len(cards)))
    for slot, card in cards:
        seen.append("card", u64(slot), packed(*card))
    stream = hedged(scalar(p), "one of", seen, entropy)
    branches: list[list[list[int]]] = []
    masks: list[Affine] = []
    for (_, card), own in zip(cards, own_types, strict=True):
        branches.append([])
        for card_type in sorted(allowed):
            c = 0 if card_type == own else next(stream) % 2**128
            z = next(stream)
            claimed = plus(card[1], minus(card_point(card_type)))
            masks += [total((z, G), (-c, key)), total((z, card[0]), (-c, claimed))]
            branches[-1].append([c, z])
    seen.append("masks", packed(*masks))
    challenge = seen.challenge("one of") % 2**128
    for own, found in zip(own_types, branches, strict=True):
        branch = found[sorted(allowed).index(own)]
        branch[0] = (challenge - sum(c for c, _ in found)) % 2**128
        branch[1] += branch[0] * p
    return b"".join(c.to_bytes(16, "big") + scalar(z) for found in branches for c, z in found)


def box_key(dealer: int, recipient: int, shared: Affine) -> bytes:
    table, round_, attempt, *_ = CONTEXT
    numbers = b"".join(map(u64, (round_, attempt, dealer, recipient)))
    info = b"unonet/1 share" + table + numbers
    extracted = hmac.digest(bytes(32), point(shared), "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def sealed(dealer: int, recipient: int, share: int) -> bytes:
    shared = times(P_SECRETS[dealer], P_KEYS[recipient])
    box = ChaCha20Poly1305(box_key(dealer, recipient, shared))
    return box.encrypt(bytes(12), scalar(share), None)


def points() -> dict[str, object]:
    return {
        "hash": GROUP_HASH.hex(),
        "generators": [point(generator(index)).hex() for index in (0, 1, 2, 108, 448)],
        "cards": [point(card_point(card)).hex() for card in range(56)],
    }


def transcript() -> dict[str, object]:
    seen = Transcript("test")
    seen.append("label", b"field", u64(7), b"")
    seen.append("empty")
    state = seen.digest()
    nonces: Iterator[int] = hedged(b"secret", "label", seen, bytes(range(32)))
    return {
        "state": state.hex(),
        "nonces": [scalar(nonce).hex() for nonce in islice(nonces, 3)],
        "challenge": scalar(seen.challenge("first")).hex(),
        "small": [exponent.to_bytes(16, "big").hex() for exponent in seen.small("second", 3)],
        "last": scalar(seen.challenge("first")).hex(),
    }


def keys() -> dict[str, object]:
    return {
        "threshold": THRESHOLD,
        "seeds": [seed.hex() for seed in SEEDS],
        "coefficients": [[scalar(a).hex() for a in polynomial] for polynomial in POLYNOMIALS],
        "commitments": [packed(*each).hex() for each in COMMITMENTS],
        "round_keys": [point(key).hex() for key in P_KEYS],
        "table_key": point(TABLE_KEY).hex(),
        "verification_keys": [point(key).hex() for key in VERIFICATION],
        "secret_shares": [scalar(share).hex() for share in SHARES],
        "sealed": [
            {"from": 0, "to": to, "sealed": sealed(0, to, value(POLYNOMIALS[0], to)).hex()}
            for to in (1, 2, 3)
        ],
    }


def possession(entropy: bytes) -> dict[str, object]:
    seen = Transcript("possession")
    seen.append("possession", packed(*COMMITMENTS[0]), point(P_KEYS[0]))
    secrets = [POLYNOMIALS[0][0], P_SECRETS[0]]
    return {"seat": 0, "proof": sigma(seen, [[(G, 0)], [(G, 1)]], secrets, entropy).hex()}


def opening(entropy: bytes) -> dict[str, object]:
    card, seen = hidden(P_KEYS[1], 53, "opening"), Transcript("play")
    seen.append("opening", u64(17), u64(53), packed(P_KEYS[1], *card))
    proof = sigma(seen, [[(G, 0)], [(card[0], 0)]], [P_SECRETS[1]], entropy)
    return {"seat": 1, "slot": 17, "type": 53, "owned": packed(*card).hex(), "proof": proof.hex()}


def complaint(entropy: bytes) -> dict[str, object]:
    box, shared = sealed(0, 1, 4711), times(P_SECRETS[1], P_KEYS[0])
    seen = Transcript("complaint")
    seen.append("complaint", u64(0), u64(1), packed(*COMMITMENTS[0]), box)
    proof = equality(seen, P_KEYS[0], P_SECRETS[1], entropy)
    return {"sealed": box.hex(), "complaint": (point(shared) + proof).hex()}


def shares(entropy: bytes) -> dict[str, object]:
    slots, types, to = (4, 5, 11), (9, 52, 9), (2, 3, 2)
    moved = [
        (slot, hidden(TABLE_KEY, card, "share", slot), seat, P_KEYS[seat])
        for slot, card, seat in zip(slots, types, to, strict=True)
    ]
    given = [
        shares_of(
            Transcript("share"), (TABLE_KEY, VERIFICATION[seat]), moved, SHARES[seat], entropy
        )
        for seat in range(THRESHOLD)
    ]
    return {
        "slots": slots,
        "types": types,
        "to": to,
        "cards": b"".join(packed(*card) for _, card, _, _ in moved).hex(),
        "shares": [packed_shares.hex() for packed_shares, _ in given],
        "owned": b"".join(
            owned(card, key, [factors[place] for _, factors in given])
            for place, (_, card, _, key) in enumerate(moved)
        ).hex(),
    }


def owned(card: Card, key: Affine, factors: list[int]) -> bytes:
    """λ of the seats 0, 1, 2 are 3, −3, 1."""
    r = 3 * factors[0] - 3 * factors[1] + factors[2]
    whole = sum(polynomial[0] for polynomial in POLYNOMIALS)
    return packed(times(-r, G), total((1, card[1]), (-whole, card[0]), (-r, key)))


def open_share(entropy: bytes) -> dict[str, object]:
    cards = [(slot, hidden(TABLE_KEY, card, "open", slot)) for slot, card in ((0, 33), (8, 0))]
    given = [open_shares(seat, cards, entropy) for seat in range(THRESHOLD)]
    return {
        "slots": [0, 8],
        "types": [33, 0],
        "cards": b"".join(packed(*card) for _, card in cards).hex(),
        "shares": [each.hex() for each in given],
    }


def innocence(entropy: bytes) -> dict[str, object]:
    types, allowed = [9, 52], [53, 9, 3, 52]
    cards = [
        (slot, hidden(P_KEYS[1], card, "hand", slot))
        for slot, card in zip((20, 21), types, strict=True)
    ]
    seen = Transcript("showing")
    seen.append("showing")
    moved = [(slot, card, 3, P_KEYS[3]) for slot, card in cards]
    shown, _ = shares_of(seen, (P_KEYS[1], P_KEYS[1]), moved, P_SECRETS[1], entropy)
    return {
        "seat": 1,
        "viewer": 3,
        "slots": [20, 21],
        "types": types,
        "allowed": allowed,
        "owned": b"".join(packed(*card) for _, card in cards).hex(),
        "innocent": one_of(cards, types, allowed, P_SECRETS[1], entropy).hex(),
        "shown": shown.hex(),
    }


CASES = {
    "possession": possession,
    "opening": opening,
    "complaint": complaint,
    "share": shares,
    "open": open_share,
    "innocence": innocence,
}
ENTROPY = {name: fresh("entropy", name) for name in CASES}


def vectors() -> dict[str, object]:
    table, round_, attempt, epoch, trigger, prover = CONTEXT
    proofs = {
        name: {"entropy": ENTROPY[name].hex(), **make(ENTROPY[name])}
        for name, make in CASES.items()
    }
    return {
        "context": [table.hex(), round_, attempt, epoch, trigger.hex(), prover],
        "group": points(),
        "transcript": transcript(),
        "keys": keys(),
        **proofs,
    }


if __name__ == "__main__":
    target = Path(__file__).with_name("proofs.json")
    target.write_text(json.dumps(vectors(), indent=None, separators=(",", ":")) + "\n")
