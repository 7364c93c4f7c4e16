"""unonet: UNO on a LAN, peer to peer. The names that programs need; each is loaded when it is used.

A round for a notebook: ``Round`` (docs/python.md). Rules: ``Ruleset``, ``State``, ``legal_moves``,
``parse_move``, ``PlayerView``, ``view``. Logs: ``replay``, ``verify``. Tables: ``unonet.node``.
What is not here is not meant to be leant on.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from unonet.game import Move, PlayerView, Ruleset, State, legal_moves, parse_move, view
    from unonet.round import Round
    from unonet.table.audit import verify
    from unonet.table.replay import replay

__all__ = [
    "Move",
    "PlayerView",
    "Round",
    "Ruleset",
    "State",
    "legal_moves",
    "parse_move",
    "replay",
    "verify",
    "view",
]

_HOME_OF: Final = {
    **dict.fromkeys(__all__, "unonet.game"),
    "Round": "unonet.round",
    "replay": "unonet.table.replay",
    "verify": "unonet.table.audit",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)
