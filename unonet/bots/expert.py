"""The bot ``expert``: imagines what the others hold, and tries its moves there.

Determinised search: in each of many rounds that look like its view (``worlds``) it makes each of
its moves in turn, lets the table answer what it must with plain play, and judges by ``worth`` where
that leads; the move with the best mean is made. All moves are tried in the same worlds with the
same luck, so that it is moves that are compared. What it is not asked for, and challenges, it does
as ``careful`` does. It stops after a number of trials, or when the clock that it was given says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from unonet.bots import careful
from unonet.bots.bot import calling_uno
from unonet.bots.plain import play_plainly
from unonet.bots.worlds import Worlds
from unonet.bots.worth import chance_of
from unonet.game import engine
from unonet.game.feeding import feed
from unonet.game.moves import Move, Verb
from unonet.game.state import State
from unonet.game.view import PlayerView

MOST = 1_000_000
"""As many trials as never happen within a budget of seconds."""
SEARCHED = frozenset({Verb.PLAY, Verb.DRAW, Verb.KEEP, Verb.COLOR, Verb.OK})


@dataclass(frozen=True, slots=True)
class Expert:
    """A bot that tries at most ``playouts`` moves in imagined rounds, for ``seconds`` at most if it
    has a ``clock`` (any that counts seconds), and lets ``turns`` turns go by in each: none
    is cheapest, and a turn more was not seen to win more (docs/bots.md).

    Without a clock the same view and rng give the same move.
    """

    playouts: int = 200
    turns: int = 0
    seconds: float = 0.05
    clock: Callable[[], float] | None = None

    def __call__(self, view: PlayerView, rng: Random) -> Move | None:
        advice = careful.choose(view, rng)
        if advice is None or advice.verb not in SEARCHED:
            return advice
        moves = [move for move in calling_uno(view.legal) if move.verb in SEARCHED]
        return self._best(view, moves, rng) if len(moves) > 1 else moves[0]

    def _best(self, view: PlayerView, moves: list[Move], rng: Random) -> Move:
        assert view.seat is not None
        worlds = Worlds(view)
        worth = dict.fromkeys(moves, 0.0)
        for _ in self._trials(len(moves)):
            world, luck = worlds.imagine(rng), rng.random()
            for move in moves:
                worth[move] += self._try(world.copy(), view.seat, move, Random(luck))
        return max(moves, key=lambda move: (worth[move], rng.random()))

    def _trials(self, moves: int) -> Iterator[int]:
        """One for each imagined round, as long as the budget lasts; at least one."""
        clock = self.clock
        end = clock() + self.seconds if clock else 0.0
        for trial in range(max(1, self.playouts // moves)):
            yield trial
            if clock and clock() >= end:
                return

    def _try(self, state: State, seat: int, move: Move, rng: Random) -> float:
        engine.apply(state, seat, move)
        feed(state, rng.shuffle)
        play_plainly(state, self.turns, rng)
        return chance_of(state, seat)


choose = Expert()
