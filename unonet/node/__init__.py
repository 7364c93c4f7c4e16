"""Nodes: one seat of a table with its links, its log and its player. The public way to play.

Names are loaded when they are asked for: whoever only reads events pays for no network.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from unonet.node.chair import Chair, Player, bot_player
    from unonet.node.hosting import Offer
    from unonet.node.lan import host_table, join_table, watch_table
    from unonet.node.listing import Listing, find_tables, list_tables, watch_tables
    from unonet.node.lobby_chair import LobbyChair, Waiter
    from unonet.node.local import play_local
    from unonet.node.matches import Unfinished, match_of, unfinished
    from unonet.node.report import Report
    from unonet.node.resume import forget_table, resume_table
    from unonet.node.sitting import Guest
    from unonet.node.table_node import Event, Watch
    from unonet.node.target import Target, read_target, target_of

__all__ = [
    "Chair",
    "Event",
    "Guest",
    "Listing",
    "LobbyChair",
    "Offer",
    "Player",
    "Report",
    "Target",
    "Unfinished",
    "Waiter",
    "Watch",
    "bot_player",
    "find_tables",
    "forget_table",
    "host_table",
    "join_table",
    "list_tables",
    "match_of",
    "play_local",
    "read_target",
    "resume_table",
    "target_of",
    "unfinished",
    "watch_table",
    "watch_tables",
]

_HOMES: Final = {
    "chair": ("Chair", "Player", "bot_player"),
    "hosting": ("Offer",),
    "lan": ("host_table", "join_table", "watch_table"),
    "listing": ("Listing", "find_tables", "list_tables", "watch_tables"),
    "lobby_chair": ("LobbyChair", "Waiter"),
    "local": ("play_local",),
    "report": ("Report",),
    "sitting": ("Guest",),
    "resume": ("forget_table", "resume_table"),
    "table_node": ("Event", "Watch"),
    "matches": ("Unfinished", "match_of", "unfinished"),
    "target": ("Target", "read_target", "target_of"),
}
_HOME_OF: Final = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
