"""What follows at a table from a record that took effect: the deal moves on, the engine is fed.

Nothing here judges and nothing can be refused. Knows how the game's wants and the deal's results
answer each other; which record led here, and who wrote it, it does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from unonet.deal import (
    EVERYBODY,
    DealState,
    Expelled,
    Handed,
    Item,
    Ordered,
    Result,
    Seeded,
    Step,
)
from unonet.game import engine, seals
from unonet.game.cards import HIDDEN
from unonet.game.events import Event, Left
from unonet.game.match import MatchState, draw_dealer
from unonet.game.moves import NO_SEAT, Record, RecordKind
from unonet.game.state import AWAY, GONE, State, WantKind
from unonet.ledger.entry import Entry
from unonet.table.events import DealerDrawn, Disproved, Shuffled, TableEvent
from unonet.table.terms import Terms

if TYPE_CHECKING:
    from unonet.table.reducer import Fold

AnyEvent: TypeAlias = Event | TableEvent


def new_deal(terms: Terms, match: MatchState) -> DealState:
    """The deal of the next round, among all who have not left."""
    return DealState.start(
        terms.table_id,
        match.round,
        match.staying,
        terms.ruleset.counts(),
        sealed=terms.deal == "sealed",
        strict=terms.recovery == "strict",
    )


def follow(fold: Fold, result: Result | None, events: list[AnyEvent]) -> list[AnyEvent]:
    """Carry out what a step of the deal leads to."""
    match result:
        case Seeded():
            _start_round(fold, events)
        case Ordered():
            _hand_over(fold, result, events)
        case Handed(opened):
            _turn_up(fold, opened, events)
        case Expelled(seat):
            events.append(Disproved(fold.index, seat))
            events += dismiss(fold, seat)
        case None:
            pass
    return events


def dismiss(fold: Fold, seat: int) -> list[AnyEvent]:
    """``seat`` is gone for good: from the match, the round and the deal."""
    if fold.match.statuses[seat] == GONE:
        return []
    fold.match = fold.match.without(seat)
    events: list[AnyEvent] = []
    if fold.round is None or fold.round.statuses[seat] == GONE:  # by elimination, just now
        events.append(Left(seat, ()))
    else:
        events += engine.record(fold.round, Record(int(RecordKind.GONE), seat))
    if fold.outcome is None and not fold.over and seat in fold.deal.seats:
        follow(fold, fold.deal.drop(seat), events)
    if fold.round is not None:
        settle(fold, fold.round, events)
    return events


def settle(fold: Fold, state: State, events: list[AnyEvent]) -> list[AnyEvent]:
    """Feed what follows from public faces, and start the shuffle that the engine asks for."""
    events += engine.settle(state)
    wants = state.wants
    if wants is not None and wants.is_shuffle and fold.deal.step is Step.ORDERED:
        fold.deal.reshuffle(list(_pile(state, wants.slots)))
    return events


def want_shares(fold: Fold, entry: Entry) -> None:
    """Order shares for every card that has come to somebody who cannot read it yet."""
    holdings, state = fold.deal.holdings, fold.round
    if holdings is not None and state is not None and not fold.deal.starved:
        holdings.ask(entry.index, entry.hash, _recipients(state))


def _start_round(fold: Fold, events: list[AnyEvent]) -> None:
    if fold.match.dealer == NO_SEAT:
        dealer, drawings = draw_dealer(fold.deal.seats, fold.deal.dealer_draw())
        fold.match = replace(fold.match, dealer=dealer)
        events.append(DealerDrawn(tuple(chain.from_iterable(drawings)), dealer))
    match = fold.match
    fold.deal.first = (match.dealer + 1) % len(match.statuses)
    fold.round = engine.start(
        match.ruleset, seats=match.statuses, dealer=match.dealer, scores=match.scores
    )


def _hand_over(fold: Fold, ordered: Ordered, events: list[AnyEvent]) -> None:
    """The order of an epoch goes to the engine, which waits for it."""
    assert fold.round is not None
    events.append(Shuffled(fold.deal.round, ordered.epoch, len(ordered.slots)))
    epoch, _, slots, types = ordered
    events += engine.dealt(fold.round, epoch=epoch, slots=slots, faces=types)
    settle(fold, fold.round, events)


def _turn_up(fold: Fold, opened: tuple[tuple[int, int], ...], events: list[AnyEvent]) -> None:
    """Cards that everybody can read now."""
    assert fold.round is not None
    for slot, face in opened:
        seals.reveal(fold.round, slot, face)
    settle(fold, fold.round, events)


def _pile(state: State, slots: tuple[int, ...]) -> Iterator[tuple[int, int | None]]:
    """(slot, face if public) in the order of protocol.md: discards oldest first, then set-aside
    slots ascending."""
    assert state.wants is not None
    if state.wants.kind == WantKind.RESHUFFLE:
        aside = set(state.aside)
        slots = (*(slot for slot in slots if slot not in aside), *sorted(aside & set(slots)))
    for slot in slots:
        face = state.faces[slot]
        yield slot, None if face == HIDDEN else face


def _recipients(state: State) -> Iterator[Item]:
    """Every hidden slot with whoever must be able to read it now."""
    wants = state.wants
    if wants is not None and wants.kind == WantKind.UP:
        yield Item(wants.slots[0], EVERYBODY)
    away = wants.seats if wants is not None and wants.kind == WantKind.HANDS else ()
    for seat, hand in enumerate(state.hands):
        opens = seat in away and state.statuses[seat] == AWAY
        for slot in hand:
            if state.faces[slot] == HIDDEN:
                yield Item(slot, EVERYBODY if opens else seat)
