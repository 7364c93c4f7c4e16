"""Who still mixes the deck of an epoch, and the deck as the last mix left it.

Knows an order of seats and ciphertexts; whether a mix is honest is for ``mix`` to prove.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from unonet.deal import hashes
from unonet.deal.ciphertext import Ciphertext, encode_deck


@dataclass(frozen=True, slots=True)
class Mixing:
    """``left`` more mixes are wanted, from the seats of ``queue`` in this order."""

    deck: tuple[Ciphertext, ...]
    queue: tuple[int, ...] = ()
    left: int = 0
    done: int = 0

    @property
    def due(self) -> tuple[int, ...]:
        """The one seat that may mix now, or nobody."""
        return self.queue[:1] if self.left else ()

    def begin(self, seats: Sequence[int], *, first: int, mixes: int) -> Mixing:
        """The same deck, to be mixed by ``mixes`` of the seats, from ``first`` on around."""
        queue = (*(s for s in seats if s >= first), *(s for s in seats if s < first))
        return Mixing(self.deck, queue, min(mixes, len(queue)))

    def mixed(self, deck: tuple[Ciphertext, ...]) -> Mixing:
        """After the mix of the seat that was due."""
        return Mixing(deck, self.queue[1:], self.left - 1, self.done + 1)

    def public_values(self) -> tuple[object, ...]:
        """The deck as its hash."""
        return self.queue, self.left, self.done, _deck_hash(self.deck)

    def without(self, seat: int) -> Mixing:
        """``seat`` will not mix; another one takes its place as long as there is one."""
        queue = tuple(other for other in self.queue if other != seat)
        return Mixing(self.deck, queue, min(self.left, len(queue)), self.done)


@lru_cache(maxsize=16)
def _deck_hash(deck: tuple[Ciphertext, ...]) -> bytes:
    return hashes.tagged("unonet/1 mixed", encode_deck(deck))
