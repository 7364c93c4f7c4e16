"""What an evil or broken peer can do: a named error or nothing at all, and never another state."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.order import forge
from tests.order.virtual import TABLE_ID, Counter, Node, World, identity
from unonet.errors import DecodeError, LocalProtocolError, RemoteProtocolError
from unonet.ledger.entry import Ack, Certificate, Seal, SystemRecord
from unonet.ledger.kinds import Kind
from unonet.order import effects as do
from unonet.order.messages import (
    AckMessage,
    Append,
    Chunk,
    Heads,
    Message,
    SealShare,
    Submit,
    Want,
)
from unonet.wire import messages as wire

FOREIGN = bytes(16)


@pytest.fixture
def world() -> World:
    """Four seats, all hellos final everywhere."""
    made = World(4)
    made.hello()
    return made


def state(node: Node) -> tuple[object, ...]:
    replica = node.replica
    return (
        replica.final_index,
        replica.last_index,
        replica.sealed_index,
        replica.pending,
        node.ledger.last_hash,
        node.app.state_hash(),
        len(node.frames),
    )


def give(node: Node, peer: int, message: Message) -> list[do.Effect]:
    node.replica.receive(peer, message, now=node.world.now)
    return node.settle()


def refused(node: Node, peer: int, message: Message, *, words: str = "") -> None:
    """``message`` is an error that names ``peer``, and nothing has changed."""
    before = state(node)
    with pytest.raises(RemoteProtocolError, match=rf"peer {peer}: .*{words}"):
        node.replica.receive(peer, message, now=node.world.now)
    node.settle()
    assert state(node) == before


def ignored(node: Node, peer: int, message: Message) -> None:
    """``message`` changes nothing and is not answered."""
    before = state(node)
    assert give(node, peer, message) == []
    assert state(node) == before


def appended(world: World, *, author: int | None = None, **wrong: Any) -> Append:
    """An Append of one entry that the leader could have made, but for ``wrong``."""
    author = world.followers[0].peer if author is None else author
    return Append(1, (forge.entry(world, forge.move(author, 1), **wrong),))


# -- entries -------------------------------------------------------------------------------------


def test_the_forger_can_make_an_entry_that_is_right(world: World) -> None:
    victim = world.followers[1]
    give(victim, world.leader.peer, appended(world))
    assert victim.replica.last_index == world.leader.replica.last_index + 1


def test_a_header_that_the_leader_did_not_sign(world: World) -> None:
    victim, liar = world.followers[:2]
    refused(victim, liar.peer, appended(world, signer=liar.peer), words="did not sign this header")


def test_a_header_that_names_another_leader(world: World) -> None:
    victim, liar = world.followers[:2]
    wrong = appended(world, leader=liar.peer, signer=liar.peer)
    refused(victim, liar.peer, wrong, words=f"of seat {liar.peer} in term 1")


def test_a_header_of_another_term(world: World) -> None:
    refused(world.followers[0], world.leader.peer, appended(world, term=2), words="in term 2")


def test_a_header_of_another_table(world: World) -> None:
    refused(world.followers[0], world.leader.peer, appended(world, table_id=FOREIGN))


def test_an_entry_on_another_genesis() -> None:
    world = World(3)
    refused(
        world.followers[0], world.leader.peer, appended(world, prev=bytes(32)), words="the hash of"
    )


def test_entries_may_be_relayed_by_anybody(world: World) -> None:
    victim, relay = world.followers[:2]
    give(victim, relay.peer, appended(world))
    assert victim.replica.last_index == world.leader.replica.last_index + 1


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (lambda seat: forge.move(seat, 3), "where 1 is due"),
        (lambda seat: forge.move(seat, 0, None, kind=Kind.HELLO), "where 1 is due"),
        (lambda seat: forge.move(seat, 1, session_id=bytes(range(8))), "where 0 is due"),
        (lambda seat: forge.move(seat, 1, signer=seat ^ 1), "did not sign this move"),
        (lambda seat: forge.move(seat, 1, table_id=FOREIGN), "did not sign this move"),
        (lambda seat: forge.move(9, 0, None, kind=Kind.HELLO), "has no seat"),
    ],
)
def test_a_leader_that_orders_a_move_it_should_not(world: World, record: Any, words: str) -> None:
    victim, author = world.followers[:2]
    wrong = forge.entry(world, record(author.peer))
    refused(victim, world.leader.peer, Append(1, (wrong,)), words=words)


def test_entries_before_the_wrong_one_are_kept(world: World) -> None:
    victim, author = world.followers[:2]
    first = forge.entry(world, forge.move(author.peer, 1))
    wrong = forge.entry(world, forge.move(author.peer, 7), index=first.index + 1, prev=first.hash)
    with pytest.raises(RemoteProtocolError):
        victim.replica.receive(world.leader.peer, Append(1, (first, wrong)), now=world.now)
    effects = victim.settle()
    acks = [e.message for e in effects if isinstance(e, do.Broadcast)]
    assert victim.replica.last_index == first.index
    assert [Ack.unpack(a.ack_raw).index for a in acks if isinstance(a, AckMessage)] == [first.index]


def test_a_gap_is_asked_for_and_nothing_taken(world: World) -> None:
    victim, before = world.followers[0], state(world.followers[0])
    last = victim.replica.last_index
    effects = give(victim, world.leader.peer, appended(world, index=last + 3, prev=bytes(32)))
    assert effects == [do.Send(world.leader.peer, Want(last + 1, 0))]
    assert state(victim) == before


def test_replayed_entries_change_nothing(world: World) -> None:
    ignored(world.followers[0], world.leader.peer, Append(1, world.leader.ledger.slice(1, 5)))


@pytest.mark.parametrize("count", [0, 9])
def test_an_append_of_too_few_or_too_many(world: World, count: int) -> None:
    entries = world.leader.ledger.slice(1, 2) * count
    refused(world.followers[0], world.leader.peer, Append(1, entries), words=f"of {count} entries")


def test_an_append_of_another_term(world: World) -> None:
    wrong = replace(appended(world), term=2)
    refused(world.followers[0], world.leader.peer, wrong, words="term 2")


# -- forks ---------------------------------------------------------------------------------------


def test_two_headers_in_one_place_halt_with_both(world: World) -> None:
    victim, author = world.followers[:2]
    one = forge.entry(world, forge.move(author.peer, 1, 1))
    two = forge.entry(world, forge.move(author.peer, 1, 2))
    give(victim, world.leader.peer, Append(1, (one,)))
    effects = give(victim, author.peer, Append(1, (two,)))
    fork = do.Fork(
        seat=world.leader.peer,
        term=1,
        index=one.index,
        ours=(one.header.raw, one.header_signature),
        theirs=(two.header.raw, two.header_signature),
    )
    assert effects == [do.Halted(fork)]
    assert victim.replica.halted == fork


def test_a_fork_cannot_be_invented(world: World) -> None:
    victim, liar = world.followers[:2]
    false = forge.entry(world, forge.move(liar.peer, 1, 2), index=2, signer=liar.peer)
    refused(victim, liar.peer, Append(1, (false,)), words="did not sign")
    assert victim.replica.halted is None


def test_a_fork_below_is_looked_for_and_found(world: World) -> None:
    victim, author = world.followers[:2]
    one = forge.entry(world, forge.move(author.peer, 1, 1))
    two = forge.entry(world, forge.move(author.peer, 1, 2))
    above = forge.entry(world, forge.move(author.peer, 2), index=two.index + 1, prev=two.hash)
    give(victim, world.leader.peer, Append(1, (one,)))
    effects = give(victim, author.peer, Append(1, (above,)))
    assert effects == [do.Send(author.peer, Want(one.index, 0))]
    give(victim, author.peer, Chunk((two, above)))
    assert isinstance(victim.replica.halted, do.Fork)


def test_heads_that_differ_are_asked_for_the_entry(world: World) -> None:
    victim, other = world.followers[:2]
    last = victim.replica.last_index
    effects = give(victim, other.peer, Heads(1, last, last, bytes(32), 0))
    assert effects == [do.Send(other.peer, Want(last, 0))]


def test_an_equivocating_leader_is_found_by_gossip() -> None:
    world = World(4)
    world.hello()
    a, b, author = world.followers
    for node, body in ((a, 1), (b, 2)):
        entry = forge.entry(world, forge.move(author.peer, 1, body))
        node.replica.receive(world.leader.peer, Append(1, (entry,)), now=world.now)
        node.settle()
    world.run_for(2.0)
    halted = [node.peer for node in world.nodes.values() if isinstance(node.halted, do.Fork)]
    assert len(halted) >= 1
    assert all(final <= 4 for final in world.finals.values())


# -- acks ----------------------------------------------------------------------------------------


def unacked(world: World) -> tuple[Node, list[int]]:
    """A follower that holds one entry which only it has acked, and the other seats."""
    victim = world.followers[0]
    give(victim, world.leader.peer, appended(world))
    return victim, [node.peer for node in world.nodes.values() if node is not victim]


def test_the_forger_can_make_acks_that_count(world: World) -> None:
    victim, others = unacked(world)
    for peer in others[:2]:
        give(victim, peer, forge.ack(victim, peer))
    assert victim.replica.final_index == victim.replica.last_index


def test_an_ack_for_another_seat(world: World) -> None:
    victim, (a, b, _) = unacked(world)
    refused(victim, a, forge.ack(victim, b), words=f"an ack of seat {b}")


@pytest.mark.parametrize(
    "wrong", [{"term": 2}, {"index": 0, "applied_index": 0}, {"applied_index": 9}]
)
def test_an_ack_that_cannot_be(world: World, wrong: dict[str, int]) -> None:
    victim, (a, *_) = unacked(world)
    refused(victim, a, forge.ack(victim, a, **wrong), words="an ack of")


def test_an_ack_repeated_counts_once(world: World) -> None:
    victim, (a, *_) = unacked(world)
    for _ in range(5):
        ignored(victim, a, forge.ack(victim, a))


def test_an_old_ack_takes_nothing_back(world: World) -> None:
    victim, (a, b, _) = unacked(world)
    old: dict[str, Any] = {"index": 2, "entry_hash": victim.ledger.hash_at(2), "applied_index": 0}
    genesis = Counter(4).state_hash()
    give(victim, a, forge.ack(victim, a))
    ignored(victim, a, forge.ack(victim, a, **old, state_hash=genesis))
    give(victim, b, forge.ack(victim, b))
    assert victim.replica.final_index == victim.replica.last_index


def test_an_ack_of_another_chain_counts_for_nothing(world: World) -> None:
    victim, others = unacked(world)
    for peer in others:
        ignored(victim, peer, forge.ack(victim, peer, entry_hash=bytes(32)))


def test_an_ack_far_ahead_is_not_kept(world: World) -> None:
    victim, (a, *_) = unacked(world)
    for index in range(1000, 1100):
        ignored(victim, a, forge.ack(victim, a, index=index, applied_index=index))


def test_a_false_ack_never_enters_a_certificate_and_voids_its_seat(world: World) -> None:
    leader = world.leader
    liar, *others = world.followers
    liar.deaf = True
    for node in others:
        node.deaf = True
    world.submit(leader.peer)
    for node in (liar, others[0]):
        false = node is liar
        give(leader, node.peer, forge.ack(leader, node.peer, signer=9 if false else None))
    assert leader.replica.final_index == leader.replica.last_index
    world.run_for(0.3)
    assert [effect.peer for effect in leader.refused] == [liar.peer]
    assert "did not sign" in str(leader.refused[0].error)
    before = leader.replica.final_index
    world.submit(leader.peer)
    for node in (liar, others[0]):
        give(leader, node.peer, forge.ack(leader, node.peer))
    assert leader.replica.final_index == before, "acks of a void seat do not count"
    give(leader, others[1].peer, forge.ack(leader, others[1].peer))
    assert leader.replica.final_index == before + 1


def test_a_void_seat_loses_the_acks_that_wait_too(world: World) -> None:
    victim, (a, b, _) = unacked(world)
    give(victim, a, forge.ack(victim, a))
    lie = forge.ack(victim, a, state_hash=bytes(32), signer=9)
    give(victim, a, lie)
    assert [effect.peer for effect in victim.refused] == [a]
    give(victim, b, forge.ack(victim, b))
    assert victim.replica.final_index < victim.replica.last_index


def certificate(node: Node, seats: list[int], *, liar: int | None = None) -> Certificate:
    acks = []
    for seat in seats:
        made = forge.ack(node, seat, signer=9 if seat == liar else None)
        acks.append((Ack.unpack(made.ack_raw), made.signature))
    return Certificate.pack(
        index=node.replica.last_index, entry_hash=node.ledger.last_hash, acks=acks
    )


def heads_of(node: Node, **fields: Any) -> Heads:
    replica = node.replica
    made = Heads(1, replica.final_index, replica.last_index, node.ledger.last_hash, 0)
    return replace(made, **fields)


def test_a_certificate_makes_final_whoever_brings_it(world: World) -> None:
    victim, others = unacked(world)
    give(victim, others[0], heads_of(victim, certificate=certificate(victim, others)))
    assert victim.replica.final_index == victim.replica.last_index


def test_a_certificate_with_a_false_ack_is_its_bearers_lie(world: World) -> None:
    victim, others = unacked(world)
    false = certificate(victim, others, liar=others[1])
    refused(victim, others[0], heads_of(victim, certificate=false), words="never made")
    assert victim.refused == []


def test_a_certificate_of_too_few_proves_nothing(world: World) -> None:
    victim, others = unacked(world)
    before = state(victim)
    give(victim, others[0], heads_of(victim, certificate=certificate(victim, others[:1])))
    assert state(victim) == before


def test_a_certificate_with_a_seat_that_is_not_there(world: World) -> None:
    victim, others = unacked(world)
    false = certificate(victim, [*others, 9])
    refused(victim, others[0], heads_of(victim, certificate=false), words="seat 9")


# -- desync --------------------------------------------------------------------------------------


def test_one_entry_and_two_states_halt_with_both(world: World) -> None:
    victim, (a, *_) = unacked(world)
    wrong = forge.ack(victim, a, state_hash=bytes(32))
    effects = give(victim, a, wrong)
    report = do.Divergence(
        seat=a,
        index=victim.replica.final_index,
        entry_hash=victim.ledger.last_hash,
        ours=victim.app.state_hash(),
        theirs=bytes(32),
        signed=(wrong.ack_raw, wrong.signature),
    )
    assert effects == [do.Halted(report)]


def test_a_claim_about_an_entry_to_come_is_remembered(world: World) -> None:
    victim, (a, b, _) = unacked(world)
    last = victim.replica.last_index
    give(victim, a, forge.ack(victim, a, applied_index=last, state_hash=bytes(32)))
    assert victim.replica.halted is None
    give(victim, b, forge.ack(victim, b))
    assert isinstance(victim.replica.halted, do.Divergence)
    assert (victim.replica.halted.index, victim.replica.halted.seat) == (last, a)


def test_nobody_halts_on_a_claim_that_is_not_signed(world: World) -> None:
    victim, (a, *_) = unacked(world)
    effects = give(victim, a, forge.ack(victim, a, state_hash=bytes(32), signer=9))
    assert victim.replica.halted is None
    assert [e.peer for e in effects if isinstance(e, do.Refused)] == [a]


def test_nothing_happens_after_a_halt(world: World) -> None:
    victim, (a, b, c) = unacked(world)
    give(victim, a, forge.ack(victim, a, state_hash=bytes(32)))
    before = state(victim)
    for peer in (b, c):
        assert give(victim, peer, forge.ack(victim, peer)) == []
    victim.replica.on_time(world.now + 10)
    victim.replica.connected(b, now=world.now)
    assert victim.replica.effects() == []
    assert victim.replica.next_deadline() is None
    assert state(victim) == before
    with pytest.raises(LocalProtocolError):
        victim.replica.submit(Kind.MOVE, 1, now=world.now)


# -- moves ---------------------------------------------------------------------------------------


def test_a_move_that_its_author_did_not_sign(world: World) -> None:
    author, relay = world.followers[:2]
    wrong = forge.submit(author.peer, 1, signer=relay.peer)
    refused(world.leader, author.peer, wrong, words="did not sign")
    refused(world.followers[2], author.peer, wrong, words="did not sign")
    refused(world.followers[2], relay.peer, wrong, words="did not sign")


def test_a_move_of_another_table(world: World) -> None:
    author = world.followers[0].peer
    refused(world.leader, author, forge.submit(author, 1, table_id=FOREIGN), words="did not sign")


@pytest.mark.parametrize(
    ("n", "kind"), [(0, Kind.MOVE), (1, Kind.HELLO)], ids=["no hello first", "hello later"]
)
def test_a_session_that_starts_wrongly(world: World, n: int, kind: Kind) -> None:
    author = world.followers[0].peer
    refused(world.leader, author, forge.submit(author, n, kind=kind), words="cannot be")


def test_a_move_of_a_seat_that_is_not_there(world: World) -> None:
    refused(world.leader, world.followers[0].peer, forge.submit(9, 1), words="seat 9")


def test_a_move_once_ordered_is_not_ordered_again(world: World) -> None:
    author = world.followers[0].peer
    move = forge.submit(author, 1)
    give(world.leader, author, move)
    world.run_for(0.5)
    ignored(world.leader, author, move)
    ignored(world.leader, author, forge.submit(author, 1, 99))


def test_a_later_n_waits_for_the_ones_before(world: World) -> None:
    author, leader = world.followers[0].peer, world.leader
    last = leader.replica.last_index
    give(leader, author, forge.submit(author, 2, 20))
    assert leader.replica.last_index == last
    give(leader, author, forge.submit(author, 1, 10))
    assert [entry.body for entry in leader.ledger.slice(last + 1, last + 3)] == [10, 20]


def test_a_session_that_ended_stays_ended(world: World) -> None:
    author, leader = world.followers[0].peer, world.leader
    new = bytes(range(8))
    give(leader, author, forge.submit(author, 2, session_id=new))
    give(leader, author, forge.submit(author, 0, None, kind=Kind.HELLO, session_id=new))
    ignored(leader, author, forge.submit(author, 1))
    ignored(leader, author, forge.submit(author, 0, None, kind=Kind.HELLO))


def test_a_flood_of_moves(world: World) -> None:
    author, leader = world.followers[0], world.leader
    for n in range(2, 17):
        give(leader, author.peer, forge.submit(author.peer, n))
    elsewhere = {"kind": Kind.MOVE, "session_id": bytes(range(8))}
    give(leader, author.peer, forge.submit(author.peer, 5, **elsewhere))
    far = forge.submit(author.peer, 6, **elsewhere)
    refused(leader, author.peer, far, words="more moves than may be pending")
    ignored(leader, world.followers[1].peer, forge.submit(author.peer, 19))
    assert author.replica.pending == ()


def test_a_flood_at_a_follower_is_nobodys_fault(world: World) -> None:
    victim, author = world.followers[:2]
    for n in range(2, 30):
        ignored(victim, author.peer, forge.submit(author.peer, n))


def test_a_move_held_does_not_vouch_for_another(world: World) -> None:
    """Having checked one move of seat and n is no reason to skip the check of another."""
    victim, author = world.followers[:2]
    give(victim, author.peer, forge.submit(author.peer, 1, 10))
    wrong = forge.entry(world, forge.move(author.peer, 1, 99, signer=9))
    refused(victim, world.leader.peer, Append(1, (wrong,)), words="did not sign this move")


def test_a_move_held_does_not_vouch_for_its_header(world: World) -> None:
    victim, author = world.followers[:2]
    give(victim, author.peer, forge.submit(author.peer, 1))
    wrong = appended(world, signer=9, author=author.peer)
    refused(victim, world.leader.peer, wrong, words="did not sign this header")
    give(victim, world.leader.peer, appended(world, author=author.peer))
    assert victim.replica.last_index == world.leader.replica.last_index + 1


# -- catching up ---------------------------------------------------------------------------------


def asking(world: World) -> tuple[Node, int]:
    """A follower that waits for a chunk from the leader, far behind as it is told."""
    victim, leader = world.followers[0], world.leader.peer
    effects = give(victim, leader, heads_of(victim, last_index=500, last_hash=bytes(32)))
    assert [type(e.message) for e in effects if isinstance(e, do.Send)] == [Want]
    return victim, leader


def test_a_chunk_that_nobody_asked_for(world: World) -> None:
    author = world.followers[1].peer
    entry = forge.entry(world, forge.move(author, 1))
    ignored(world.followers[0], world.leader.peer, Chunk((entry,)))


def test_a_chunk_from_somebody_else(world: World) -> None:
    victim, _ = asking(world)
    author = world.followers[1].peer
    ignored(victim, author, Chunk((forge.entry(world, forge.move(author, 1)),)))


def test_a_chunk_of_too_many_entries(world: World) -> None:
    victim, leader = asking(world)
    refused(victim, leader, Chunk(victim.ledger.slice(1, 2) * 65), words="65 entries")


def test_a_chunk_of_too_many_bytes(world: World) -> None:
    victim, leader = asking(world)
    author = world.followers[1].peer
    first = forge.entry(world, forge.move(author, 1, b"x" * 40_000))
    second = forge.entry(
        world, forge.move(author, 2, b"x" * 40_000), index=first.index + 1, prev=first.hash
    )
    refused(victim, leader, Chunk((first, second)), words="bytes")


def test_a_chunk_with_a_hole(world: World) -> None:
    victim, leader = asking(world)
    entries = victim.ledger.slice(1, 2) + victim.ledger.slice(3, 4)
    refused(victim, leader, Chunk(entries), words="hole")


def test_a_chunk_from_further_on(world: World) -> None:
    victim, leader = asking(world)
    author = world.followers[1].peer
    far = forge.entry(world, forge.move(author, 1), index=300)
    refused(victim, leader, Chunk((far,)), words="further on")


def test_an_empty_answer_does_not_start_a_loop(world: World) -> None:
    victim, leader = asking(world)
    ignored(victim, leader, Chunk(()))


def test_a_want_of_the_genesis(world: World) -> None:
    refused(world.leader, world.followers[0].peer, Want(0), words="genesis")


def test_a_want_of_the_future_is_answered_with_nothing(world: World) -> None:
    peer = world.followers[0].peer
    (effect,) = give(world.leader, peer, Want(2**32 - 1))
    assert isinstance(effect, do.Send)
    assert isinstance(effect.message, Chunk)
    assert effect.message.entries == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"term": 2},
        {"final_index": 99},
        {"sealed_index": 99},
        {"final_index": 0, "last_index": 0},
    ],
)
def test_heads_that_cannot_be(world: World, wrong: dict[str, int]) -> None:
    victim, liar = world.followers[:2]
    refused(victim, liar.peer, heads_of(liar, **wrong), words="heads")


# -- seals ---------------------------------------------------------------------------------------


def ending() -> tuple[World, Node, SealShare]:
    """A world at the end of a round in which one follower hears no shares; one honest share."""
    world = World(4, round_length=2)
    world.hello()
    victim = world.followers[0]
    world.submit(0)
    world.submit(1)
    deliver = world.deliver

    def without_shares(source: int, target: int, message: Message) -> None:
        if target != victim.peer or not isinstance(message, SealShare | Heads):
            deliver(source, target, message)

    world.deliver = without_shares  # type: ignore[method-assign]
    world.run_for(0.1)
    share = forge.last_sent(world.followers[1], SealShare)
    assert isinstance(share, SealShare)
    assert (victim.app.rounds, victim.replica.sealed_index) == (1, 0)
    return world, victim, share


def test_a_share_completes_the_seal() -> None:
    world, victim, _ = ending()
    for node in world.nodes.values():
        if node is not victim:
            share = forge.last_sent(node, SealShare)
            give(victim, node.peer, share)
    assert victim.replica.sealed_index == victim.replica.final_index


def test_a_share_with_a_wrong_signature() -> None:
    _, victim, share = ending()
    refused(victim, share.seat, forge.share(share, signer=9), words="did not sign")


def test_a_share_for_another_seat() -> None:
    world, victim, share = ending()
    refused(victim, world.leader.peer, share, words=f"a share of seat {share.seat}")


def test_a_share_of_another_end_halts() -> None:
    _, victim, share = ending()
    give(victim, share.seat, forge.share(share, scores=(9, 9, 9, 9)))
    assert isinstance(victim.replica.halted, do.Divergence)


def test_a_share_of_an_entry_that_ends_nothing() -> None:
    _, victim, share = ending()
    ignored(victim, share.seat, forge.share(share, index=2))


def test_a_share_too_early_is_checked_when_its_time_comes() -> None:
    world = World(4, round_length=2)
    world.hello()
    victim, liar = world.followers[:2]
    early = SealShare(7, bytes(32), bytes(32), (0, 0, 0, 0), liar.peer, bytes(64))
    ignored(victim, liar.peer, early)
    world.submit(0)
    world.submit(1)
    world.run_for(0.1)
    assert [effect.peer for effect in victim.refused] == [liar.peer]
    world.run_for(1.0)
    assert victim.replica.sealed_index == 7


@pytest.mark.parametrize("fault", ["signature", "signer"])
def test_a_seal_that_not_everybody_signed(fault: str) -> None:
    world, victim, share = ending()
    honest = world.leader.sealed[0]
    signatures = list(honest.signatures)
    if fault == "signature":
        signatures[0] = (signatures[0][0], bytes(64))
    else:
        signatures.pop()
    false = Seal.pack(
        index=honest.index,
        entry_hash=honest.entry_hash,
        state_hash=honest.state_hash,
        scores=honest.scores,
        signatures=signatures,
    )
    give(victim, share.seat, heads_of(world.leader, sealed_index=honest.index))
    refused(victim, share.seat, Chunk((), None, (false,)), words="seal of entry")


# -- anything ------------------------------------------------------------------------------------


@pytest.mark.parametrize("message", [Submit(b"\xc1", bytes(64)), AckMessage(b"\x93", bytes(64))])
def test_bytes_that_are_no_record(world: World, message: Message) -> None:
    refused(world.followers[0], world.leader.peer, message)


@pytest.mark.parametrize("peer", [-1, 4, 15])
def test_a_peer_without_a_seat(world: World, peer: int) -> None:
    victim = world.followers[0]
    refused(victim, peer, heads_of(victim), words="not from a seat")


def test_a_replica_does_not_talk_to_itself(world: World) -> None:
    victim = world.followers[0]
    refused(victim, victim.peer, heads_of(victim), words="not from a seat")


def test_a_learner_has_no_voice(world: World) -> None:
    victim = world.followers[0]
    refused(victim, 16, appended(world), words="not from a seat")
    refused(victim, 16, forge.ack(victim, victim.peer), words="not from a seat")


def test_a_system_record_is_no_move(world: World) -> None:
    record = SystemRecord.pack(kind=Kind.VOID, body=None)
    signature = identity(1).sign("move", TABLE_ID, record.raw)
    refused(world.leader, world.followers[0].peer, Submit(record.raw, signature))


def genuine() -> World:
    world = World(4, seed=3, round_length=3)
    world.hello()
    for seat in (0, 1, 2, 3, 0, 1):
        world.submit(seat)
    world.cut(0, 1)
    world.run_for(1.0)
    world.mend(0, 1)
    world.run_for(1.0)
    return world


GENUINE = genuine()
TRAFFIC = sorted({wire.encode(said) for node in GENUINE.nodes.values() for said in node.sent})
FLIPS = st.lists(st.tuples(st.integers(0, 2**20), st.integers(1, 255)), max_size=2)
ATTEMPTS = st.tuples(st.sampled_from(TRAFFIC), FLIPS, st.sampled_from([0, 1, 2, 3, 16]))


@settings(max_examples=300, deadline=None, database=None, derandomize=True)
@given(st.lists(ATTEMPTS, max_size=30))
def test_shuffled_and_damaged_traffic_neither_crashes_nor_forges(
    attempts: list[tuple[bytes, list[tuple[int, int]], int]],
) -> None:
    world = World(4, seed=3, round_length=3)
    victim = world.followers[0]
    for raw, flips, peer in attempts:
        damaged = bytearray(raw)
        for at, mask in flips:
            damaged[at % len(damaged)] ^= mask
        with suppress(DecodeError, RemoteProtocolError):
            message: Any = wire.decode(bytes(damaged))
            victim.replica.receive(peer, message, now=world.now)
        victim.settle()
    assert victim.halted is None
    for index in range(1, victim.replica.final_index + 1):
        assert victim.ledger.hash_at(index) == GENUINE.history[index][0]
