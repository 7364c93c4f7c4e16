"""What happened in a lobby between two looks at it, as events. Pure; knows no link and no time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unonet.node.events import (
    CountdownStarted,
    CountdownStopped,
    DeckReaders,
    GuestLeft,
    GuestSat,
    NodeEvent,
    PairApart,
    PairTogether,
    RulesProposed,
    SeatReady,
    SeatUnready,
    TermsShown,
)
from unonet.table.lobby import LobbyView
from unonet.table.terms import Terms, readers

NOBODY: Final = LobbyView(number=-1, wanted=0, seats=(), ready=())
"""A lobby before anybody has seen it."""


def news(before: LobbyView, after: LobbyView) -> Iterator[NodeEvent]:
    """Who came and went, what the terms now are, who is ready, who cannot reach whom."""
    yield from _company(before, after)
    if before.number != after.number:
        yield from _terms(before.terms, after.terms)
    yield from _marks(before, after)
    yield from _pairs(before, after)
    yield from _countdown(before, after)


def _company(before: LobbyView, after: LobbyView) -> Iterator[NodeEvent]:
    """Leavers first: the seats that are taken are counted up to the end."""
    here = {place.key for place in after.seats}
    left = [place for place in before.seats if place.key not in here]
    staying = len(before.seats) - len(left)
    for place in left:
        yield GuestLeft(place.nickname, staying, after.wanted)
    known = {place.key for place in before.seats}
    for taken, place in enumerate(after.seats, start=1):
        if place.key not in known:
            yield GuestSat(place.nickname, taken, after.wanted)


def _terms(before: Terms | None, after: Terms | None) -> Iterator[NodeEvent]:
    if after is None:
        return
    differences = after.ruleset.differences()
    if before is None or before.ruleset.differences() != differences:
        yield RulesProposed(differences)
    counted = deck_readers(after)
    if before is None or _counts(deck_readers(before)) != _counts(counted):
        yield counted
    yield TermsShown(after.table_id)


def deck_readers(terms: Terms) -> DeckReaders:
    """Who could read the deck, with the seats of the operator that has most."""
    counted = readers(terms)
    (operator, own), *_ = counted.seats
    nickname = next(seat.nickname for seat in terms.seats if operator in (seat.key, seat.operator))
    return DeckReaders(counted.deal, counted.threshold, len(terms.seats), nickname, own)


def _counts(counted: DeckReaders) -> tuple[object, ...]:
    """What is worth saying again when it changes: with an open deal no number matters."""
    return (counted.deal,) if counted.deal == "open" else tuple(counted)


def _marks(before: LobbyView, after: LobbyView) -> Iterator[NodeEvent]:
    """Marks that a new draft cleared are not told one by one; a bot's mark is not told at all."""
    same = before.number == after.number
    old = before.ready if same else (False,) * len(after.seats)
    for place, was, is_ready in zip(after.seats, old, after.ready, strict=True):
        if place.bot is None and was != is_ready:
            yield (SeatReady if is_ready else SeatUnready)(place.nickname)


def _pairs(before: LobbyView, after: LobbyView) -> Iterator[NodeEvent]:
    if before.number != after.number:
        before = NOBODY
    name = [place.nickname for place in after.seats]
    for first, second in after.apart:
        if (first, second) not in before.apart:
            yield PairApart(name[first], name[second])
    for first, second in before.apart:
        if (first, second) not in after.apart:
            yield PairTogether(name[first], name[second])


def _countdown(before: LobbyView, after: LobbyView) -> Iterator[NodeEvent]:
    if after.starts_in is not None and before.starts_in is None:
        yield CountdownStarted(after.starts_in)
    if before.starts_in is not None and after.starts_in is None:
        yield CountdownStopped()
