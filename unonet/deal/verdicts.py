"""The proofs that take long, checked once: the same bytes in the same place have the same verdict.

Pure functions with a memory, so that what was checked on another thread is there when it is asked
for again, and several seats of one process check it once. Which verdict is due is not known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from unonet.deal import mix, one_of, open_share, riffle, share
from unonet.deal.ciphertext import Ciphertext, Held, decode_deck
from unonet.deal.group import Point
from unonet.deal.one_of import Claim
from unonet.deal.riffle import Pair
from unonet.deal.share import Giver, Share, Transfer
from unonet.deal.transcript import Context, Transcript
from unonet.errors import DecodeError

_REMEMBERED: Final = 64
"""Verdicts of a kind: more than are ever on their way at once."""


@lru_cache(_REMEMBERED)
def mixed_deck(
    context: Context, key: Point, old: tuple[Ciphertext, ...], packed: bytes, proof: bytes
) -> tuple[Ciphertext, ...] | None:
    """The deck in ``packed`` if it is shown to be ``old``, mixed; None if not."""
    try:
        new = decode_deck(packed)
    except DecodeError:
        return None
    holds = mix.verify_mix(Transcript("mix", context), key, old, new, proof)
    return new if holds else None


@lru_cache(_REMEMBERED)
def riffled_hand(
    context: Context,
    keys: tuple[Point, Point],
    old: tuple[tuple[Ciphertext, Ciphertext], ...],
    packed: bytes,
    proof: bytes,
) -> tuple[Pair, ...] | None:
    """The hand in ``packed`` if it is shown to be ``old``, riffled; ``keys`` are (Y, P)."""
    try:
        new = riffle.decode_hand(packed)
    except DecodeError:
        return None
    holds = riffle.verify_riffle(Transcript("riffle", context), *keys, old, new, proof)
    return new if holds else None


@lru_cache(_REMEMBERED)
def shares(
    context: Context, giver: Giver, transfers: tuple[Transfer, ...], packed: bytes
) -> tuple[Share, ...] | None:
    """The seat's shares of these cards if all are right."""
    return share.verify_shares(Transcript("share", context), giver, transfers, packed)


@lru_cache(_REMEMBERED)
def open_shares(
    context: Context, giver: Giver, cards: tuple[Held, ...], packed: bytes
) -> tuple[Point, ...] | None:
    """The seat's open shares of these cards if all are right."""
    return open_share.verify_open_shares(Transcript("open", context), giver, cards, packed)


@lru_cache(_REMEMBERED)
def among(
    context: Context, cards: tuple[Held, ...], key: Point, allowed: frozenset[int], proof: bytes
) -> bool:
    """Whether each of these cards under ``key`` has one of the allowed types."""
    claim = Claim(cards, key, allowed)
    return one_of.verify_one_of(Transcript("innocent", context), claim, proof)
