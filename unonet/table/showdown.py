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
from unonet.deal.session import DealState
from unonet.deal.transcript import Transcript
from unonet.deal.verdicts import OPENING
from unonet.errors import DealError
from unonet.game.cards import CARD_TYPES, COLOR_OF, HIDDEN
from unonet.game.facts import must_prove
from unonet.game.moves import Move, Verb
from unonet.game.state import State


class Needs(NamedTuple):
    """A hidden card that is laid, hidden cards that are innocent, and who may look at these."""

    laid: tuple[int, int] | None = None
    """(slot, type)"""
    innocent: tuple[int, ...] = ()
    allowed: frozenset[int] = frozenset()
    viewer: int | None = None


def needs(deal: DealState, state: State, seat: int, move: Move, slot: int | None) -> Needs:
    """What ``move`` out of ``slot`` must show; the move itself is legal.

    Raises DealError while a card of it is still on its way to the seat.
    """
    laid = slot is not None and move.card >= 0 and state.faces[slot] == HIDDEN
    needed = Needs((slot, move.card)) if laid and slot is not None else Needs()
    must = must_prove(state, seat, move, slot)
    if must is not None:
        hidden = tuple(held for held in must.slots if state.faces[held] == HIDDEN)
        viewer = state.turn if move.verb == Verb.INNOCENT and hidden else None
        needed = Needs(needed.laid, hidden, beside(must.color), viewer)
    sealed.owned(deal, seat, _slots(needed))
    return needed


def require(deal: DealState, seat: int, needed: Needs, proof: bytes, *, trigger: bytes) -> None:
    """Take the proof of what is needed. DealError for other bytes than that takes, BadProof(seat)
    for a proof that does not hold."""
    opening, innocence, shown = _cut(deal, seat, needed, proof)
    if needed.laid is not None:
        sealed.require_opened(deal, seat, [needed.laid], opening)
    if needed.innocent:
        sealed.require_among(
            deal, seat, needed.innocent, needed.allowed, innocence, trigger=trigger
        )
    if needed.viewer is not None:
        sealed.show(deal, seat, needed.viewer, needed.innocent, shown, trigger=trigger)


def prover(
    deal: DealState, seat: int, needed: Needs, key: RoundKey, *, trigger: bytes, entropy: bytes
) -> Callable[[], bytes]:
    """What makes that proof, on any thread; ``entropy`` are 32 fresh bytes."""
    plain, bound = deal.card_context(seat), deal.card_context(seat, trigger)
    opening = None if needed.laid is None else sealed.opening_of(deal, seat, *needed.laid)
    claim = sealed.claim_of(deal, seat, needed.innocent, needed.allowed)
    way = None
    if needed.viewer is not None:
        way = sealed.showing_of(deal, seat, needed.viewer, needed.innocent)

    def prove() -> bytes:
        made = b""
        if opening is not None:
            transcript = Transcript("play", plain)
            made += proofs.prove_opening(transcript, opening, key.secret, entropy)
        if claim.cards:
            transcript = Transcript("innocent", bound)
            made += one_of.prove_one_of(transcript, claim, key.secret, entropy)
        if way is not None:
            transcript = Transcript("showing", bound)
            made += showing.prove_showing(transcript, way, key.secret, entropy)
        return made

    return prove


@lru_cache(maxsize=8)
def beside(color: int) -> frozenset[int]:
    """Every card type that does not have this colour."""
    return frozenset(card for card in range(CARD_TYPES) if COLOR_OF[card] != color)


def _slots(needed: Needs) -> tuple[int, ...]:
    return needed.innocent if needed.laid is None else (needed.laid[0], *needed.innocent)


def _cut(deal: DealState, seat: int, needed: Needs, proof: bytes) -> tuple[bytes, bytes, bytes]:
    opening = 0 if needed.laid is None else OPENING
    innocence = one_of.size_of(sealed.claim_of(deal, seat, needed.innocent, needed.allowed))
    shown = 0
    if needed.viewer is not None:
        way = sealed.showing_of(deal, seat, needed.viewer, needed.innocent)
        shown = showing.size_of(way)
    if len(proof) != opening + innocence + shown:
        raise DealError("a proof of another size than this move needs")
    return proof[:opening], proof[opening : opening + innocence], proof[opening + innocence :]
