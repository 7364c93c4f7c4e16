"""What colluding seats can read of the others' cards: nothing with t − 1, everything with t.

The colluders put together all that they ever hold: what is public, with every ciphertext and share
of the log, and every secret that their own programs keep. An attack tries every key that can be
made of that on everything that hides a card. That it succeeds with one seat more is the test of the
test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from operator import mul
from typing import TypeAlias

import pytest

from tests.table.tabletop import Tabletop
from unonet.deal import Ask, group, sealing
from unonet.deal.ciphertext import Ciphertext
from unonet.deal.group import ORDER
from unonet.deal.keys import lagrange
from unonet.deal.share import Share, read
from unonet.game.cards import HIDDEN
from unonet.ledger.kinds import Kind
from unonet.table.reducer import Fold

TABLES = [(2, 2), (3, 2), (4, 3), (10, 6)]
"""Seats and t."""


@cache
def played(seats: int, recovery: str = "majority") -> Tabletop:
    """Some turns on: cards were dealt, drawn and played, and have changed hands."""
    options = {"hand_size": "3", "seven_zero": "on", "recovery": recovery}
    table = Tabletop(seats, "quick", seed=1, deal="sealed", **options).dealt()
    return table.until(lambda fold: turns(table) >= 2 * seats and not any(table.owing()))


def turns(table: Tabletop) -> int:
    entries = table.ledger.slice(1, table.ledger.last_index + 1)
    return sum(entry.kind == Kind.MOVE for entry in entries)


def keys_of(table: Tabletop, colluders: tuple[int, ...]) -> set[int]:
    """Every scalar that may open something: own keys and parts, and what all together give."""
    deal, found, parts = table.fold.deal, set[int](), list[int]()
    got: dict[int, list[int]] = {dealer: [] for dealer in deal.keying.seats}
    for seat in colluders:
        secrets = table.overlays[seat].secrets
        own, polynomial = secrets.round_key(deal), secrets.polynomial(deal)
        parts.append(secrets.part(deal, seat))
        found |= {own.secret, parts[-1], polynomial.coefficients[0]}
        for dealer, shares in got.items():
            if dealer == seat:
                shares.append(polynomial.share(seat))
            else:
                shares.append(sealing.open_share(deal.dealing(dealer, seat), own) or 0)
    found.add(joined(colluders, parts))
    firsts = [joined(colluders, shares) for shares in got.values()]
    return {*found, *firsts, sum(firsts) % ORDER} - {0}


def joined(seats: tuple[int, ...], values: list[int]) -> int:
    """What values of a polynomial at these seats make of it at 0, if they are enough."""
    return sum(map(mul, lagrange(seats), values)) % ORDER


Clue: TypeAlias = tuple[int, Ciphertext]
"""A slot and something that hides its card, or may."""


def clues(table: Tabletop, colluders: tuple[int, ...]) -> Iterator[Clue]:
    """The ciphertexts of the table and of owners, each half with each, and every share."""
    holdings = table.fold.deal.holdings
    hidden = {slot for slot, face in enumerate(table.fold.round.faces) if face == HIDDEN}
    for slot in hidden:
        yield slot, holdings.table[slot]
    for (slot, _), card in holdings.owned.items():
        if slot in hidden:
            yield slot, card
            yield slot, Ciphertext(holdings.table[slot].a, card.b)
            yield slot, Ciphertext(card.a, holdings.table[slot].b)
    parts = [table.overlays[seat].secrets.part(table.fold.deal, seat) for seat in colluders]
    for giver, slot, one in shares_of(table):
        if slot in hidden:
            yield slot, Ciphertext(one.r, one.d)
            if giver not in colluders:
                yield slot, with_one_of_theirs(holdings.table[slot], colluders, parts, giver, one)


def with_one_of_theirs(
    card: Ciphertext, colluders: tuple[int, ...], parts: list[int], giver: int, one: Share
) -> Ciphertext:
    """One share of another seat makes t of t − 1: what is left hides under the owner's key."""
    *own, theirs = lagrange((*colluders, giver))
    weight = sum(map(mul, own, parts)) % ORDER
    return Ciphertext(
        group.multiply(one.r, ORDER - theirs),
        group.linear([(card.b, 1), (card.a, ORDER - weight), (one.d, ORDER - theirs)]),
    )


def shares_of(table: Tabletop) -> Iterator[tuple[int, int, Share]]:
    """(giver, slot, share) of every share of the log, also those that came too late to count."""
    fold = Fold(table.terms)
    asked: dict[int, Ask] = {}
    for entry in table.ledger.slice(1, table.ledger.last_index + 1):
        if entry.kind == Kind.SHARE:
            index, _, private, _ = entry.body
            points = group.decode_many(private[: 66 * len(asked[index].private)])
            for item, d, r in zip(asked[index].private, points[::2], points[1::2], strict=True):
                yield entry.seat, item.slot, Share(d, r)
        fold.apply(entry)
        asked |= fold.deal.holdings.asks if fold.deal.holdings else {}


def derived(table: Tabletop, colluders: tuple[int, ...]) -> dict[int, int]:
    """Every hidden card that the colluders can read, by slot."""
    keys = keys_of(table, colluders)
    found: dict[int, int] = {}
    for slot, clue in clues(table, colluders):
        for key in keys:
            card = read(clue, key)
            assert card is None or found.setdefault(slot, card) == card
    return found


def own_cards(table: Tabletop, seats: tuple[int, ...]) -> dict[int, int]:
    """Every hidden card that was ever dealt to one of these seats, by slot."""
    deal, faces = table.fold.deal, table.fold.round.faces
    return {
        slot: read(card, table.overlays[seat].secrets.round_key(deal).secret)
        for (slot, seat), card in deal.holdings.owned.items()
        if seat in seats and faces[slot] == HIDDEN
    }


@pytest.mark.parametrize(("seats", "threshold"), TABLES)
def test_fewer_than_t_read_their_own_cards_and_t_read_all(seats: int, threshold: int) -> None:
    table = played(seats)
    everybody = tuple(range(seats))
    truth, hidden = own_cards(table, everybody), table.fold.round.faces.count(HIDDEN)
    for colluders in (everybody[: threshold - 1], everybody[-threshold + 1 :]):
        mine = own_cards(table, colluders)
        assert derived(table, colluders) == mine
        assert set(mine) != set(truth), "the others hold something"
    for colluders in (everybody[:threshold], everybody[-threshold:]):
        all_cards = derived(table, colluders)
        assert truth.items() <= all_cards.items()
        assert len(all_cards) == hidden


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_with_strict_recovery_all_but_one_read_nothing_of_the_last(seats: int) -> None:
    table = played(seats, recovery="strict")
    everybody = tuple(range(seats))
    assert derived(table, everybody[1:]) == own_cards(table, everybody[1:])
    assert own_cards(table, (0,)).items() <= derived(table, everybody).items()


@pytest.mark.parametrize(("seats", "threshold"), TABLES)
def test_what_t_read_are_the_cards_of_the_deck(seats: int, threshold: int) -> None:
    """Every hidden card and every public one that is not in two slots: no card more or less."""
    table = played(seats)
    cards = Counter(derived(table, tuple(range(threshold))).values())
    state = table.fold.round
    cards.update(state.faces[slot] for slot in state.discard)
    for hand in (*state.hands, state.draw, state.aside):
        cards.update(face for slot in hand if (face := state.faces[slot]) != HIDDEN)
    deck = Counter(table.terms.ruleset.cards())
    assert not deck - cards


def test_a_program_knows_no_face_but_those_of_its_own_hand() -> None:
    table = played(4)
    state = table.fold.round
    for seat, overlay in enumerate(table.overlays):
        seen = overlay.faces(table.fold)
        news = {slot for slot, face in enumerate(seen) if face != state.faces[slot]}
        assert news <= set(state.hands[seat])
        assert news
