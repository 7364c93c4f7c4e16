"""Views that no round led to, for asking bots."""

from __future__ import annotations

from random import Random
from typing import Any

from unonet.bots import Bot
from unonet.game.cards import parse_card
from unonet.game.notation import parse_move
from unonet.game.ruleset import Ruleset
from unonet.game.view import PlayerView


def seen(**changes: Any) -> PlayerView:
    """A view from seat 0 on its turn, with r5 on top."""
    facts: dict[str, Any] = {
        "seat": 0,
        "ruleset": Ruleset.parse("quick"),
        "hand": (),
        "slots": (),
        "counts": (7, 7, 7, 7),
        "statuses": (0, 0, 0, 0),
        "top": parse_card("r5"),
        "color": 0,
        "direction": 1,
        "turn": 0,
        "due": 0,
        "phase": "turn",
        "pending": 0,
        "accused": None,
        "exposed": (),
        "called": (False,) * 4,
        "scores": (0,) * 4,
        "dealer": 3,
        "drawn": None,
        "draw_count": 50,
        "discard_count": 0,
        "discard": (parse_card("r5"),),
        "aside_count": 0,
        "jumpable": False,
        "forbidden": None,
        "refused": (),
        "legal": (),
        "outcome": None,
    }
    return PlayerView(**facts | changes)


def asked(bot: Bot, hand: str, legal: str, **changes: Any) -> str:
    """The one move that ``bot`` makes with ``hand``, however chance falls."""
    cards = tuple(map(parse_card, hand.split()))
    moves = tuple(map(parse_move, legal.split()))
    view = seen(hand=cards, legal=moves, **changes)
    (move,) = {bot(view, Random(seed)) for seed in range(9)}
    return str(move)
