"""Writes link.json next to this file: whole handshakes of both patterns, words, and the beacon.

Run it only when the protocol version changes: `python tests/vectors/make_link.py`. Nothing here
calls unonet; sections 5 and 6 of protocol.md, and the Noise specification (revision 34), are
written out a second time. The list of words is read as data.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

ROOT = Path(__file__).parents[2]
WORDS = [
    line
    for line in (ROOT / "unonet" / "words.txt").read_text(encoding="ascii").splitlines()
    if not line.startswith("#")
]
TOPIC = bytes(range(16))
NAMES = {1: b"Noise_XX_25519_ChaChaPoly_SHA256", 2: b"Noise_XXpsk3_25519_ChaChaPoly_SHA256"}


def sha(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def fresh(label: str) -> bytes:
    return sha(b"unonet/1 test vector " + label.encode())


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


class Signer:
    """An Ed25519 key and its domains (section 3)."""

    def __init__(self, label: str) -> None:
        self.seed = fresh(f"seed {label}")
        self._key = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, domain: str, context: bytes, body: bytes) -> bytes:
        return self._key.sign(b"unonet/1 " + domain.encode() + context + body)


# Noise


class Half:
    """The symmetric state that both ends have in common: h, ck, k and n of the specification."""

    def __init__(self, pattern: int) -> None:
        self.h = NAMES[pattern].ljust(32, b"\0") if pattern == 1 else sha(NAMES[pattern])
        self.ck, self.k, self.n = self.h, b"", 0

    def hash(self, raw: bytes) -> None:
        self.h = sha(self.h + raw)

    def derive(self, material: bytes, count: int) -> list[bytes]:
        temp = hmac.digest(self.ck, material, "sha256")
        out: list[bytes] = []
        for number in range(1, count + 1):
            before = out[-1] if out else b""
            out.append(hmac.digest(temp, before + bytes([number]), "sha256"))
        return out

    def key(self, material: bytes) -> None:
        self.ck, self.k = self.derive(material, 2)
        self.n = 0

    def key_and_hash(self, material: bytes) -> None:
        self.ck, middle, self.k = self.derive(material, 3)
        self.hash(middle)
        self.n = 0

    def seal(self, plain: bytes) -> bytes:
        sealed = encrypt(self.k, self.n, plain, self.h) if self.k else plain
        self.n += 1
        self.hash(sealed)
        return sealed


def encrypt(key: bytes, n: int, plain: bytes, ad: bytes = b"") -> bytes:
    return ChaCha20Poly1305(key).encrypt(bytes(4) + n.to_bytes(8, "little"), plain, ad)


def public(private: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def dh(private: bytes, other: bytes) -> bytes:
    mine = X25519PrivateKey.from_private_bytes(private)
    return mine.exchange(X25519PublicKey.from_public_bytes(public(other)))


def handshake(pattern: int, psk: bytes | None) -> dict[str, Any]:
    """What both ends write; the state of both is the same, so one is kept for both."""
    who = f"pattern {pattern}"
    near, far = Signer(f"initiator {who}"), Signer(f"responder {who}")
    names = ("initiator static", "initiator ephemeral", "responder static", "responder ephemeral")
    si, ei, sr, er = (fresh(f"{name} {who}") for name in names)
    state = Half(pattern)
    state.hash(b"unonet/1" + bytes([pattern]))

    def ephemeral(private: bytes) -> bytes:
        raw = public(private)
        state.hash(raw)
        if psk is not None:
            state.key(raw)
        return raw

    def proof(signer: Signer, role: bytes) -> bytes:
        return signer.public + signer.sign("link", role, state.h) + TOPIC

    first = ephemeral(ei) + state.seal(b"")
    second = ephemeral(er)
    state.key(dh(er, ei))
    second += state.seal(public(sr))
    state.key(dh(sr, ei))
    second_payload = proof(far, b"R")
    second += state.seal(second_payload)
    third = state.seal(public(si))
    state.key(dh(si, er))
    if psk is not None:
        state.key_and_hash(psk)
    third_payload = proof(near, b"I")
    third += state.seal(third_payload)
    to_far, to_near = state.derive(b"", 2)
    messages = {
        # The first is what the responder sends to say "you are in".
        "confirmation": framed(encrypt(to_near, 0, b"\0")),
        "ping": framed(encrypt(to_far, 0, b"\0" + b"\5" + msgpack.packb([7]))),
        "pong": framed(encrypt(to_near, 1, b"\0" + b"\6" + msgpack.packb([7]))),
    }
    # A message of two chunks: a lobby statement of 70 000 bytes, 0, 1, 2 … again and again.
    body = b"\2" + msgpack.packb([bytes(i % 256 for i in range(70_000))])
    chunks = [b"\1" + body[:65_518], b"\0" + body[65_518:]]
    sealed = b"".join(framed(encrypt(to_far, 1 + i, chunk)) for i, chunk in enumerate(chunks))
    return {
        "pattern": pattern,
        "psk": psk.hex() if psk else None,
        "topic": TOPIC.hex(),
        "initiator": {"seed": near.seed.hex(), "static": si.hex(), "ephemeral": ei.hex()},
        "responder": {"seed": far.seed.hex(), "static": sr.hex(), "ephemeral": er.hex()},
        "second_payload": second_payload.hex(),
        "third_payload": third_payload.hex(),
        "handshake_hash": state.h.hex(),
        "stream": [
            {"from": "initiator", "bytes": (bytes([pattern]) + framed(first)).hex()},
            {"from": "responder", "bytes": (b"\1" + framed(second)).hex()},
            {"from": "initiator", "bytes": framed(third).hex()},
            {"from": "responder", "bytes": messages["confirmation"].hex()},
            {"from": "initiator", "bytes": messages["ping"].hex()},
            {"from": "responder", "bytes": messages["pong"].hex()},
        ],
        "large_sha256": sha(sealed).hex(),
    }


# Words


def spelled(number: int, count: int) -> str:
    words = []
    for _ in range(count):
        number, digit = divmod(number, 7776)
        words.append(WORDS[digit])
    return " ".join(reversed(words))


def reduced(digest: bytes, count: int) -> str:
    return spelled(int.from_bytes(digest, "big") % 7776**count, count)


def address_words(host: str, port: int, key: bytes) -> str:
    raw = IPv4Address(host).packed + port.to_bytes(2, "big") + sha(key)[:2]
    return spelled(int.from_bytes(raw, "big"), 5)


def words() -> dict[str, Any]:
    key, table, entropy = fresh("words key"), fresh("words table")[:16], fresh("words code")[:16]
    slow = hashlib.scrypt(table, salt=b"unonet/1 words table", n=16384, r=8, p=1, dklen=32)
    code = reduced(sha(b"unonet/1 words code " + entropy), 7)
    places = [("192.168.1.7", 40_123), ("10.0.0.1", 1), ("255.255.255.255", 65_535)]
    return {
        "addresses": [
            {"host": host, "port": port, "key": key.hex(), "words": address_words(host, port, key)}
            for host, port in places
        ],
        "table": {"id": table.hex(), "words": reduced(slow, 4)},
        "key": {"key": key.hex(), "words": reduced(sha(b"unonet/1 words key " + key), 6)},
        "code": {
            "entropy": entropy.hex(),
            "words": code,
            "psk": sha(b"unonet/1 join " + code.encode()).hex(),
        },
    }


# Beacon


def beacon() -> dict[str, Any]:
    host, nonce = Signer("beacon"), fresh("beacon nonce")[:16]
    name = bytes.fromhex("d7a9d7b220f09f83a5").decode()
    mark = fingerprint(host.public)
    fields = {"v": "1", "b": "0b0f", "id": TOPIC.hex(), "fp": mark, "n": "2/4"}
    fields |= {"st": "lobby", "rs": "quick", "pw": "1", "nm": name}
    strings = [f"{key}={value}".encode() for key, value in fields.items()]
    txt = b"".join(bytes([len(string)]) + string for string in strings)
    address, port = "192.168.1.7", 40_123
    signed = IPv4Address(address).packed + port.to_bytes(2, "big") + txt
    head = b"uno!\1" + nonce + host.public + host.sign("beacon", nonce, signed)
    return {
        "seed": host.seed.hex(),
        "nonce": nonce.hex(),
        "address": address,
        "port": port,
        "fields": fields,
        "question": (b"uno?\1" + nonce).ljust(560, b"\0").hex(),
        "answer": (head + port.to_bytes(2, "big") + txt).hex(),
    }


def fingerprint(key: bytes) -> str:
    number = int.from_bytes(sha(key)[:5], "big")
    return "".join("abcdefghijklmnopqrstuvwxyz234567"[number >> 35 - 5 * i & 31] for i in range(8))


def vectors() -> dict[str, Any]:
    said = words()
    return {
        "handshakes": [handshake(1, None), handshake(2, bytes.fromhex(said["code"]["psk"]))],
        "words": said,
        "beacon": beacon(),
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("link.json")
    path.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
