"""Bots: each sees what a person in its seat would see, and answers with one of its legal moves."""

from typing import Final

from unonet.bots import by_chance, greedy
from unonet.bots.bot import Bot
from unonet.bots.pause import person_pause

BOTS: Final[dict[str, Bot]] = {"random": by_chance.choose, "greedy": greedy.choose}
"""By the name that people type."""

NICKNAMES: Final = (
    *("Ada", "Bahar", "Cem", "Dalia", "Elif"),
    *("Farid", "Gila", "Hadi", "Iris", "Jamal"),
)
"""What bots are called where nobody named them."""

__all__ = ["BOTS", "NICKNAMES", "Bot", "person_pause"]
