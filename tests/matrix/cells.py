"""What a cell of the matrix is: one row, one way to be bad, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

from unonet.errors import UnonetError
from unonet.ledger import codec

COLUMNS: Final = (
    *("truncated", "oversized", "type", "signature"),
    *("replayed", "table", "state", "flood"),
)
FLOOD: Final = 300
T = TypeVar("T")
Deliver = Callable[[bytes], None]


class Outcome(StrEnum):
    """REFUSED: a named error, and the link closes. DROPPED: nothing at all. Either way whoever
    hears it is as it was before."""

    REFUSED = "R"
    DROPPED = "."


class NoSuchCell(Exception):
    """Nobody has said how this row could be bad in this way."""


def made(table: Mapping[tuple[str, str], T], row: str, column: str) -> T:
    """What the table has for this cell."""
    try:
        return table[row, column]
    except KeyError:
        raise NoSuchCell(f"{row}, {column}") from None


def outcome_of(deliver: Deliver, raw: bytes, *, state: Callable[[], Any]) -> Outcome:
    """Deliver once; whatever comes of it, the state must be the same."""
    before = state()
    try:
        deliver(raw)
    except UnonetError as error:
        assert str(error) and error.code
        outcome = Outcome.REFUSED
    else:
        outcome = Outcome.DROPPED
    assert state() == before
    return outcome


def same(outcomes: list[Outcome]) -> Outcome:
    """The one outcome of all of them."""
    assert outcomes and len(set(outcomes)) == 1, outcomes
    return outcomes[0]


def mistyped(array: bytes) -> list[bytes]:
    """The canonical array with each field in turn of a type that belongs nowhere."""
    fields = codec.decode(array, max_bin=codec.MAX_BODY)
    assert isinstance(fields, tuple)
    wrong = ((*fields[:at], ((True,),), *fields[at + 1 :]) for at in range(len(fields)))
    return [codec.encode(values, max_bin=codec.MAX_BODY) for values in wrong]


def with_field(array: bytes, at: int, value: Any) -> bytes:
    """The canonical array with another field."""
    fields = codec.decode(array, max_bin=codec.MAX_BODY)
    assert isinstance(fields, tuple)
    changed = (*fields[:at], value, *fields[at + 1 :])
    return codec.encode(changed, max_bin=codec.MAX_BODY)
