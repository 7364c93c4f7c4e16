"""A table whose seats look at it late: records cross each other on their way into the log.

Every seat folds the log for itself, as far as it has seen it, and writes what it owes by that
view. The leader takes the oldest record of any seat, so only what one author wrote keeps its
order. One seed, one history.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from tests.table.tabletop import Tabletop, seeded
from unonet.bots import BOTS
from unonet.errors import UnonetError
from unonet.game.state import GONE
from unonet.game.view import view
from unonet.ledger.kinds import Kind
from unonet.table.events import Disproved
from unonet.table.overlay import ENTROPY, Overlay, Record
from unonet.table.reducer import Fold

Body = tuple[Any, ...]
LONG_RACE: Final = 600
"""Entries after which a race is stopped."""
Spoil = Callable[[Random, Kind, Body], Body]


class Sent(NamedTuple):
    """A record on its way: its author had seen the log up to ``base``."""

    kind: Kind
    body: Body
    base: int


class Late(NamedTuple):
    """A long record that is still being made, for the table as it was at ``base``."""

    record: Record
    base: int
    owed: bool
    """Whether it is only sent if it still is owed; a move says on what it is based."""


class Racer:
    """One seat: its own fold, what it has begun and what of it is still on its way."""

    def __init__(self, race: Race, seat: int) -> None:
        self.race = race
        self.seat = seat
        self.fold = Fold(race.table.terms)
        self.overlay = Overlay(seat, riffles=race.rng.random() < 0.5)
        self.begun: set[tuple[object, ...]] = set()
        self.sent: deque[Sent] = deque()
        self.making: list[Late] = []
        self.moving = False
        """Whether a move of it has not come back yet."""
        self.left = False
        self.bot = BOTS[race.rng.choice(("greedy", "random"))]

    @property
    def behind(self) -> int:
        return self.race.table.ledger.last_index - self.fold.index

    def see(self, entries: int) -> None:
        """Fold the next ones; the state after each is what everybody has there."""
        table = self.race.table
        start = self.fold.index + 1
        for entry in table.ledger.slice(start, start + min(entries, self.behind)):
            self.fold.apply(entry)
            assert self.fold.state_hash() == table.states[entry.index], "a desync"
            if entry.seat == self.seat and entry.kind == Kind.MOVE:
                self.moving = False

    def act(self) -> bool:
        """Write whatever is due by the own view; whether that was anything."""
        if self.left or self.fold.match.statuses[self.seat] == GONE:
            return False
        late = self.making[:]
        for one in late:
            if self.race.rng.random() < 0.6:
                self._finish(one)
        owed = [*self._owed()]
        for record in owed:
            self._write(record, owed=True)
        return self._move() or bool(owed) or bool(late)

    def leave(self) -> None:
        self.left = True
        self.sent.append(Sent(Kind.LEAVE, (), self.fold.index))

    def _owed(self) -> Iterator[Record]:
        if self.fold.over or self.fold.outcome is not None:
            return
        for record in self.overlay.records(self.fold, self._entropy()):
            if record.key not in self.begun and (not record.spare or self.race.rng.random() < 0.1):
                self.begun.add(record.key)
                yield record

    def _move(self) -> bool:
        state = self.fold.round
        if state is None or self.fold.outcome is not None or self.moving:
            return False
        move = self.bot(view(state, self.seat, self.overlay.faces(self.fold)), self.race.rng)
        if move is None:
            return False
        try:
            record = self.overlay.move(self.fold, move, self._entropy()[:32])
        except UnonetError:
            return False  # a card of it is still on its way
        self.moving = True
        self._write(record, owed=False)
        return True

    def _write(self, record: Record, *, owed: bool) -> None:
        """At once, or in another thread, from which it comes back when others have gone before."""
        if record.long and self.race.rng.random() < 0.5:
            self.making.append(Late(record, self.fold.index, owed))
        else:
            self._send(record.kind, record.make(), self.fold.index)

    def _finish(self, late: Late) -> None:
        self.making.remove(late)
        record = late.record
        owed = {other.key for other in self.overlay.records(self.fold, self._entropy())}
        if record.key in owed or not late.owed:
            self._send(record.kind, record.make(), late.base)
        else:
            self.begun.discard(record.key)

    def _send(self, kind: Kind, body: Body, base: int) -> None:
        self.sent.append(Sent(kind, body, base))

    def _entropy(self) -> bytes:
        label = self.race.rng.random()
        return b"".join(seeded(part, label) for part in range(ENTROPY // 32))


class Liar(Racer):
    """A seat that spoils some of what it sends, and goes when nobody waits for it any longer."""

    def _send(self, kind: Kind, body: Body, base: int) -> None:
        if self.race.rng.random() < 0.15:
            body = spoiled(self.race.rng, body)
        super()._send(kind, body, base)


def spoiled(rng: Random, body: Body) -> Body:
    """The body with one bit of one of its byte strings turned, wherever these are."""
    places = [path for path, value in leaves(body) if isinstance(value, bytes) and value]
    if not places:
        return body
    return changed_at(body, rng.choice(places), lambda value: flipped(value, rng))


def leaves(value: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every element that is no array, with the way to it."""
    if isinstance(value, tuple):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path, value


def changed_at(value: Any, path: tuple[int, ...], change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(value)
    inner = changed_at(value[path[0]], path[1:], change)
    return (*value[: path[0]], inner, *value[path[0] + 1 :])


def flipped(value: bytes, rng: Random) -> bytes:
    bit = rng.randrange(8 * len(value))
    return (int.from_bytes(value, "big") ^ 1 << bit).to_bytes(len(value), "big")


class Race:
    """Seats that run side by side; ``finish`` until the match has ended.

    In each step one leaves with the chance ``leaving``, and one's time is said to be up, or that it
    is away or back, with the chance ``clocks`` (which takes ``clockwork``). ``liars`` spoil some of
    what they send.
    """

    def __init__(
        self,
        seats: int,
        preset: str = "quick",
        *,
        seed: int,
        leaving: float = 0.0,
        clocks: float = 0.0,
        liars: int = 0,
        **options: str,
    ) -> None:
        self.table = Tabletop(seats, preset, seed=seed, deal="sealed", **options).greet()
        self.rng = Random(seed)
        self.leaving = leaving
        self.clocks = clocks
        lying = self.rng.sample(range(seats), liars)
        self.racers = [(Liar if seat in lying else Racer)(self, seat) for seat in range(seats)]

    @property
    def fold(self) -> Fold:
        return self.table.fold

    def finish(self, entries: int = LONG_RACE) -> Race:
        """Until the match is over, or has become very long. Fails when it stands still before."""
        while not self.fold.over and self.fold.index < entries:
            self._stir()
        return self

    def _stir(self) -> None:
        dice = self.rng.random()
        racer = self.rng.choice(self.racers)
        if dice < 0.3:
            racer.see(self.rng.randint(1, 8))
        elif dice < 0.6:
            racer.act()
        elif dice < 0.6 + self.leaving and self._may_leave(racer):
            racer.leave()
        elif dice > 1 - self.clocks:
            kind = self.rng.choice((Kind.TIMEOUT, Kind.BENCH, Kind.RETURN))
            self._judge(None, self.table.system(kind, (racer.seat,)))
        elif not self._order() and dice > 0.9:
            self._catch_up()

    def _may_leave(self, racer: Racer) -> bool:
        return not racer.left and racer.fold.match.statuses[racer.seat] != GONE

    def _order(self) -> bool:
        """One more entry: the oldest record of some seat, or what the leader owes."""
        proposal = self.fold.proposal()
        waiting = [racer for racer in self.racers if racer.sent]
        if proposal is not None and (not waiting or self.rng.random() < 0.2):
            self._judge(None, self.table.system(*proposal))
            return True
        if not waiting:
            return False
        racer = self.rng.choice(waiting)
        sent = racer.sent.popleft()
        self._judge(racer, self.table.post(racer.seat, sent.kind, sent.body, base=sent.base))
        return True

    def _judge(self, author: Racer | None, folded: Any) -> None:
        for event in folded.events:
            if isinstance(event, Disproved):
                assert isinstance(self.racers[event.seat], Liar), (author and author.seat, folded)

    def _catch_up(self) -> None:
        """Everybody sees everything; if nobody has anything to say then, the table stands still."""
        for racer in self.racers:
            racer.see(racer.behind)
        acted = [racer.act() for racer in self.racers]
        if any(acted) or self.fold.proposal() or self.fold.over:
            return
        if any(racer.sent for racer in self.racers):
            return
        liars = [racer for racer in self.racers if isinstance(racer, Liar)]
        for liar in liars:
            if self._may_leave(liar):
                liar.leave()
                return
        raise AssertionError(f"nobody owes anything: {self.where()}")

    def where(self) -> str:
        deal, state = self.fold.deal, self.fold.round
        return (
            f"entry {self.fold.index}, {deal.step} of epoch {deal.epoch} attempt {deal.attempt}, "
            f"due {deal.due_seats()}, waits for {state and state.wants}, "
            f"turn {state and state.turn}, phase {state and state.phase}"
        )
