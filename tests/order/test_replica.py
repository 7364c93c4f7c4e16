"""What a replica does when everybody is honest: order, batch, ack, prove, seal, catch up."""

from __future__ import annotations

import pytest

from tests.order import forge
from tests.order.virtual import GENESIS_HASH, TABLE_ID, Counter, Faults, Node, World, identity, keys
from unonet.errors import LocalProtocolError
from unonet.ledger.codec import Value
from unonet.ledger.entry import Ack, Certificate, Entry, sha256
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.ledger.ledger import Ledger
from unonet.order import effects as do
from unonet.order.chain import first_leader
from unonet.order.messages import (
    CHUNK_BYTES,
    CHUNK_ENTRIES,
    AckMessage,
    Append,
    Chunk,
    Heads,
    Message,
    SealShare,
    Submit,
    Want,
)
from unonet.order.quarantine import HOLD
from unonet.order.replica import Replica

HOP = 0.01


def steady(seats: int, *, round_length: int = 1000, learners: int = 0) -> World:
    """A world in which every message takes precisely ``HOP`` seconds; hellos are final."""
    world = World(seats, round_length=round_length, learners=learners)
    world.faults = Faults(delay=(HOP, HOP))
    world.hello()
    return world


def sent(node: Node, kind: type[Message]) -> list[Message]:
    return [message for message in node.sent if isinstance(message, kind)]


def acks(node: Node) -> list[Ack]:
    return [Ack.unpack(m.ack_raw) for m in node.sent if isinstance(m, AckMessage)]


# -- leader, order, finality ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_table_id_names_the_leader(seats: int) -> None:
    expected = int.from_bytes(sha256(TABLE_ID), "big") % seats
    assert first_leader(TABLE_ID, seats) == expected
    assert {node.replica.leader for node in World(seats).nodes.values()} == {expected}


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_a_followers_move_is_final_everywhere_after_three_hops(seats: int) -> None:
    world = steady(seats)
    move = world.submit(world.followers[0].peer, 5)
    world.run_for(3 * HOP + 1e-6)
    for node in world.nodes.values():
        assert node.replica.final_index == seats + 1
        assert node.ledger.entry(seats + 1).move == move
        assert node.app.total == 5


def test_a_leaders_move_takes_two_hops() -> None:
    world = steady(4)
    world.submit(world.leader.peer, 5)
    world.run_for(2 * HOP + 1e-6)
    assert {node.app.total for node in world.nodes.values()} == {5}


def test_an_illegal_move_is_in_the_chain_and_changes_nothing() -> None:
    world = steady(3)
    world.submit(0, -7)
    world.submit(0, 7)
    world.run_for(1.0)
    assert {node.app.total for node in world.nodes.values()} == {7}
    assert {node.replica.last_index for node in world.nodes.values()} == {5}


def test_moves_go_to_all_seats() -> None:
    world = steady(4)
    author = world.followers[0]
    author.sent.clear()
    world.submit(author.peer)
    assert len(sent(author, Submit)) == 3


def test_a_move_names_the_last_entry_that_its_author_applied() -> None:
    world = steady(3)
    move = world.submit(0)
    assert (move.base_index, move.base_hash) == (3, world.nodes[0].ledger.hash_at(3))


def test_a_move_that_took_long_to_make_names_what_was_applied_before() -> None:
    world = steady(3)
    signed = world.nodes[0].replica.submit(Kind.MOVE, 1, now=world.now, base=2)
    assert (signed.base_index, signed.base_hash) == (2, world.nodes[0].ledger.hash_at(2))


def test_moves_that_come_together_travel_together_and_are_acked_once() -> None:
    world = steady(4)
    leader, follower = world.leader, world.followers[0]
    for seat in (node.peer for node in world.followers):
        leader.replica.receive(seat, forge.submit(seat, 1), now=world.now)
    leader.sent.clear()
    follower.sent.clear()
    leader.settle()
    appends = {id(message): message for message in sent(leader, Append)}.values()
    assert [len(message.entries) for message in appends if isinstance(message, Append)] == [3]
    world.run_for(HOP + 1e-6)
    assert {ack.index for ack in acks(follower)} == {7}


def test_one_message_object_serves_all_links() -> None:
    world = steady(4)
    world.nodes[0].sent.clear()
    world.submit(world.leader.peer)
    world.run_for(HOP + 1e-6)
    assert len({id(m) for m in sent(world.followers[0], AckMessage)}) == 1


def test_at_most_eight_entries_are_in_flight() -> None:
    world = steady(3)
    for node in world.followers:
        node.deaf = True
    for _ in range(12):
        world.submit(world.leader.peer)
    assert world.leader.replica.last_index - world.leader.replica.final_index == 8
    for node in world.followers:
        node.deaf = False
    world.run_for(2.0)
    assert world.leader.replica.final_index == 3 + 12


def test_sixteen_moves_may_wait() -> None:
    world = steady(3)
    author = world.followers[0]
    world.leader.deaf = True
    for _ in range(16):
        world.submit(author.peer)
    with pytest.raises(LocalProtocolError, match="16 moves"):
        world.submit(author.peer)
    assert len(author.replica.pending) == 16
    world.leader.deaf = False
    world.run_for(3.0)
    assert author.replica.pending == ()
    assert {node.app.moves for node in world.nodes.values()} == {16}


@pytest.mark.parametrize(("kind", "count"), [(Kind.MOVE, 0), (Kind.HELLO, 1)])
def test_a_session_starts_with_its_only_hello(kind: Kind, count: int) -> None:
    world = World(3)
    for _ in range(count):
        world.submit(0, None, kind=Kind.HELLO)
    with pytest.raises(LocalProtocolError, match="hello"):
        world.submit(0, None, kind=kind)


def test_a_body_that_cannot_be_encoded_uses_no_number() -> None:
    world = steady(3)
    with pytest.raises(LocalProtocolError):
        world.nodes[0].replica.submit(Kind.MOVE, 2**70, now=world.now)
    assert world.submit(0).n == 1


def test_a_ledger_of_another_table_is_refused() -> None:
    with pytest.raises(LocalProtocolError, match="another table"):
        Replica(
            seat=0,
            keys=keys(2),
            table_id=TABLE_ID,
            ledger=Ledger(TABLE_ID, keys(3), GENESIS_HASH),
            identity=identity(0),
            session=bytes(8),
            application=Counter(2),
            now=0.0,
        )


def test_leave_and_what_follows_need_the_quorums_of_both_rosters() -> None:
    """F1: without the quorum of the ``leave`` nothing above it is final, whoever acked that."""
    world = steady(3)
    victim, leaver = world.followers
    world.leader.deaf = True
    leave = forge.entry(world, forge.move(leaver.peer, 1, (), kind=Kind.LEAVE))
    above = forge.entry(world, forge.move(victim.peer, 1), index=leave.index + 1, prev=leave.hash)
    victim.replica.receive(world.leader.peer, Append(1, (leave, above)), now=world.now)
    world.run_for(HOLD)
    victim.replica.receive(world.leader.peer, Append(1, (above,)), now=world.now)
    victim.settle()
    assert victim.replica.last_index == above.index
    before = victim.replica.final_index
    victim.replica.receive(leaver.peer, forge.ack(victim, leaver.peer), now=world.now)
    victim.settle()
    assert victim.replica.final_index == before, "two of two is enough for the roster after it"
    victim.replica.receive(world.leader.peer, forge.ack(victim, world.leader.peer), now=world.now)
    victim.settle()
    assert victim.replica.final_index == above.index


def test_quorums_shrink_with_the_roster() -> None:
    world = steady(4)
    leaver = world.followers[0]
    world.submit(leaver.peer, (), kind=Kind.LEAVE)
    world.run_for(1.0)
    world.followers[0].deaf = True
    for node in world.nodes.values():
        if node is not leaver:
            world.cut(node.peer, leaver.peer)
    world.submit(world.leader.peer, 3)
    world.run_for(1.0)
    assert world.leader.app.total == 3


# -- what is lost comes again --------------------------------------------------------------------


def test_a_lost_move_is_sent_again_byte_for_byte() -> None:
    world = steady(3)
    author = world.followers[0]
    author.sent.clear()
    world.leader.deaf = True
    world.submit(author.peer)
    world.run_for(1.0)
    wishes = {m.move_raw + m.signature for m in author.sent if isinstance(m, Submit)}
    assert len(wishes) == 1
    assert len(sent(author, Submit)) > 2
    world.leader.deaf = False
    world.run_for(0.5)
    assert author.replica.pending == ()


def test_a_lost_ack_is_sent_again_byte_for_byte() -> None:
    world = steady(2)
    follower = world.followers[0]
    follower.sent.clear()
    world.submit(world.leader.peer)
    world.run_for(HOP / 2)
    world.leader.deaf = True
    world.run_for(0.3)
    world.leader.deaf = False
    world.run_for(0.6)
    said = [m for m in follower.sent if isinstance(m, AckMessage)]
    assert len(said) > 1
    assert len({m.ack_raw + m.signature for m in said}) == 1
    assert world.leader.replica.final_index == 3


def test_a_seat_without_a_link_to_the_leader_plays_through_the_others() -> None:
    world = steady(4)
    author = world.followers[0]
    world.cut(author.peer, world.leader.peer)
    world.submit(author.peer, 9)
    world.run_for(3.0)
    assert {node.app.total for node in world.nodes.values()} == {9}
    assert author.replica.pending == ()


def test_the_minority_waits() -> None:
    world = steady(4)
    alone = world.followers[0]
    for node in world.nodes.values():
        world.cut(alone.peer, node.peer)
    world.submit(alone.peer, 1)
    world.submit(world.leader.peer, 2)
    world.run_for(2.0)
    assert (alone.replica.final_index, len(alone.replica.pending)) == (4, 1)
    assert world.leader.app.total == 2
    world.heal()
    world.run_for(1.0)
    assert {node.app.total for node in world.nodes.values()} == {3}


def test_a_long_absence_is_made_up_for_in_chunks() -> None:
    world = steady(4, round_length=40)
    absent = world.followers[0]
    for node in world.nodes.values():
        world.cut(absent.peer, node.peer)
    present = [node.peer for node in world.nodes.values() if node is not absent]
    for turn in range(120):
        world.submit(present[turn % 3])
        world.run_for(3 * HOP + 1e-6)
    for node in world.nodes.values():
        node.sent.clear()
    world.heal()
    world.run_for(1.0)
    assert absent.replica.final_index == world.leader.replica.final_index > 100
    chunks = [m for node in world.nodes.values() for m in node.sent if isinstance(m, Chunk)]
    assert max(len(chunk.entries) for chunk in chunks) == CHUNK_ENTRIES
    assert len(chunks) <= 6, "one question at a time, not one to every peer"


def test_chunks_are_bounded_in_bytes() -> None:
    world = steady(3)
    body = b"x" * 3_900
    for _ in range(20):
        world.submit(world.leader.peer, body)
        world.run_for(0.1)
    leader, reader = world.leader, world.followers[0]
    leader.sent.clear()
    leader.replica.receive(reader.peer, Want(1), now=world.now)
    leader.settle()
    (chunk,) = [m for m in leader.sent if isinstance(m, Chunk)]
    assert sum(len(entry.pack()) for entry in chunk.entries) <= CHUNK_BYTES
    assert chunk.entries[0].index == 1
    assert chunk.certificate is None, "a certificate of an entry beyond the chunk is no use"


# -- proofs --------------------------------------------------------------------------------------


def test_the_leaders_heartbeat_carries_a_certificate_that_all_keep() -> None:
    world = steady(4)
    world.submit(0)
    world.run_for(1.0)
    for node in world.nodes.values():
        newest = Certificate.unpack(node.stored(FrameType.CERTIFICATE)[-1])
        assert (newest.index, newest.entry_hash) == (5, node.ledger.hash_at(5))
        assert len(newest.acks) == 3, "a quorum, no more"


def test_a_certificate_is_made_once_for_an_entry() -> None:
    world = steady(4)
    world.run_for(5.0)
    assert len(world.leader.stored(FrameType.CERTIFICATE)) == 1


def test_a_round_ends_under_everybodys_signature() -> None:
    world = steady(4, round_length=2)
    world.submit(0, 10)
    world.submit(1, 20)
    world.run_for(1.0)
    for node in world.nodes.values():
        (seal,) = node.sealed
        assert node.app.seals == [seal]
        assert seal.scores == (10, 20, 0, 0)
        assert [seat for seat, _ in seal.signatures] == [0, 1, 2, 3]
        assert node.replica.sealed_index == seal.index == node.replica.last_index
    assert world.leader.replica.heads[world.followers[0].peer].sealed_index == seal.index


def test_one_end_of_a_round_is_proposed_at_a_time() -> None:
    world = steady(4, round_length=2)
    world.submit(world.leader.peer)
    world.submit(world.leader.peer)
    world.run_for(2 * HOP + 1e-6)
    assert world.leader.app.moves == 2
    for node in world.followers:
        node.deaf = True
    world.run_for(2.0)
    for node in world.followers:
        node.deaf = False
    world.run_for(2.0)
    kinds = [entry.kind for entry in world.leader.ledger.slice(1, 99)]
    assert kinds.count(Kind.ROUND_END) == 1


def test_a_seal_waits_for_the_last_signature() -> None:
    world = steady(4, round_length=2)
    absent = world.followers[0]
    for node in world.nodes.values():
        world.cut(absent.peer, node.peer)
    world.submit(world.leader.peer)
    world.submit(world.leader.peer)
    world.run_for(2.0)
    assert world.leader.app.rounds == 1
    assert world.leader.replica.sealed_index == 0
    world.heal()
    world.run_for(1.0)
    assert {node.replica.sealed_index for node in world.nodes.values()} == {7}


def test_an_older_open_seal_holds_the_index_back() -> None:
    world = steady(3, round_length=2)
    deliver, victim = world.deliver, world.followers[0]

    def lossy(source: int, target: int, message: object) -> None:
        first_round = isinstance(message, SealShare) and message.index < 7
        if target != victim.peer or not (first_round or isinstance(message, Chunk)):
            deliver(source, target, message)  # type: ignore[arg-type]

    world.deliver = lossy  # type: ignore[method-assign]
    for seat in (0, 1, 2, 0):
        world.submit(seat)
        world.run_for(1.0)
    assert (victim.app.rounds, len(victim.sealed), victim.replica.sealed_index) == (2, 1, 0)
    world.deliver = deliver  # type: ignore[method-assign]
    world.run_for(1.0)
    assert (len(victim.sealed), victim.replica.sealed_index) == (2, victim.replica.final_index)


# -- effects and time ----------------------------------------------------------------------------


def test_a_follower_stores_and_syncs_before_it_acks_and_acks_before_it_folds() -> None:
    world = steady(2)
    follower, leader = world.followers[0], world.leader
    entry = forge.entry(world, forge.move(follower.peer, 1))
    follower.replica.receive(leader.peer, Append(1, (entry,)), now=world.now)
    follower.replica.receive(
        leader.peer,
        forge.ack(follower, leader.peer, index=entry.index, entry_hash=entry.hash),
        now=world.now,
    )
    effects = follower.settle()
    assert [type(effect) for effect in effects] == [do.Store, do.Sync, do.Broadcast, do.Applied]
    assert effects[0] == do.Store(FrameType.ENTRY, entry.pack())


def test_a_leader_stores_before_it_announces_and_syncs_before_it_acks() -> None:
    world = steady(3)
    move = world.nodes[world.leader.peer].replica.submit(Kind.MOVE, 1, now=world.now)
    keep, store, append, sync, ack = world.leader.settle()
    assert isinstance(keep, do.Keep)
    assert keep.submit.move_raw == move.raw
    assert isinstance(store, do.Store)
    assert Entry.unpack(store.body).move == move
    assert sync == do.Sync()
    assert isinstance(append, do.Tell)
    assert append.peers == tuple(node.peer for node in world.followers)
    assert isinstance(append.message, Append)
    assert isinstance(ack, do.Broadcast)
    assert isinstance(ack.message, AckMessage)


def test_heartbeats_come_four_times_a_second_and_not_early() -> None:
    world = steady(3)
    replica = world.followers[0].replica
    deadline = replica.next_deadline()
    assert deadline is not None
    replica.on_time(deadline - 0.001)
    assert replica.effects() == []
    replica.on_time(deadline)
    (beat,) = replica.effects()
    assert isinstance(beat, do.Broadcast)
    assert isinstance(beat.message, Heads)
    assert replica.next_deadline() == deadline + 0.25


def test_a_lost_peer_is_forgotten() -> None:
    world = steady(3)
    a, b = world.followers
    assert b.peer in a.replica.heads
    world.cut(a.peer, b.peer)
    assert b.peer not in a.replica.heads


def test_a_learner_follows_and_says_nothing() -> None:
    world = steady(3, learners=1)
    learner = world.nodes[16]
    world.submit(0, 4)
    world.run_for(1.0)
    assert learner.app.total == 4
    assert {type(message) for message in learner.sent} <= {Heads, Want}
    with pytest.raises(LocalProtocolError):
        learner.replica.submit(Kind.HELLO, None, now=world.now)


def test_everything_survives_the_codec_of_the_wire() -> None:
    world = World(4, round_length=3, through_wire=True)
    world.hello()
    bodies: list[Value] = [1, -1, "text", (1, (b"x", None)), True, 5]
    moves = [world.submit(turn % 4, body) for turn, body in enumerate(bodies)]
    world.cut(0, 1)
    world.run_for(2.0)
    world.heal()
    world.run_for(2.0)
    world.check()
    world.check_complete(moves)
