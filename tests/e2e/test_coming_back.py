"""One of four at a table is cut off, then killed, and comes back by sitting down again."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

from tests.e2e.terminals import (
    Terminal,
    answer,
    log_of,
    terminals,
    unique,
    unonet,
    until_the_end,
    wait_for,
)

SILENT_S = 10.0


def play_until(people: list[Terminal], one: Terminal, words: str) -> None:
    """Everybody answers every prompt until ``one`` has read this."""

    def step() -> bool:
        for person in people:
            if person.asks:
                answer(person)
        one.hear()
        return words in one.said

    wait_for(step, *people)


def test_a_guest_is_silent_for_ten_seconds_then_killed_and_the_match_goes_on(
    tmp_path: Path,
) -> None:
    with terminals(tmp_path) as start:
        name = unique("Porch")
        host = start(
            *("host", "host", "--bots", "1", "--rules", "classic", "--rule", "target=100"),
            *("--fast", "--nickname", "Ada", "--name", name),
        )
        host.until("sat down: 2 of 4")
        bob, cem = (start(who, "join", name, "--nickname", who.title()) for who in ("bob", "cem"))
        host.until("sat down: 4 of 4")
        play_until([host, bob, cem], host, "Bob plays")

        bob.signal(signal.SIGSTOP)
        silent_since = time.monotonic()
        play_until([host, cem], host, "Bob lost the connection: nothing is heard any more.")
        # Who leads is drawn: with Bob the others wait, without him they play on until his turn.
        while time.monotonic() < silent_since + SILENT_S:
            for person in (host, cem):
                person.hear()
                if person.asks:
                    answer(person)
            time.sleep(0.05)
        bob.signal(signal.SIGCONT)
        until_linked = host.said.count("Bob is connected.") + 1
        wait_for(lambda: (host.hear(), host.said.count("Bob is connected.") >= until_linked)[1])
        play_until([host, bob, cem], bob, "Cem plays")

        bob.kill()
        # No table is named: the home knows where its seat is.
        again = start("bob", "join")
        again.until("Your match with Ada, ")
        again.until("Back at the table")
        people = [host, again, cem]
        until_the_end(people, over="Log kept: ")
        assert again.close() == 0
        assert [host.close(), cem.close()] == [0, 0]
        verified = unonet(tmp_path / "stranger", "verify", *map(log_of, people), "--json")
        verdicts = [json.loads(line) for line in verified.stdout.splitlines()]
        assert [verdict["result"] for verdict in verdicts] == ["finished"] * 3
        assert all("Traceback" not in one.said for one in (*people, bob))
