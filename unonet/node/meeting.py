"""Who sits down beside one's own person: met before, new, or under somebody else's name."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from unonet import names
from unonet.node.events import Met
from unonet.node.known import Known
from unonet.node.room import Addresses
from unonet.table.terms import TermsSeat


class Meeting:
    """Tells ``watch`` once of every person that sits here. Raises StorageError."""

    def __init__(self, home: Path, own_key: bytes, watch: Callable[[Met], None]) -> None:
        self._known = Known.load(home)
        self._greeted = {own_key}
        self._watch = watch

    def greet(self, seats: Sequence[TermsSeat], addresses: Addresses) -> None:
        """Somebody may be new among them; bots are nobody to remember."""
        for seat in seats:
            if seat.bot is None and seat.key not in self._greeted:
                self._greeted.add(seat.key)
                self._meet(seat, addresses)

    def save(self) -> None:
        """Remember them for the next time. Raises StorageError."""
        self._known.save()

    def _meet(self, seat: TermsSeat, addresses: Addresses) -> None:
        before = self._called_before(seat)
        sighting = self._known.meet(
            seat.key,
            seat.nickname,
            addresses=addresses.get(seat.key, ()),
            now=int(time.time()),
        )
        self._watch(Met(seat.nickname, sighting.value, seat.key, before))

    def _called_before(self, seat: TermsSeat) -> str:
        """The name that makes this meeting worth a word: the key's old one, or the other key's."""
        for person in self._known.players():
            if person.key == seat.key:
                return person.nickname
        for person in self._known.players():
            if names.unique(seat.nickname, [person.nickname]) != seat.nickname:
                return person.nickname
        return ""
