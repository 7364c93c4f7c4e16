"""Acks are judged alike everywhere: what a link lets in, a certificate may carry and an audit
accepts."""

from __future__ import annotations

import pytest

from tests.order import forge
from tests.order.virtual import Node, World
from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Ack, Certificate
from unonet.ledger.layout import FrameType
from unonet.order import effects as do
from unonet.order.acks import BEHIND, check_ack
from unonet.order.messages import Append, Heads

LIE = bytes(32)


def grown(entries: int, seats: int = 4) -> World:
    world = World(seats, round_length=1000)
    world.hello()
    while world.leader.replica.last_index < entries:
        world.submit(world.leader.peer)
        world.run_for(0.02)
    world.run_for(1.0)
    return world


def certificate(node: Node, seats: list[int], **wrong: object) -> Certificate:
    made = [forge.ack(node, seat, **(wrong if seat == seats[0] else {})) for seat in seats]
    return Certificate.pack(
        index=node.replica.last_index,
        entry_hash=node.ledger.last_hash,
        acks=[(Ack.unpack(one.ack_raw), one.signature) for one in made],
    )


def next_entry(world: World, node: Node) -> None:
    """One more entry that only ``node`` holds and nobody else acks."""
    entry = forge.entry(world, forge.move(world.followers[-1].peer, 1))
    node.replica.receive(world.leader.peer, Append(1, (entry,)), now=world.now)
    node.settle()


@pytest.mark.parametrize("applied", [1, -BEHIND - 1])
def test_a_certificate_is_judged_like_the_acks_in_it(applied: int) -> None:
    world = grown(BEHIND + 20)
    victim = world.followers[0]
    next_entry(world, victim)
    others = [node.peer for node in world.nodes.values() if node is not victim]
    false = certificate(
        victim, others, applied_index=victim.replica.last_index + applied, state_hash=LIE
    )
    heads = Heads(1, 0, victim.replica.last_index, victim.ledger.last_hash, 0, certificate=false)
    with pytest.raises(RemoteProtocolError, match="an ack of entry"):
        victim.replica.receive(others[0], heads, now=world.now)


def test_an_ack_too_old_to_be_compared_is_refused_by_everybody() -> None:
    world = grown(BEHIND + 20)
    leader, liar = world.leader, world.followers[0].peer
    last = leader.replica.last_index
    for applied in (0, last - BEHIND - 1):
        lie = forge.ack(leader, liar, applied_index=applied, state_hash=LIE)
        with pytest.raises(RemoteProtocolError, match="an ack of entry"):
            leader.replica.receive(liar, lie, now=world.now)
    lie = forge.ack(leader, liar, applied_index=last - BEHIND, state_hash=LIE)
    leader.replica.receive(liar, lie, now=world.now)
    leader.settle()
    assert isinstance(leader.halted, do.Divergence)


def test_a_second_ack_does_not_hide_what_the_first_claimed() -> None:
    world = grown(8)
    leader, (liar, *_) = world.leader, world.followers
    for node in world.followers:
        node.deaf = True
    world.submit(leader.peer)
    world.submit(leader.peer)
    last = leader.replica.last_index
    first = forge.ack(leader, liar.peer, applied_index=last - 1, state_hash=LIE)
    second = forge.ack(
        leader,
        liar.peer,
        index=last - 1,
        entry_hash=leader.ledger.hash_at(last - 1),
        applied_index=last - 1,
    )
    for ack in (first, second):
        leader.replica.receive(liar.peer, ack, now=world.now)
    for node in world.followers:
        node.deaf = False
    world.run_for(1.0)
    assert isinstance(leader.halted, do.Divergence)
    assert leader.halted.seat == liar.peer


def test_a_certificate_whose_states_were_not_compared_is_not_kept() -> None:
    world = grown(BEHIND + 20)
    for node in world.nodes.values():
        for body in node.stored(FrameType.CERTIFICATE):
            for ack, _ in Certificate.unpack(body).acks:
                check_ack(ack, term=1)
                if ack.applied_index:
                    assert ack.state_hash == world.history[ack.applied_index][1]


def test_a_seat_far_behind_acks_only_what_others_can_compare() -> None:
    world = World(4, round_length=1000)
    world.hello()
    lame = world.followers[0]
    for node in world.nodes.values():
        if node is not lame:
            world.cut(lame.peer, node.peer)
    while world.leader.replica.last_index < 3 * BEHIND:
        world.submit(world.leader.peer)
        world.run_for(0.02)
    world.heal()
    world.run_for(5.0)
    world.check()
    assert lame.replica.final_index == world.leader.replica.last_index
    for index in lame.acked:
        assert index <= world.leader.replica.last_index
    acks = [Ack.unpack(said.ack_raw) for said in lame.sent if isinstance(said, forge.AckMessage)]
    for ack in acks:
        check_ack(ack, term=1)


def test_a_table_that_lost_its_newest_proofs_goes_on() -> None:
    """Everybody starts again with more entries than acks may reach over."""
    world = World(2, round_length=1000)
    world.hello()
    while world.leader.replica.last_index < 2 * BEHIND + 20:
        world.submit(world.leader.peer)
        world.run_for(0.02)
    last = world.leader.replica.last_index
    for node in world.nodes.values():
        node.crash(power_cut=False)
        node.frames = [f for f in node.frames if f[0] != FrameType.CERTIFICATE]
    for node in world.nodes.values():
        world.finals[node.peer] = 0
        node.acked = {}
        node.restart()
    world.run_for(10.0)
    world.check()
    assert all(node.replica.final_index >= last for node in world.nodes.values())
