"""Bots: each sees what a person in its seat would see, and answers with one of its legal moves."""

from typing import Final

from unonet.bots import by_chance, greedy
from unonet.bots.bot import Bot
from unonet.bots.pause import person_pause

BOTS: Final[dict[str, Bot]] = {"random": by_chance.choose, "greedy": greedy.choose}
"""By the name that people type."""

__all__ = ["BOTS", "Bot", "person_pause"]
