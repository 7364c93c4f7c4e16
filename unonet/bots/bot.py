"""What a bot is: a function from what one seat sees to the move that it makes.

Every legal move of the seat is in the view, so that a bot never builds a move of its own. This
module knows no strategy; links, logs and waiting are the business of whoever seats the bot.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from unonet.game.moves import Move, Verb
from unonet.game.view import PlayerView

Bot: TypeAlias = Callable[[PlayerView, Random], Move | None]
"""``choose(view, rng)``: one of ``view.legal``, or None to let the others act."""

PLAYS: Final = frozenset({Verb.PLAY, Verb.JUMP})
UNASKED: Final = frozenset({Verb.UNO, Verb.CATCH, Verb.JUMP})
"""What a seat may do that nobody waits for."""


def calling_uno(legal: tuple[Move, ...]) -> list[Move]:
    """The moves without those plays that could call UNO and do not."""
    called = {move._replace(uno=False) for move in legal if move.uno}
    return [move for move in legal if move not in called]
