"""Whatever one hostile seat says, with its own key and what it has heard: the log that an honest
node writes is one that everybody can verify."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.table.tabletop import Frames, Tabletop, seeded
from unonet.errors import RemoteProtocolError
from unonet.ledger.entry import Ack, Certificate, Entry, Header, SystemRecord, sha256
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.ledger.ledger import Ledger
from unonet.order import effects as do
from unonet.order.messages import AckMessage, Append, Chunk, Heads, Message, SealShare, Submit
from unonet.order.replica import Replica
from unonet.table.audit import verify
from unonet.table.overlay import ENTROPY, Overlay
from unonet.table.reducer import Fold

SEATS = 4
BODIES: tuple[Any, ...] = ((), (bytes(32), bytes(32)), (bytes(32),), ("d", None, None, None), 7)


class Honest:
    """A replica with a fold, and the frames that its node would write."""

    def __init__(self, world: Quarrel, seat: int) -> None:
        table = world.table
        self.world, self.seat = world, seat
        self.fold = Fold(table.terms)
        self.ledger = Ledger(table.table_id, table.terms.keys, table.genesis.hash)
        self.states = [self.fold.state_hash()]
        self.frames: Frames = [(FrameType.GENESIS, table.genesis.raw)]
        self.overlay = Overlay(seat)
        self.begun: set[object] = set()
        self.replica = Replica(
            seat=seat,
            keys=table.terms.keys,
            table_id=table.table_id,
            ledger=self.ledger,
            identity=table.identities[seat],
            session=table.sessions[seat],
            application=self.fold,
            now=0.0,
        )

    def owed(self) -> None:
        """Say hello, then what the deal waits for."""
        if not self.replica.next_n:
            self.replica.submit(Kind.HELLO, (), now=self.world.now)
        if self.fold.outcome is None:
            for record in self.overlay.records(self.fold, self.entropy()):
                if record.key not in self.begun:
                    self.begun.add(record.key)
                    self.replica.submit(record.kind, record.make(), now=self.world.now)

    def entropy(self) -> bytes:
        deal = self.fold.deal
        label = (self.seat, deal.round, deal.attempt, deal.epoch, self.fold.index)
        return b"".join(seeded(part, *label) for part in range(ENTROPY // 32))

    def settle(self) -> None:
        while self.replica.halted is None:
            self.owed()
            effects = self.replica.effects()
            if not effects:
                return
            for effect in effects:
                self.carry_out(effect)

    def carry_out(self, effect: do.Effect) -> None:
        match effect:
            case do.Applied():
                self.states.append(self.fold.state_hash())
            case do.Store(frame_type, body):
                self.frames.append((frame_type, body))
            case do.Send(peer, message):
                self.world.say(self.seat, (peer,), message)
            case do.Tell(peers, message):
                self.world.say(self.seat, peers, message)
            case do.Broadcast(message):
                self.world.say(self.seat, range(SEATS), message)
            case _:
                pass


class Quarrel:
    """Three honest seats, and one that says what ``rng`` gives it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.now = 0.0
        self.truth = self.rng.choice((1.0, 1.0, 0.9))
        self.table = Tabletop(SEATS, "quick", seed=seed)
        self.liar = self.rng.randrange(SEATS)
        self.mail: deque[tuple[int, int, Message]] = deque()
        self.heard: list[Message] = []
        self.nodes = {seat: Honest(self, seat) for seat in range(SEATS) if seat != self.liar}

    def say(self, source: int, peers: Any, message: Message) -> None:
        self.mail.extend((source, peer, message) for peer in peers if peer != source)

    def run(self, steps: int) -> None:
        for node in self.nodes.values():
            node.settle()
        for _ in range(steps):
            self.now += 0.02
            for _ in range(self.rng.randrange(4)):
                to = self.rng.choice((range(SEATS), (self.rng.randrange(SEATS),)))
                self.say(self.liar, to, self.lie())
            for node in self.nodes.values():
                node.replica.on_time(self.now)
                node.settle()
            self.deliver()

    def deliver(self) -> None:
        for _ in range(len(self.mail) + 200):
            if not self.mail:
                return
            source, peer, message = self.mail.popleft()
            if peer == self.liar:
                self.heard.append(message)
                continue
            try:
                self.nodes[peer].replica.receive(source, message, now=self.now)
            except RemoteProtocolError:
                assert source == self.liar, "an honest peer is refused"
            self.nodes[peer].settle()

    @property
    def led_by_liar(self) -> bool:
        return self.table.leader == self.liar

    # What the liar can say

    def lie(self) -> Message:
        return self.rng.choice(
            (self.move, self.ack, self.append, self.heads, self.chunk, self.share, self.echo)
        )()

    def victim(self) -> Honest:
        return self.rng.choice(list(self.nodes.values()))

    def move(self) -> Message:
        ledger, session = self.victim().ledger, self.table.sessions[self.liar]
        due = ledger.next_n(self.liar, session) or 0
        n = self.rng.choice((due, due, due, due + 1, 0))
        base = self.rng.randint(0, ledger.last_index)
        made = SignedMove.pack(
            seat=self.liar,
            session=session,
            n=n,
            base_index=base,
            base_hash=self.rng.choice((ledger.hash_at(base), bytes(32))),
            kind=Kind.HELLO if n == 0 else self.rng.randint(2, 13),
            body=() if n == 0 else self.rng.choice(BODIES),
        )
        return Submit(made.raw, self.signed("move", made.raw))

    def ack(self) -> Message:
        node = self.victim()
        last = node.ledger.last_index
        index = max(1, self.rng.randint(last - 1, last + 1))
        right = node.ledger.hash_at(min(index, last))
        ack, signature = self.acked(node, index, self.rng.choice((right, right, bytes(32))))
        return AckMessage(ack.raw, self.rng.choice((signature, signature, bytes(64))))

    def acked(self, node: Honest, index: int, entry_hash: bytes) -> tuple[Ack, bytes]:
        """An ack of the liar; of some liars now and then of a state that nobody has."""
        applied = min(self.rng.choice((node.replica.final_index, 0)), index, len(node.states) - 1)
        true = self.rng.random() < self.truth
        ack = Ack.pack(
            term=1,
            seat=self.liar,
            index=index,
            entry_hash=entry_hash,
            applied_index=applied,
            state_hash=node.states[applied] if true else bytes(32),
        )
        return ack, self.signed("ack", ack.raw)

    def append(self) -> Message:
        """As the leader would; it may even be the leader."""
        ledger = self.victim().ledger
        submits = [one for one in self.heard if isinstance(one, Submit)]
        record: Any = SystemRecord.pack(
            kind=self.rng.choice((Kind.ROUND_END, Kind.BENCH, 99)), body=self.rng.choice(BODIES)
        )
        author = b""
        if submits and self.rng.random() < 0.8:
            submit = self.rng.choice(submits[-6:])
            record, author = SignedMove.unpack(submit.move_raw), submit.signature
        header = Header.pack(
            term=self.rng.choice((1, 1, 1, 2)),
            leader=self.liar,
            index=ledger.last_index + self.rng.choice((1, 1, 1, 2)),
            prev_hash=ledger.last_hash,
            move_hash=self.rng.choice((sha256(record.raw),) * 3 + (bytes(32),)),
        )
        entry = Entry(header, self.signed("header", header.raw), record, author)
        return Append(1, (entry,))

    def heads(self) -> Message:
        node = self.victim()
        last = node.ledger.last_index
        final = self.rng.randint(0, last + 1)
        return Heads(1, final, max(final, last), node.ledger.last_hash, 0, self.proof())

    def proof(self) -> Certificate | None:
        """Its own ack, and those of others that it has heard, of one entry."""
        node = self.victim()
        index, entry_hash = node.ledger.last_index, node.ledger.last_hash
        if not index:
            return None
        pairs = {self.liar: self.acked(node, index, entry_hash)}
        for said in self.heard:
            if isinstance(said, AckMessage):
                ack = Ack.unpack(said.ack_raw)
                if (ack.index, ack.entry_hash) == (index, entry_hash) and self.rng.random() < 0.8:
                    pairs[ack.seat] = (ack, said.signature)
        return Certificate.pack(index=index, entry_hash=entry_hash, acks=list(pairs.values()))

    def chunk(self) -> Message:
        ledger = self.victim().ledger
        first = self.rng.randint(1, ledger.last_index + 1)
        return Chunk(ledger.slice(first, first + 4), self.proof())

    def share(self) -> Message:
        node = self.victim()
        index = node.ledger.last_index
        return SealShare(
            index, node.ledger.hash_at(index), bytes(32), (0,) * SEATS, self.liar, bytes(64)
        )

    def echo(self) -> Message:
        return self.rng.choice(self.heard) if self.heard else self.move()

    def signed(self, domain: str, raw: bytes) -> bytes:
        return self.table.identities[self.liar].sign(domain, self.table.table_id, raw)


@pytest.mark.parametrize("seed", range(40))
def test_the_log_of_a_live_node_verifies_whatever_one_seat_says(seed: int, tmp_path: Path) -> None:
    world = Quarrel(seed)
    for turn in range(4):
        world.run(12)
        for seat, node in world.nodes.items():
            path = world.table.write(tmp_path / f"{turn}-{seat}.unolog", node.frames)
            report = verify(path)
            assert report.ok, (seat, report.error)
    assert any(node.replica.final_index for node in world.nodes.values()) or world.led_by_liar
