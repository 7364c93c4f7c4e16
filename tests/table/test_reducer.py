"""The fold: whole rounds and matches, its copies and hashes, and what never gets lost."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.table.tabletop import Tabletop, card_types
from unonet.game.events import HandsDealtAgain, Left, Reshuffled, RoundOver, RoundStarted
from unonet.game.legality import legal_moves
from unonet.game.match import next_dealer
from unonet.game.ruleset import Ruleset
from unonet.game.state import WantKind
from unonet.ledger.kinds import Kind
from unonet.table.events import (
    Committed,
    DealerDrawn,
    MatchOver,
    Opened,
    RoundClosed,
    SessionStarted,
    Shuffled,
)


def events_of(table: Tabletop, kind: type[Any]) -> list[Any]:
    return [event for folded in table.folded for event in folded.events if isinstance(event, kind)]


def kinds_of(table: Tabletop) -> list[int]:
    return [entry.kind for entry in table.ledger.slice(1, table.ledger.last_index + 1)]


# Whole matches


@pytest.mark.parametrize(
    ("seats", "preset"),
    [
        *((2, "quick"), (3, "quick"), (10, "quick"), (4, "modern"), (2, "classic")),
        *((4, "party"), (3, "elimination"), (5, "speed"), (4, "pirate")),
    ],
)
def test_greedy_bots_play_a_match_without_a_single_noop(seats: int, preset: str) -> None:
    table = Tabletop(seats, preset, seed=seats).dealt().finish()
    assert [folded.noop for folded in table.folded if folded.noop] == []
    (over,) = events_of(table, MatchOver)
    assert table.folded[-1].events[-1] == over
    assert over.scores == table.fold.match.scores == table.fold.seal_scores()
    assert table.fold.closed_at == table.fold.index == table.ledger.last_index
    assert table.fold.over
    assert table.fold.proposal() is None


def test_a_custom_deck_is_dealt_as_it_is_agreed() -> None:
    deck = "r1:9,r2:9,rsk:2,y1:9,y+2:3,wi:2,w4:1"
    table = Tabletop(3, "quick", seed=3, deck=deck, decks="2", hand_size="3").dealt()
    assert dict(table.terms.ruleset.differences())["deck"] == deck
    assert card_types(table).total() == 70
    table.finish()
    assert [folded.noop for folded in table.folded if folded.noop] == []


def test_an_eliminated_seat_leaves_before_the_round_is_closed() -> None:
    """The rules took it out, but the table has it until it leaves: that is no fault."""
    table = Tabletop(3, "elimination", seed=3, elimination="most_cards").dealt()
    table.until(lambda fold: fold.outcome is not None)
    (loser,) = table.fold.outcome.eliminated
    folded = table.leave(loser)
    assert (folded.noop, folded.events) == (None, (Left(loser, ()),))
    assert loser not in table.fold.live()
    table.step()
    assert not table.fold.over
    assert loser not in table.fold.deal.seats
    table.finish()


def test_an_eliminated_seat_stays_at_the_table() -> None:
    """It is dealt no cards any more and still acknowledges what happens."""
    table = Tabletop(4, "elimination", seed=5, elimination="most_cards").dealt()
    table.until(lambda fold: fold.match.round == 2)
    assert len(table.fold.deal.seats) == 2
    assert table.fold.live() == (0, 1, 2, 3)
    table.finish()
    assert len(table.fold.match.winners) == 1


def test_a_first_round_goes_through_its_steps() -> None:
    table = Tabletop(3, "quick", seed=4).dealt()
    happened = [type(event).__name__ for folded in table.folded for event in folded.events]
    shuffle = [
        *["Committed"] * 3,
        *["Opened"] * 3,
        "DealerDrawn",
        *["Opened"] * 3,
        "Shuffled",
        "RoundStarted",
    ]
    assert happened[: 3 + len(shuffle)] == ["SessionStarted"] * 3 + shuffle
    assert [seat for (seat,) in events_of(table, SessionStarted)] == [0, 1, 2]
    assert events_of(table, Committed) == [Committed(seat, 0) for seat in range(3)]
    assert [event.second for event in events_of(table, Opened)] == [False] * 3 + [True] * 3
    assert events_of(table, Shuffled) == [Shuffled(0, 0, 108)]
    (drawn,), (started,) = events_of(table, DealerDrawn), events_of(table, RoundStarted)
    assert drawn.dealer == started.dealer == table.fold.match.dealer
    assert {seat for seat, _ in drawn.draws} == {0, 1, 2}
    assert [len(hand) for hand in started.hands] == [7, 7, 7]


def test_points_add_up_to_a_classic_match() -> None:
    table = Tabletop(3, "classic", seed=1).dealt().finish()
    closed, ends = events_of(table, RoundClosed), events_of(table, RoundOver)
    assert len(closed) == len(ends) > 2
    assert [event.round for event in closed] == list(range(len(closed)))
    total = [0, 0, 0]
    for end, close in zip(ends, closed, strict=True):
        total = [a + b for a, b in zip(total, end.outcome.points, strict=True)]
        assert list(close.scores) == total
    assert max(total) >= 500 > max(closed[-2].scores)
    (over,) = events_of(table, MatchOver)
    assert over.winners == (total.index(max(total)),)


def test_the_deal_passes_on_and_is_drawn_once() -> None:
    table = Tabletop(3, "classic", seed=1).dealt().finish()
    dealers = [event.dealer for event in events_of(table, RoundStarted)]
    assert len(events_of(table, DealerDrawn)) == 1
    for before, after in pairwise(dealers):
        assert after == next_dealer((0, 0, 0), before) == (before + 1) % 3


def test_every_round_is_shuffled_anew() -> None:
    table = Tabletop(3, "classic", seed=1).dealt().finish()
    rounds = len(events_of(table, RoundClosed))
    assert kinds_of(table).count(Kind.ROUND_END) == rounds
    assert kinds_of(table).count(Kind.COMMIT) == kinds_of(table).count(Kind.OPEN) == 3 * rounds
    first = [event for event in events_of(table, Shuffled) if event.epoch == 0]
    assert [event.round for event in first] == list(range(rounds))


def test_the_lowest_score_wins_where_the_ruleset_says_so() -> None:
    table = Tabletop(3, "classic", seed=5, match="lowest", target="60").dealt().finish()
    (over,) = events_of(table, MatchOver)
    assert max(over.scores) >= 60
    least = min(over.scores)
    assert over.winners == tuple(s for s, score in enumerate(over.scores) if score == least)


def test_a_seal_is_due_right_after_a_round_only() -> None:
    table = Tabletop(2, "classic", seed=1).dealt()
    assert table.fold.seal_scores() is None
    table.until(lambda fold: fold.closed_at > 0)
    assert table.fold.seal_scores() == table.fold.match.scores
    table.step()
    assert table.fold.seal_scores() is None


# Shuffles in mid-round


def shuffled_again(table: Tabletop, event: type[Any]) -> Tabletop:
    seen = len(events_of(table, event))
    return table.until(lambda fold: len(events_of(table, event)) > seen)


@pytest.mark.parametrize(("seats", "size"), [(5, "20"), (10, "10")])
def test_a_reshuffle_goes_through_nonces_and_second_openings(seats: int, size: str) -> None:
    table = Tabletop(seats, "quick", seed=2, hand_size=size).dealt()
    table.until(lambda fold: fold.deal.step == "nonce")
    state = table.fold.round
    discards, asked = state.discard[:], table.fold.last_turn
    assert state.wants.kind == WantKind.RESHUFFLE
    pile = [state.faces[slot] for slot in discards[:-1]]
    assert list(table.fold.deal.pile) == pile
    assert legal_moves(state, state.turn) == []
    before = len(table.folded)
    table.shuffle()
    records = kinds_of(table)[before:]
    assert records == [Kind.NONCE] * seats + [Kind.OPEN2] * seats
    (shuffled,) = [event for event in events_of(table, Shuffled) if event.epoch == 1]
    assert shuffled.cards == len(pile)
    (laid,) = events_of(table, Reshuffled)
    assert laid.slots == tuple(range(108, 108 + len(pile)))
    state = table.fold.round
    assert sorted(state.faces[slot] for slot in laid.slots) == sorted(pile)
    assert state.discard == discards[-1:]
    assert state.epoch == table.fold.deal.epoch == 1
    assert table.fold.last_turn == asked
    assert card_types(table) == Counter(Ruleset().cards())
    table.finish()


def test_shuffle_hands_deals_from_a_new_epoch() -> None:
    # The seed is one with which somebody plays the card.
    for seed in range(20):
        table = Tabletop(3, "modern", seed=seed).dealt()
        while not table.fold.over and not events_of(table, HandsDealtAgain):
            table.step("random")
        if events_of(table, HandsDealtAgain):
            break
    (again,) = events_of(table, HandsDealtAgain)
    state, epoch = table.fold.round, table.fold.deal.epoch
    assert state.hands == [list(hand) for hand in again.hands]
    sizes = sorted(map(len, again.hands))
    assert sizes[-1] - sizes[0] <= 1
    (shuffled,) = [event for event in events_of(table, Shuffled) if event.epoch == epoch]
    assert shuffled.cards == sum(sizes)
    records = kinds_of(table)[-6:]
    assert records == [Kind.NONCE] * 3 + [Kind.OPEN2] * 3
    assert card_types(table) == Counter(Ruleset(deck="112").cards())
    table.finish()


def test_two_reshuffles_in_one_round_use_two_epochs() -> None:
    table = Tabletop(10, "quick", seed=1, hand_size="10").dealt()
    for epoch in (1, 2):
        shuffled_again(table, Reshuffled)
        assert table.fold.deal.epoch == epoch
        assert card_types(table) == Counter(Ruleset().cards())
