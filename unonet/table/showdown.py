"""What a move on sealed cards must show beside the move: the card that it lays, or a clean hand.

Translates what the rules ask (``must_prove``) into claims of the deal; one translation for whoever
makes the proof and whoever checks it. With public cards nothing is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from unonet.deal import one_of, proofs, sealed, showing
from unonet.deal.keys import RoundKey
from unonet.deal.one_of import Claim
from unonet.deal.proofs import Opening
from unonet.deal.session import DealState
from unonet.deal.showing import Showing
from unonet.deal.transcript import Transcript
from unonet.deal.verdicts import OPENING
from unonet.errors import DealError
from unonet.game.cards import CARD_TYPES, COLOR_OF, HIDDEN
from unonet.game.facts import must_prove
from unonet.game.moves import Move, Verb
from unonet.game.state import State


class Needs(NamedTuple):
    """A hidden card that is laid, hidden cards that are innocent, and their way to who may look."""

    laid: Opening | None = None
    innocent: Claim | None = None
    shown: Showing | None = None

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Bytes of each proof, in the order in which they follow each other."""
        return (
            0 if self.laid is None else OPENING,
            0 if self.innocent is None else one_of.size_of(self.innocent),
            0 if self.shown is None else showing.size_of(self.shown),
        )


def needs(deal: DealState, state: State, seat: int, move: Move, slot: int | None) -> Needs:
    """What ``move`` out of ``slot`` must show; the move itself is legal.

    Raises DealError while a card of it is still on its way to the seat.
    """
    laid = None
    if slot is not None and move.card >= 0 and state.faces[slot] == HIDDEN:
        laid = sealed.opening_of(deal, seat, slot, move.card)
    must = must_prove(state, seat, move, slot)
    hidden = tuple(held for held in must.slots if state.faces[held] == HIDDEN) if must else ()
    if must is None or not hidden:
        return Needs(laid)
    claim = sealed.claim_of(deal, seat, hidden, beside(must.color))
    if move.verb != Verb.INNOCENT:
        return Needs(laid, claim)
    return Needs(laid, claim, sealed.showing_of(deal, seat, state.turn, hidden))


def require(deal: DealState, seat: int, needed: Needs, proof: bytes, *, trigger: bytes) -> None:
    """Take the proof of what is needed. DealError for other bytes than that takes, BadProof(seat)
    for a proof that does not hold."""
    opening, innocence, _ = needed.sizes
    if len(proof) != sum(needed.sizes):
        raise DealError("a proof of another size than this move needs")
    if needed.laid is not None:
        sealed.require_opened(deal, seat, (needed.laid,), proof[:opening])
    if needed.innocent is not None:
        part = proof[opening : opening + innocence]
        sealed.require_among(deal, seat, needed.innocent, part, trigger=trigger)
    if needed.shown is not None:
        part = proof[opening + innocence :]
        sealed.show(deal, seat, needed.shown, part, trigger=trigger)


def prover(
    deal: DealState, seat: int, needed: Needs, key: RoundKey, *, trigger: bytes, entropy: bytes
) -> Callable[[], bytes]:
    """What makes that proof, on any thread; ``entropy`` are 32 fresh bytes."""
    plain, bound = deal.card_context(seat), deal.card_context(seat, trigger)
    laid, innocent, way = needed

    def prove() -> bytes:
        made = b""
        if laid is not None:
            transcript = Transcript("play", plain)
            made += proofs.prove_opening(transcript, laid, key.secret, entropy)
        if innocent is not None:
            transcript = Transcript("innocent", bound)
            made += one_of.prove_one_of(transcript, innocent, key.secret, entropy)
        if way is not None:
            transcript = Transcript("showing", bound)
            made += showing.prove_showing(transcript, way, key.secret, entropy)
        return made

    return prove


@lru_cache(maxsize=8)
def beside(color: int) -> frozenset[int]:
    """Every card type that does not have this colour."""
    return frozenset(card for card in range(CARD_TYPES) if COLOR_OF[card] != color)
