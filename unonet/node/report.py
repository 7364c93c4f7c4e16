"""What a node can say when it has left a table: numbers and hashes, never a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from unonet.ledger.entry import Seal
from unonet.table.reducer import Fold


@dataclass(frozen=True, slots=True)
class Report:
    """``index``, ``entry_hash`` and ``state_hash`` are those of the last complete seal.

    ``seat`` is None for one who looked on. ``result`` is ``finished`` (the match ended and its end
    is sealed), ``void`` (so is that it could not go on), ``left`` (our seat left it for good) or
    ``unfinished``.
    ``setup_s`` is the time from genesis to the first turn, ``move_ms`` one value for each own
    move, from signing it to its finality here.
    """

    log: Path | None
    seat: int | None
    result: str
    rounds: int
    entries: int
    index: int
    entry_hash: bytes
    state_hash: bytes
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    nicknames: tuple[str, ...]
    setup_s: float
    move_ms: tuple[float, ...]


@dataclass(slots=True)
class Tally:
    """What a node counts while it plays; ``sent``: when the n-th own move was signed."""

    began: float
    rounds: int = 0
    first_turn: float | None = None
    sent: dict[int, float] = field(default_factory=dict)
    move_ms: list[float] = field(default_factory=list)

    def became_final(self, n: int, now: float) -> None:
        signed = self.sent.pop(n, None)
        if signed is not None:
            self.move_ms.append(1000 * (now - signed))

    @property
    def setup_s(self) -> float:
        return 0.0 if self.first_turn is None else self.first_turn - self.began


def report_of(
    seat: int,
    fold: Fold,
    tally: Tally,
    *,
    seal: Seal | None,
    log: Path | None,
    entries: int,
) -> Report:
    """What a seat can say after ``entries`` final ones, the newest complete seal being ``seal``."""
    staying = fold.result(seal.index if seal else 0)
    return Report(
        log=log,
        seat=seat,
        result=staying if seat in fold.live() else "left",
        rounds=tally.rounds,
        entries=entries,
        index=seal.index if seal else 0,
        entry_hash=seal.entry_hash if seal else b"",
        state_hash=seal.state_hash if seal else b"",
        scores=fold.match.scores,
        winners=fold.match.winners,
        nicknames=fold.terms.nicknames,
        setup_s=tally.setup_s,
        move_ms=tuple(tally.move_ms),
    )
