"""A mix: the deck of an epoch, shuffled by one seat so that nobody else knows how.

Whose turn it is, and that the deck is the one that the mix before left, is not known here. Both
functions take tens of milliseconds and belong into a worker thread.
"""

from __future__ import annotations

from unonet.deal.ciphertext import Ciphertext, Deck
from unonet.deal.group import Point
from unonet.deal.shuffle import Hedge, Source, shuffle
from unonet.deal.shuffle_proof import Column, verify
from unonet.deal.transcript import Transcript


def mix(
    transcript: Transcript, key: Point, deck: Deck, hedge: Hedge
) -> tuple[tuple[Ciphertext, ...], bytes]:
    """The deck re-encrypted under the table key and permuted in secret, with the proof of it.

    ``transcript`` is fresh, with the context of the mix; the statement is appended here. The proof
    is 163·N + 293 bytes. Raises DealError for an empty deck.
    """
    (new,), proof = shuffle(transcript, [Source(key, deck)], hedge)
    return new, proof


def verify_mix(transcript: Transcript, key: Point, old: Deck, new: Deck, proof: bytes) -> bool:
    """Whether ``new`` has the cards of ``old``, each once; False for whatever is malformed."""
    return verify(transcript, [Column(key, old, new)], proof)
