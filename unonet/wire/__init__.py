"""Bytes between two peers, without sockets, clocks or entropy of its own."""

from unonet.wire.channel import (
    MESSAGE_LIMIT,
    Answer,
    Channel,
    Endpoint,
    Opened,
    Received,
    Refused,
    Reply,
)
from unonet.wire.messages import Message, decode, encode

__all__ = [
    "MESSAGE_LIMIT",
    "Answer",
    "Channel",
    "Endpoint",
    "Message",
    "Opened",
    "Received",
    "Refused",
    "Reply",
    "decode",
    "encode",
]
