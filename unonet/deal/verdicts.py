"""What takes long, done once: the same bytes in the same place have the same verdict.

Pure functions with a memory, so that what was checked, or put together of several shares, on
another thread is there when it is asked for again, and several seats of one process do it once.
Which verdict is due is not known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from unonet.deal import mix, one_of, open_share, riffle, share, showing
from unonet.deal.ciphertext import Ciphertext, Held, decode_deck
from unonet.deal.group import SCALAR, Point
from unonet.deal.one_of import Claim
from unonet.deal.proofs import Opening, verify_opening
from unonet.deal.riffle import Pair
from unonet.deal.share import Giver, Share, Transfer
from unonet.deal.showing import Showing
from unonet.deal.transcript import Context, Transcript
from unonet.errors import DecodeError

OPENING: Final = 2 * SCALAR
"""Bytes that open one card."""
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


@lru_cache(_REMEMBERED)
def handed(
    cards: tuple[Ciphertext, ...], given: tuple[tuple[int, tuple[Share, ...]], ...]
) -> tuple[Ciphertext, ...]:
    """Each card under its owner's key; ``given``: (seat, its share of each card) of t seats.

    Raises DealError as ``share.combine`` does.
    """
    seats = [seat for seat, _ in given]
    columns = zip(*(shares for _, shares in given), strict=True)
    return tuple(
        share.combine(card, dict(zip(seats, column, strict=True)))
        for card, column in zip(cards, columns, strict=True)
    )


@lru_cache(_REMEMBERED)
def turned_up(
    cards: tuple[Held, ...], given: tuple[tuple[int, tuple[Point, ...]], ...]
) -> tuple[int | None, ...]:
    """The type of each card, or None; ``given``: (seat, its open share of each) of t seats."""
    seats = [seat for seat, _ in given]
    columns = zip(*(shares for _, shares in given), strict=True)
    return tuple(
        open_share.combine_open(held.card, dict(zip(seats, column, strict=True)))
        for held, column in zip(cards, columns, strict=True)
    )


@lru_cache(_REMEMBERED)
def unopened(context: Context, openings: tuple[Opening, ...], proof: bytes) -> Opening | None:
    """The first of these that its ``OPENING`` bytes of the proof do not show; None: all hold."""
    for place, opening in enumerate(openings):
        part = proof[OPENING * place : OPENING * (place + 1)]
        if not verify_opening(Transcript("play", context), opening, part):
            return opening
    return None


@lru_cache(_REMEMBERED)
def shown(context: Context, way: Showing, packed: bytes) -> tuple[Ciphertext, ...] | None:
    """Each card under the viewer's key if ``packed`` is that hand; None if not."""
    return showing.verify_showing(Transcript("showing", context), way, packed)
