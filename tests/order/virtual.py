"""A table of replicas on a virtual network: one seed decides every delay, loss and cut.

Every node carries its effects out in order and watches the invariants of protocol.md section 8
while it does; nothing here is lenient towards an error that honest replicas cause.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import count
from random import Random
from typing import cast

from unonet.ledger.codec import Value, encode
from unonet.ledger.entry import Ack, Certificate, Entry, Move, Seal, sha256
from unonet.ledger.identity import Identity
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.ledger.ledger import Ledger
from unonet.order import effects as do
from unonet.order.memory import Memory
from unonet.order.messages import AckMessage, Append, Chunk, Message, Submit
from unonet.order.replica import Replica
from unonet.wire import messages as wire

GENESIS_HASH = sha256(b"genesis of the toy table")
TABLE_ID = sha256(b"toy table")[:16]


@lru_cache(maxsize=64)
def identity(seat: int) -> Identity:
    return Identity.from_seed(bytes([seat + 1]) * 32)


def keys(seats: int) -> tuple[bytes, ...]:
    return tuple(identity(seat).key for seat in range(seats))


def session(seat: int, number: int = 0) -> bytes:
    return bytes([seat]) * 7 + bytes([seat + 16 * number])


class Counter:
    """The toy application: moves add a positive number, others are no-ops; ten moves a round."""

    def __init__(self, seats: int, round_length: int = 10) -> None:
        self.total = 0
        self.moves = 0
        self.rounds = 0
        self.seals: list[Seal] = []
        self.states: list[bytes] = []
        self._scores = [0] * seats
        self._live = set(range(seats))
        self._length = round_length
        self._ended = False

    def work(self, entry: Entry) -> None:
        """Adding takes no time."""

    def apply(self, entry: Entry) -> str | None:
        reason = self._fold(entry)
        self.states.append(self.state_hash())
        return reason

    def _fold(self, entry: Entry) -> str | None:
        self._ended = False
        match entry.kind, entry.body:
            case Kind.MOVE, int(amount) if amount > 0 and entry.seat is not None:
                self.total += amount
                self.moves += 1
                self._scores[entry.seat] += amount
            case Kind.ROUND_END, int(number) if self._due() and number == self.rounds:
                self.rounds += 1
                self._ended = True
            case Kind.HELLO, _:
                return None
            case Kind.LEAVE, () if entry.seat in self._live:
                self._live.discard(entry.seat)
            case _:
                return "noop"
        return None

    def _due(self) -> bool:
        return self.moves >= self._length * (self.rounds + 1)

    def state_hash(self) -> bytes:
        return sha256(encode((self.total, self.moves, self.rounds, *self._scores)))

    def live(self) -> tuple[int, ...]:
        return tuple(sorted(self._live))

    def proposal(self) -> tuple[Kind, Value] | None:
        return (Kind.ROUND_END, self.rounds) if self._due() else None

    def seal_scores(self) -> tuple[int, ...] | None:
        return tuple(self._scores) if self._ended else None

    def sealed(self, seal: Seal) -> None:
        self.seals.append(seal)


class Node:
    """One replica with its disk, its view of the links and its conscience."""

    def __init__(self, world: World, peer: int, seat: int | None, app: Counter) -> None:
        self.world = world
        self.peer = peer
        self.seat = seat
        self.frames: list[tuple[FrameType, bytes]] = []
        self.synced_frames = 0
        self.synced: set[bytes] = set()
        self.unsynced: set[bytes] = set()
        self.kept: list[Submit] = []
        self.acked: dict[int, bytes] = {}
        self.refused: list[do.Refused] = []
        self.halted: do.Report | None = None
        self.sent: list[Message] = []
        self.deaf = False
        self.down = False
        self.sessions = 0
        self.fuse: int | None = None
        self.whole = True
        self.wakes_at = float("inf")
        self._start(app, Ledger(TABLE_ID, keys(world.seats), GENESIS_HASH), None)

    def _start(self, app: Counter, ledger: Ledger, memory: Memory | None) -> None:
        self.app = app
        self.ledger = ledger
        self.sealed = list(memory.seals) if memory else []
        self.replica = Replica(
            seat=self.seat,
            keys=keys(self.world.seats),
            table_id=TABLE_ID,
            ledger=ledger,
            identity=identity(self.peer),
            session=session(self.peer, self.sessions),
            application=app,
            now=self.world.now,
            memory=memory,
        )

    def crash(self, *, power_cut: bool) -> None:
        """The process ends between two effects; a power cut also takes what was not synced.

        Of own moves the node syncs a ``hello`` only.
        """
        self.down = True
        self.fuse = None
        self.replica.effects()
        if power_cut:
            self.whole = False
            del self.frames[self.synced_frames :]
            self.kept = [submit for submit in self.kept if _kind(submit) == Kind.HELLO]
        self.unsynced = set()
        self.world.unlink(self.peer)

    def restart(self) -> None:
        """Start again from what is on the disk: the frames of the log, and the own moves."""
        self.down = False
        self.sessions += 1
        bodies = {kind: self.stored(kind) for kind in FrameType}
        ledger = Ledger(TABLE_ID, keys(self.world.seats), GENESIS_HASH)
        for body in bodies[FrameType.ENTRY]:
            ledger.append(Entry.unpack(body))
        self.synced = {entry.hash for entry in ledger.slice(1, 1 << 30)}
        self.synced_frames = len(self.frames)
        certificates = tuple(map(Certificate.unpack, bodies[FrameType.CERTIFICATE]))
        seals = tuple(map(Seal.unpack, bodies[FrameType.SEAL]))
        final = max((proof.index for proof in (*certificates, *seals)), default=0)
        self.world.finals[self.peer] = final
        memory = Memory(final, certificates, seals, tuple(self.kept), self.whole)
        self._start(self.world.application(), ledger, memory)
        self.settle()
        self.world.relink(self.peer)

    def settle(self) -> list[do.Effect]:
        if self.down:
            return []
        self._greet()
        done: list[do.Effect] = []
        while effects := self.replica.effects():
            done += effects
            for effect in effects:
                assert self.halted is None, "an effect after the halt"
                if self.fuse is not None:
                    if self.fuse == 0:
                        self.world.on_crash(self)
                        return []
                    self.fuse -= 1
                self.carry_out(effect)
        self.world.wake(self)
        return done

    def _greet(self) -> None:
        """A new session begins once nothing of the old ones is pending."""
        fresh = self.sessions and self.replica.next_n == 0 and self.seat is not None
        if fresh and not self.replica.pending and self.halted is None:
            self.replica.submit(Kind.HELLO, None, now=self.world.now)

    def carry_out(self, effect: do.Effect) -> None:
        match effect:
            case do.Store(frame_type, body):
                self.frames.append((frame_type, body))
                if frame_type == FrameType.ENTRY:
                    self.unsynced.add(Entry.unpack(body).hash)
            case do.Sync():
                self.synced_frames = len(self.frames)
                self.synced |= self.unsynced
                self.unsynced = set()
            case do.Keep(submit):
                self.kept.append(submit)
            case do.Send(peer, message):
                self.say(peer, message)
            case do.Tell(peers, message):
                for peer in peers:
                    self.say(peer, message)
            case do.Whole():
                self.whole = True
            case do.Broadcast(message):
                for peer in self.world.linked(self.peer):
                    self.say(peer, message)
            case do.Applied(entry):
                self.world.witness(self, entry)
            case do.Sealed(seal):
                self.sealed.append(seal)
            case do.Refused():
                self.refused.append(effect)
            case do.Halted(report):
                self.halted = report

    def hear(self, peer: int, message: Message) -> None:
        if not self.down:
            self.replica.receive(peer, message, now=self.world.now)
            self.settle()

    def say(self, peer: int, message: Message) -> None:
        self.require_on_disk(peer, message)
        self.sent.append(message)
        self.world.carry(self.peer, peer, message)

    def require_on_disk(self, peer: int, message: Message) -> None:
        """I9: what is acked or passed on is stored and synced; what is announced to seats, stored.

        Nobody ever hears of two entries of the leader for one index: seats and learners would halt.
        """
        match message:
            case AckMessage(ack_raw):
                ack = Ack.unpack(ack_raw)
                assert ack.entry_hash in self.synced
                assert self.acked.setdefault(ack.index, ack.entry_hash) == ack.entry_hash
            case Append(_, entries) if self.replica.leader == self.peer:
                known = self.synced | self.unsynced if peer < 16 else self.synced
                assert {entry.hash for entry in entries} <= known
            case Chunk(entries):
                assert {entry.hash for entry in entries} <= self.synced
            case Submit(move_raw) if Move.unpack(move_raw).seat == self.peer:
                known = message in self.kept or self.ledger_has(move_raw)
                assert known, "I9: an own move is on disk before it leaves"
            case _:
                pass

    def ledger_has(self, move_raw: bytes) -> bool:
        return any(entry.move.raw == move_raw for entry in self.ledger.slice(1, 1 << 30))

    def stored(self, frame_type: FrameType) -> list[bytes]:
        return [body for kind, body in self.frames if kind == frame_type]


def _kind(submit: Submit) -> int:
    return Move.unpack(submit.move_raw).kind


@dataclass
class Faults:
    loss: float = 0.0
    duplicates: float = 0.0
    delay: tuple[float, float] = (0.001, 0.002)


@dataclass
class World:
    """Nodes, links, a clock and what all of them saw final."""

    seats: int
    seed: int = 0
    learners: int = 0
    round_length: int = 10
    through_wire: bool = False
    now: float = 100.0
    faults: Faults = field(default_factory=Faults)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.history: dict[int, tuple[bytes, bytes]] = {}
        self.numbers: dict[tuple[int, bytes, int], int] = {}
        self.finals: dict[int, int] = {}
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._serial = count()
        self._flights: list[tuple[int, int, Message]] = []
        self._generation: dict[int, int] = {}
        peers = [*range(self.seats), *range(16, 16 + self.learners)]
        self.links = {(a, b) for a in peers for b in peers if a != b}
        self.nodes = {
            peer: Node(self, peer, peer if peer < 16 else None, self.application())
            for peer in peers
        }
        self.on_crash: Callable[[Node], None] = lambda node: None
        for learner in peers[self.seats :]:
            for node in self.nodes.values():
                node.replica.connected(learner, now=self.now)
        for node in self.nodes.values():
            self.wake(node)

    def application(self) -> Counter:
        return Counter(self.seats, self.round_length)

    @property
    def leader(self) -> Node:
        return self.nodes[self.nodes[0].replica.leader]

    @property
    def followers(self) -> list[Node]:
        return [node for node in self.nodes.values() if node is not self.leader]

    def linked(self, peer: int) -> list[int]:
        return sorted(b for a, b in self.links if a == peer)

    # -- time -----------------------------------------------------------------------------------

    def at(self, when: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._events, (when, next(self._serial), what))

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            self.now, _, what = heapq.heappop(self._events)
            what()
        self.now = until

    def run_for(self, seconds: float) -> None:
        self.run(self.now + seconds)

    def wake(self, node: Node) -> None:
        """Wake the node at its deadline, which may have come nearer."""
        deadline = node.replica.next_deadline()
        if deadline is None or max(deadline, self.now) >= node.wakes_at:
            return
        when = node.wakes_at = max(deadline, self.now)

        def wake() -> None:
            if node.wakes_at != when or node.down:
                return
            node.wakes_at = float("inf")
            node.replica.on_time(self.now)
            node.settle()
            self.wake(node)

        self.at(when, wake)

    # -- links ----------------------------------------------------------------------------------

    def carry(self, source: int, target: int, message: Message) -> None:
        if (source, target) not in self.links or self.random.random() < self.faults.loss:
            return
        copies = 2 if self.random.random() < self.faults.duplicates else 1
        if self.through_wire:
            message = cast(Message, wire.decode(wire.encode(message)))
        link = self._link(source, target)
        flight = (source, target, message)
        self._flights.append(flight)

        def arrive() -> None:
            if self._link(source, target) == link:
                self._flights = [other for other in self._flights if other is not flight]
                self.deliver(source, target, message)

        for _ in range(copies):
            self.at(self.now + self.random.uniform(*self.faults.delay), arrive)

    def _link(self, source: int, target: int) -> tuple[int, int]:
        return self._generation.get(source, 0), self._generation.get(target, 0)

    def deliver(self, source: int, target: int, message: Message) -> None:
        if (source, target) not in self.links or self.nodes[target].deaf:
            return
        if self.nodes[target].down:
            return
        self.nodes[target].hear(source, message)

    def cut(self, a: int, b: int) -> None:
        if (a, b) in self.links:
            self.links -= {(a, b), (b, a)}
            self.nodes[a].replica.disconnected(b, now=self.now)
            self.nodes[b].replica.disconnected(a, now=self.now)

    def mend(self, a: int, b: int) -> None:
        if (a, b) not in self.links:
            self.links |= {(a, b), (b, a)}
            for here, there in ((a, b), (b, a)):
                self.nodes[here].replica.connected(there, now=self.now)
                self.nodes[here].settle()

    def hear_out(self, source: int, target: int) -> None:
        """What ``source`` has said arrives before anything else happens."""
        for flight in self._flights:
            if flight[:2] == (source, target):
                self.at(self.now, partial(self.nodes[target].hear, source, flight[2]))

    def unlink(self, peer: int) -> None:
        """``peer`` is down: its links end, and what is on its way to or from it is lost."""
        for other in self.linked(peer):
            self.links -= {(peer, other), (other, peer)}
            self.nodes[other].replica.disconnected(peer, now=self.now)
        self._generation[peer] = self._generation.get(peer, 0) + 1
        self._flights = [flight for flight in self._flights if peer not in flight[:2]]

    def relink(self, peer: int) -> None:
        self.nodes[peer].wakes_at = float("inf")
        self.wake(self.nodes[peer])
        for other, node in self.nodes.items():
            if other != peer and not node.down:
                self.mend(peer, other)

    def heal(self) -> None:
        self.faults = Faults()
        for a in self.nodes:
            for b in self.nodes:
                if a < b:
                    self.mend(a, b)

    # -- what seats do ----------------------------------------------------------------------------

    def submit(self, seat: int, body: Value = 1, *, kind: Kind = Kind.MOVE) -> Move:
        node = self.nodes[seat]
        move = node.replica.submit(kind, body, now=self.now)
        node.settle()
        return move

    def hello(self) -> None:
        for seat in range(self.seats):
            self.submit(seat, None, kind=Kind.HELLO)
        self.run_for(1.0)

    # -- invariants -------------------------------------------------------------------------------

    def witness(self, node: Node, entry: Entry) -> None:
        """Entry is final at ``node``: I1, I2, I3, I5."""
        seen = (entry.hash, node.app.states[entry.index - 1])
        final_here = self.finals.get(node.peer, 0)
        assert entry.index == final_here + 1, "I2: the final index moves up one by one"
        assert entry.hash in node.synced, "I9: an own ack made it final"
        self.finals[node.peer] = entry.index
        assert self.history.setdefault(entry.index, seen) == seen, "I1, I5: one log, one state"
        if isinstance(move := entry.move, Move):
            key = (move.seat, move.session, move.n)
            assert self.numbers.setdefault(key, entry.index) == entry.index, "I3: n twice"

    def check(self) -> None:
        """I1 and I7 on what every node holds now, and no honest node is refused."""
        for node in self.nodes.values():
            assert node.halted is None
            assert node.refused == []
            if node.down:
                continue
            for index in range(1, node.replica.final_index + 1):
                assert node.ledger.entry(index).hash == self.history[index][0], "I7"

    def check_complete(self, submitted: list[Move]) -> None:
        """I10 and I4: everything is final everywhere, sealed, and provable from each disk."""
        final = {entry.move.raw for entry in self.leader.ledger.slice(1, 1 << 30)}
        assert {move.raw for move in submitted} <= final, "I4"
        for node in self.nodes.values():
            assert node.replica.pending == ()
            assert node.replica.final_index == self.leader.replica.last_index
            self._check_proofs(node)

    def _check_proofs(self, node: Node) -> None:
        assert [seal.raw for seal in node.sealed] == node.stored(FrameType.SEAL)
        assert len(node.sealed) == len(node.app.seals) == node.app.rounds
        assert {len(seal.signatures) for seal in node.sealed} <= {self.seats, len(node.app.live())}
        newest = Certificate.unpack(node.stored(FrameType.CERTIFICATE)[-1])
        assert newest.index == node.replica.final_index
        assert newest.entry_hash == self.history[newest.index][0]
