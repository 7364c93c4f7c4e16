"""Nodes: one seat of a table with its links, its log and its player. The public way to play."""

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
