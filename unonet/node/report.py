"""What a node can say when it has left a table: numbers and hashes, never a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Report:
    """``index``, ``entry_hash`` and ``state_hash`` are those of the last complete seal.

    ``seat`` is None for one who looked on. ``result`` is ``finished`` (the match ended and its end
    is sealed), ``left`` (our seat left it for good) or ``unfinished``.
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
