"""Seats that fall silent and go, at every step of a sealed deal: what the table makes of it.

The table first waits for the silent seat and for nobody else; then it leaves. What must follow is
in protocol.md 7.7.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.table.clockwork import clockwork
from tests.table.scenes import SMALL
from tests.table.tabletop import Tabletop, besides_n
from unonet.deal import Step
from unonet.game.cards import HIDDEN
from unonet.game.state import GONE, WantKind
from unonet.ledger.kinds import Kind
from unonet.table.events import Disproved, RoundVoid
from unonet.table.reducer import Fold

__all__ = ["clockwork"]

SEATS: Final = (2, 3, 4, 10)
SET_UP: Final = (Step.COMMIT, Step.OPEN, Step.KEY_SHARES)
LATER: Final = (Step.NONCE, Step.MIX, Step.OPEN2)
SILENT: Final = 1


def table_of(seats: int, *, seed: int = 0, recovery: str = "majority", **options: str) -> Tabletop:
    cards = {"deck": SMALL, "hand_size": "2" if seats == 10 else "3"} | options
    return Tabletop(seats, "quick", seed=seed, deal="sealed", recovery=recovery, **cards).greet()


def until_step(table: Tabletop, step: Step, epoch: int = 0) -> Tabletop:
    return table.until(lambda fold: (fold.deal.step, fold.deal.epoch) == (step, epoch))


def reaches_epoch(seats: int, step: Step, **kind: str) -> Tabletop:
    """The first table, by seed, in whose first round the pile runs out; at that step."""
    for seed in range(99):
        table = table_of(seats, seed=seed, **kind)
        while not table.fold.over and table.fold.index < 400:
            if (table.fold.deal.step, table.fold.deal.epoch) == (step, 1):
                return table
            table.step()
    raise AssertionError("no pile ever ran out")


def wait_for(table: Tabletop, silent: int) -> None:
    """All others post whatever they owe, until it is the silent one's turn to do anything."""
    while owing := [pair for pair in table.owing() if pair[0] != silent]:
        seat, record = owing[0]
        assert table.post(seat, record.kind, record.make()).noop is None
    assert {seat for seat, _ in table.owing()} == {silent}


def outcome(table: Tabletop) -> str:
    """What comes of the round: "void", or "played" once there were 20 more moves or an end.

    Nobody but who left is gone by then.
    """
    moves = 0
    while not table.fold.over and moves < 20:
        assert table.step().noop is None
        moves += table.ledger.entry(table.ledger.last_index).kind == Kind.MOVE
    assert not any(isinstance(e, Disproved) for folded in table.folded for e in folded.events)
    return "void" if table.fold.void else "played"


def keys_are_for(fold: Fold, *seats: int) -> bool:
    keying = fold.deal.keying
    return keying.seats == seats and keying.threshold == len(seats) // 2 + 1


# --- at every step of the first deck ----------------------------------------------------------


@pytest.mark.parametrize("posted", [False, True])
@pytest.mark.parametrize("step", SET_UP)
@pytest.mark.parametrize("seats", SEATS[1:])
def test_one_that_goes_before_the_keys_stand_begins_all_anew(
    seats: int, step: Step, posted: bool
) -> None:
    table = until_step(table_of(seats), step)
    if posted:
        table.post(SILENT, *table.owed(SILENT))
    else:
        wait_for(table, SILENT)
    old = table.fold.deal.copy()
    table.leave(SILENT)
    deal = table.fold.deal
    others = tuple(seat for seat in range(seats) if seat != SILENT)
    assert (deal.step, deal.attempt, deal.seats) == (Step.COMMIT, 1, others)
    assert keys_are_for(table.fold, *others)
    assert not (deal.commits or deal.openings or deal.nonces)
    until_step(table, Step.OPEN)
    for seat in others:
        assert deal.commits[seat] != old.commits.get(seat)
        assert deal.nonces[seat] != old.nonces.get(seat)
    assert outcome(table) == "played"


@pytest.mark.parametrize("seats", SEATS[1:])
def test_a_mix_that_does_not_come_is_passed_over(seats: int) -> None:
    table = until_step(table_of(seats), Step.MIX)
    wait_for(table, SILENT)
    before = table.fold.deal.mixing
    table.leave(SILENT)
    deal = table.fold.deal
    assert (deal.attempt, deal.epoch) == (0, 0)
    if deal.step is Step.MIX:
        assert deal.mixing.deck == before.deck, "what others mixed before counts"
        assert SILENT not in deal.mixing.queue
    mixes = [event for folded in table.folded for event in folded.events]
    assert outcome(table) == "played"
    assert SILENT not in [event.seat for event in mixes if type(event).__name__ == "Mixed"]


@pytest.mark.parametrize("posted", [False, True])
@pytest.mark.parametrize("seats", SEATS[1:])
def test_an_n2_that_is_not_opened_is_answered_with_fresh_ones(seats: int, posted: bool) -> None:
    table = until_step(table_of(seats), Step.OPEN2)
    if posted:
        table.post(SILENT, *table.owed(SILENT))
    wait_for(table, seats - 1 if posted else SILENT)
    old = table.fold.deal.copy()
    table.leave(SILENT)
    deal = table.fold.deal
    assert deal.epoch == int(not posted)
    if not posted:
        assert deal.step is Step.NONCE
        assert not (deal.nonces or deal.openings2)
        until_step(table, Step.MIX, 1)
        assert not set(deal.nonces.values()) & set(old.nonces.values())
        until_step(table, Step.OPEN2, 1)
        until_step(table, Step.ORDERED, 1)
        assert not set(deal.openings2.values()) & set(old.openings2.values())
    until_step(table, Step.ORDERED, deal.epoch)
    assert min(table.fold.round.draw) < 23, "the slots of the lost epoch were never given out"
    assert outcome(table) == "played"


@pytest.mark.parametrize("seats", SEATS[1:])
def test_shares_of_one_that_goes_are_not_waited_for(seats: int) -> None:
    table = until_step(table_of(seats), Step.ORDERED)
    assert table.fold.deal.holdings.asks
    table.leave(SILENT)
    assert table.fold.round.aside
    assert outcome(table) == "played"


@pytest.mark.parametrize("step", [*SET_UP, Step.MIX, Step.OPEN2, Step.ORDERED])
def test_the_one_that_is_left_of_two_has_won(step: Step) -> None:
    table = until_step(table_of(2), step)
    table.leave(SILENT)
    assert table.fold.proposal() == (Kind.ROUND_END, (0, "abandoned", (0, 0)))
    assert outcome(table) == "played"
    assert table.fold.match.winners == (0,)


@pytest.mark.parametrize("deal", ["open", "sealed"])
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_may_go_before_there_is_a_round(seats: int, deal: str) -> None:
    table = Tabletop(seats, "quick", deal=deal).greet()
    for seat in range(seats):
        table.leave(seat)
    assert table.fold.outcome is not None
    assert outcome(table) == "played"
    assert table.fold.match.winners == ()


# --- later epochs -----------------------------------------------------------------------------


@pytest.mark.parametrize("step", LATER)
@pytest.mark.parametrize("seats", SEATS[1:])
def test_a_reshuffle_goes_on_without_one(seats: int, step: Step) -> None:
    table = reaches_epoch(seats, step)
    silent = table.fold.deal.due_seats()[-1]
    wait_for(table, silent)
    deal = table.fold.deal
    mixed = deal.mixing.done
    table.leave(silent)
    if step is Step.OPEN2:
        assert (deal.epoch, deal.step) == (2, Step.NONCE)
    else:
        assert deal.epoch == 1
        mixing = deal.mixing
        if deal.step is Step.MIX:
            assert mixing.done + mixing.left == deal.keying.threshold, "another takes its place"
        assert mixing.done >= mixed
    if not table.fold.starved:
        assert outcome(table) == "played"


# --- how many may go ---------------------------------------------------------------------------


@pytest.mark.parametrize("step", [Step.MIX, Step.OPEN2, Step.ORDERED])
@pytest.mark.parametrize(("seats", "threshold"), [(3, 2), (4, 3), (10, 6)])
def test_as_many_may_go_as_leave_t(seats: int, threshold: int, step: Step) -> None:
    for survivors, result in ((threshold, "played"), (threshold - 1, "void")):
        table = until_step(table_of(seats), step)
        for seat in range(survivors, seats):
            table.leave(seat)
        if survivors == 1:
            result = "played"  # abandoned: the last one has won
        assert table.fold.starved == (result == "void")
        assert outcome(table) == result


@pytest.mark.parametrize("step", [Step.MIX, Step.OPEN2, Step.ORDERED])
@pytest.mark.parametrize("seats", SEATS[1:])
def test_with_strict_recovery_one_that_goes_ends_the_round(seats: int, step: Step) -> None:
    table = until_step(table_of(seats, recovery="strict"), step)
    assert table.fold.deal.keying.threshold == seats
    scores = table.fold.match.scores
    table.leave(SILENT)
    assert table.fold.proposal() == (Kind.VOID, ("too_few",))
    folded = table.step()
    assert folded.events == (RoundVoid(0, scores),)
    assert (table.fold.result(table.fold.index), table.fold.match.scores) == ("void", scores)


@pytest.mark.parametrize("step", SET_UP)
def test_with_strict_recovery_one_may_go_before_the_keys_stand(step: Step) -> None:
    table = until_step(table_of(4, recovery="strict"), step)
    table.leave(SILENT)
    assert table.fold.deal.keying.threshold == 3
    assert outcome(table) == "played"


def test_a_void_that_is_not_due_does_nothing() -> None:
    table = until_step(table_of(3), Step.ORDERED)
    before = besides_n(table.fold)
    assert table.system(Kind.VOID, ("too_few",)).noop == "not_due"
    assert besides_n(table.fold) == before


def test_a_void_that_is_due_comes_before_anything_else() -> None:
    table = until_step(table_of(3, recovery="strict"), Step.ORDERED)
    owed = table.owed(0)
    table.leave(SILENT)
    assert table.fold.starved
    table.post(0, *owed)
    assert table.fold.starved
    assert table.step().noop is None
    assert table.fold.void


def test_what_was_on_its_way_when_a_table_gave_up_does_nothing() -> None:
    """Shares above all: the last ones that a card waits for may come when the round is no more."""
    table = until_step(table_of(4, recovery="strict"), Step.ORDERED)
    late = [(seat, record.kind, record.make()) for seat, record in table.owing()]
    assert {kind for _, kind, _ in late} == {Kind.SHARE}
    table.leave(SILENT)
    table.step()
    assert table.fold.void
    assert list(table.owing()) == []
    before = besides_n(table.fold)
    assert {table.post(*record).noop for record in late} == {"deal"}
    assert besides_n(table.fold) == before


@pytest.mark.parametrize("deal", ["open", "sealed"])
def test_nothing_moves_a_match_that_is_over(deal: str) -> None:
    table = Tabletop(3, "quick", deal=deal, deck=SMALL, hand_size="2").greet().finish()
    entries = table.ledger.slice(1, table.ledger.last_index + 1)
    before = besides_n(table.fold)
    said = {(entry.seat, entry.kind): entry.body for entry in entries if entry.seat is not None}
    for (seat, kind), body in said.items():
        if kind != Kind.HELLO:
            assert table.post(seat, kind, body).noop
    assert list(table.owing()) == []
    assert besides_n(table.fold) == before


# --- hands that nobody opens --------------------------------------------------------------------


def hands_wanted(table: Tabletop) -> bool:
    state = table.fold.round
    wants = state and state.wants
    return wants is not None and wants.kind == WantKind.HANDS


def at_the_end(seats: int) -> tuple[Tabletop, int]:
    """Somebody is out, the hands are waited for; and one that owes its own."""
    for seed in range(99):
        table = table_of(seats, seed=seed)
        while not table.fold.over and table.fold.index < 400:
            if hands_wanted(table) and len(table.fold.round.wants.seats) == seats - 1:
                wanted = table.fold.round.wants.seats
                return table, wanted[0]
            table.step()
    raise AssertionError("no round ended so")


@pytest.mark.usefixtures("clockwork")
@pytest.mark.parametrize("seats", [3, 4, 10])
def test_the_hand_of_an_away_seat_is_opened_by_t_shares(seats: int) -> None:
    """The owner posts neither a reveal nor a share."""
    table = until_step(table_of(seats), Step.ORDERED)
    while table.fold.round.wants is not None:
        table.step()
    assert table.system(Kind.BENCH, (SILENT,)).noop is None
    hand = table.fold.round.hands[SILENT]
    while not hands_wanted(table):
        post_without_cards(table, SILENT)
    assert SILENT in table.fold.round.wants.seats
    while hands_wanted(table):
        post_without_cards(table, SILENT)
    assert HIDDEN not in [table.fold.round.faces[slot] for slot in hand]
    assert table.fold.outcome is not None


def post_without_cards(table: Tabletop, silent: int) -> None:
    """The next record, but none by which the silent one opens a card."""
    owing = [
        (seat, record)
        for seat, record in table.owing()
        if seat != silent or record.kind not in (Kind.SHARE, Kind.REVEAL)
    ]
    if not owing:
        assert table.move(*table.choice()).noop is None
        return
    seat, record = owing[0]
    assert table.post(seat, record.kind, record.make()).noop is None


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_that_nobody_opens_is_waited_for_until_its_owner_goes(seats: int) -> None:
    table, silent = at_the_end(seats)
    wait_for(table, silent)
    assert table.fold.proposal() is None
    table.leave(silent)
    assert not hands_wanted(table)
    assert outcome(table) == "played"
    assert table.fold.over
    assert table.fold.match.statuses[silent] == GONE
