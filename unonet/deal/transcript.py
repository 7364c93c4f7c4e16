"""The one way to a Fiat–Shamir challenge, and to the nonces of a proof (protocol.md, "Transcript").

A ``Transcript`` is SHA-256 over length-prefixed items, so that no two sequences of calls hash the
same bytes. Version, group, domain and ``Context`` are in it from the start; the statement and the
commitments of a proof its module appends. What they mean is not known here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from unonet.deal.group import GROUP_HASH, ORDER, Scalar
from unonet.errors import DealError

PROTOCOL: Final = "unonet/1"
ENTROPY: Final = 32
"""Fresh random bytes for the nonces of one proof."""

Nonces: TypeAlias = Iterator[Scalar]
"""Endless secret scalars, uniform but for 2⁻¹²⁸; one that was taken is never used for more."""


class Context(NamedTuple):
    """Where and by whom something is proved: one that fits elsewhere too proves nothing."""

    table_id: bytes
    round: int
    attempt: int
    epoch: int
    trigger: bytes
    """Hash of the entry that asked for it; empty for the steps that no entry asks for."""
    prover: int
    """The seat."""


class Transcript:
    """What prover and verifier have both seen, in order."""

    __slots__ = ("_hash",)

    def __init__(self, domain: str, context: Context) -> None:
        """``domain`` is the kind of proof, one for each module that proves something."""
        self._hash = hashlib.sha256(_start(domain))
        self.append("context", *context)

    def append(self, label: str, *fields: bytes | int) -> None:
        """label, number of fields, fields; an integer 0..2⁶⁴-1 is 8 bytes, big-endian."""
        self._hash.update(_items(label, *fields))

    def challenge(self, label: str) -> Scalar:
        """A scalar that depends on everything so far; what is appended later depends on it."""
        return int.from_bytes(self._squeeze(label), "big") % ORDER

    def small(self, label: str, count: int, bits: int = 128) -> list[int]:
        """``count`` exponents of ``bits`` bits, a multiple of 8 up to 256, to batch equations."""
        seed, size = self._squeeze(label), bits // 8
        return [int.from_bytes(_expand(seed, index)[:size], "big") for index in range(count)]

    def state(self) -> bytes:
        """32 bytes that stand for everything so far."""
        return self._hash.digest()

    def copy(self) -> Transcript:
        """Another one that has seen the same so far."""
        twin = object.__new__(Transcript)
        twin._hash = self._hash.copy()
        return twin

    def _squeeze(self, label: str) -> bytes:
        self.append("challenge", label.encode())
        return self._hash.digest()


def hedged(secret: bytes, label: str, transcript: Transcript, entropy: bytes) -> Nonces:
    """Nonces that stay secret if either the secret or the entropy does, anew for each statement.

    Call it when the whole statement has been appended. Raises DealError unless entropy is 32 bytes.
    """
    if len(entropy) != ENTROPY:
        raise DealError(f"entropy is {ENTROPY} fresh bytes")
    fields = (label.encode(), secret, transcript.state(), entropy)
    key = hashlib.sha256(b"".join([b"unonet/1 nonces", *(_u32(len(f)) + f for f in fields)]))
    seed = key.digest()
    return (int.from_bytes(_expand(seed, index), "big") % ORDER for index in count())


def _expand(seed: bytes, index: int) -> bytes:
    return hashlib.sha256(seed + index.to_bytes(8, "big")).digest()


@lru_cache(maxsize=32)
def _start(domain: str) -> bytes:
    return _items("transcript", PROTOCOL.encode(), GROUP_HASH, domain.encode())


def _items(label: str, *fields: bytes | int) -> bytes:
    items = [label.encode(), *[f if isinstance(f, bytes) else f.to_bytes(8, "big") for f in fields]]
    return _u32(len(items)) + b"".join([len(item).to_bytes(4, "big") + item for item in items])


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
