"""Why a link to a peer is gone, as far as this end can tell."""

from __future__ import annotations

from enum import StrEnum

from unonet.errors import DecodeError, ProtocolError


class Loss(StrEnum):
    """The other end said that it goes · ended, perhaps killed · is heard no more · cannot be
    reached · broke the protocol · has a new link in the place of this one · is not wanted."""

    GONE = "gone"
    ENDED = "ended"
    SILENT = "silent"
    BROKEN = "broken"
    BREACH = "breach"
    REPLACED = "replaced"
    FORGOTTEN = "forgotten"


def loss_of(error: Exception | None, *, said_bye: bool) -> Loss:
    """What the end of a link means, whose ``error`` it is."""
    if isinstance(error, ProtocolError | DecodeError):
        return Loss.BREACH
    if said_bye:
        return Loss.GONE
    return Loss.ENDED if error is None else Loss.BROKEN
