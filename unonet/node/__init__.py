"""Nodes: one seat of a table with its links, its log and its player. The public way to play.

Names are loaded when they are asked for: whoever only reads events pays for no network.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from unonet.node.chair import Chair, Player, bot_player
    from unonet.node.lan import Guest, Listing, Offer, host_table, join_table, list_tables
    from unonet.node.local import play_local
    from unonet.node.report import Report
    from unonet.node.table_node import Event, Watch

__all__ = [
    "Chair",
    "Event",
    "Guest",
    "Listing",
    "Offer",
    "Player",
    "Report",
    "Watch",
    "bot_player",
    "host_table",
    "join_table",
    "list_tables",
    "play_local",
]

_HOMES: Final = {
    "chair": ("Chair", "Player", "bot_player"),
    "lan": ("Guest", "Listing", "Offer", "host_table", "join_table", "list_tables"),
    "local": ("play_local",),
    "report": ("Report",),
    "table_node": ("Event", "Watch"),
}
_HOME_OF: Final = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
