"""Bots by name: those that come with unonet, and those that other packages bring.

A package brings one with an entry point in the group ``unonet.bots``: ``name = "module:function"``,
where the function is a ``Bot``. Our own names cannot be taken. Nothing is imported before it is
asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Final

from unonet.bots import by_chance, careful, expert, greedy
from unonet.bots.bot import Bot
from unonet.errors import BadBot
from unonet.game.moves import Move
from unonet.game.view import PlayerView

GROUP: Final = "unonet.bots"

BOTS: Final[dict[str, Bot]] = {
    "random": by_chance.choose,
    "greedy": greedy.choose,
    "careful": careful.choose,
    "expert": expert.choose,
}
"""Our own, the weakest first."""


def bot_names() -> tuple[str, ...]:
    """Every name that ``find_bot`` knows, ours first."""
    brought = {point.name for point in entry_points(group=GROUP)} - BOTS.keys()
    return (*BOTS, *sorted(brought))


def find_bot(name: str, *, clock: Callable[[], float] | None = None, seconds: float = 0.05) -> Bot:
    """The bot called ``name``; BadBot if there is none, or if what a package brings is none.

    One that searches stops after ``seconds`` by ``clock``; without a clock it counts, and the same
    seed gives the same moves.
    """
    own = BOTS.get(name)
    if isinstance(own, expert.Expert) and clock is not None:
        return replace(own, clock=clock, seconds=seconds, playouts=expert.MOST)
    return own or _brought(name)


def _brought(name: str) -> Bot:
    points = tuple(entry_points(group=GROUP, name=name))
    if not points:
        raise BadBot(f"no bot is called {name!r}; there are {', '.join(bot_names())}")
    return _guarded(_load(points[0]))


def _load(point: EntryPoint) -> Bot:
    try:
        bot: Bot = point.load()
    except (ImportError, AttributeError) as error:
        raise BadBot(f"the bot {point.name} cannot be loaded: {error}") from error
    if not callable(bot):
        raise BadBot(f"the bot {point.name} is {point.value}, which cannot be called")
    return bot


def _guarded(bot: Bot) -> Bot:
    """The bot, with the move of ``random`` where it names none that it may make."""

    def choose(view: PlayerView, rng: Random) -> Move | None:
        move = bot(view, rng)
        return move if move in view.legal else by_chance.choose(view, rng)

    return choose
