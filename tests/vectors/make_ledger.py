"""Writes ledger.json next to this file: golden bytes of values, records, signatures and a log.

Run it only when the protocol version changes: `python tests/vectors/make_ledger.py`. Nothing here
calls unonet; the layouts of protocol.md sections 2 to 4 are written out a second time, so that a
change in the library cannot change the vectors with it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from pathlib import Path
from zlib import crc32

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

TABLE = bytes(range(16))
SALT = bytes(range(16, 32))
GENESIS = b"a genesis that this level does not read"
SEEDS = [bytes([seat + 1]) * 32 for seat in range(2)]
PRIVATE = [Ed25519PrivateKey.from_private_bytes(seed) for seed in SEEDS]
KEYS = [private.public_key().public_bytes_raw() for private in PRIVATE]
SESSION = b"session1"
STATE = hashlib.sha256(b"state").digest()

ACCEPTED = [
    None,
    True,
    0,
    127,
    128,
    -1,
    -32,
    -33,
    2**64 - 1,
    -(2**63),
    "",
    "é",
    "a" * 32,
    b"",
    b"\x00" * 256,
    (),
    (1, (b"x", "x", None, False)),
    (0,) * 16,
    ((((((),),),),),),
]
REFUSED = {
    "": "no value",
    "0101": "two values",
    "80": "map",
    "cb0000000000000000": "float",
    "c70005": "extension",
    "d6ff00000000": "timestamp",
    "cc01": "integer not minimal",
    "d90161": "string not minimal",
    "dc000101": "array not minimal",
    "a1ff": "not UTF-8",
    "91919191919191c0": "too deep",
    "dc0101" + "c0" * 257: "array too long",
}


def pack(*fields: object) -> bytes:
    return msgpack.packb(fields)


def sha(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def sign(seat: int, domain: str, raw: bytes) -> bytes:
    return PRIVATE[seat].sign(b"unonet/1 " + domain.encode() + TABLE + raw)


def entries() -> list[tuple[bytes, bytes, bytes, bytes]]:
    """Three entries: hello and a move of seat 1, a system record; the leader is seat 0."""
    chain, prev = [], sha(GENESIS)
    bodies = [(1, (SESSION,)), (11, ("play r5", 3, None, None)), (36, ((1,), (0, 20)))]
    for index, (kind, body) in enumerate(bodies, 1):
        if kind < 32:
            raw = pack(1, 1, SESSION, index - 1, index - 1, prev, kind, body)
            author = sign(1, "move", raw)
        else:
            raw, author = pack(1, kind, body), b""
        header = pack(1, 1, 0, index, prev, sha(raw))
        chain.append((header, sign(0, "header", header), raw, author))
        prev = sha(header)
    return chain


def frame(kind: int, body: bytes) -> bytes:
    head = struct.pack(">BBHI", 0xA5, kind, 0, len(body))
    return head + struct.pack(">I", crc32(SALT + head + body)) + body


def log_header() -> bytes:
    tail = pack("0.1.0", 1, 1)
    start = b"\x93UNOLOG\n" + struct.pack(">HH", 1, 0) + TABLE + SALT + struct.pack(">I", len(tail))
    checksum = crc32(start + bytes(4) + bytes(12) + tail)
    return start + struct.pack(">I", checksum) + bytes(12) + tail


def vectors() -> dict[str, object]:
    chain = entries()
    last = sha(chain[-1][0])
    acks = [pack(1, 1, seat, 3, last, 2, STATE, 0) for seat in range(2)]
    ack_signatures = [sign(seat, "ack", raw) for seat, raw in enumerate(acks)]
    certificate = pack(1, 3, last, tuple(zip(acks, ack_signatures, strict=True)))
    statement = pack(1, 3, last, STATE, (0, 20))
    seal_signatures = [(seat, sign(seat, "seal", statement)) for seat in range(2)]
    seal = pack(1, 3, last, STATE, (0, 20), tuple(seal_signatures))
    bodies = [(1, GENESIS), *((2, pack(*entry)) for entry in chain), (3, certificate), (4, seal)]
    return {
        "codec": {
            "accepted": [
                {"value": readable(value), "raw": msgpack.packb(value).hex()} for value in ACCEPTED
            ],
            "refused": [{"raw": raw, "why": why} for raw, why in REFUSED.items()],
        },
        "identity": [
            {
                "seed": seed.hex(),
                "key": key.hex(),
                "fingerprint": base64.b32encode(sha(key)[:5]).decode().lower(),
            }
            for seed, key in zip(SEEDS, KEYS, strict=True)
        ],
        "signatures": [
            {"seat": 0, "domain": domain, "body": b"body".hex(), "raw": sign(0, domain, b"body")}
            for domain in ["move", "header", "ack", "vote", "seal", "operator", "accept", "link"]
        ],
        "chain": {
            "table_id": TABLE,
            "genesis": GENESIS,
            "genesis_hash": sha(GENESIS),
            "entries": [{"raw": pack(*entry), "hash": sha(entry[0])} for entry in chain],
            "certificate": certificate,
            "seal": seal,
            "seal_statement": statement,
        },
        "log": {"salt": SALT, "raw": log_header() + b"".join(frame(*body) for body in bodies)},
    }


def readable(value: object) -> object:
    """The value in JSON: bytes as {"hex": …}, arrays as lists."""
    match value:
        case bytes():
            return {"hex": value.hex()}
        case tuple():
            return [readable(item) for item in value]
        case _:
            return value


def text() -> str:
    return json.dumps(vectors(), indent=1, ensure_ascii=False, default=bytes.hex) + "\n"


if __name__ == "__main__":
    Path(__file__).with_name("ledger.json").write_text(text(), encoding="utf-8")
