"""Replay: a log folded again, step by step. The same loop as a live table, without a head.

Trusts the signatures in the file, not that they are enough; ``audit`` is for whoever trusts none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unonet.ledger.entry import Entry
from unonet.ledger.kinds import Kind
from unonet.table.consequences import AnyEvent
from unonet.table.events import Agreed
from unonet.table.history import History
from unonet.table.proofs import Proofs
from unonet.table.reducer import Fold


@dataclass(frozen=True, slots=True)
class Step:
    """One final entry and what it did; step 0 is genesis and has no entry.

    ``fold`` is the state right after it: copy it to keep it.
    """

    index: int
    entry: Entry | None
    kind: str
    seat: int | None
    token: str | None
    events: tuple[AnyEvent, ...]
    noop: str | None
    fold: Fold


def replay(path: Path) -> Iterator[Step]:
    """Every final step of a log.

    Raises what ``History.load`` raises before the first step, and BadEntry at a step that those who
    signed it could not make final.
    """
    return steps(History.load(path))


def steps(history: History) -> Iterator[Step]:
    terms = history.terms
    fold = Fold(terms)
    agreed = Agreed(terms.table_id, terms.nicknames)
    yield Step(0, None, "genesis", None, None, (agreed,), None, fold)
    proofs = Proofs(history.certificates, history.seals)
    for entry in history.final_entries():
        before = fold.live()
        folded = fold.apply(entry)
        proofs.judge(entry, before=before, after=fold.live())
        yield Step(
            entry.index,
            entry,
            _kind_name(entry.kind),
            entry.seat,
            _token(entry),
            folded.events,
            folded.noop,
            fold,
        )


def _kind_name(kind: int) -> str:
    return Kind(kind).name.lower() if kind in Kind._value2member_map_ else str(kind)


def _token(entry: Entry) -> str | None:
    body = entry.body
    if entry.kind == Kind.MOVE and isinstance(body, tuple) and body and isinstance(body[0], str):
        return body[0]
    return None
