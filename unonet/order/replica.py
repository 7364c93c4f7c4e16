"""One seat's view of the log (protocol.md section 8): messages in, effects out, no I/O.

The replica knows bytes, seats and the time it is told. It does NOT know UNO (the ``Application``
folds), sockets and files (the node carries effects out), nor elections: term 1 never ends here.

``receive``, ``submit`` and ``on_time`` take note; ``effects`` settles: a leader orders everything
that came in since, in one ``Append``, a follower acks once, and what is final is folded. So a node
that has several messages at hand gives all of them in before it asks for the effects.
"""

from __future__ import annotations

from collections.abc import Mapping

from unonet.errors import BrokenChain, DecodeError, LocalProtocolError, RemoteProtocolError
from unonet.ledger.codec import Encodable
from unonet.ledger.entry import Move, record_limit
from unonet.ledger.identity import Identity
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger
from unonet.order.application import Application
from unonet.order.chain import Forked
from unonet.order.core import Core
from unonet.order.effects import Effect, Keep, Report
from unonet.order.heartbeat import HEARTBEAT, beat, greet
from unonet.order.intake import FIRST_LEARNER, release, take
from unonet.order.memory import Memory, recall
from unonet.order.messages import Heads, Message, Submit
from unonet.order.pending import Held, fits
from unonet.order.settling import settle


class Replica:
    """The log of one table as ``seat`` holds it, or as a learner does (seat None).

    ``application`` starts at genesis, and so does ``ledger`` unless ``memory`` says what of its
    entries is final. Peers 0..n-1 are seats, from 16 on learners.
    """

    def __init__(
        self,
        *,
        seat: int | None,
        keys: tuple[bytes, ...],
        table_id: bytes,
        ledger: Ledger,
        identity: Identity,
        session: bytes,
        application: Application,
        now: float,
        memory: Memory | None = None,
    ) -> None:
        if (ledger.keys, ledger.table_id) != (keys, table_id):
            raise LocalProtocolError("the ledger is of another table")
        self._core = Core(seat=seat, ledger=ledger, identity=identity, application=application)
        self._session = session
        self._next_n = 0
        self._beat = now + HEARTBEAT
        if memory is not None:
            recall(self._core, memory, now)

    @property
    def seat(self) -> int | None:
        return self._core.seat

    @property
    def leader(self) -> int:
        """The seat that leads the current term."""
        return self._core.chain.leader

    @property
    def final_index(self) -> int:
        """The last entry that nothing takes back (I2: never falls)."""
        return self._core.finality.index

    @property
    def last_index(self) -> int:
        return self._core.ledger.last_index

    @property
    def sealed_index(self) -> int:
        """The last entry up to which every seal is complete, 0 before; commits wait for it."""
        return self._core.seals.newest

    @property
    def pending(self) -> tuple[Move, ...]:
        """Own moves that are not final, in their order."""
        return tuple(held.move for held in self._core.own_moves())

    @property
    def proven(self) -> bool:
        """Whether our log can show of every ``leave`` in it that it was final."""
        return self._core.certificates.owed is None

    @property
    def next_n(self) -> int:
        """The number of the next own move of this session, 0 before its ``hello``."""
        return self._next_n

    @property
    def superseded(self) -> bool:
        """Whether a newer session of our seat has ended ours."""
        core = self._core
        return core.seat is not None and core.ledger.next_n(core.seat, self._session) is None

    @property
    def heads(self) -> Mapping[int, Heads]:
        """What each connected peer last said about itself."""
        return self._core.heads

    @property
    def halted(self) -> Report | None:
        """Why this replica stopped for good, if it did."""
        return self._core.report

    def submit(self, kind: Kind, body: Encodable, *, now: float, base: int | None = None) -> Move:
        """Sign a move and want it ordered; the first of a session is a HELLO.

        ``base`` is the last entry that was folded when the body was made, by default the newest.
        Raises LocalProtocolError for a learner, after a halt, over ``MAX_PENDING`` moves or
        ``PENDING_BYTES`` of them, and for a body that cannot be encoded or is longer than its kind
        allows.
        """
        move = self._sign(kind, body, self._core.finality.index if base is None else base)
        if len(move.raw) > record_limit(kind):
            raise LocalProtocolError(f"a move of {len(move.raw)} bytes")
        own = self._core.own_moves()
        if not fits(move, own):
            raise LocalProtocolError(f"{len(own)} moves are not final yet")
        self._next_n += 1
        signature = self._core.identity.sign("move", self._core.ledger.table_id, move.raw)
        wish = Submit(move.raw, signature)
        self._core.pending.hold(Held(move, wish, now))
        self._core.settled = False
        self._core.emit(Keep(wish, opens=kind == Kind.HELLO))
        if not self._core.leads:
            self._core.tell_seats(wish)
        return move

    def receive(self, peer: int, message: Message, *, now: float) -> None:
        """Take in what an authenticated ``peer`` said.

        Raises RemoteProtocolError for what no honest peer sends; nothing of it has been kept,
        except entries before the offending one.
        """
        if self._core.report is not None:
            return
        self._core.settled = False
        try:
            take(self._core, peer, message, now)
        except Forked as forked:
            self._core.halt(forked.fork)
        except (RemoteProtocolError, DecodeError, BrokenChain) as error:
            raise RemoteProtocolError(f"peer {peer}: {error}") from error

    def prepared(self, index: int) -> None:
        """The work of a ``Prepare`` is done: its entry can be folded."""
        self._core.prepared_index = index
        self._core.settled = False

    def connected(self, peer: int, *, now: float) -> None:
        """A link to ``peer`` is up."""
        if peer >= FIRST_LEARNER:
            self._core.learners.add(peer)
        greet(self._core, peer)

    def disconnected(self, peer: int, *, now: float) -> None:
        """The link to ``peer`` is gone: nothing that was said over it will be answered."""
        self._core.heads.pop(peer, None)
        self._core.learners.discard(peer)
        self._core.asking.close(peer)

    def next_deadline(self) -> float | None:
        """When ``on_time`` has something to do; None after a halt."""
        if self._core.report is not None:
            return None
        until = self._core.quarantine.until
        return self._beat if until is None else min(self._beat, until)

    def on_time(self, now: float) -> None:
        """The heartbeat, and a roster entry that has waited long enough, if they are due."""
        if self._core.report is not None:
            return
        self._core.settled = False
        release(self._core, now)
        if now >= self._beat:
            self._beat = now + HEARTBEAT
            beat(self._core, now)

    def effects(self) -> list[Effect]:
        """Settle what came in, and hand out what is to be done next, in this order.

        To be asked again until nothing is left.
        """
        settle(self._core)
        out, self._core.out = self._core.out, []
        return out

    def _sign(self, kind: Kind, body: Encodable, base: int) -> Move:
        core = self._core
        if core.seat is None or core.report is not None:
            raise LocalProtocolError("only a seat that has not halted can move")
        if (kind == Kind.HELLO) != (self._next_n == 0):
            raise LocalProtocolError("a session starts with its only hello")
        return Move.pack(
            seat=core.seat,
            session=self._session,
            n=self._next_n,
            base_index=base,
            base_hash=core.ledger.hash_at(base),
            kind=kind,
            body=body,
        )
