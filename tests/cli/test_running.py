"""Other processes: their results, their failures, and that none is left behind."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from unonet_cli.commands import running
from unonet_cli.commands.running import Child, PeerFailed, run_children

LONE_HOST = ("bot", "--host", "--seats", "2", "--interface", "127.0.0.1", "--json")


def unheard(number: int, line: str) -> None:
    pass


def test_results_come_in_order_and_words_as_they_are_said() -> None:
    heard: list[int] = []
    commands = [["rules", preset, "--json"] for preset in ("quick", "modern")]
    results = running.run(
        run_children(commands, limit_s=30, hear=lambda number, line: heard.append(number))
    )
    assert [result["preset"] for result in results] == ["quick", "modern"]


def test_a_child_that_fails_is_named_with_its_last_words() -> None:
    with pytest.raises(PeerFailed, match=r"peer 1 ended with exit code 2: .*TABLE") as caught:
        running.run(run_children([["rules", "quick", "--json"], ["bot"]], limit_s=30, hear=unheard))
    assert caught.value.exit_code == 2


def test_a_child_that_a_signal_ended_counts_as_failed() -> None:
    assert PeerFailed(0, -9, "").exit_code == 1


def test_no_child_outlives_the_limit(tmp_path: Path) -> None:
    started: list[Child] = []

    async def waiting() -> None:
        child = await Child.start(0, [*LONE_HOST, "--home", str(tmp_path)], unheard)
        started.append(child)
        try:
            async with asyncio.timeout(0.5):
                await child.result()
        finally:
            before = time.monotonic()
            await child.end()
            assert time.monotonic() - before < running.GENTLE_S

    with pytest.raises(TimeoutError):
        running.run(waiting())
    assert started[0].ended
