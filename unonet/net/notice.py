"""What one way of looking around (multicast DNS, the beacon) tells the finder of a table.

Knows no socket; whether anybody answers at an address is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from unonet.net.announcement import Announcement
from unonet.net.transport import Address


class Notice(NamedTuple):
    """An announcement and where its table should listen.

    ``key`` is the host's when it has signed this announcement for us, at this address; what comes
    without one is hearsay.
    """

    announcement: Announcement
    addresses: tuple[Address, ...]
    key: bytes | None = None


Name: TypeAlias = tuple[bytes, str]
"""What a table is known by while we look for it: topic and fingerprint of the host."""

OnSeen: TypeAlias = Callable[[Notice], None]
OnGone: TypeAlias = Callable[[Name], None]


def name_of(announcement: Announcement) -> Name:
    return announcement.topic, announcement.fingerprint
