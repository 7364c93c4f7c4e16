"""A table from outside: follows its log without a seat, sees what is public, and says nothing.

The same order and the same fold as at a seat, with nothing to sign and no file to keep.
"""

from __future__ import annotations

import asyncio
from typing import Final

from unonet.game.view import PlayerView, view
from unonet.ledger.entry import Seal
from unonet.ledger.identity import Identity
from unonet.ledger.ledger import Ledger
from unonet.node.alarm import Alarm
from unonet.node.events import Halted, RoundSealed
from unonet.node.gallery import Gallery
from unonet.node.halting import halt_error
from unonet.node.peers import Peers
from unonet.node.report import Report
from unonet.node.table_node import ORDER, Watch
from unonet.node.workbench import Workbench
from unonet.order import effects as order
from unonet.order.replica import Replica
from unonet.table.events import Agreed, RoundClosed
from unonet.table.reducer import Fold
from unonet.table.terms import Genesis
from unonet.wire.messages import Message

_NO_SESSION: Final = bytes(8)
LOST_AFTER: Final = 30.0
"""Seconds without a word from any seat until there is nothing left to watch."""


class Spectator:
    """``run`` returns when the match is over and sealed, or when no seat speaks of it any more."""

    def __init__(self, genesis: Genesis, identity: Identity, *, peers: Peers, watch: Watch) -> None:
        terms = genesis.terms
        self.table_id = terms.table_id
        self.nicknames = terms.nicknames
        self.fold = Fold(terms)
        self.gallery = Gallery()
        self._keys = terms.keys
        self._peers = peers
        self._watch = watch
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[None] = self._loop.create_future()
        self._alarm = Alarm(self._on_time)
        self._heard = self._loop.time()
        self._bench = Workbench(self._end)
        self._rounds = 0
        self._seal: Seal | None = None
        self._replica = Replica(
            seat=None,
            keys=terms.keys,
            table_id=terms.table_id,
            ledger=Ledger(terms.table_id, terms.keys, genesis.hash),
            identity=identity,
            session=_NO_SESSION,
            application=self.fold,
            now=self._loop.time(),
        )
        watch(Agreed(terms.table_id, terms.nicknames))

    def on_message(self, key: bytes, message: Message) -> None:
        """As ``TableNode.on_message``."""
        if isinstance(message, ORDER):
            self._heard = self._loop.time()
            self._replica.receive(self._keys.index(key), message, now=self._loop.time())
            self._settle()

    def on_up(self, key: bytes) -> None:
        self._replica.connected(self._keys.index(key), now=self._loop.time())
        self._settle()

    def on_down(self, key: bytes) -> None:
        self._replica.disconnected(self._keys.index(key), now=self._loop.time())
        self._settle()

    async def run(self) -> Report:
        """Follow the match to its end. Raises what the table ended with."""
        self._settle()
        try:
            await self._done
        finally:
            self._bench.close()
            self._alarm.close()
        return self.report()

    def view(self) -> PlayerView | None:
        """What everybody may see; None while no hand is dealt."""
        state = self.fold.round
        return view(state, None) if state is not None and state.hands else None

    def end(self) -> None:
        """The company goes on without this match: there is nothing more to come."""
        self._end()

    def report(self) -> Report:
        seal, match = self._seal, self.fold.match
        return Report(
            log=None,
            seat=None,
            result=self.fold.result(seal.index if seal else 0),
            rounds=self._rounds,
            entries=self._replica.final_index,
            index=seal.index if seal else 0,
            entry_hash=seal.entry_hash if seal else b"",
            state_hash=seal.state_hash if seal else b"",
            scores=match.scores,
            winners=match.winners,
            nicknames=self.nicknames,
            setup_s=0.0,
            move_ms=(),
        )

    def _settle(self) -> None:
        if self._done.done():
            return
        while effects := self._replica.effects():
            for effect in effects:
                self._carry_out(effect)
        if self.fold.over and self._replica.sealed_index >= self.fold.closed_at:
            self._end()
        self._alarm.set(self._replica.next_deadline())

    def _carry_out(self, effect: order.Effect) -> None:
        """What a seat would write down or sign for, nobody here does."""
        match effect:
            case order.Broadcast(message):
                self._peers.broadcast(message)
            case order.Send(peer, message):
                self._peers.send(self._keys[peer], message)
            case order.Refused(peer, _):
                self._peers.drop(self._keys[peer])
            case order.Prepare(index, work):
                self._bench.do(work, lambda _: self._prepared(index))
            case order.Applied(_, folded):
                for event in folded.events:
                    self._rounds += isinstance(event, RoundClosed)
                    self._watch(event)
            case order.Sealed(seal):
                # Whoever catches up may complete them in another order.
                if self._seal is None or seal.index > self._seal.index:
                    self._seal = seal
                self._watch(RoundSealed(seal.index, len(seal.signatures)))
            case order.Halted(report):
                self._halt(report)
            case _:
                pass

    def _prepared(self, index: int) -> None:
        self._replica.prepared(index)
        self._settle()

    def _halt(self, report: order.Report) -> None:
        error = halt_error(report)
        self._watch(Halted(error.code, repr(report)))
        self._end(error)

    def _end(self, error: BaseException | None = None) -> None:
        if self._done.done():
            return
        if error is None:
            self._done.set_result(None)
        else:
            self._done.set_exception(error)

    def _on_time(self) -> None:
        if self._loop.time() - self._heard > LOST_AFTER:
            self._end()
        self._replica.on_time(self._loop.time())
        self._settle()
