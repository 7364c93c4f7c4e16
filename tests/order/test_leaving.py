"""A seat that leaves: which acks it needs, how long it waits, what proves it (F1, F2, F4, F6)."""

from __future__ import annotations

import pytest

from tests.order import forge
from tests.order.virtual import Faults, Node, World
from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Ack, Certificate, Entry
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.order import effects as do
from unonet.order.messages import AckMessage, Append, Heads
from unonet.order.quarantine import HOLD

HOP = 0.01


def steady(seats: int, *, learners: int = 0) -> World:
    world = World(seats, round_length=1000, learners=learners)
    world.faults = Faults(delay=(HOP, HOP))
    world.hello()
    return world


def leave(world: World, seat: int) -> int:
    """Submit the ``leave`` of ``seat``; the index that it will have."""
    index = world.leader.replica.last_index + 1
    world.submit(seat, (), kind=Kind.LEAVE)
    return index


def live(node: Node) -> tuple[int, ...]:
    return node.app.live()


def proven(node: Node) -> list[int]:
    return [Certificate.unpack(body).index for body in node.stored(FrameType.CERTIFICATE)]


# -- quorums --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_leave_is_final_everywhere_and_the_rest_goes_on(seats: int) -> None:
    world = steady(seats)
    leaver = world.followers[0].peer
    at = leave(world, leaver)
    world.run_for(HOLD + 4 * HOP)
    staying = tuple(seat for seat in range(seats) if seat != leaver)
    for node in world.nodes.values():
        assert node.replica.final_index == at
        assert live(node) == staying
    world.unlink(leaver)
    world.nodes[leaver].down = True
    move = world.submit(world.leader.peer, 5)
    world.run_for(1.0)
    assert world.leader.ledger.entry(at + 1).move == move
    assert {node.app.total for node in world.nodes.values() if not node.down} == {5}


@pytest.mark.parametrize("seats", range(3, 11))
def test_the_others_can_make_a_leave_final_whose_author_is_gone(seats: int) -> None:
    """Also what stood below it: at three seats nothing else could make that final."""
    world = steady(seats)
    leaver = world.followers[0]
    for node in world.nodes.values():
        if node is not leaver and node is not world.leader:
            world.cut(node.peer, leaver.peer)
    world.submit(leaver.peer, 3)
    at = leave(world, leaver.peer)
    world.run_for(1.5 * HOP)
    world.unlink(leaver.peer)
    leaver.down = True
    world.run_for(2.0)
    for node in world.nodes.values():
        if node is not leaver:
            assert node.replica.final_index >= at
            assert leaver.peer not in live(node)
            assert node.app.total == 3


def test_two_seats_need_both_acks() -> None:
    world = steady(2)
    leaver = world.followers[0]
    at = leave(world, leaver.peer)
    world.run_for(1.5 * HOP)
    world.unlink(leaver.peer)
    leaver.down = True
    world.run_for(3.0)
    assert (world.leader.replica.last_index, world.leader.replica.final_index) == (at, at - 1)


def test_a_leader_of_two_may_leave_and_the_other_one_closes() -> None:
    world = World(2, round_length=3)
    world.faults = Faults(delay=(HOP, HOP))
    world.hello()
    leader, other = world.leader, world.followers[0]
    world.submit(other.peer, 3)
    world.submit(other.peer, 3)
    world.run_for(0.5)
    leave(world, leader.peer)
    world.run_for(1.0)
    assert live(leader) == live(other) == (other.peer,)
    world.submit(other.peer, 3)
    world.run_for(2.0)
    for node in world.nodes.values():
        assert [[seat for seat, _ in seal.signatures] for seal in node.sealed] == [[other.peer]]
        assert node.app.rounds == 1


def test_one_seat_after_another_leaves_until_one_is_left() -> None:
    world = steady(5)
    for node in world.followers:
        leave(world, node.peer)
    world.run_for(10.0)
    for node in world.nodes.values():
        assert live(node) == (world.leader.peer,)
        assert node.replica.final_index == world.leader.replica.last_index
    world.submit(world.leader.peer, 4)
    world.run_for(1.0)
    assert {node.app.total for node in world.nodes.values()} == {4}


# -- F4: echoed and held back ---------------------------------------------------------------------


def test_a_leave_is_neither_kept_nor_acked_for_300_ms() -> None:
    world = steady(4)
    world.run(world.now + 0.1)
    follower = world.followers[1]
    at = leave(world, world.leader.peer)
    follower.sent.clear()
    world.run_for(HOP + HOLD - 1e-3)
    assert follower.replica.last_index == at - 1
    assert not [message for message in follower.sent if isinstance(message, AckMessage)]
    world.run_for(2e-3)
    assert follower.replica.last_index == at
    (ack,) = {Ack.unpack(m.ack_raw) for m in follower.sent if isinstance(m, AckMessage)}
    assert ack.index == at


def test_a_leave_is_echoed_to_all_once() -> None:
    world = steady(4)
    follower = world.followers[1]
    at = leave(world, world.leader.peer)
    follower.sent.clear()
    world.run_for(1.0)
    echoes = [m for m in follower.sent if isinstance(m, Append)]
    assert len(echoes) == 3
    assert {entry.index for message in echoes for entry in message.entries} == {at}


def test_whoever_missed_the_leader_gets_a_leave_from_the_echo() -> None:
    world = steady(4)
    cut_off = world.followers[2]
    world.cut(world.leader.peer, cut_off.peer)
    at = leave(world, world.followers[0].peer)
    world.run_for(HOLD + 4 * HOP)
    assert cut_off.replica.last_index == at


def other_leave(world: World, at: Entry, author: int) -> Entry:
    """Another header of the leader in the place of ``at``."""
    record = forge.move(author, 1, (), kind=Kind.LEAVE)
    return forge.entry(world, record, index=at.index, prev=at.header.prev_hash)


def test_a_second_roster_entry_is_seen_before_anybody_acks_the_first() -> None:
    world = steady(4)
    victim, echoing, author = world.followers
    world.leader.deaf = True
    first = forge.entry(world, forge.move(author.peer, 1, (), kind=Kind.LEAVE))
    second = other_leave(world, first, echoing.peer)
    for node, entry in ((victim, first), (echoing, second)):
        node.replica.receive(world.leader.peer, Append(1, (entry,)), now=world.now)
        node.settle()
    world.run_for(HOLD)
    for node in (victim, echoing):
        assert isinstance(node.halted, do.Fork)
        assert node.halted.seat == world.leader.peer
        assert {node.halted.ours[0], node.halted.theirs[0]} == {
            first.header.raw,
            second.header.raw,
        }
        assert node.replica.last_index == 4


def test_an_ordinary_entry_in_its_place_is_a_fork_too() -> None:
    world = steady(4)
    victim = world.followers[0]
    first = forge.entry(world, forge.move(1, 1, (), kind=Kind.LEAVE))
    second = forge.entry(world, forge.move(1, 1, 5), index=first.index)
    for entry in (first, second):
        victim.replica.receive(world.leader.peer, Append(1, (entry,)), now=world.now)
        victim.settle()
    assert isinstance(victim.halted, do.Fork)


@pytest.mark.parametrize(("ackers", "taken"), [((0, 1, 2), True), ((0, 1), False)])
def test_a_quorum_of_acks_ends_the_wait(ackers: tuple[int, ...], taken: bool) -> None:
    world = steady(4)
    world.leader.deaf = True
    victim, author = world.followers[0], world.followers[-1]
    entry = forge.entry(world, forge.move(author.peer, 1, (), kind=Kind.LEAVE))
    victim.replica.receive(world.leader.peer, Append(1, (entry,)), now=world.now)
    acks = [forge.ack(victim, seat, index=entry.index, entry_hash=entry.hash) for seat in ackers]
    proof = Certificate.pack(
        index=entry.index,
        entry_hash=entry.hash,
        acks=[(Ack.unpack(one.ack_raw), one.signature) for one in acks],
    )
    heads = Heads(1, entry.index, entry.index, entry.hash, 0, proof)
    victim.replica.receive(world.leader.peer, heads, now=world.now)
    victim.settle()
    assert (victim.replica.last_index == entry.index) == taken
    assert (victim.replica.final_index == entry.index) == taken


def test_a_forged_leave_holds_nothing_up() -> None:
    world = steady(4)
    victim = world.followers[0]
    for wrong in (
        forge.entry(world, forge.move(1, 1, (), kind=Kind.LEAVE), signer=victim.peer),
        forge.entry(world, forge.move(1, 1, (), kind=Kind.LEAVE, signer=2)),
        forge.entry(world, forge.move(1, 7, (), kind=Kind.LEAVE)),
    ):
        with pytest.raises(RemoteProtocolError):
            victim.replica.receive(world.followers[1].peer, Append(1, (wrong,)), now=world.now)
        assert victim.settle() == []
    world.submit(world.leader.peer, 5)
    world.run_for(3 * HOP)
    assert victim.app.total == 5


# -- F2: one at a time ----------------------------------------------------------------------------


def test_a_leader_writes_nothing_above_an_open_leave() -> None:
    world = steady(4)
    first, second, third = (node.peer for node in world.followers)
    at = leave(world, first)
    world.submit(second, 3)
    leave(world, third)
    world.run_for(HOLD)
    assert {node.replica.last_index for node in world.nodes.values()} <= {at, at - 1}
    assert world.leader.replica.last_index == at
    world.run_for(4 * HOP)
    assert world.leader.replica.last_index == at + 2
    world.run_for(1.0)
    assert live(world.leader) == tuple(sorted({*range(4)} - {first, third}))


def test_a_follower_takes_no_second_roster_entry_before_the_first_is_final() -> None:
    world = steady(5)
    victim = world.followers[0]
    world.leader.deaf = True
    one, two = world.followers[1].peer, world.followers[2].peer
    first = forge.entry(world, forge.move(one, 1, (), kind=Kind.LEAVE))
    second = forge.entry(
        world,
        forge.move(two, 1, (), kind=Kind.LEAVE),
        index=first.index + 1,
        prev=first.hash,
    )
    for node in world.followers:
        node.deaf = node is not victim
    victim.replica.receive(world.leader.peer, Append(1, (first,)), now=world.now)
    world.run_for(1.0)
    for _ in range(5):
        victim.replica.receive(world.leader.peer, Append(1, (second,)), now=world.now)
        world.run_for(HOLD)
    assert victim.replica.last_index == first.index


# -- F6: proofs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 5, 7, 9])
def test_every_log_proves_a_leave_for_itself(seats: int) -> None:
    world = steady(seats)
    at = leave(world, world.followers[0].peer)
    world.run_for(HOLD + 4 * HOP)
    for _ in range(3):
        world.submit(world.leader.peer)
        world.run_for(0.4)
    for node in world.nodes.values():
        assert at in proven(node)
        assert proven(node) == sorted(proven(node))


@pytest.mark.parametrize("seats", [5, 7, 9])
def test_whoever_missed_a_leave_is_shown_its_certificate(seats: int) -> None:
    """At these numbers the acks above a leave are too few for the leave itself."""
    world = steady(seats)
    leaver, behind = world.followers[0].peer, world.followers[1]
    others = [node for node in world.nodes.values() if node.peer not in (leaver, behind.peer)]
    for node in others:
        world.cut(node.peer, behind.peer)
    world.cut(leaver, behind.peer)
    world.submit(world.leader.peer, 3)
    at = leave(world, leaver)
    world.run_for(1.0)
    world.unlink(leaver)
    world.nodes[leaver].down = True
    for _ in range(3):
        world.submit(world.leader.peer, 3)
        world.run_for(0.4)
    assert behind.replica.final_index < at - 1
    for node in others:
        world.mend(node.peer, behind.peer)
    world.run_for(3.0)
    assert behind.replica.final_index == world.leader.replica.last_index
    assert behind.app.total == 12
    assert at in proven(behind)


def test_a_certificate_that_never_came_is_asked_for() -> None:
    world = steady(5)
    missing = world.followers[1]
    at = leave(world, world.followers[0].peer)
    original = world.carry

    def carry(source: int, target: int, message: object) -> None:
        proof = message.certificate if isinstance(message, Heads) else None
        if target == missing.peer and proof is not None and proof.index == at:
            return
        original(source, target, message)  # type: ignore[arg-type]

    world.carry = carry  # type: ignore[method-assign]
    world.run_for(HOLD + 0.1)
    world.submit(world.leader.peer, 3)
    world.run_for(2.0)
    assert at in proven(missing)
    assert proven(missing)[-1] == at + 1


def test_learners_follow_a_shrinking_table() -> None:
    world = steady(5, learners=2)
    for node in world.followers[:3]:
        if node.peer < 16:
            leave(world, node.peer)
    world.run_for(5.0)
    world.submit(world.leader.peer, 3)
    world.run_for(1.0)
    for peer in (16, 17):
        assert world.nodes[peer].app.total == 3
        assert world.nodes[peer].replica.final_index == world.leader.replica.last_index
