"""Writes shuffle.json next to this file: golden mixes and riffles, from fixed inputs.

Run it only when the protocol version changes: `python tests/vectors/make_shuffle.py`. Nothing here
calls unonet or a curve library; "Mix" and "Riffle" of protocol.md are written out a second time on
plain integers, so that a change in the library cannot change the vectors with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgpack

P = 2**256 - 2**32 - 977
Q = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
CONTEXT = (bytes(range(16)), 2, 1, 3, bytes(range(32)), 5)
Affine = tuple[int, int] | None
Card = tuple[Affine, Affine]
Column = tuple[Affine, list[Card], list[Card]]


def plus(left: Affine, right: Affine) -> Affine:
    if left is None or right is None:
        return left or right
    (x1, y1), (x2, y2) = left, right
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    rise, run = (3 * x1 * x1, 2 * y1) if left == right else (y2 - y1, x2 - x1)
    slope = rise * pow(run, -1, P) % P
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def times(scalar: int, point: Affine) -> Affine:
    result = None
    for bit in bin(scalar % Q)[2:]:
        result = plus(result, result)
        if bit == "1":
            result = plus(result, point)
    return result


def total(*terms: tuple[int, Affine]) -> Affine:
    result = None
    for scalar, point in terms:
        result = plus(result, times(scalar, point))
    return result


def point(at: Affine) -> bytes:
    assert at is not None
    return bytes([2 + at[1] % 2]) + at[0].to_bytes(32, "big")


def deck(cards: list[Card]) -> bytes:
    return b"".join(point(half) for card in cards for half in card)


def h(tag: str, *fields: object) -> bytes:
    return hashlib.sha256(tag.encode() + msgpack.packb(list(fields))).digest()


def fresh(*label: object) -> bytes:
    return h("unonet/1 test vector", *label)


def numbers(*label: object) -> Iterator[int]:
    return (int.from_bytes(fresh(*label, index), "big") % Q for index in count())


def hashed_point(tag: str, index: int) -> Affine:
    seed = h("unonet/1 point", tag, index)
    for counter in count():
        x = int.from_bytes(expand(seed, counter), "big")
        square = (x**3 + 7) % P
        y = pow(square, (P + 1) // 4, P)
        if x < P and y * y % P == square:
            return x, y if y % 2 == 0 else P - y
    return None


def generator(index: int) -> Affine:
    return hashed_point("generator", index)


def card_point(card: int) -> Affine:
    return hashed_point("card", card)


def group_hash() -> bytes:
    fixed = [[(generator, 8), (card_point, 64)][n] for n in range(2)]
    packed = [b"".join(point(make(n)) for n in range(size)) for make, size in fixed]
    return h("unonet/1 group", point(G), ["generator", "card"], *packed)


def expand(seed: bytes, index: int) -> bytes:
    return hashlib.sha256(seed + index.to_bytes(8, "big")).digest()


def prefixed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class Transcript:
    def __init__(self, domain: str, seen: bytes = b"") -> None:
        self.seen = seen
        self.append("transcript", b"unonet/1", GROUP_HASH, domain.encode())
        self.append(
            "context", *(f if isinstance(f, bytes) else f.to_bytes(8, "big") for f in CONTEXT)
        )

    def append(self, label: str, *fields: bytes) -> None:
        self.seen += (1 + len(fields)).to_bytes(4, "big") + prefixed(label.encode(), *fields)

    def digest(self) -> bytes:
        return hashlib.sha256(self.seen).digest()

    def challenge(self, label: str) -> int:
        self.append("challenge", label.encode())
        return int.from_bytes(self.digest(), "big") % Q

    def small(self, label: str, size: int) -> list[int]:
        self.append("challenge", label.encode())
        seed = self.digest()
        return [int.from_bytes(expand(seed, index)[:16], "big") for index in range(size)]


def hedged(secret: bytes, label: str, transcript: Transcript, entropy: bytes) -> Iterator[int]:
    fields = prefixed(label.encode(), secret, transcript.digest(), entropy)
    seed = hashlib.sha256(b"unonet/1 nonces" + fields).digest()
    return (int.from_bytes(expand(seed, index), "big") % Q for index in count())


def permutation(seed: bytes, size: int) -> list[int]:
    places, counter = list(range(size)), 0
    for last in range(size - 1, 0, -1):
        while True:
            number = int.from_bytes(expand(seed, counter)[:8], "big")
            counter += 1
            if number < 2**64 // (last + 1) * (last + 1):
                break
        chosen = number % (last + 1)
        places[last], places[chosen] = places[chosen], places[last]
    return places


def prove(
    transcript: Transcript,
    columns: list[Column],
    pi: list[int],
    factors: list[list[int]],
    stream: Iterator[int],
) -> bytes:
    size = len(pi)
    bases = [generator(i) for i in range(size + 1)]
    for key, old, new in columns:
        transcript.append("column", point(key), deck(old), deck(new))
    r, r_hat, omega_hat, omega_prime = ([next(stream) for _ in pi] for _ in range(4))
    omega = [next(stream) for _ in range(3 + len(columns))]

    c: list[Affine] = [None] * size
    for i, source in enumerate(pi):
        c[source] = plus(times(r[source], G), bases[i + 1])
    transcript.append("permutation", b"".join(map(point, c)))
    u = transcript.small("weights", size)
    w = [u[source] for source in pi]

    c_hat, nested = [bases[0]], 0
    for i in range(size):
        c_hat.append(total((r_hat[i], G), (w[i], c_hat[i])))
        nested = (r_hat[i] + w[i] * nested) % Q
    t_hat = [total((omega_hat[i], G), (omega_prime[i], c_hat[i])) for i in range(size)]
    t = [times(omega[0], G), times(omega[1], G)]
    t.append(total((omega[2], G), *zip(omega_prime, bases[1:], strict=True)))
    for (key, _, new), nonce in zip(columns, omega[3:], strict=True):
        for half, base in ((0, G), (1, key)):
            moved = [card[half] for card in new]
            t.append(total((nonce, base), *zip(omega_prime, moved, strict=True)))
    parts = (c_hat[1:], t_hat, t)
    transcript.append("masks", *(b"".join(map(point, part)) for part in parts))
    x = transcript.challenge("challenge")

    secrets = [sum(r), nested, sum(a * b for a, b in zip(u, r, strict=True))]
    secrets += [-sum(a * b for a, b in zip(w, own, strict=True)) for own in factors]
    answers = [
        (nonce + x * secret) % Q
        for nonces, values in ((omega_hat, r_hat), (omega_prime, w), (omega, secrets))
        for nonce, secret in zip(nonces, values, strict=True)
    ]
    points = [*c, *c_hat[1:], *t_hat, *t]
    return b"".join(map(point, points)) + b"".join(a.to_bytes(32, "big") for a in answers)


def case(name: str, domain: str, secrets: tuple[int, ...], types: list[int]) -> dict[str, object]:
    keys = [times(secret, G) for secret in secrets]
    decks = [
        [
            (times(k, G), total((1, card_point(card)), (k, key)))
            for card, k in zip(types, numbers(name, "deck", column), strict=False)
        ]
        for column, key in enumerate(keys)
    ]
    secret, entropy = fresh(name, "secret"), fresh(name, "entropy")
    seen = Transcript(domain)
    for key, cards in zip(keys, decks, strict=True):
        seen.append("old", point(key), deck(cards))
    stream = hedged(secret, "shuffle", seen, entropy)
    pi = permutation(next(stream).to_bytes(32, "big"), len(types))
    factors = [[next(stream) for _ in types] for _ in keys]
    columns = [
        (
            key,
            cards,
            [
                (plus(cards[source][0], times(k, G)), plus(cards[source][1], times(k, key)))
                for source, k in zip(pi, own, strict=True)
            ],
        )
        for key, cards, own in zip(keys, decks, factors, strict=True)
    ]
    proof = prove(Transcript(domain), columns, pi, factors, stream)
    return {
        "name": name,
        "domain": domain,
        "secret": secret.hex(),
        "entropy": entropy.hex(),
        "permutation": pi,
        "columns": [
            {"key": point(key).hex(), "old": deck(before).hex(), "new": deck(after).hex()}
            for key, before, after in columns
        ],
        "proof": proof.hex(),
    }


def vectors() -> dict[str, object]:
    table, round_, attempt, epoch, trigger, prover = CONTEXT
    return {
        "context": [table.hex(), round_, attempt, epoch, trigger.hex(), prover],
        "group": GROUP_HASH.hex(),
        "cases": [
            case("mix of one", "mix", (1001,), [7]),
            case("mix of five", "mix", (1002,), [3, 1, 4, 1, 52]),
            case("riffle of one", "riffle", (1003, 2003), [53]),
            case("riffle of three", "riffle", (1004, 2004), [0, 9, 9]),
        ],
    }


GROUP_HASH = group_hash()

if __name__ == "__main__":
    target = Path(__file__).with_name("shuffle.json")
    target.write_text(json.dumps(vectors(), indent=None, separators=(",", ":")) + "\n")
