"""An alarm rings once for each time, at the last one that was set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from unonet.net.fake import run_virtual
from unonet.node.alarm import Alarm


def rings(script: Callable[[Alarm, float], None]) -> list[float]:
    """When it rang within ten seconds, in seconds from the start."""

    async def run() -> list[float]:
        loop = asyncio.get_running_loop()
        start, heard = loop.time(), []
        script(Alarm(lambda: heard.append(loop.time() - start)), start)
        await asyncio.sleep(10)
        return heard

    return run_virtual(run())


def again(alarm: Alarm, start: float) -> None:
    alarm.set(start + 1)
    alarm.set(start + 1)


def sooner(alarm: Alarm, start: float) -> None:
    alarm.set(start + 5)
    alarm.set(start + 1)


def later(alarm: Alarm, start: float) -> None:
    alarm.set(start + 1)
    alarm.set(start + 5)


def never(alarm: Alarm, start: float) -> None:
    alarm.set(start + 1)
    alarm.set(None)


def closed(alarm: Alarm, start: float) -> None:
    alarm.set(start + 1)
    alarm.close()


@pytest.mark.parametrize(
    ("script", "times"), [(again, [1]), (sooner, [1]), (later, [5]), (never, []), (closed, [])]
)
def test_it_rings_at_the_time_that_was_set_last(
    script: Callable[[Alarm, float], None], times: list[int]
) -> None:
    assert [round(time, 6) for time in rings(script)] == times


def test_the_same_time_can_be_set_once_it_has_rung() -> None:
    async def run() -> int:
        loop = asyncio.get_running_loop()
        heard: list[None] = []
        alarm = Alarm(lambda: heard.append(None))
        time = loop.time() + 1
        for _ in range(2):
            alarm.set(time)
            await asyncio.sleep(2)
        return len(heard)

    assert run_virtual(run()) == 2
