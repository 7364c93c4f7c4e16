"""Tables on this network as a person or a script sees them; nothing of it is proven."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from unonet.errors import BadRuleset
from unonet.game.ruleset import PRESETS, Ruleset
from unonet.net.finder import Candidate, Finder
from unonet.net.interfaces import choose_interfaces
from unonet.node.known import Known
from unonet.table.terms import ruleset_hash

CUSTOM = "custom"
SETTLE_SECONDS = 1.2
"""How long more tables may take to show themselves after the first."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table as others see it; hexadecimal where bytes stand behind, nothing proven.

    ``key`` is the host's if it has signed for the table: nobody else is then meant to answer.
    """

    id: str
    name: str
    address: str
    port: int
    rules: str
    rules_hash: str | None
    seats_taken: int
    seats: int
    state: str
    closed: bool
    alive: bool
    fingerprint: str
    key: str | None = None

    @property
    def open_seat(self) -> bool:
        """Whether one could sit down."""
        return self.alive and self.state == "lobby" and self.seats_taken < self.seats

    def is_called(self, text: str) -> bool:
        """Whether ``text`` begins its name or its id, or is its host's fingerprint."""
        wanted = " ".join(text.split()).casefold()
        begins_id = len(wanted) >= 4 and self.id.startswith(wanted)
        return self.name.casefold().startswith(wanted) or wanted == self.fingerprint or begins_id


async def list_tables(interface: str | None, seconds: float) -> list[Listing]:
    """Every table that shows itself within ``seconds``."""
    shown: tuple[Candidate, ...] = ()

    def remember(candidates: tuple[Candidate, ...]) -> None:
        nonlocal shown
        shown = candidates

    async with Finder(choose_interfaces(interface)) as finder:
        await finder.browse(remember)
        await asyncio.sleep(seconds)
    return [listing(candidate) for candidate in shown]


async def watch_tables(interface: str | None) -> AsyncIterator[list[Listing]]:
    """All tables, anew whenever one comes, changes, greys or goes; for ever."""
    look = partial(choose_interfaces, interface)
    news: asyncio.Queue[tuple[Candidate, ...]] = asyncio.Queue()
    async with Finder(look(), look=look) as finder:
        await finder.browse(news.put_nowait)
        while True:
            yield [listing(candidate) for candidate in await news.get()]


async def find_tables(
    home: Path,
    fits: Callable[[Listing], bool],
    *,
    interface: str | None,
    timeout: float,
    settle: float = SETTLE_SECONDS,
) -> list[Listing]:
    """The tables that fit, soon after the first shows itself; none after ``timeout`` seconds."""
    look = partial(choose_interfaces, interface)
    found: dict[str, Listing] = {}
    first = asyncio.Event()

    def notice(candidates: tuple[Candidate, ...]) -> None:
        found.clear()
        found.update((table.id, table) for table in map(listing, candidates) if fits(table))
        if found:
            first.set()

    async with Finder(look(), Known.load(home).addresses(), look=look) as finder:
        await finder.browse(notice)
        with suppress(TimeoutError):
            await asyncio.wait_for(first.wait(), timeout)
            await asyncio.sleep(settle)
    return list(found.values())


def listing(candidate: Candidate) -> Listing:
    announcement = candidate.announcement
    ruleset = _built(announcement.preset)
    return Listing(
        id=announcement.topic.hex(),
        name=announcement.name,
        address=candidate.address[0],
        port=candidate.address[1],
        rules=announcement.preset,
        rules_hash=ruleset_hash(ruleset).hex() if ruleset else None,
        seats_taken=announcement.taken,
        seats=announcement.seats,
        state=announcement.status,
        closed=announcement.closed,
        alive=candidate.alive,
        fingerprint=announcement.fingerprint,
        key=candidate.key.hex() if candidate.key else None,
    )


def preset_name(ruleset: Ruleset) -> str:
    """The preset that has exactly these rules, or ``custom``."""
    return next((name for name in PRESETS if _built(name) == ruleset), CUSTOM)


def _built(preset: str) -> Ruleset | None:
    """The ruleset of a preset, or None for one that this version does not know or play."""
    try:
        return Ruleset.parse(preset)
    except BadRuleset:
        return None
