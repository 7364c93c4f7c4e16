"""Every way in which hidden cards move, end to end, with 2, 3, 4 and 10 seats.

A game is played until the flow has come up, and to a point where nobody waits for anything. Then
every seat reads its own hand and nobody else's, the cards of the table are those of the deck, and
the table plays on. What t seats could read is used as the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.table.scenes import FOURS, SMALL, upcoming
from tests.table.tabletop import Tabletop
from unonet.deal.group import ORDER
from unonet.deal.keys import lagrange
from unonet.deal.share import read
from unonet.game.cards import HIDDEN
from unonet.game.events import (
    CardBuried,
    Drew,
    HandOpened,
    HandsDealtAgain,
    Left,
    Played,
    Reshuffled,
    Riffled,
    RotatedHands,
    SwappedHands,
    Verdict,
)
from unonet.game.moves import NO_SEAT
from unonet.game.state import GONE
from unonet.ledger.kinds import Kind
from unonet.table.events import Disproved
from unonet.table.reducer import Folded

SEATS: Final = (2, 3, 4, 10)
Seen = Callable[[Tabletop, Folded], bool]


def table_of(seats: int, seed: int, **options: str) -> Tabletop:
    hand = "2" if seats == 10 else "3"
    cards = {"deck": SMALL, "hand_size": hand} | options
    return Tabletop(seats, "quick", seed=seed, deal="sealed", **cards).greet()


def play(table: Tabletop, bot: str = "greedy") -> Folded:
    """The next record; whoever may challenge does."""
    coming = upcoming(table, bot)
    if not coming:
        return table.step()
    seat, kind, body = coming[0]
    folded = table.post(seat, kind, body)
    assert folded.noop is None
    return folded


def game_with(
    seats: int, seen: Seen, prepare: Any = None, *, bot: str = "greedy", **options: str
) -> Tabletop:
    """The first game, by seed, in which ``seen`` holds after some entry; just after that."""
    for seed in range(200):
        table = table_of(seats, seed, **options)
        if prepare:
            prepare(table)
        while not table.fold.over and table.fold.index < 300:
            if seen(table, play(table, bot)):
                return table
    raise AssertionError("it never came to that")


def event(kind: type, **fields: object) -> Seen:
    def seen(table: Tabletop, folded: Folded) -> bool:
        return any(
            isinstance(one, kind) and all(getattr(one, n) == v for n, v in fields.items())
            for one in folded.events
        )

    return seen


def settle(table: Tabletop) -> None:
    """Post what is owed until nobody waits for anything, but for a move."""
    while table.fold.proposal() is None and any(table.owing()):
        seat, record = next(iter(table.owing()))
        assert table.post(seat, record.kind, record.make()).noop is None


def truth(table: Tabletop) -> list[int]:
    """The faces as t seats together could read them, checked against every public one."""
    deal, public = table.fold.deal, table.fold.round.faces
    holders = deal.keying.holders(deal.seats)[: deal.keying.threshold]
    parts = [table.overlays[seat].secrets.part(deal, seat) for seat in holders]
    key = sum(w * part for w, part in zip(lagrange(holders), parts, strict=True)) % ORDER
    return [
        read(deal.holdings.table[slot], key) if face == HIDDEN else face
        for slot, face in enumerate(public)
    ]


def all_is_well(table: Tabletop) -> None:
    """Own hands can be read, others' cannot, the deck is whole; and it plays on to the end."""
    settle(table)
    if table.fold.round is not None and table.fold.outcome is None:
        own_hands_are_read(table)
        the_deck_is_whole(table)
    while not table.fold.over and table.fold.index < 450:
        play(table)
    assert not any(isinstance(e, Disproved) for folded in table.folded for e in folded.events)


def own_hands_are_read(table: Tabletop) -> None:
    state, faces = table.fold.round, truth(table)
    for seat, hand in enumerate(state.hands):
        seen = table.overlays[seat].faces(table.fold)
        if state.statuses[seat] == GONE:
            continue
        assert [seen[slot] for slot in hand] == [faces[slot] for slot in hand]
        news = {slot for slot, face in enumerate(seen) if face != state.faces[slot]}
        assert news <= set(hand), "a program shows no face of another hand"


def the_deck_is_whole(table: Tabletop) -> None:
    state, faces = table.fold.round, truth(table)
    slots = [*state.draw, *state.discard, *state.aside, *(s for hand in state.hands for s in hand)]
    if state.wants is not None and state.wants.is_shuffle:
        return
    assert len(slots) == len(set(slots))
    assert Counter(faces[slot] for slot in slots) == Counter(table.terms.ruleset.cards())


# --- hands that move --------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_swap(seats: int) -> None:
    table = game_with(seats, event(SwappedHands), seven_zero="on")
    assert table.fold.deal.holdings.asks, "both wait for shares of what they got"
    all_is_well(table)


@pytest.mark.parametrize("seats", SEATS)
def test_rotation(seats: int) -> None:
    all_is_well(game_with(seats, event(RotatedHands), seven_zero="on"))


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_that_comes_back_needs_no_second_share(seats: int) -> None:
    """Two swaps between the same seats: the slots are theirs again, and readable at once."""

    def back(table: Tabletop, folded: Folded) -> bool:
        state, holdings = table.fold.round, table.fold.deal.holdings
        if state is None or holdings is None or not moved(folded):
            return False
        readers = Counter(slot for slot, _ in holdings.owned)
        return any(
            readers[slot] > 1 and (slot, holder) in holdings.owned
            for holder, hand in enumerate(state.hands)
            for slot in hand
        )

    table = game_with(seats, back, seven_zero="on")
    asked = {item for ask in table.fold.deal.holdings.asks.values() for item in ask.items}
    assert not asked & set(table.fold.deal.holdings.owned)
    all_is_well(table)


def moved(folded: Folded) -> bool:
    return any(isinstance(one, SwappedHands | RotatedHands) for one in folded.events)


@pytest.mark.parametrize("seats", SEATS)
def test_shuffle_hands(seats: int) -> None:
    table = game_with(seats, event(HandsDealtAgain), deck=f"{SMALL},ws:1")
    assert table.fold.deal.epoch > 0
    old = range(24)
    (dealt,) = [e for e in table.folded[-1].events if isinstance(e, HandsDealtAgain)]
    assert not {slot for hand in dealt.hands for slot in hand} & set(old), "all slots are new"
    all_is_well(table)


@pytest.mark.parametrize("seats", SEATS)
def test_riffle(seats: int) -> None:
    def all_riffle(table: Tabletop) -> None:
        for overlay in table.overlays:
            overlay.riffles = True

    table = game_with(seats, event(Riffled), all_riffle)
    all_is_well(table)


# --- piles that run out ------------------------------------------------------------------------


def in_mid_draw(table: Tabletop, folded: Folded) -> bool:
    """Cards were drawn before the reshuffle and after it, for one penalty."""
    kinds = [type(one) for one in folded.events]
    return Reshuffled in kinds and Drew in kinds[kinds.index(Reshuffled) :]


@pytest.mark.parametrize("seats", SEATS)
def test_reshuffle_in_the_middle_of_a_draw(seats: int) -> None:
    table = game_with(seats, in_mid_draw, stacking="any")
    assert table.fold.deal.epoch > 0
    all_is_well(table)


@pytest.mark.parametrize("seats", SEATS[1:])
def test_the_hand_of_one_that_left_comes_back_into_play(seats: int) -> None:
    """It goes into the next reshuffle unseen; then its cards are drawn like others."""

    def one_leaves(table: Tabletop) -> None:
        table.until(lambda fold: fold.round is not None and not any(table.owing()))
        table.leave(1)

    table = game_with(seats, event(Reshuffled), one_leaves)
    assert any(isinstance(e, Left) for folded in table.folded for e in folded.events)
    assert not table.fold.round.aside
    the_deck_is_whole(table)
    all_is_well(table)


# --- challenges --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_an_innocent_hand_is_seen_by_the_challenger_alone(seats: int) -> None:
    """Everybody verifies; one can read; and what that one draws comes to it as ever."""
    table = game_with(seats, lambda table, _: answers(table, "innocent"), deck=FOURS)
    state, holdings = table.fold.round, table.fold.deal.holdings
    judged, accused, viewer = tuple(state.judged), state.accused, state.turn
    faces = truth(table)
    assert event(Verdict, accused=accused, guilty=False)(table, play(table))
    deal = table.fold.deal
    for seat in range(seats):
        key = table.overlays[seat].secrets.round_key(deal).secret
        seen = [
            read(card, key)
            for (slot, owner), card in deal.holdings.owned.items()
            if slot in judged and owner == seat
        ]
        if seat in (accused, viewer):
            assert sorted(seen) == sorted(faces[slot] for slot in judged)
        else:
            assert not seen
            assert not any(read(holdings.table[slot], key) is not None for slot in judged)
    assert all(table.fold.round.faces[slot] == HIDDEN for slot in judged)
    all_is_well(table)


@pytest.mark.parametrize("seats", SEATS)
def test_a_guilty_seat_concedes_and_shows_nothing(seats: int) -> None:
    table = game_with(seats, lambda table, _: answers(table, "guilty"), bot="random", deck=FOURS)
    judged, accused = tuple(table.fold.round.judged), table.fold.round.accused
    assert event(Verdict, accused=accused, guilty=True)(table, play(table))
    owners = {seat for slot, seat in table.fold.deal.holdings.owned if slot in judged}
    assert owners == {accused}
    assert all(table.fold.round.faces[slot] == HIDDEN for slot in judged)
    all_is_well(table)


def answers(table: Tabletop, verdict: str) -> bool:
    """Whether a seat that is challenged over a hand is about to answer so."""
    state = table.fold.round
    if state is None or not state.judged or state.wants is None:
        return False
    return any(kind is Kind.MOVE and body[0] == verdict for _, kind, body in upcoming(table))


@pytest.mark.parametrize("seats", SEATS)
def test_strict_wild_draw_fours_prove_themselves(seats: int) -> None:
    def proved_four(table: Tabletop, folded: Folded) -> bool:
        """More was proved than the card itself."""
        body = table.ledger.entry(table.ledger.last_index).body
        fours = [one for one in folded.events if isinstance(one, Played) and one.card == 53]
        return bool(fours) and sum(map(len, body[3])) > 64

    table = game_with(seats, proved_four, deck=FOURS, wild_draw_four="strict")
    assert table.fold.round.accused == NO_SEAT, "there is nothing to challenge"
    all_is_well(table)


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_the_last_card_makes_others_draw_and_all_hands_are_opened(seats: int) -> None:
    """The drawn cards are dealt, opened and counted as well."""

    def out_with_a_penalty(table: Tabletop, folded: Folded) -> bool:
        state = table.fold.round
        return state is not None and state.winner >= 0 and event(Drew)(table, folded)

    table = game_with(seats, out_with_a_penalty)
    before = len(table.folded)
    while table.fold.outcome is None:
        play(table)
    opened = [
        one
        for folded in table.folded[before - 1 :]
        for one in folded.events
        if isinstance(one, HandOpened)
    ]
    state = table.fold.round
    assert {one.seat for one in opened} | {state.winner} == set(range(seats))
    faces = truth(table)
    assert all(state.faces[slot] == faces[slot] != HIDDEN for hand in state.hands for slot in hand)
    the_deck_is_whole(table)
    all_is_well(table)


@pytest.mark.parametrize("seats", SEATS[1:])
def test_set_aside_hands_stay_closed(seats: int) -> None:
    def one_leaves(table: Tabletop) -> None:
        table.until(lambda fold: fold.round is not None and not any(table.owing()))
        table.leave(1)

    def ended(table: Tabletop, folded: Folded) -> bool:
        return table.fold.outcome is not None and bool(table.fold.round.aside)

    table = game_with(seats, ended, one_leaves, deck="108", hand_size="1")
    state = table.fold.round
    assert all(state.faces[slot] == HIDDEN for slot in state.aside)
    assert all(state.faces[slot] != HIDDEN for hand in state.hands for slot in hand)
    the_deck_is_whole(table)


@pytest.mark.parametrize("seats", SEATS)
def test_an_opening_wild_draw_four_is_buried_and_stays_public(seats: int) -> None:
    table = game_with(seats, event(CardBuried), deck=SMALL.replace("w4:2", "w4:9"), hand_size="1")
    settle(table)
    assert table.fold.round.faces[table.fold.round.draw[-1]] == 53
    all_is_well(table)
