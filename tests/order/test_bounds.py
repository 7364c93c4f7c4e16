"""What one seat may cost the others: bytes of a move, bytes passed on, questions asked in vain."""

from __future__ import annotations

import pytest

from tests.order import forge
from tests.order.virtual import Faults, Node, World
from unonet.errors import LocalProtocolError, RemoteProtocolError
from unonet.ledger.entry import RECORD_LIMIT, Move
from unonet.ledger.kinds import Kind
from unonet.order.messages import Append, Chunk, Heads, Message, Submit, Want
from unonet.order.pending import MAX_PENDING
from unonet.order.sync import size

HUGE = bytes(RECORD_LIMIT)
FULL = (bytes(60_000),) * 4
"""A body near the longest of all."""


def make() -> World:
    world = World(4)
    world.hello()
    return world


def give(node: Node, peer: int, message: Message) -> list[Message]:
    """What ``node`` says to it."""
    before = len(node.sent)
    node.replica.receive(peer, message, now=node.world.now)
    node.settle()
    return node.sent[before:]


def forwarded(node: Node) -> list[Submit]:
    said = [said for said in node.sent if isinstance(said, Submit)]
    return [one for one in said if Move.unpack(one.move_raw).seat != node.peer]


def test_a_huge_move_is_refused_from_its_author_and_from_a_lying_leader() -> None:
    world = make()
    victim, author = world.followers[:2]
    commit = Kind.COMMIT
    with pytest.raises(RemoteProtocolError, match="a move of"):
        huge = forge.submit(author.peer, 1, HUGE, kind=commit)
        victim.replica.receive(author.peer, huge, now=world.now)
    entry = forge.entry(world, forge.move(author.peer, 1, HUGE, kind=commit))
    with pytest.raises(RemoteProtocolError, match="carries a record of"):
        victim.replica.receive(world.leader.peer, Append(1, (entry,)), now=world.now)
    with pytest.raises(LocalProtocolError, match="a move of"):
        author.replica.submit(commit, HUGE, now=world.now)
    assert author.replica.next_n == 1, "nothing was used up"


def test_the_longest_moves_become_final_everywhere_also_for_those_who_were_away() -> None:
    world = World(4, seed=7, learners=1, through_wire=True)
    world.hello()
    world.faults = Faults(loss=0.1, delay=(0.001, 0.05))
    away = world.followers[1].peer
    for other in world.nodes:
        if other != away:
            world.cut(away, other)
    moves = [world.submit(seat, FULL, kind=Kind.MIX) for seat in range(4) for _ in range(2)]
    world.run_for(5.0)
    world.heal()
    world.run_for(10.0)
    world.check()
    world.check_complete([])
    ordered = {entry.move.raw for entry in world.leader.ledger.slice(1, 1 << 30)}
    assert {move.raw for move in moves} <= ordered


def test_no_more_bytes_are_in_flight_than_the_window_and_one_move() -> None:
    world = make()
    for follower in world.followers:
        follower.deaf = True
    before = world.leader.replica.last_index
    for seat in [node.peer for node in world.followers]:
        for n in (1, 2):
            give(world.leader, seat, forge.submit(seat, n, FULL, kind=Kind.MIX))
    tail = world.leader.ledger.slice(before + 1, 1 << 30)
    assert [size(entry) > 240_000 for entry in tail] == [True, True]


def test_a_seat_has_only_so_many_bytes_pending() -> None:
    world = make()
    victim, author = world.followers[:2]
    world.leader.deaf = True
    for n in (1, 2, 3):
        give(victim, author.peer, forge.submit(author.peer, n, FULL, kind=Kind.MIX))
    assert len(list(victim.replica._core.pending.unordered(world.now))) == 2
    for _ in range(2):
        world.submit(author.peer, FULL, kind=Kind.MIX)
    with pytest.raises(LocalProtocolError, match="2 moves are not final"):
        author.replica.submit(Kind.MIX, FULL, now=world.now)
    with pytest.raises(RemoteProtocolError, match="more moves than may be pending"):
        for n in (1, 2, 3):
            far = forge.submit(author.peer, n + 1, FULL, kind=Kind.MIX)
            world.leader.replica.receive(author.peer, far, now=world.now)


def test_a_move_that_is_never_due_is_neither_held_nor_passed_on() -> None:
    world = make()
    victim, author = world.followers[:2]
    far = forge.submit(author.peer, 1 + MAX_PENDING, HUGE[:3000])
    assert give(victim, author.peer, far) == []
    for n in range(2, 1 + MAX_PENDING):
        give(victim, author.peer, forge.submit(author.peer, n, HUGE[:3000]))
    before = len(forwarded(victim))
    world.run_for(20.0)
    assert len(forwarded(victim)) == before


def test_a_due_move_is_passed_on_less_and_less_often() -> None:
    world = make()
    victim, author = world.followers[:2]
    world.leader.deaf = True
    give(victim, author.peer, forge.submit(author.peer, 1))
    world.run_for(0.9)
    assert forwarded(victim) == []
    world.run_for(20.0)
    assert 3 <= len(forwarded(victim)) <= 6
    world.leader.deaf = False
    world.run_for(20.0)
    assert victim.app.total == 1


def test_promises_do_not_keep_a_seat_from_those_who_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """One peer promises a long chain, at every chance, and never sends any of it."""
    world = make()
    lame, liar = world.followers[:2]
    for node in world.nodes.values():
        if node is not lame:
            world.cut(lame.peer, node.peer)
    for _ in range(30):
        world.submit(world.leader.peer)
        world.run_for(0.05)
    lies = Heads(1, 4, 9999, bytes(32), 0)
    for other in world.nodes:
        if other not in (lame.peer, liar.peer):
            world.mend(lame.peer, other)
    asked = 0
    for _ in range(200):
        lame.replica.receive(liar.peer, lies, now=world.now)
        wants = [
            effect for effect in lame.settle() if isinstance(getattr(effect, "message", 0), Want)
        ]
        asked += sum(effect.peer == liar.peer for effect in wants)
        if asked % 2 and wants:
            give(lame, liar.peer, Chunk(()))
        world.run_for(0.02)
    assert lame.replica.final_index == world.leader.replica.final_index
    assert asked <= 6
