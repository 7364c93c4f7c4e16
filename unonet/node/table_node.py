"""One seat at a running table: wires links, replica, fold, log file and player together.

Carries out what the replica wants done, in its order, and gives the replica what comes in. Knows no
rule of the game and no rule of the ordering; it is where clock, entropy and disk come in.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias, assert_never

from unonet.errors import (
    LocalProtocolError,
    SessionEnded,
    StorageError,
)
from unonet.game.events import CardUp
from unonet.game.moves import Move
from unonet.game.view import PlayerView
from unonet.ledger.entry import Entry, Seal
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.identity import Identity
from unonet.ledger.kinds import Kind
from unonet.ledger.ledger import Ledger
from unonet.ledger.store import FrameType, LogWriter
from unonet.net.loss import Loss
from unonet.node.alarm import Alarm
from unonet.node.chair import Chair, Player
from unonet.node.duties import Duties
from unonet.node.events import (
    Halted,
    MoveSent,
    NodeEvent,
    Resumed,
    RoundSealed,
    Sidelined,
)
from unonet.node.gallery import Gallery
from unonet.node.halting import halt_error
from unonet.node.hand import Hand
from unonet.node.journal import Journal
from unonet.node.machine import boot_id
from unonet.node.parting import Parting
from unonet.node.past import Past
from unonet.node.peers import Peers
from unonet.node.pen import Pen
from unonet.node.presence import Presence
from unonet.node.report import Report, Tally, report_of
from unonet.node.voice import Voice
from unonet.node.workbench import Workbench
from unonet.order import effects as order
from unonet.order.messages import REGISTRY
from unonet.order.replica import Replica
from unonet.order.roster import is_roster_entry
from unonet.table.consequences import AnyEvent
from unonet.table.events import Agreed, RoundClosed
from unonet.table.overlay import Record
from unonet.table.reducer import Fold, Folded
from unonet.table.terms import Genesis, Terms
from unonet.wire.messages import Message

ORDER: Final = tuple(REGISTRY.values())
"""The messages that a replica takes."""
MOST_ON_THE_WAY: Final = 8
"""Own records that are not final while more are made: there is room left for a move."""

Event: TypeAlias = AnyEvent | NodeEvent
Watch: TypeAlias = Callable[[Event], None]


class TableNode:
    """A seat from genesis to the last seal. ``run`` returns when the match is over everywhere.

    ``journal`` is where it keeps what it must not forget, ``past`` what an earlier process kept.
    """

    def __init__(
        self,
        genesis: Genesis,
        identity: Identity,
        *,
        peers: Peers,
        log: LogWriter | None,
        watch: Watch,
        journal: Journal | None = None,
        past: Past | None = None,
    ) -> None:
        terms = genesis.terms
        self.seat = terms.keys.index(identity.key)
        self.table_id = terms.table_id
        self.nicknames = terms.nicknames
        self.fold = Fold(terms)
        self.chair = Chair(self)
        self.gallery = Gallery()
        self._genesis = genesis
        self._voice = Voice(terms.keys, gallery=self.gallery, peers=peers)
        self._log = log
        self._watch = watch
        self._journal = journal
        self._past = past
        riffles = terms.seats[self.seat].operator is None
        self._duties = Duties(self.seat, journal.vault if journal else None, riffles=riffles)
        self._loop = asyncio.get_running_loop()
        self._bench = Workbench(self._end)
        self._tally = Tally(self._loop.time())
        self._done: asyncio.Future[None] = self._loop.create_future()
        self._alarm = Alarm(self._on_time)
        self._seal = past.newest_seal if past else None
        self._settling = False
        self.on_leave: Callable[[], None] = _nobody_else
        self._replica = Replica(
            seat=None if self._looks_on else self.seat,
            keys=terms.keys,
            table_id=terms.table_id,
            ledger=past.ledger if past else Ledger(terms.table_id, terms.keys, genesis.hash),
            identity=identity,
            session=os.urandom(8),
            application=self.fold,
            now=self._now(),
            memory=past.memory if past else None,
        )
        self._pen = Pen(self._replica, self._bench, settle=self._settle, fail=self._end)
        self._tally.rounds = self.fold.match.round
        self._hand = Hand(
            self._duties.overlay,
            fold=self.fold,
            replica=self._replica,
            looks_on=self._looks_on,
        )
        self._parting = Parting(
            self.seat,
            mine=_seats_of(identity.key, terms),
            fold=self.fold,
            replica=self._replica,
            gallery=self.gallery,
            go=self._end,
        )
        self._presence = Presence(
            self.seat,
            fold=self.fold,
            replica=self._replica,
            voice=self._voice,
            gallery=self.gallery,
            watch=watch,
        )

    @property
    def pending(self) -> bool:
        return self._hand.pending

    @property
    def may_leave(self) -> bool:
        return self._parting.allowed and not self._looks_on

    def leave(self) -> None:
        """Sign that the seat leaves for good, and own bots with it.

        Raises LocalProtocolError when it may not.
        """
        if not self.may_leave:
            raise LocalProtocolError("the others cannot go on without the seat that leads")
        self.on_leave()
        self.go()

    def go(self) -> None:
        """Leave as soon as possible: one that leads is the last but one."""
        self._parting.wanted = True
        self._do_duty()
        self._settle()

    @property
    def _looks_on(self) -> bool:
        return self._past is not None and self._past.looks_on

    def view(self) -> PlayerView | None:
        return self._hand.view()

    def why_illegal(self, move: Move) -> str | None:
        """The reason why the seat may not make this move now, or None."""
        return self._hand.why_illegal(move)

    def submit(self, move: Move) -> None:
        """Sign a move for the log. Raises IllegalMove(reason), and then nothing was sent."""
        record = self._hand.make(move)
        self._watch(MoveSent(str(move)))
        self._hand.making = record.long
        self._pen.write(record, self._sent)

    def on_message(self, key: bytes, message: Message) -> None:
        """A message of an authenticated peer. Raises RemoteProtocolError: its link must close."""
        peer = self._voice.peer(key)
        if isinstance(message, ORDER) and peer is not None:
            self._replica.receive(peer, message, now=self._now())
            self._settle()

    def on_up(self, key: bytes) -> None:
        self._presence.up(key, now=self._now())
        self._settle()

    def on_down(self, key: bytes, why: Loss) -> None:
        self._presence.down(key, why, now=self._now())
        self._settle()

    @property
    def seal(self) -> Seal | None:
        """The newest complete seal."""
        return self._seal

    def open(self) -> None:
        """Keep genesis, or go on from what was kept; say hello. Before any link comes up.

        Raises StorageError.
        """
        self._watch(Agreed(self._genesis.terms.table_id, self.nicknames))
        if self._past is not None:
            self._watch(Sidelined() if self._looks_on else Resumed(self._replica.final_index))
        elif self._log is not None:
            self._log.write(FrameType.GENESIS, self._genesis.raw)
            self._log.sync()
        self._presence.look()
        self._do_duty()
        self._settle()

    async def run(self, player: Player) -> Report:
        """Play until the match is over and sealed everywhere. Raises what the table ended with."""
        playing = asyncio.ensure_future(player(self.chair))
        playing.add_done_callback(self._player_ended)
        try:
            await self._done
        finally:
            self._stop_clock()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        return self.report()

    def report(self) -> Report:
        """What can be said now, also of a match that was left."""
        return report_of(
            self.seat,
            self.fold,
            self._tally,
            seal=self._seal,
            log=self._log.path if self._log else None,
            entries=self._replica.final_index,
        )

    def _settle(self) -> None:
        """Carry out everything that follows from what just came in, and set the alarm anew."""
        if self._settling or self._done.done():
            return
        self._settling = True
        try:
            while self._carry_on():
                self._do_duty()
            self._parting.look(self._presence.linked)
            self._alarm.set(self._replica.next_deadline())
        except (StorageError, LocalProtocolError) as error:
            self._end(error)
        finally:
            self._settling = False

    def _carry_on(self) -> bool:
        """Do all that the replica wants done; whether there was anything."""
        wanted = False
        while effects := self._replica.effects():
            wanted = True
            for effect in effects:
                self._carry_out(effect)
        return wanted

    def _carry_out(self, effect: order.Effect) -> None:
        match effect:
            case order.Broadcast(message):
                self._voice.tell_all(message)
            case order.Tell(peers, message):
                self._voice.tell(peers, message)
            case order.Send(peer, message):
                self._voice.tell((peer,), message)
            case order.Store(frame_type, body):
                if self._log is not None:
                    self._log.write(frame_type, body)
            case order.Sync():
                if self._log is not None:
                    self._log.sync()
            case order.Prepare(index, work):
                self._bench.do(work, lambda _: self._prepared(index))
            case order.Keep(submit, opens):
                if self._journal is not None:
                    self._journal.keep_move(submit, sync=opens)
            case order.Applied(entry, folded):
                self._note(entry, folded)
            case order.Sealed(seal):
                # Whoever catches up may complete them in another order.
                if self._seal is None or seal.index > self._seal.index:
                    self._seal = seal
                self._watch(RoundSealed(seal.index, len(seal.signatures)))
            case order.Whole():
                if self._journal is not None:
                    self._journal.keep_boot(boot_id())
            case order.Refused(peer, _):
                self._voice.drop(peer)
            case order.Halted(report):
                self._halt(report)
            case _:
                assert_never(effect)

    def _note(self, entry: Entry, folded: Folded) -> None:
        if isinstance(entry.move, SignedMove) and entry.move.seat == self.seat:
            self._tally.became_final(entry.move.n, self._now())
        if is_roster_entry(entry):
            self._presence.look()
        if entry.kind == Kind.HELLO and self._replica.superseded:
            self._end(SessionEnded("a newer session of this seat has begun"))
        for event in folded.events:
            match event:
                case RoundClosed():
                    self._tally.rounds += 1
                case CardUp() if self._tally.first_turn is None:
                    self._tally.first_turn = self._now()
            self._watch(event)
        self._hand.see(folded.events)
        self.chair.notify()

    def _do_duty(self) -> None:
        if self._looks_on or self._replica.halted is not None or not self._greeted():
            return
        if self._parting.take_leave():
            self._replica.submit(Kind.LEAVE, (), now=self._now())
        due = self._duties.due(self.fold, sealed_index=self._replica.sealed_index, now=self._now())
        while self._on_the_way < MOST_ON_THE_WAY and (record := next(due, None)):
            self._pen.write(record, stands=partial(self._stands, record))

    def _stands(self, record: Record) -> bool:
        """A riffle would move the cards under a move that is being proved, and make that false."""
        moved = record.kind == Kind.RIFFLE and self._hand.making
        return not moved and self._duties.stands(record, self.fold)

    @property
    def _on_the_way(self) -> int:
        return len(self._replica.pending) + self._pen.making

    def _sent(self, signed: SignedMove) -> None:
        self._hand.making = False
        self._tally.sent[signed.n] = self._now()
        self._settle()
        self.chair.notify()

    def _prepared(self, index: int) -> None:
        self._replica.prepared(index)
        self._settle()

    def _greeted(self) -> bool:
        """A session begins once nothing of the older ones is pending, so that no ``hello`` of an
        older one can come after ours."""
        if not self._replica.next_n and not self._replica.pending:
            self._replica.submit(Kind.HELLO, (), now=self._now())
        return self._replica.next_n > 0

    def _halt(self, report: order.Report) -> None:
        error = halt_error(report)
        self._watch(Halted(error.code, repr(report)))
        self._end(error)

    def _player_ended(self, playing: asyncio.Task[None]) -> None:
        """A player that returns leaves the table; one that fails takes the node with it."""
        if not playing.cancelled():
            self._end(playing.exception())

    def _end(self, error: BaseException | None = None) -> None:
        if self._done.done():
            return
        self._presence.close()
        self._bench.close()
        if error is None:
            self._done.set_result(None)
        else:
            self._done.set_exception(error)

    def _on_time(self) -> None:
        self._replica.on_time(self._now())
        self._settle()

    def _stop_clock(self) -> None:
        self._bench.close()
        self._presence.close()
        self._parting.close()
        self._alarm.close()

    def _now(self) -> float:
        return self._loop.time()


def _seats_of(key: bytes, terms: Terms) -> set[int]:
    """The seat of this key, and those of the bots that it operates."""
    places = enumerate(terms.seats)
    return {seat for seat, place in places if key in (place.key, place.operator)}


def _nobody_else() -> None:
    """No other seat goes when this one does."""
