"""What a person reads when something fails, and the exit code that a script reads: one table.

Knows every code of ``unonet.errors``. Does not know where a failure came from.
"""

from __future__ import annotations

import sys
import traceback
from typing import Any, NamedTuple

from unonet.errors import UnonetError
from unonet_cli.output import clean

OK, FAILED, USAGE, ILLEGAL, NETWORK, CHEATING, VOID, INTERRUPTED = 0, 1, 2, 3, 4, 5, 6, 130
READER_GONE = 141
"""What a shell says of a program whose pipe was closed: no verdict was read to its end."""


class Failure(NamedTuple):
    """``what`` happened, then ``advice``; the error's own text, the why, stands between them."""

    exit_code: int
    what: str
    advice: str


BUG = "This is a fault of unonet. Please report it with what --debug shows."
SEND_LOG = "Keep the log: `unonet verify LOG` shows who signed what."
OTHER_LOG = "Take the log of another player of the same table, then verify that one."
SAME_VERSION = "Install the same version of unonet on both machines."
ASK_CODE = "Ask the host for the seven words, then: unonet join TABLE --code 'the seven words'."
ASK_WORDS = "A join code has seven words, an address five: let them be read to you once more."
OTHER_TABLE = "See what else there is with `unonet tables`; one that plays can be watched."
RETRY = "Look who is there with `unonet tables`, then try again."

FAILURES: dict[str, Failure] = {
    "error": Failure(FAILED, "Something failed", BUG),
    "rule": Failure(ILLEGAL, "The rules forbid that", "See `unonet rules`."),
    "illegal_move": Failure(ILLEGAL, "Illegal move", "`why TOKEN` at the table explains it."),
    "bad_ruleset": Failure(USAGE, "These rules cannot be played", "See `unonet rules`."),
    "bad_scenario": Failure(USAGE, "Malformed scenario", "The format is in docs/rules.md, 10."),
    "bad_bot": Failure(USAGE, "This bot cannot play", "See docs/bots.md, plug-ins."),
    "protocol": Failure(NETWORK, "The conversation with a peer broke off", RETRY),
    "local_protocol": Failure(FAILED, "This program asked for the impossible", BUG),
    "remote_protocol": Failure(NETWORK, "A peer sent what the protocol forbids", SAME_VERSION),
    "session_ended": Failure(
        NETWORK, "This seat is played from elsewhere", "Go on there, or start `unonet resume` here."
    ),
    "ledger": Failure(FAILED, "The log does not hold", OTHER_LOG),
    "broken_chain": Failure(FAILED, "The log is not one chain", OTHER_LOG),
    "bad_signature": Failure(FAILED, "A signature is wrong", OTHER_LOG),
    "bad_entry": Failure(CHEATING, "A seat signed what no honest seat writes", SEND_LOG),
    "corrupt_log": Failure(USAGE, "The log file is damaged", OTHER_LOG),
    "desync": Failure(FAILED, "Two seats computed different tables", BUG),
    "fork": Failure(CHEATING, "A seat signed two histories", SEND_LOG),
    "deal": Failure(CHEATING, "The shuffle failed", SEND_LOG),
    "bad_proof": Failure(CHEATING, "A seat broke its commitment to the shuffle", SEND_LOG),
    "decode": Failure(USAGE, "These bytes are not what they claim to be", OTHER_LOG),
    "bad_words": Failure(USAGE, "These words are not right", ASK_WORDS),
    "network": Failure(NETWORK, "The network failed", RETRY),
    "cannot_reach": Failure(NETWORK, "Nobody answers", RETRY),
    "no_network": Failure(
        NETWORK, "There is no network", "Connect to one, or play with bots here: `unonet play`."
    ),
    "table_refused": Failure(NETWORK, "The table does not let you in", OTHER_TABLE),
    "still_seated": Failure(
        NETWORK, "You sit at this table", "`unonet resume` takes you back to your seat."
    ),
    "table_closed": Failure(NETWORK, "The table is closed", ASK_CODE),
    "wrong_code": Failure(NETWORK, "The join code is not taken", ASK_CODE),
    "handshake_failed": Failure(NETWORK, "The other end is not who it should be", RETRY),
    "version_mismatch": Failure(NETWORK, "The other end speaks another version", SAME_VERSION),
    "storage": Failure(FAILED, "A file cannot be read or written", "Choose a folder with --home."),
    "disk_full": Failure(
        FAILED, "The disk is full", "Make room; a match that was stopped goes on: `unonet resume`."
    ),
    "seat_in_use": Failure(
        FAILED, "Another unonet plays this seat", "Use its window, or end it first."
    ),
    "nothing_to_resume": Failure(
        FAILED, "There is nothing to go on with", "Sit down with `unonet join` or `unonet play`."
    ),
}

UNEXPECTED = Failure(FAILED, "Unexpected fault", BUG)
SYSTEM = Failure(FAILED, "The system refused", "Check the path, the rights and the network.")


def failure(error: BaseException) -> Failure:
    """The row of ``error``: of its own code, else of the system, else a bug."""
    match error:
        case UnonetError():
            return FAILURES[error.code]
        case OSError():
            return SYSTEM
        case _:
            return UNEXPECTED


def code_of(error: BaseException) -> str:
    """A stable code for scripts."""
    match error:
        case UnonetError():
            return error.code
        case OSError():
            return "system"
        case _:
            return "unexpected"


def reason_of(error: BaseException) -> str:
    """One line of text: what the error says about itself."""
    text = str(error) or type(error).__name__
    if not isinstance(error, UnonetError | OSError):
        text = f"{type(error).__name__}: {text}"
    return clean(" ".join(text.split()))


def explain(error: BaseException) -> str:
    """Two lines for a person: what happened and why; what to do."""
    row = failure(error)
    reason = reason_of(error).rstrip(".")
    return f"{row.what}: {reason}{'' if reason.endswith('?') else '.'}\n{row.advice}"


def as_json(error: BaseException) -> dict[str, Any]:
    """The object that ``--json`` prints instead of a result."""
    return {"ok": False, "error": {"code": code_of(error), "reason": reason_of(error)}}


def show_traceback(error: BaseException) -> None:
    """For ``--debug`` only."""
    traceback.print_exception(error, file=sys.stderr)
