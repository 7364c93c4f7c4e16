"""One seat's view of the log (protocol.md section 8): messages in, effects out, no I/O.

The replica knows bytes, seats and the time it is told. It does NOT know UNO (the ``Application``
folds), sockets and files (the node carries effects out), nor elections: term 1 never ends here.

``receive``, ``submit`` and ``on_time`` take note; ``effects`` settles: a leader orders everything
that came in since, in one ``Append``, a follower acks once, and what is final is folded.
"""

from __future__ import annotations

from typing import Final, assert_never

from unonet.errors import BrokenChain, DecodeError, LocalProtocolError, RemoteProtocolError
from unonet.ledger.codec import Encodable
from unonet.ledger.entry import Ack, Certificate, Entry, Move, Seal
from unonet.ledger.identity import Identity, verify
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.ledger.ledger import Ledger
from unonet.order import effects as do
from unonet.order.acks import Acks, Signed, States
from unonet.order.application import Application
from unonet.order.certificates import Certificates
from unonet.order.chain import Chain, Forked, Missing
from unonet.order.finality import Finality
from unonet.order.leading import Leading
from unonet.order.messages import (
    APPEND_ENTRIES,
    AckMessage,
    Append,
    Chunk,
    Heads,
    Message,
    SealShare,
    Submit,
    Want,
)
from unonet.order.pending import MAX_PENDING, Held, Pending
from unonet.order.seals import Ending, Seals
from unonet.order.sync import Asking, check_chunk, chunk, missing

HEARTBEAT: Final = 0.25
"""Seconds between two ``Heads``, and the age at which a move without a place is sent again."""
FORWARD_AFTER: Final = 1.0
"""Seconds after which a replica passes somebody else's unordered move on to the leader."""
FIRST_LEARNER: Final = 16
ENDINGS: Final = frozenset({Kind.ROUND_END, Kind.VOID})


class Replica:
    """The log of one table as ``seat`` holds it, or as a learner does (seat None).

    ``ledger`` and ``application`` start at genesis. Peers 0..n-1 are seats, from 16 on learners.
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
    ) -> None:
        self.seat = seat
        self.heads: dict[int, Heads] = {}
        """What each connected peer last said about itself."""
        self._keys = keys
        self._table_id = table_id
        self._ledger = ledger
        self._identity = identity
        self._session = session
        self._application = application
        self._chain = Chain(ledger)
        self._acks = Acks(ledger, len(keys))
        self._finality = Finality(ledger, self._acks, application.live())
        self._certificates = Certificates(ledger, self._acks, self._finality)
        self._states = States(application.state_hash())
        self._seals = Seals(table_id, keys)
        self._pending = Pending(ledger)
        self._asking = Asking()
        self._leading = Leading(
            self._chain, ledger, self._pending, application=application, identity=identity
        )
        self._own_ack: AckMessage | None = None
        self._acked_index = 0
        self._synced_index = 0
        self._next_n = 0
        self._beat = now + HEARTBEAT
        self._report: do.Report | None = None
        self._out: list[do.Effect] = []

    @property
    def leader(self) -> int:
        return self._chain.leader

    @property
    def leads(self) -> bool:
        return self._chain.leader == self.seat

    @property
    def final_index(self) -> int:
        """The last entry that nothing takes back (I2: never falls)."""
        return self._finality.index

    @property
    def last_index(self) -> int:
        return self._ledger.last_index

    @property
    def sealed_index(self) -> int:
        """The entry of the newest complete seal, 0 before; the next commit waits for it."""
        return self._seals.newest

    @property
    def pending(self) -> tuple[Move, ...]:
        """Own moves that are not final, in their order."""
        return tuple(held.move for held in self._own_moves())

    @property
    def halted(self) -> do.Report | None:
        """Why this replica stopped for good, if it did."""
        return self._report

    def submit(self, kind: Kind, body: Encodable, *, now: float) -> Move:
        """Sign a move and want it ordered; the first of a session is a HELLO.

        Raises LocalProtocolError for a learner, after a halt and over ``MAX_PENDING`` moves.
        """
        if self.seat is None or self._report is not None:
            raise LocalProtocolError("only a seat that has not halted can move")
        if len(self._own_moves()) >= MAX_PENDING:
            raise LocalProtocolError(f"{MAX_PENDING} moves are not final yet")
        if (kind == Kind.HELLO) != (self._next_n == 0):
            raise LocalProtocolError("a session starts with its only hello")
        move = Move.pack(
            seat=self.seat,
            session=self._session,
            n=self._next_n,
            base_index=self.final_index,
            base_hash=self._ledger.hash_at(self.final_index),
            kind=kind,
            body=body,
        )
        self._next_n += 1
        wish = Submit(move.raw, self._identity.sign("move", self._table_id, move.raw))
        self._pending.hold(Held(move, wish, now, checked=True))
        if not self.leads:
            self._out.append(do.Broadcast(wish))
        return move

    def receive(self, peer: int, message: Message, *, now: float) -> None:
        """Take in what an authenticated ``peer`` said.

        Raises RemoteProtocolError for what no honest peer sends; nothing of it has been kept,
        except entries before the offending one.
        """
        if self._report is not None:
            return
        try:
            self._receive(peer, message, now)
        except Forked as forked:
            self._halt(forked.fork)
        except (RemoteProtocolError, DecodeError, BrokenChain) as error:
            raise RemoteProtocolError(f"peer {peer}: {error}") from error

    def connected(self, peer: int, *, now: float) -> None:
        """A link to ``peer`` is up: say where we stand and what we want."""
        self._out.append(do.Send(peer, self._own_heads()))
        if peer == self.leader:
            for held in self._own_moves():
                self._out.append(do.Send(peer, held.submit))

    def disconnected(self, peer: int, *, now: float) -> None:
        self.heads.pop(peer, None)
        self._asking.close(peer)

    def next_deadline(self) -> float | None:
        """When ``on_time`` has something to do; None after a halt."""
        return self._beat if self._report is None else None

    def on_time(self, now: float) -> None:
        """The heartbeat, if it is due."""
        if self._report is not None or now < self._beat:
            return
        self._beat = now + HEARTBEAT
        self._leading.ask()
        self._certify()
        self._insist(now)
        self._out.append(do.Broadcast(self._own_heads()))

    def effects(self) -> list[do.Effect]:
        """Settle what came in and hand out what is to be done, in this order."""
        self._settle()
        out, self._out = self._out, []
        return out

    # -- what comes in --------------------------------------------------------------------------

    def _receive(self, peer: int, message: Message, now: float) -> None:
        self._require_voice(peer, message)
        match message:
            case AckMessage():
                self._on_ack(peer, message)
            case Submit():
                self._on_submit(peer, message, now)
            case Append():
                self._on_append(peer, message, now)
            case Heads():
                self._on_heads(peer, message, now)
            case Want():
                self._on_want(peer, message)
            case Chunk():
                self._on_chunk(peer, message, now)
            case SealShare():
                self._on_share(peer, message)
            case _:
                assert_never(message)

    def _require_voice(self, peer: int, message: Message) -> None:
        if 0 <= peer < len(self._keys):
            return
        if peer < FIRST_LEARNER or not isinstance(message, Heads | Want):
            raise RemoteProtocolError(f"no seat sends this {type(message).__name__}")

    def _on_submit(self, peer: int, wish: Submit, now: float) -> None:
        move = Move.unpack(wish.move_raw)
        if move.seat >= len(self._keys) or (move.n == 0) != (move.kind == Kind.HELLO):
            raise RemoteProtocolError(f"a move {move.n} of seat {move.seat} that cannot be")
        if not self._pending.wanted(move):
            return
        if self._pending.full(move.seat):
            self._refuse_flood(peer, move)
            return
        checked = self.leads or peer != move.seat
        if checked and not self._signed_move(move, wish.signature):
            raise RemoteProtocolError(f"a move that seat {move.seat} did not sign")
        self._pending.hold(Held(move, wish, now, checked))

    def _refuse_flood(self, peer: int, move: Move) -> None:
        # A follower that lags may still hold what is final elsewhere: only the leader can tell.
        if self.leads and peer == move.seat:
            raise RemoteProtocolError(f"more than {MAX_PENDING} pending moves")

    def _on_append(self, peer: int, message: Append, now: float) -> None:
        if message.term != self._chain.term or len(message.entries) > APPEND_ENTRIES:
            raise RemoteProtocolError(
                f"an Append of term {message.term} with {len(message.entries)} entries"
            )
        self._extend(peer, message.entries, now)
        self._take_certificate(message)

    def _extend(self, peer: int, entries: tuple[Entry, ...], now: float) -> None:
        for entry in entries:
            try:
                fresh = self._chain.continues(entry)
            except Missing as gap:
                self._want(peer, Want(gap.index, self.sealed_index), now)
                return
            if fresh:
                self._ledger.append(entry)
                self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        self._out.append(do.Store(FrameType.ENTRY, entry.pack()))
        self._pending.ordered(entry)
        for early in self._acks.appended(entry.index):
            self._states.compare(early)

    def _on_ack(self, peer: int, message: AckMessage) -> None:
        ack = Ack.unpack(message.ack_raw)
        if ack.seat != peer or ack.term != self._chain.term:
            raise RemoteProtocolError(f"an ack of seat {ack.seat} in term {ack.term}")
        if not ack.applied_index <= ack.index or not ack.index:
            raise RemoteProtocolError(f"an ack of entry {ack.index} from {ack.applied_index}")
        self._count(Signed(ack, message.signature))

    def _count(self, signed: Signed) -> None:
        if self._acks.add(signed):
            self._states.compare(signed)

    def _on_heads(self, peer: int, heads: Heads, now: float) -> None:
        self._check_heads(heads)
        self.heads[peer] = heads
        self._take_certificate(heads)
        if peer < FIRST_LEARNER:
            self._catch_up(peer, now)
        self._help(peer, heads)

    def _check_heads(self, heads: Heads) -> None:
        if heads.term != self._chain.term:
            raise RemoteProtocolError(f"heads of term {heads.term}")
        if not heads.sealed_index <= heads.final_index <= heads.last_index:
            raise RemoteProtocolError("heads that contradict themselves")
        if not heads.last_index and heads.last_hash != self._ledger.hash_at(0):
            raise RemoteProtocolError("heads of another table")

    def _catch_up(self, peer: int, now: float) -> None:
        heads = self.heads.get(peer)
        want = missing(self._ledger, self.sealed_index, heads) if heads else None
        if want is not None:
            self._want(peer, want, now)

    def _want(self, peer: int, want: Want, now: float) -> None:
        if self._asking.open(peer, now):
            self._out.append(do.Send(peer, want))

    def _help(self, peer: int, heads: Heads) -> None:
        """Say again what ``peer`` has missed of us; byte for byte what we said before."""
        if self.seat is None:
            return
        if self._own_ack is not None and heads.final_index < self._acked_index:
            self._out.append(do.Send(peer, self._own_ack))
        for share in self._seals.own_shares(heads.sealed_index):
            self._out.append(do.Send(peer, share))

    def _on_want(self, peer: int, want: Want) -> None:
        if not want.from_index:
            raise RemoteProtocolError("a Want of the genesis")
        proof = self._certificates.newest
        answer = chunk(self._ledger, want, certificate=proof, seals=self._seals)
        self._out.append(do.Send(peer, answer))

    def _on_chunk(self, peer: int, message: Chunk, now: float) -> None:
        if not self._asking.close(peer):
            return
        check_chunk(message)
        before = self.last_index
        self._extend(peer, message.entries, now)
        self._take_certificate(message)
        for seal in message.seals:
            self._conclude(self._seals.take_seal(seal))
        if self.last_index > before:
            self._catch_up(peer, now)

    def _take_certificate(self, message: Append | Heads | Chunk) -> None:
        certificate = message.certificate
        if certificate is None or not self._certificates.wanted(certificate):
            return
        for signed in self._certificates.open(certificate, term=self._chain.term):
            self._count(signed)

    def _on_share(self, peer: int, share: SealShare) -> None:
        if share.seat != peer:
            raise RemoteProtocolError(f"a share of seat {share.seat}")
        if share.index > self.final_index:
            self._seals.early(share)
        else:
            self._conclude(self._seals.take_share(share))

    # -- what follows from it -------------------------------------------------------------------

    def _settle(self) -> None:
        while self._report is None:
            self._order()
            self._acknowledge()
            self._resolve_doubts()
            if self._report is not None or not self._fold():
                break

    def _order(self) -> None:
        fresh: list[Entry] = []
        while self.leads and (entry := self._leading.write(self.final_index)):
            self._keep(entry)
            fresh.append(entry)
        self._sync()
        self._out += map(do.Broadcast, self._leading.announce(fresh))

    def _sync(self) -> None:
        if self._synced_index < self.last_index:
            self._synced_index = self.last_index
            self._out.append(do.Sync())

    def _acknowledge(self) -> None:
        if self.seat is None or self._acked_index == self.last_index:
            return
        self._acked_index = self.last_index
        ack = Ack.pack(
            term=self._chain.term,
            seat=self.seat,
            index=self.last_index,
            entry_hash=self._ledger.last_hash,
            applied_index=self.final_index,
            state_hash=self._states.newest,
        )
        signature = self._identity.sign("ack", self._table_id, ack.raw)
        self._own_ack = AckMessage(ack.raw, signature)
        self._out.append(do.Broadcast(self._own_ack))
        self._acks.add(Signed(ack, signature))

    def _resolve_doubts(self) -> None:
        for signed in self._states.doubtful():
            if signed.genuine(self._keys[signed.ack.seat], self._table_id):
                self._halt(self._states.divergence(signed))
                return
            self._void(signed.ack.seat)

    def _fold(self) -> bool:
        """Apply what is final; whether there was anything."""
        before = self.final_index
        while self._report is None and (entry := self._finality.next()):
            result = self._application.apply(entry)
            state_hash = self._application.state_hash()
            self._finality.advance(self._application.live())
            self._pending.final(entry)
            self._out.append(do.Applied(entry, result))
            self._states.applied(entry.index, state_hash)
            self._end_round(entry, state_hash)
            self._leading.ask()
        self._store_certificate(self._certificates.settle())
        return self.final_index > before

    def _end_round(self, entry: Entry, state_hash: bytes) -> None:
        scores = self._application.seal_scores() if entry.kind in ENDINGS else None
        if scores is not None:
            signers = frozenset(self._application.live())
            ending = Ending(entry.index, entry.hash, state_hash, scores, signers)
            own = self._seals.begin(ending, seat=self.seat, identity=self._identity)
            if own is not None:
                self._out.append(do.Broadcast(own))
                self._conclude(self._seals.take_share(own))
        for share in self._seals.due(entry.index):
            self._take_early(share)

    def _take_early(self, share: SealShare) -> None:
        try:
            self._conclude(self._seals.take_share(share))
        except RemoteProtocolError as error:
            self._out.append(do.Refused(share.seat, error))

    def _conclude(self, outcome: Seal | do.Divergence | None) -> None:
        match outcome:
            case Seal() as seal:
                self._out.append(do.Store(FrameType.SEAL, seal.raw))
                self._application.sealed(seal)
                self._out.append(do.Sealed(seal))
                self._leading.ask()
            case do.Divergence() as report:
                self._halt(report)
            case None:
                pass

    def _halt(self, report: do.Report) -> None:
        if self._report is None:
            self._report = report
            self._out.append(do.Halted(report))

    def _void(self, seat: int) -> None:
        self._acks.void(seat)
        error = RemoteProtocolError(f"peer {seat}: an ack that it did not sign")
        self._out.append(do.Refused(seat, error))

    # -- the heartbeat --------------------------------------------------------------------------

    def _certify(self) -> None:
        if not self.leads:
            return
        match self._certificates.make(self._chain.leader):
            case Certificate() as certificate:
                self._store_certificate(certificate)
            case list() as liars:
                for seat in liars:
                    self._void(seat)
            case None:
                pass

    def _store_certificate(self, certificate: Certificate | None) -> None:
        if certificate is not None:
            self._out.append(do.Store(FrameType.CERTIFICATE, certificate.raw))

    def _insist(self, now: float) -> None:
        """Send again what has no place in the chain: own moves to all, others' to the leader."""
        if self.leads:
            return
        for held in self._pending.unordered(now - HEARTBEAT):
            if held.move.seat == self.seat:
                self._out.append(do.Broadcast(held.submit))
            elif held.since <= now - FORWARD_AFTER:
                self._forward(held)

    def _forward(self, held: Held) -> None:
        held.checked = held.checked or self._signed_move(held.move, held.submit.signature)
        if held.checked:
            self._out.append(do.Send(self.leader, held.submit))
        else:
            self._pending.drop(held)
            error = RemoteProtocolError(f"peer {held.move.seat}: a move that it did not sign")
            self._out.append(do.Refused(held.move.seat, error))

    def _signed_move(self, move: Move, signature: bytes) -> bool:
        key = self._keys[move.seat]
        return verify(key, signature, domain="move", context=self._table_id, body=move.raw)

    def _own_moves(self) -> list[Held]:
        return [] if self.seat is None else self._pending.of(self.seat)

    def _own_heads(self) -> Heads:
        return Heads(
            term=self._chain.term,
            final_index=self.final_index,
            last_index=self.last_index,
            last_hash=self._ledger.last_hash,
            sealed_index=self.sealed_index,
            certificate=self._certificates.newest if self.leads else None,
        )
