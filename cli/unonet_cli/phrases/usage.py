"""What a person reads whose command cannot be carried out as it was typed."""

from __future__ import annotations

INTERRUPTED = "\nInterrupted."

NO_SECONDS = "{seconds} is no number of seconds."
NO_SUCH = "{option} can be {names}, not {value!r}."
NO_SUCH_BOT = "a bot can be {names}, not {skill!r}."
OR = " or "
NO_TABLE_ID = "a table id has 32 hex digits, {text!r} is none."
NO_PAIR = "--rule wants OPTION=VALUE, not {text!r}."
NO_SEAT_LEFT = "--bots {bots} leaves you no seat of --seats {seats}."
TOO_MANY_BOTS = "{bots} bots do not fit on {seats} seats."
TABLE_OR_HOST = "Give either a TABLE to join or --host."
ONLY_WITH_HOST = "--lobby, --seats, --rules and --rule belong to --host."
SEVERAL_TABLES = "several tables: {tables}. Name one, or its id."
NO_PORT = "{text} wants a port: HOST:PORT, as the host's screen says."
NO_TABLE_CALLED = "no table {text!r} in {seconds:.0f} s"
NO_FREE_SEAT = "no table with a free seat in {seconds:.0f} s"
