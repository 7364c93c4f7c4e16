"""A seat that ends between any two effects and starts again from its disk: nothing said is unsaid.

Every boundary is tried, with the tail that was not synced and without it. The nodes of
``virtual.World`` watch I1 to I3, I5, I7 and I9 all the time, over the crash as well.
"""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from tests.order import forge
from tests.order.virtual import (
    GENESIS_HASH,
    TABLE_ID,
    Counter,
    Faults,
    Node,
    World,
    identity,
    keys,
    session,
)
from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Move, Seal
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger
from unonet.order import effects as do
from unonet.order.memory import Memory
from unonet.order.messages import AckMessage, Append, Submit
from unonet.order.replica import Replica

DOWN = 0.6
SCRIPT = ((0.0, 0), (0.001, 1), (0.3, 0), (0.3, 1), (0.31, 1), (0.35, 0))
"""(seconds, seat) of moves; a round ends in the middle of them."""


def crashing(
    seats: int, victim: str, fuse: int, *, power_cut: bool, leaver: bool, heard: bool
) -> World:
    """A short game in which the leader or a follower crashes after ``fuse`` effects.

    What it has said and nobody has read is lost, or has been ``heard`` by one seat and by those who
    look on.
    """
    world = World(seats, seed=fuse, learners=1, round_length=3)
    world.hello()
    node = world.leader if victim == "leader" else world.followers[0]
    node.fuse = fuse

    def crash(burnt: Node) -> None:
        others = [other.peer for other in world.followers if other is not burnt]
        for other in (others[0], 16) if heard else ():
            world.hear_out(burnt.peer, other)
        burnt.crash(power_cut=power_cut)
        world.at(world.now + DOWN, burnt.restart)

    world.on_crash = crash
    for after, seat in SCRIPT:
        world.at(world.now + after, partial(move, world, seat))
    if leaver:
        last = max(other.peer for other in world.followers if other.seat is not None)
        world.at(world.now + 0.2, partial(move, world, last, Kind.LEAVE))
    world.run_for(3.0)
    world.check()
    if node.fuse is not None:
        return world
    world.run_for(3.0)
    world.check()
    world.check_complete(pledged(world))
    return world


def move(world: World, seat: int, kind: Kind = Kind.MOVE) -> None:
    node = world.nodes[seat]
    if not node.down and node.replica.next_n and seat in node.app.live():
        world.submit(seat, 1 if kind is Kind.MOVE else (), kind=kind)


def pledged(world: World) -> list[Move]:
    """Every move that its author kept."""
    return [Move.unpack(s.move_raw) for node in world.nodes.values() for s in node.kept]


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("power_cut", [False, True])
@pytest.mark.parametrize("victim", ["leader", "follower"])
@pytest.mark.parametrize(("seats", "leaver"), [(2, False), (3, False), (3, True)])
def test_a_crash_at_every_boundary(
    seats: int, leaver: bool, victim: str, power_cut: bool, heard: bool
) -> None:
    fuse = 0
    while True:
        world = crashing(seats, victim, fuse, power_cut=power_cut, leaver=leaver, heard=heard)
        node = world.leader if victim == "leader" else world.followers[0]
        if node.fuse is not None:
            break
        assert node.sessions == 1
        fuse += 1
    assert fuse > 50


@pytest.mark.parametrize("power_cut", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_end_at_once_and_start_again(seats: int, power_cut: bool) -> None:
    for after in range(12):
        world = World(seats, seed=after, round_length=3)
        world.hello()
        for seconds, seat in SCRIPT:
            world.at(world.now + seconds, partial(move, world, seat))
        world.run_for(0.299 + after / 1000)
        for node in world.nodes.values():
            node.crash(power_cut=power_cut)
        for node in world.nodes.values():
            world.at(world.now + 0.2 + node.peer / 10, node.restart)
        world.run_for(8.0)
        world.check()
        world.check_complete(pledged(world))


@pytest.mark.parametrize("seed", range(40))
def test_crashes_again_and_again_on_a_bad_network(seed: int) -> None:
    chance = Random(seed)
    world = World(chance.choice([2, 3, 4]), seed, round_length=4)
    world.hello()
    world.faults = Faults(loss=0.1, duplicates=0.1, delay=(0.0, 0.1))
    world.on_crash = lambda burnt: burnt.crash(power_cut=chance.random() < 0.5)
    start = world.now
    for _ in range(12):
        seat = chance.randrange(world.seats)
        world.at(start + chance.uniform(0, 8), partial(move, world, seat))
    for _ in range(4):
        node = world.nodes[chance.randrange(world.seats)]
        when = start + chance.uniform(0, 8)
        world.at(when, partial(light, node, chance.randrange(20)))
        world.at(when + chance.uniform(0.5, 3), partial(revive, node))
    world.run(start + 11)
    world.check()
    for node in world.nodes.values():
        node.fuse = None
        revive(node)
    world.heal()
    world.run_for(6.0)
    world.check()
    world.check_complete([])


def light(node: Node, fuse: int) -> None:
    if not node.down:
        node.fuse = fuse


def revive(node: Node) -> None:
    if node.down:
        node.restart()


# -- what a memory is, and is not -----------------------------------------------------------------


def played(seats: int = 3) -> World:
    """Two rounds of three moves, sealed; then one move more, all final."""
    world = World(seats, round_length=3)
    world.hello()
    for seat in (0, 1, 0, 1, 0, 1, 0):
        world.submit(seat)
        world.run_for(0.5)
    return world


def again(node: Node, memory: Memory, *, end: int | None = None, number: int = 1) -> Replica:
    """A replica that starts from the entries of ``node``, up to ``end``."""
    ledger = Ledger(TABLE_ID, keys(node.world.seats), GENESIS_HASH)
    for entry in node.ledger.slice(1, (end or node.ledger.last_index) + 1):
        ledger.append(entry)
    return Replica(
        seat=node.seat,
        keys=keys(node.world.seats),
        table_id=TABLE_ID,
        ledger=ledger,
        identity=identity(node.peer),
        session=session(node.peer, number),
        application=Counter(node.world.seats, 3),
        now=node.world.now,
        memory=memory,
    )


def cut_off_after_announcing(world: World) -> Node:
    """A leader that has announced an entry and loses power before that is on the disk."""
    leader, before = world.leader, world.leader.replica.last_index
    leader.fuse = 3  # Keep, Store, Tell
    world.on_crash = lambda burnt: burnt.crash(power_cut=True)
    world.submit(leader.peer, 5)
    assert leader.down
    assert leader.replica.last_index == before + 1
    return leader


@pytest.mark.parametrize("seats", [2, 4])
def test_a_leader_learns_from_others_what_it_had_announced(seats: int) -> None:
    world = World(seats, learners=1)
    world.hello()
    leader = cut_off_after_announcing(world)
    lost = leader.ledger.entry(leader.replica.last_index)
    # What is on its way when a link ends is lost: this one seat had read it before.
    world.followers[0].hear(leader.peer, Append(1, (lost,)))
    world.run_for(1.0)
    leader.restart()
    assert leader.replica.last_index == lost.index - 1
    world.run_for(2.0)
    for seat in range(seats):
        move(world, seat)
    world.run_for(2.0)
    world.check()
    assert leader.ledger.entry(lost.index).hash == lost.hash
    assert {node.app.total for node in world.nodes.values()} == {5 + seats}


def test_after_a_power_cut_a_leader_signs_nothing_before_every_seat_has_shown_its_log() -> None:
    world = World(4)
    world.hello()
    leader = cut_off_after_announcing(world)
    before = leader.replica.last_index - 1
    away = world.followers[-1]
    away.crash(power_cut=False)
    leader.restart()
    world.run_for(1.0)
    move(world, world.followers[0].peer)
    world.run_for(10.0)
    assert leader.replica.last_index == before
    assert not leader.whole
    away.restart()
    world.run_for(2.0)
    world.check()
    assert leader.whole
    assert leader.app.total == 1


def test_without_a_power_cut_a_leader_goes_on_with_those_who_are_there() -> None:
    world = World(4)
    world.hello()
    world.followers[-1].crash(power_cut=False)
    world.leader.crash(power_cut=False)
    world.leader.restart()
    world.run_for(1.0)
    move(world, world.followers[0].peer)
    world.run_for(1.0)
    assert world.leader.app.total == 1


def test_what_it_found_is_synced_before_it_is_acked_again() -> None:
    node = played().followers[0]
    replica = again(node, Memory(node.replica.final_index))
    sync, ack, *_ = replica.effects()
    assert sync == do.Sync()
    assert isinstance(ack, do.Broadcast)
    assert isinstance(ack.message, AckMessage)


def test_a_known_seal_is_no_news() -> None:
    node = played().followers[0]
    final = node.replica.final_index
    replica = again(node, Memory(final, seals=tuple(node.sealed)))
    assert replica.sealed_index == node.replica.sealed_index > 0
    assert replica.final_index == final
    assert not [e for e in replica.effects() if isinstance(e, do.Store | do.Sealed | do.Applied)]


def test_a_seal_that_lacks_somebody_is_refused() -> None:
    node = played().followers[0]
    seal = node.sealed[0]
    poor = Seal.pack(
        index=seal.index,
        entry_hash=seal.entry_hash,
        state_hash=seal.state_hash,
        scores=seal.scores,
        signatures=seal.signatures[:2],
    )
    with pytest.raises(RemoteProtocolError, match="lacks somebody"):
        again(node, Memory(node.replica.final_index, seals=(poor,)))


def test_a_seal_of_another_state_halts_before_anything_is_said() -> None:
    world = played()
    node = world.followers[0]
    honest = node.sealed[0]
    share = forge.share(
        forge.SealShare(
            honest.index, honest.entry_hash, bytes(32), honest.scores, 0, honest.signatures[0][1]
        )
    )
    signatures = [(seat, forge.share(share, seat=seat).signature) for seat, _ in honest.signatures]
    other = Seal.pack(
        index=honest.index,
        entry_hash=honest.entry_hash,
        state_hash=bytes(32),
        scores=honest.scores,
        signatures=signatures,
    )
    replica = again(node, Memory(node.replica.final_index, seals=(other,)))
    assert replica.halted is not None
    (halted,) = replica.effects()
    assert isinstance(halted, do.Halted)


def kept(node: Node, *numbers: int) -> tuple[Submit, ...]:
    return tuple(forge.submit(node.peer, n) for n in numbers)


def test_only_moves_that_can_still_be_ordered_are_kept() -> None:
    node = played().followers[-1]
    due = node.ledger.next_n(node.peer, session(node.peer))
    assert due is not None
    final = node.replica.final_index
    for numbers, wanted in (
        ((due, due + 1), [due, due + 1]),
        ((due - 1, due), [due]),
        ((due + 1,), []),
        ((due, due + 2), [due]),
        ((due, due), [due]),
    ):
        replica = again(node, Memory(final, moves=kept(node, *numbers)))
        assert [move.n for move in replica.pending] == wanted


def test_moves_of_others_and_of_ended_sessions_are_not_ours() -> None:
    node = played().followers[0]
    other = forge.submit((node.peer + 1) % 3, 9)
    ended = forge.submit(node.peer, 1, session_id=b"unheard!")
    replica = again(node, Memory(node.replica.final_index, moves=(other, ended)))
    assert replica.pending == ()


def test_an_own_move_in_the_tail_is_pending_again() -> None:
    world = played()
    world.submit(world.leader.peer, 5)
    leader = world.leader
    replica = again(leader, Memory(leader.replica.final_index))
    assert [move.body for move in replica.pending] == [5]


def test_a_session_is_superseded_by_a_newer_hello() -> None:
    world = played()
    node = world.followers[0]
    assert not node.replica.superseded
    newer = forge.submit(node.peer, 0, None, kind=Kind.HELLO, session_id=session(node.peer, 7))
    world.leader.replica.receive(node.peer, newer, now=world.now)
    world.leader.settle()
    world.run_for(1.0)
    assert node.replica.superseded
    assert not world.leader.replica.superseded
