"""Which acks count for what: the books behind finality and certificates."""

from __future__ import annotations

import pytest

from tests.order import forge
from tests.order.virtual import World
from unonet.ledger.codec import Value
from unonet.ledger.entry import Ack, SystemRecord
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger
from unonet.order.acks import BEHIND, Acks, Signed
from unonet.order.finality import Finality
from unonet.order.roster import target


@pytest.fixture
def world() -> World:
    """Three seats; entries 1 to 3 are hellos, 4 is the leave of a follower, 5 a move."""
    made = World(3)
    made.hello()
    made.submit(made.followers[0].peer, (), kind=Kind.LEAVE)
    made.run_for(1.0)
    made.submit(made.leader.peer)
    made.run_for(1.0)
    return made


def signed(ledger: Ledger, seat: int, index: int) -> Signed:
    ack = Ack.pack(
        term=1,
        seat=seat,
        index=index,
        entry_hash=ledger.hash_at(index),
        applied_index=0,
        state_hash=bytes(32),
    )
    return Signed(ack, bytes(64))


def books(world: World) -> tuple[Ledger, Acks, Finality]:
    ledger = world.leader.ledger
    acks = Acks(ledger)
    return ledger, acks, Finality(ledger, acks, (0, 1, 2))


def test_one_ack_covers_everything_below(world: World) -> None:
    ledger, acks, _ = books(world)
    acks.add(signed(ledger, 2, 4))
    assert [acks.voters(index) for index in range(1, 6)] == [0b100] * 4 + [0]
    assert list(acks.exact(4)) == [2]
    assert acks.exact(3) == {}


def test_a_late_ack_leaves_no_trace_below_the_final_entry(world: World) -> None:
    ledger, acks, _ = books(world)
    for index in (1, 2):
        acks.final(index)
    acks.add(signed(ledger, 0, 5))
    assert [acks.voters(index) for index in range(1, 6)] == [0, 0, 1, 1, 1]


def test_old_exact_acks_are_forgotten(world: World) -> None:
    ledger, acks, _ = books(world)
    acks.add(signed(ledger, 0, 1))
    acks.final(BEHIND + 1)
    acks.add(signed(ledger, 1, 1))
    assert acks.exact(1) == {}


def test_entries_are_judged_by_the_roster_before_them(world: World) -> None:
    ledger, acks, finality = books(world)
    leaver = world.followers[0].peer
    stayers = [seat for seat in range(3) if seat != leaver]
    for seat in range(3):
        acks.add(signed(ledger, seat, 3))
    for seat in stayers:
        acks.add(signed(ledger, seat, 5))
    for index in (1, 2, 3):
        entry = finality.next()
        assert entry is not None
        assert entry.index == index
        finality.advance((0, 1, 2))
    assert finality.next() is ledger.entry(4), "the others may bench a leaver out"
    finality.advance(stayers)
    assert finality.next() is ledger.entry(5)
    finality.advance(stayers)
    assert finality.next() is None


def test_proofs_are_judged_by_the_roster_of_their_time(world: World) -> None:
    ledger, _, finality = books(world)
    leaver = world.followers[0].peer
    stayers = [seat for seat in range(3) if seat != leaver]
    for live in ((0, 1, 2), (0, 1, 2), (0, 1, 2), stayers, stayers):
        finality.advance(live)
    assert not finality.proves(3, [signed(ledger, seat, 3) for seat in stayers])
    assert finality.proves(3, [signed(ledger, seat, 3) for seat in range(3)])
    assert finality.proves(5, [signed(ledger, seat, 5) for seat in stayers])
    assert not finality.proves(6, [signed(ledger, seat, 5) for seat in stayers])


@pytest.mark.parametrize(
    ("kind", "body", "seat"),
    [
        (Kind.LEAVE, (), 1),
        (Kind.LEAVE, None, None),
        (Kind.LEAVE, (1,), None),
        (Kind.BENCH, (2,), None),
        (Kind.BENCH, (2**63,), None),
        (Kind.RETURN, (2,), None),
        (Kind.MOVE, (2,), None),
    ],
)
def test_only_what_the_fold_carries_out_is_about_a_seat(
    world: World, kind: Kind, body: Value, seat: int | None
) -> None:
    """Another kind would get a smaller quorum for nothing: two of them need not meet."""
    record = (
        (SystemRecord.pack(kind=kind, body=body), b"")
        if kind >= 32
        else forge.move(1, 1, body, kind=kind)
    )
    assert target(forge.entry(world, record)) == seat
