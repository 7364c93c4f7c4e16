"""Which table somebody wants to get to: where it listens, and what its host must prove.

Pure; looking for tables is ``listing``'s business.
"""

from __future__ import annotations

from typing import NamedTuple

from unonet.errors import DecodeError, HandshakeFailed
from unonet.ledger.identity import fingerprint
from unonet.net.transport import Address
from unonet.node.listing import Listing
from unonet.words import ADDRESS_WORDS, key_check, read_address_words


class Target(NamedTuple):
    """Addresses to dial in turn; ``topic``, the host's ``key`` or a ``mark`` or ``check`` of it if
    known."""

    addresses: tuple[Address, ...]
    topic: bytes | None = None
    mark: str | None = None
    check: int | None = None
    name: str = ""
    key: bytes | None = None

    def require(self, key: bytes) -> None:
        """Raise HandshakeFailed unless ``key`` is the host's that was announced or spelled."""
        if self.check is not None and key_check(key) != self.check:
            raise HandshakeFailed("the words belong to a table with another key")
        if self.mark is not None and fingerprint(key) != self.mark:
            raise HandshakeFailed("the table was announced with another key")


def read_target(text: str) -> Target | None:
    """HOST:PORT, or the five words of an address; None for the name or id of a table.

    Raises DecodeError for words that are nearly an address.
    """
    host, colon, port = text.strip().rpartition(":")
    if colon and host and port.isdecimal() and 0 < int(port) < 1 << 16:
        return Target(((host.strip("[]"), int(port)),))
    if len(text.replace("-", " ").split()) != ADDRESS_WORDS:
        return None
    try:
        place = read_address_words(text)
    except DecodeError:
        # A table may have a name of five words; whoever finds none of that name asks again.
        return None
    return Target(((place.host, place.port),), check=place.check)


def why_no_address(text: str) -> str | None:
    """What is wrong with five words that name no table, None if they are no five words."""
    if len(text.replace("-", " ").split()) != ADDRESS_WORDS:
        return None
    try:
        read_address_words(text)
    except DecodeError as error:
        return str(error)
    return None


def target_of(table: Listing) -> Target:
    """A table that showed itself."""
    return Target(
        ((table.address, table.port),),
        bytes.fromhex(table.id),
        mark=table.fingerprint,
        name=table.name,
        key=bytes.fromhex(table.key) if table.key else None,
    )
