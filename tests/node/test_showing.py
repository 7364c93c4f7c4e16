"""One's own table outside: the newest announcement, one after the other."""

from __future__ import annotations

import asyncio

import pytest

from unonet.errors import CannotReach
from unonet.net.announcement import Announcement
from unonet.net.fake import run_virtual
from unonet.node.showing import Showing

FIRST = Announcement(
    topic=bytes(16),
    fingerprint="abcdefgh",
    boot="0000",
    name="Ada's table",
    taken=1,
    seats=4,
    status="lobby",
    preset="quick",
)


def test_the_newest_is_shown_and_what_did_not_change_is_not_shown_again() -> None:
    shown: list[tuple[int, str]] = []

    async def announce(announcement: Announcement) -> None:
        await asyncio.sleep(1)
        shown.append((announcement.taken, announcement.status))

    async def main() -> None:
        showing = Showing(announce, FIRST)
        running = asyncio.ensure_future(showing.run())
        await asyncio.sleep(0.5)
        for taken in (2, 3, 2):
            showing.update(taken=taken)
        await asyncio.sleep(5)
        showing.update(taken=2, status="lobby")
        await asyncio.sleep(5)
        showing.update(taken=4, status="play")
        await asyncio.sleep(5)
        running.cancel()

    run_virtual(main())
    assert shown == [(1, "lobby"), (2, "lobby"), (4, "play")]


def test_what_keeps_it_from_being_shown_comes_out() -> None:
    async def announce(announcement: Announcement) -> None:
        raise CannotReach("announced elsewhere")

    with pytest.raises(CannotReach, match="elsewhere"):
        run_virtual(Showing(announce, FIRST).run())
