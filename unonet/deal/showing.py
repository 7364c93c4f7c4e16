"""Answering a challenge: the hand is innocent, and the challenger alone may look at it.

Innocence is a ``one_of`` proof over the hand as it was judged. In the same entry the hand goes to
the challenger's key: the owner alone holds the whole secret of its key P, so that it hands its
cards on as the table does, with one share of one giver. A guilty seat opens one card
(``proofs.prove_opening``). Which cards were judged, and what is forbidden, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from unonet.deal import share
from unonet.deal.ciphertext import Ciphertext, Held
from unonet.deal.group import Point, Scalar, negate, subtract
from unonet.deal.share import Giver, Share, Transfer
from unonet.deal.transcript import Transcript
from unonet.errors import DealError


class Showing(NamedTuple):
    """A hand under its owner's key, on its way to the seat that may look at it."""

    cards: Sequence[Held]
    owner_key: Point
    viewer: int
    viewer_key: Point


def size_of(showing: Showing) -> int:
    """Bytes of a hand for its viewer, with the proof."""
    return share.size_of(_transfers(showing)[1])


def prove_showing(
    transcript: Transcript, showing: Showing, secret: Scalar, entropy: bytes
) -> bytes:
    """The hand for the viewer, with the proof that it is the hand: 66 bytes a card, and 96.

    ``secret`` is p of the owner's key. Raises DealError for no cards.
    """
    transcript.append("showing")
    return share.prove_shares(transcript, *_transfers(showing), secret, entropy)


def verify_showing(
    transcript: Transcript, showing: Showing, packed: bytes
) -> tuple[Ciphertext, ...] | None:
    """Each card under the viewer's key; None if one is another card, or is malformed."""
    transcript.append("showing")
    shares = share.verify_shares(transcript, *_transfers(showing), packed)
    try:
        return None if shares is None else tuple(map(_shown, showing.cards, shares))
    except DealError:
        return None


def _transfers(showing: Showing) -> tuple[Giver, list[Transfer]]:
    cards, owner_key, viewer, viewer_key = showing
    transfers = [Transfer(slot, card, viewer, viewer_key) for slot, card in cards]
    return Giver(owner_key, owner_key), transfers


def _shown(held: Held, own: Share) -> Ciphertext:
    return Ciphertext(negate(own.r), subtract(held.card.b, own.d))
