"""``unonet demo``: the whole thing on one machine, each peer a process of its own.

Hands no address and no port over: the peers find the table's id by zeroconf on loopback.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unonet_cli.commands.choices import Deal, Recovery, Rule, Rules
from unonet_cli.options import OnNetwork

if TYPE_CHECKING:
    from unonet_cli.output import Output

LOOPBACK = "127.0.0.1"
ROUND_LIMIT_S = 120.0
MATCH_LIMIT_S = 600.0


def demo(
    common: OnNetwork,
    peers: Annotated[
        int, typer.Option(min=2, max=10, metavar="N", help="Processes that play.")
    ] = 4,
    rules: Rules = "quick",
    rule: Rule = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Of the bots, never of the shuffle.")
    ] = None,
    deal: Deal = "sealed",
    recovery: Recovery = "majority",
) -> int:
    """Let peers find each other, shuffle, play a match and verify it."""
    from unonet_cli import failures
    from unonet_cli.commands.choices import require_deal, ruleset_of
    from unonet_cli.commands.running import PeerFailed, run, run_children
    from unonet_cli.phrases import pages
    from unonet_cli.presenter import rules_named

    started = time.perf_counter()
    require_deal(deal, recovery)
    ruleset = ruleset_of(rules, rule)
    ruleset.check_table(peers, sealed=deal == "sealed")
    output, lobby_id = common.output(), os.urandom(16)
    base = common.home_folder() / "demo" / lobby_id.hex()
    _welcome(output, peers, rules_named(ruleset.differences()), deal)
    table = [*_rule_options(rules, rule), "--deal", deal, "--recovery", recovery]
    commands = [
        _peer(number, peers, base, lobby=lobby_id.hex(), seed=seed, table=table)
        for number in range(peers)
    ]
    _make_operator(base)
    one_round = ruleset.match == "round" and ruleset.elimination == "off"
    limit_s = ROUND_LIMIT_S if one_round else MATCH_LIMIT_S
    try:
        results = run(run_children(commands, limit_s=limit_s, hear=_relay(output)))
    except PeerFailed as error:
        return _failed(output, str(error), error.exit_code)
    except TimeoutError:
        return _failed(output, pages.NO_RESULT.format(limit_s=limit_s), failures.FAILED)
    summary = _summary(results, time.perf_counter() - started)
    _conclude(output, summary)
    return failures.OK if summary["identical"] and summary["verified"] else failures.FAILED


def _welcome(output: Output, peers: int, rules: str, deal: str) -> None:
    from unonet_cli.phrases import pages

    output.say(pages.PEERS_START.format(peers=peers, rules=rules))
    output.say(pages.DEALS[deal].format(threshold=peers // 2 + 1))


def _rule_options(rules: str, rule: list[str] | None) -> list[str]:
    return ["--rules", rules, *(part for text in rule or () for part in ("--rule", text))]


def _operator_file(base: Path) -> Path:
    return base / "operator.key"


def _make_operator(base: Path) -> None:
    """The demo's own key: it answers for every bot of this table."""
    from unonet.ledger.identity import Identity
    from unonet.node.home import make_folder

    make_folder(base)
    Identity.create(_operator_file(base), os.urandom(32))


def _peer(
    number: int, peers: int, base: Path, *, lobby: str, seed: int | None, table: list[str]
) -> list[str]:
    """The arguments of child ``number``; child 0 hosts."""
    host = ["--host", "--lobby", lobby, "--seats", str(peers), *table]
    choices = [] if seed is None else ["--seed", str(seed + number)]
    from unonet.bots import NICKNAMES

    return [
        *("bot", *([lobby] if number else host), *choices),
        *("--nickname", NICKNAMES[number]),
        *("--operator", str(_operator_file(base))),
        *("--home", str(base / str(number))),
        *("--interface", LOOPBACK, "--json"),
    ]


def _relay(output: Output) -> Any:
    """The first peer's sentences stand for all: every peer says the same."""
    from unonet_cli.output import clean

    def hear(number: int, line: str) -> None:
        if number == 0:
            output.say(clean(line))

    return hear


def _summary(results: list[dict[str, Any]], wall_s: float) -> dict[str, Any]:
    """The object of ``--json``. An honest unfinished log counts as not verified here."""
    from unonet.table.audit import verify
    from unonet_cli.commands.reports import identical, percentile

    audits = [verify(Path(result["log"])) for result in results]
    moves = [ms for result in results for ms in result["move_ms"]]
    first = results[0]
    return {
        "peers": len(results),
        "rounds": first["rounds"],
        "entries": first["entries"],
        "state_hash": first["state_hash"],
        "identical": identical(results),
        "verified": all(audit.ok and audit.result == "finished" for audit in audits),
        "winner": first["winner"],
        "logs": [result["log"] for result in results],
        "setup_s": max(result["setup_s"] for result in results),
        "move_ms": {"p50": percentile(moves, 0.5), "p99": percentile(moves, 0.99)},
        "wall_s": round(wall_s, 3),
    }


def _conclude(output: Output, summary: dict[str, Any]) -> None:
    from unonet_cli.phrases import pages

    if output.as_json:
        output.result(summary)
    state = summary["state_hash"][:16]
    same = pages.IDENTICAL if summary["identical"] else pages.DIFFERENT
    proven = pages.VERIFIED if summary["verified"] else pages.NOT_VERIFIED
    for sentence in (same, proven, pages.TIME):
        output.say(sentence.format(state=state, **summary))
    for log in summary["logs"]:
        output.say(pages.LOG.format(log=log))
    output.say(pages.READ_AGAIN.format(log=summary["logs"][0]))


def _failed(output: Output, reason: str, exit_code: int) -> int:
    from unonet_cli.phrases import pages

    output.say(pages.STOPPED.format(reason=reason))
    output.say(pages.HOMES_KEPT)
    if output.as_json:
        output.result({"ok": False, "error": {"code": "peer_failed", "reason": reason}})
    return exit_code
