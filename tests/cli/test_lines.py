"""Lines of input, however their bytes arrive."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

import pytest

from unonet_cli.plain.lines import MAX_LINE, Lines, split_lines


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([b"r5\nd\n"], ["r5", "d"]),
        ([b"r", b"5\r", b"\n", b"d"], ["r5", "d"]),
        ([b"\n\n"], ["", ""]),
        ([], []),
        ([b"\xff\n"], ["\ufffd"]),
        ([b"x" * (2 * MAX_LINE), b"\nd\n"], ["x" * MAX_LINE, "d"]),
    ],
)
def test_split_lines(chunks: Sequence[bytes], lines: list[str]) -> None:
    assert list(split_lines(iter(chunks))) == lines


def test_lines_end_with_none_for_ever() -> None:
    async def read() -> list[str | None]:
        source, sink = os.pipe()
        os.write(sink, b"hand\nquit\n")
        os.close(sink)
        lines = Lines(source)
        assert not lines.interactive
        return [await lines.next() for _ in range(4)]

    assert asyncio.run(read()) == ["hand", "quit", None, None]


def test_a_descriptor_that_is_gone_is_the_end() -> None:
    async def read() -> str | None:
        source, sink = os.pipe()
        os.close(source)
        os.close(sink)
        return await Lines(source).next()

    assert asyncio.run(read()) is None
