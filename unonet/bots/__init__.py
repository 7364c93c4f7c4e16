"""Bots: each sees what a person in its seat would see, and answers with one of its legal moves."""

from typing import Final

from unonet.bots.bot import Bot
from unonet.bots.finding import BOTS, bot_names, find_bot
from unonet.bots.pause import person_pause

NICKNAMES: Final = (
    *("Ada", "Bahar", "Cem", "Dalia", "Elif"),
    *("Farid", "Gila", "Hadi", "Iris", "Jamal"),
)
"""What bots are called where nobody named them."""

__all__ = ["BOTS", "NICKNAMES", "Bot", "bot_names", "find_bot", "person_pause"]
