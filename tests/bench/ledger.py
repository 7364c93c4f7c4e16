"""How fast a log is read back: entries a second, with and without its signatures.

The floor with signatures is the same number of bare Ed25519 verifications, without them one
``unpackb`` and one SHA-256 for each part of an entry; both are measured beside the ledger.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.bench.figures import Figure
from tests.ledger import chain
from unonet.ledger.entry import Entry
from unonet.ledger.ledger import SignatureJob

ROUNDS = 250
REPEATS = 3


def measure() -> dict[str, Figure]:
    """Rates as entries/s; ``ratio`` is how many times the floor's time the ledger takes."""
    ledger = chain.grown(ROUNDS)
    entries = ledger.slice(1, ledger.last_index + 1)
    raws = [entry.pack() for entry in entries]
    jobs = [
        (Ed25519PublicKey.from_public_bytes(job.key).verify, job.signature, _message(job))
        for entry in entries
        for job in ledger.signature_jobs(entry)
    ]
    parts = [(e.header.raw, e.move.raw) for e in entries]
    return {
        "ledger_chain": _figure(
            len(raws), lambda: _read(raws, check=False), lambda: _hash(raws, parts)
        ),
        "ledger_signed": _figure(len(raws), lambda: _read(raws, check=True), lambda: _bare(jobs)),
    }


def _read(raws: list[bytes], *, check: bool) -> None:
    ledger = chain.empty()
    for raw in raws:
        ledger.append(Entry.unpack(raw), check=check)


def _hash(raws: list[bytes], parts: list[tuple[bytes, bytes]]) -> None:
    for raw, (header, move) in zip(raws, parts, strict=True):
        msgpack.unpackb(raw, use_list=False)
        for part in (header, move):
            msgpack.unpackb(part, use_list=False)
            hashlib.sha256(part).digest()


def _bare(jobs: list[tuple[Callable[..., None], bytes, bytes]]) -> None:
    for verify, signature, message in jobs:
        verify(signature, message)


def _message(job: SignatureJob) -> bytes:
    return b"unonet/1 " + job.domain.encode() + job.context + job.body


def _figure(count: int, run: Callable[[], None], floor: Callable[[], None]) -> Figure:
    # Taken in turns and the best of each, so that a busy machine does not favour one of them.
    times = [(_seconds(run), _seconds(floor)) for _ in range(REPEATS)]
    ours, bare = (min(column) for column in zip(*times, strict=True))
    return Figure(
        value=round(count / ours), unit="entries/s", floor=round(count / bare), ratio=ours / bare
    )


def _seconds(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


if __name__ == "__main__":
    for name, figure in measure().items():
        print(name, figure)
