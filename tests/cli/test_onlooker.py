"""A person who watches: what it may ask, and that it leaves when it says so."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace

import pytest

from tests.cli.test_person import VIEW, Typed
from unonet.game import PlayerView
from unonet_cli.output import Output
from unonet_cli.plain.onlooker import Onlooker
from unonet_cli.presenter import Presenter

SEEN = replace(VIEW, seat=None, hand=(), slots=(), legal=())


def watch(
    *lines: str, interactive: bool = True, view: PlayerView | None = SEEN
) -> tuple[str, bool]:
    """What was read, and whether the person left."""
    stream = io.StringIO()
    source = Typed(lines, interactive=interactive)
    one = Onlooker(
        Output(stream), Presenter(("Ada", "Bob")), lambda: source, recent=["Bob plays red 5."]
    )

    async def run() -> None:
        try:
            await asyncio.wait_for(one.watch(lambda: view), 0.2)
        except TimeoutError:
            return

    asyncio.run(run())
    return stream.getvalue(), one.has_quit


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("p", "Ada, seat 0: 3 cards, on turn, score 0.\nBob, seat 1: 7 cards, score 40.\n"),
        ("top", "red 5 is on top; red is in force. Play goes clockwise.\n"),
        ("last", "Bob plays red 5.\n"),
        ("?", "While you watch:\n"),
        ("", "While you watch:\n"),
        ("hand", "You are watching: you hold no cards, and nobody hears you."),
        ("chat hello", "You are watching: you hold no cards, and nobody hears you."),
        ("r5", "Not understood: r5."),
        ("words", "There are no words yet"),
    ],
)
def test_questions(line: str, answer: str) -> None:
    said, _ = watch(line)
    assert answer in said


def test_nothing_is_seen_before_the_deal() -> None:
    assert watch("p", "t", view=None)[0].count("the cards are not dealt") == 2


def test_quit_leaves_and_says_that_the_match_goes_on() -> None:
    said, has_quit = watch("q", "p")
    assert has_quit
    assert said.endswith("You leave; the match goes on without you.\n")


def test_the_end_of_a_pipe_is_no_wish_to_leave() -> None:
    said, has_quit = watch(interactive=False)
    assert not has_quit
    assert said == ""


def test_the_end_of_a_terminal_is() -> None:
    assert watch()[1]
