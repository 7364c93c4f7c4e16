"""Audit: whether a stranger can believe a log, from nothing but the file.

Checks bytes, chain, every signature, that certificates and seals are complete, and that the rules
give the states and scores that the seats signed. What it cannot know is listed in SECURITY.md.
"""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final

from unonet.errors import BadEntry, BadSignature, BrokenChain, CorruptLog
from unonet.ledger.entry import Seal
from unonet.ledger.kinds import Kind
from unonet.ledger.store import read_log
from unonet.table.history import Claim, History, unsigned
from unonet.table.reducer import Fold
from unonet.table.replay import Step, steps
from unonet.table.terms import readers

THREADS: Final = 4
"""Signatures are checked without the GIL, so threads use every core there is."""
NEVER: Final = 1 << 32
"""Above every index."""
_BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class AuditError:
    """The first thing that is wrong: where, and whom a signature names for it.

    For ``bad_signature`` that is the seat that did not make it, else the one that signed what is
    wrong; None when nobody did: then whoever had the file may have changed it.
    """

    index: int | None
    seat: int | None
    code: str
    reason: str
    offset: int | None = None


@dataclass(slots=True)
class Checks:
    """How many of each were checked; those of the sealed deck come with it."""

    signatures: int = 0
    chain: int = 0
    mixes: int = 0
    shares: int = 0
    plays: int = 0
    rules: int = 0
    seals: int = 0


@dataclass(slots=True)
class AuditReport:
    log: Path
    entries: int = 0
    rounds: int = 0
    seats: int = 0
    deal: str = ""
    threshold: int = 0
    """How many seats together read a sealed card of a round in which all take part."""
    noops: int = 0
    checks: Checks = field(default_factory=Checks)
    result: str = "unfinished"
    error: AuditError | None = None

    @property
    def ok(self) -> bool:
        return self.error is None

    def as_json(self) -> dict[str, Any]:
        """The object that ``unonet verify --json`` prints for a log."""
        return {
            "log": str(self.log),
            "ok": self.ok,
            "entries": self.entries,
            "rounds": self.rounds,
            "seats": self.seats,
            "checks": asdict(self.checks),
            "result": self.result,
            "error": self.error and asdict(self.error),
        }


def verify(path: Path) -> AuditReport:
    """Check everything in ``path``; never raises for what the file says, only StorageError."""
    report = AuditReport(path)
    try:
        history, fault = History.scan(read_log(path))
        examine(history, report, fault)
    except CorruptLog as error:
        report.error = AuditError(None, None, error.code, str(error), error.offset)
    except BrokenChain as error:
        report.error = AuditError(error.index, error.seat, error.code, str(error))
    return report


def examine(history: History, report: AuditReport, fault: BrokenChain | None = None) -> Fold:
    """The same for a log that has been read, up to a ``fault``: the table after its final entries.

    What was checked is counted in ``report``. Raises the BrokenChain (BadEntry, BadSignature) of
    the lowest index, whatever found it.
    """
    report.seats = len(history.terms.seats)
    report.deal, report.threshold, _ = readers(history.terms)
    report.checks.chain = history.ledger.last_index
    false = _check_signatures(history, report)
    faults = [one for one in (false, fault) if one is not None]
    first = min(faults, key=lambda one: one.index, default=None)
    fold = _check_rules(history, report, below=first.index if first else NEVER)
    if first is not None:
        raise first
    return fold


def _check_signatures(history: History, report: AuditReport) -> BadSignature | None:
    """The first one that does not hold."""
    claims = history.claims
    batches = [claims[start : start + _BATCH] for start in range(0, len(claims), _BATCH)]

    def false_ones(batch: list[Claim]) -> list[Claim]:
        return [claim for claim in batch if not history.holds(claim)]

    with ThreadPoolExecutor(THREADS) as pool:
        false = list(chain.from_iterable(pool.map(false_ones, batches)))
    seats = history.terms.seats
    endorsed = sum(seat.operator is not None for seat in seats)
    report.checks.signatures = len(claims) + len(seats) + endorsed
    return unsigned(min(false, key=lambda claim: claim.index)) if false else None


def _check_rules(history: History, report: AuditReport, *, below: int) -> Fold:
    """Fold the final entries, those ``below`` an index, and compare with every state and score that
    somebody signed below it."""
    expected = _signed_states(history, below)
    seals: dict[int, list[Seal]] = defaultdict(list)
    for seal in history.seals:
        seals[seal.index].append(seal)
    fold, ended = Fold(history.terms), set[int]()
    for step in steps(history):
        if step.index >= below:
            break
        fold = step.fold
        _count(step, report)
        if step.index in expected:
            _compare_states(step, expected[step.index])
        for seal in seals[step.index]:
            _compare_scores(fold, seal)
        if fold.seal_scores() is not None:
            ended.add(step.index)
    sealed = {seal.index for seal in history.seals}
    report.checks.seals = len(sealed)
    # A seat that catches up may hold a later seal before an earlier one, but ends with all of them.
    report.result = fold.result(fold.closed_at if ended <= sealed else 0)
    return fold


def _compare_scores(fold: Fold, seal: Seal) -> None:
    if seal.scores != fold.seal_scores():
        seat = seal.signatures[0][0]
        raise BadEntry("sealed scores that the rules do not give", seal.index, seat)


def _compare_states(step: Step, signed: list[tuple[int, bytes]]) -> None:
    ours = step.fold.state_hash()
    for seat, theirs in signed:
        if theirs != ours:
            raise BadEntry("a signed state that the rules do not give", step.index, seat)


def _signed_states(history: History, below: int) -> dict[int, list[tuple[int, bytes]]]:
    """By index: (seat, state hash) of every ack in a certificate and of every seal."""
    states: dict[int, set[tuple[int, bytes]]] = {}
    for certificate in history.certificates:
        for ack, _ in certificate.acks if certificate.index < below else ():
            states.setdefault(ack.applied_index, set()).add((ack.seat, ack.state_hash))
    for seal in history.seals:
        states.setdefault(seal.index, set()).add((seal.signatures[0][0], seal.state_hash))
    return {index: sorted(claims) for index, claims in states.items()}


def _count(step: Step, report: AuditReport) -> None:
    if step.entry is None:
        return
    report.entries = step.index
    report.checks.rules += 1
    if step.noop is not None:
        report.noops += 1
    elif step.entry.kind == Kind.ROUND_END:
        report.rounds += 1
    elif (counted := _COUNTED.get(step.entry.kind)) is not None:
        setattr(report.checks, counted, getattr(report.checks, counted) + 1)


_COUNTED: Final[dict[int, str]] = {
    Kind.MIX: "mixes",
    Kind.RIFFLE: "mixes",
    Kind.SHARE: "shares",
    Kind.REVEAL: "plays",
    Kind.MOVE: "plays",
}
"""By kind: which count of ``Checks`` a record that took effect is in."""
