"""Who can read which slot: table ciphertexts, their owners' ones, and the shares still to come.

The table ciphertext belongs to the slot, the owner's ciphertext to slot and owner. What a card
moves for, and whether it may, is the rules' business; proofs are checked in ``verdicts``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from unonet.deal import hashes
from unonet.deal.ciphertext import Ciphertext, encode_deck, trivial
from unonet.deal.group import Point
from unonet.deal.share import Share
from unonet.errors import DealError

EVERYBODY: Final = -1
"""The recipient of a slot that is opened to all."""


class Item(NamedTuple):
    """One slot on its way to one seat, or to EVERYBODY."""

    slot: int
    seat: int


class Given(NamedTuple):
    """One seat's shares for an ask: of what goes to seats, and of what is opened to all."""

    private: tuple[Share, ...]
    public: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """What the entry (index, hash) ordered to be shared, and what seats have given for it."""

    index: int
    hash: bytes
    items: tuple[Item, ...]
    given: Mapping[int, Given] = field(default_factory=dict)
    digest: bytes = b""
    """Stands for ``given`` in the public values."""

    @property
    def private(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.seat != EVERYBODY)

    @property
    def public(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.seat == EVERYBODY)

    def plus(self, seat: int, given: Given, *packed: bytes) -> Ask:
        """With what a seat gave, which came as the bytes ``packed``."""
        digest = hashes.tagged("unonet/1 given", self.digest, seat, packed)
        return Ask(self.index, self.hash, self.items, {**self.given, seat: given}, digest)


@dataclass(slots=True)
class Holdings:
    """The sealed cards of a round; slot = index of ``table``."""

    table: list[Ciphertext] = field(default_factory=list)
    owned: dict[Item, Ciphertext] = field(default_factory=dict)
    """The card of a slot under the round key of a seat that holds it, held it or was shown it."""
    asks: dict[int, Ask] = field(default_factory=dict)
    riffled: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By seat: the lowest and the highest slot of its last riffle."""
    digest: bytes = b""
    """Stands for ``table`` and ``owned`` in the public values: the hash of all that made them."""

    def lay(self, deck: Sequence[Ciphertext]) -> tuple[int, ...]:
        """New slots for these cards, in this order."""
        base = len(self.table)
        self.table += deck
        self._note("lay", encode_deck(deck))
        return tuple(range(base, len(self.table)))

    def card(self, key: Point, slot: int, face: int | None) -> Ciphertext:
        """What a shuffle takes in for a slot: a public face in the open, else its ciphertext."""
        return self.table[slot] if face is None else trivial(key, face)

    def of(self, slot: int, seat: int) -> Ciphertext:
        """The slot under the round key of ``seat``. Raises DealError if that cannot read it yet."""
        card = self.owned.get(Item(slot, seat))
        if card is None:
            raise DealError(f"slot {slot} is not dealt to seat {seat}")
        return card

    def ask(self, index: int, hash: bytes, items: Iterable[Item]) -> None:
        """Order shares for those items that nobody has and nothing has asked for yet."""
        asked = {item for ask in self.asks.values() for item in ask.items}
        new = tuple(item for item in items if item not in asked and item not in self.owned)
        if new:
            self.asks[index] = Ask(index, hash, new)

    def find(self, index: int, hash: bytes) -> Ask:
        """The open ask of that entry. Raises DealError if there is none, or no longer."""
        ask = self.asks.get(index)
        if ask is None or ask.hash != hash:
            raise DealError("no shares are due for that entry")
        return ask

    def give(self, ask: Ask) -> None:
        """Note that a seat has given for ``ask``, and not the last one that is needed."""
        self.asks[ask.index] = ask

    def settle(self, ask: Ask, cards: Mapping[Item, Ciphertext]) -> None:
        """Enough was given: ``cards`` are the private items under their owners' keys."""
        del self.asks[ask.index]
        self.show(cards)

    def show(self, cards: Mapping[Item, Ciphertext]) -> None:
        """These seats can read these slots from now on.

        Who could already goes on with the ciphertext that it had: a proof over that may be on its
        way.
        """
        for item, card in cards.items():
            self.owned.setdefault(item, card)
        slots = [number for item in cards for number in item]
        self._note("hand", slots, encode_deck(tuple(cards.values())))

    def replace(self, seat: int, pairs: Sequence[tuple[Ciphertext, Ciphertext]]) -> tuple[int, ...]:
        """Fresh slots for a seat's hand, each with its table and its owner's ciphertext."""
        slots = self.lay([table for table, _ in pairs])
        for slot, (_, own) in zip(slots, pairs, strict=True):
            self.owned[Item(slot, seat)] = own
        self.riffled[seat] = slots[0], slots[-1]
        self._note("riffle", seat, encode_deck([own for _, own in pairs]))
        return slots

    def copy(self) -> Holdings:
        twin = Holdings(self.table[:], dict(self.owned), dict(self.asks), dict(self.riffled))
        twin.digest = self.digest
        return twin

    def public_values(self) -> tuple[object, ...]:
        asks = tuple((ask.index, ask.hash, ask.items, ask.digest) for ask in self.asks.values())
        riffled = tuple((seat, *slots) for seat, slots in sorted(self.riffled.items()))
        return len(self.table), self.digest, asks, riffled

    def _note(self, what: str, *fields: object) -> None:
        self.digest = hashes.tagged(f"unonet/1 {what}", self.digest, fields)
