"""People at one table as real processes on loopback: lobby, match, lookers-on, closed doors."""

from __future__ import annotations

import json
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
    words_of,
)


def test_three_people_and_a_bot_play_a_match_while_somebody_looks_on(tmp_path: Path) -> None:
    with terminals(tmp_path) as start:
        name = unique("Kitchen")
        host = start(
            *("host", "host", "--bots", "1", "--rules", "quick", "--fast"),
            *("--nickname", "Ada", "--name", name),
        )
        host.until("sat down: 2 of 4")
        bob = start("bob", "join", name, "--nickname", "Bob")
        bob.until("You sat down: 3 of 4")
        zoe = start("zoe", "watch", name.lower(), "--nickname", "Zoe")
        host.until("Zoe is watching.")
        cem = start("cem", "join", *name.split(), "--nickname", "Cem")
        cem.until("You sat down: 4 of 4")
        people = [host, bob, cem]
        # On every screen the same, once the last draft has reached it.
        wait_for(lambda: len({words_of(one) for one in people}) == 1, *people)
        until_the_end(people)
        zoe.until("wins the match")
        for one in people:
            assert "Starting in 3 seconds" in one.said
            assert "wins the match" in one.said or "You win the match" in one.said
            assert "Traceback" not in one.said
        # The last of the same company that leaves ends the evening; the log is anybody's to check.
        assert [one.close() for one in people] == [0, 0, 0]
        assert zoe.close() == 0
        assert "You hold" not in zoe.said and "Your turn" not in zoe.said
        verified = unonet(tmp_path / "stranger", "verify", *map(log_of, people), "--json")
        verdicts = [json.loads(line) for line in verified.stdout.splitlines()]
        assert [verdict["ok"] for verdict in verdicts] == [True] * 3
        assert {verdict["result"] for verdict in verdicts} == {"finished"}
        known = unonet(tmp_path / "bob", "identity", "--json")
        assert {one["nickname"] for one in json.loads(known.stdout)["known"]} == {"Ada", "Cem"}


def test_a_closed_table_takes_the_code_and_the_same_company_plays_again(tmp_path: Path) -> None:
    name = unique("Closed")
    with terminals(tmp_path) as start:
        host = start(
            *("host", "host", "--closed", "--seats", "2", "--rules", "quick"),
            *("--nickname", "Ada", "--name", name),
        )
        host.until("Its join code, for those you invite: ")
        code = host.said.rsplit("for those you invite: ", 1)[1].split(".", 1)[0]
        outside = unonet(tmp_path / "eve", "join", name, "--json")
        assert outside.returncode == 4
        assert json.loads(outside.stdout)["error"]["code"] == "table_closed"
        wrong = " ".join(["zoom"] * 7)
        outside = unonet(tmp_path / "eve", "join", name, "--code", wrong, "--json")
        assert json.loads(outside.stdout)["error"]["code"] == "wrong_code"
        spoken = host.said.split("with the words: ", 1)[1].split(".", 1)[0].split()
        bob = start("bob", "join", *spoken, "--code", code, "--nickname", "Bob")
        bob.until("You sat down: 2 of 2")
        until_the_end([host, bob])
        until_the_end([host, bob], over="Rules of this table: quick.\n")
        first = log_of(bob)

        def second_is_kept() -> bool:
            for one in (host, bob):
                if one.asks and one.said.count("Log kept: ") < 2:
                    answer_again(one)
            return all(one.said.count("Log kept: ") == 2 for one in (host, bob))

        wait_for(second_is_kept, host, bob)
        second = bob.said.rsplit("Log kept: ", 1)[1].splitlines()[0]
        assert first != second
        verified = unonet(tmp_path / "stranger", "verify", first, second, "--json")
        assert verified.returncode == 0, verified.stdout
        assert [host.close(), bob.close()] == [0, 0]


def answer_again(one: Terminal) -> None:
    """As ``answer``, in the lobby after a match."""
    agreed, again = one.said.rfind("Agreed:"), one.said.rfind("Play again?")
    if again > agreed:
        one.type("ready")
    else:
        answer(one)


def test_ten_seats_and_eight_who_look_on_as_real_processes(tmp_path: Path) -> None:
    name = unique("Hall")
    with terminals(tmp_path) as start:
        host = start(
            *("host", "host", "--seats", "10", "--bots", "8", "--rules", "quick", "--fast"),
            *("--deal", "open", "--nickname", "Ada", "--name", name),
        )
        host.until("sat down: 9 of 10")
        watching = [start(f"w{n}", "watch", name, "--nickname", f"W{n}") for n in range(8)]
        wait_for(lambda: (host.hear(), host.said.count("is watching.") == 8)[1], host)
        ninth = unonet(tmp_path / "w9", "watch", name, "--json")
        assert ninth.returncode == 4
        assert json.loads(ninth.stdout)["error"]["code"] == "table_refused"
        bob = start("bob", "join", name, "--nickname", "Bob")
        until_the_end([host, bob])
        for one in watching:
            one.until("the match.")
            assert one.close() == 0
            assert "Sealed: 10 seats signed" in one.said
        assert [host.close(), bob.close()] == [0, 0]
