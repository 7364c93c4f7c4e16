"""The bot ``random``: whatever the rules allow, all alike.

It moves only when it is asked to: no catches, no jump-ins. A play that may call UNO always does,
since a bot that forgot half of its calls would be caught each time. Even so it draws whenever it
likes: a round among four of them takes a thousand moves, one among greedy bots sixty.
"""

from __future__ import annotations

from random import Random

from unonet.bots.bot import UNASKED, calling_uno
from unonet.game.moves import Move
from unonet.game.view import PlayerView


def choose(view: PlayerView, rng: Random) -> Move | None:
    """One of the moves it is asked for, uniformly; a wild counts once for each colour."""
    asked = [move for move in calling_uno(view.legal) if move.verb not in UNASKED]
    return rng.choice(asked) if asked else None
