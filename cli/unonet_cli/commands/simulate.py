"""``unonet simulate``: many games among bots in no time, and who is how strong."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unonet_cli.commands.choices import Rule, Rules
from unonet_cli.options import Common
from unonet_cli.phrases import usage

if TYPE_CHECKING:
    from unonet.bots.simulation import Simulation
    from unonet.bots.tally import Tally

NEWS_S = 2.0
"""Seconds between two sentences on how far it is."""
SHARES = 64
"""Into how many parts the games are cut, to be told of and shared out."""

Play = Callable[["Simulation", range, float | None], "Tally"]


def simulate(
    common: Common,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 1000,
    players: Annotated[
        int, typer.Option(min=2, max=10, metavar="K", help="Seats at the table.")
    ] = 4,
    rules: Rules = "quick",
    rule: Rule = None,
    bots: Annotated[
        str,
        typer.Option(metavar="A,B,…", help="Bots in the seats; the last one fills those left."),
    ] = "careful,greedy",
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="The same games again.")] = None,
    jobs: Annotated[
        int, typer.Option(min=1, max=256, metavar="J", help="Processes that share the games.")
    ] = 1,
    think: Annotated[
        float | None,
        typer.Option(
            min=1,
            metavar="MS",
            help="Milliseconds a move for bots that search. Without it they count their trials, "
            "and a seed gives the same games on every machine.",
        ),
    ] = None,
) -> int:
    """Let bots play whole games against each other and count who wins.

    A game is one match under the rules: with `quick` a round, with `classic` up to 500 points. The
    bots move round the table by one seat from game to game.
    """
    from unonet.bots.simulation import Simulation
    from unonet.bots.tally import Tally
    from unonet_cli.commands.choices import ruleset_of

    ruleset = ruleset_of(rules, rule)
    ruleset.check_seats(players)
    names = _seated(bots, players)
    simulation = Simulation(ruleset, names, seed or os.urandom(8).hex())
    output, tally, started = common.output(), Tally(), time.perf_counter()
    progress = _Progress(output.say, games)
    with _players(jobs) as play:
        for part in play(simulation, games, think):
            tally += part
            progress.tell(tally.games)
    report = _report(tally, simulation, time.perf_counter() - started)
    if common.json:
        output.result({"rules": rules, "seed": simulation.seed, **report})
    else:
        for line in _page(report, simulation):
            output.say(line)
    return 0


def _seated(bots: str, players: int) -> tuple[str, ...]:
    from unonet_cli.commands.choices import require_skill

    names = tuple(require_skill(name.strip()) for name in bots.split(","))
    if len(names) > players:
        raise typer.BadParameter(usage.TOO_MANY_BOTS.format(bots=len(names), seats=players))
    return names + names[-1:] * (players - len(names))


def play_part(simulation: Simulation, numbers: range, think: float | None) -> Tally:
    """What one process does. Thinking is measured in its own time, not in that of the machine."""
    if think is None:
        return simulation.play(numbers)
    return simulation.play(numbers, clock=time.process_time, seconds=think / 1000)


def _parts(games: int) -> list[range]:
    size = max(1, games // SHARES)
    return [range(first, min(games, first + size)) for first in range(0, games, size)]


@contextmanager
def _players(jobs: int) -> Iterator[Callable[[Simulation, int, float | None], Iterator[Tally]]]:
    """A function that plays all games, in parts that come in the order of the games."""
    if jobs == 1:
        yield lambda simulation, games, think: (
            play_part(simulation, numbers, think) for numbers in _parts(games)
        )
        return
    from concurrent.futures import ProcessPoolExecutor
    from itertools import repeat
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield lambda simulation, games, think: pool.map(
            play_part, repeat(simulation), _parts(games), repeat(think)
        )


class _Progress:
    """Says every few seconds how far it is, and nothing when it is over at once."""

    def __init__(self, say: Callable[[str], None], games: int) -> None:
        self._say, self._games = say, games
        self._started = time.monotonic()
        self._told = self._started - NEWS_S / 2

    def tell(self, done: int) -> None:
        from unonet_cli.phrases import simulation

        now = time.monotonic()
        if done == self._games or now - self._told < NEWS_S:
            return
        self._told = now
        left = (now - self._started) / done * (self._games - done)
        self._say(simulation.PROGRESS.format(done=done, games=self._games, left=left))


def _report(tally: Tally, simulation: Simulation, seconds: float) -> dict[str, Any]:
    return {
        **tally.as_json(simulation.bots),
        "seconds": round(seconds, 3),
        "games_per_s": round(tally.games / seconds, 1),
        "moves_per_s": round(tally.moves / seconds),
    }


def _page(report: dict[str, Any], simulation: Simulation) -> list[str]:
    from unonet_cli.phrases import simulation as say

    rows = [
        say.ROW.format(
            bot=name,
            seats=simulation.bots.count(name),
            wins=wins,
            share=100 * report["share"][name],
            low=100 * report["interval"][name][0],
            high=100 * report["interval"][name][1],
            even=100 * report["even"][name],
            points=report["points"][name],
        )
        for name, wins in report["wins"].items()
    ]
    end = say.SUMMARY.format(seed=simulation.seed, **report)
    unwon = [say.UNWON.format(**report)] if report["without_winner"] else []
    return [say.HEAD, *rows, end, *unwon]
