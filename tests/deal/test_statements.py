"""What holds for every proof: one statement at one place by one seat, byte for byte."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal.forger import CONTEXT
from tests.deal.proving import ENTROPY, OTHER, ROWS, Row, transcript
from unonet.deal import group
from unonet.deal.group import ORDER
from unonet.deal.transcript import Transcript
from unonet.errors import DealError

EACH = pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
MUTATIONS = [(name, change) for name, row in ROWS.items() for change in row.mutations]


class Spy(Transcript):
    """Notes what is said before the masks, the context and the statement; and the masks."""

    def __init__(self) -> None:
        self.statement: list[tuple[object, ...]] = []
        self.masks: list[object] = []
        super().__init__("test", CONTEXT)

    def append(self, label: str, *fields: bytes | int) -> None:
        if label == "masks":
            self.masks += fields
        elif not self.masks:
            self.statement.append((label, *fields))
        super().append(label, *fields)


def made(row: Row) -> bytes:
    return row.prove(transcript(), row.statement, ENTROPY)


@EACH
def test_it_holds(row: Row) -> None:
    proof = made(row)
    assert len(proof) == row.size
    assert row.verify(transcript(), row.statement, proof)
    assert made(row) == proof


@pytest.mark.parametrize(("name", "change"), MUTATIONS)
def test_it_holds_for_no_other_statement(name: str, change: str) -> None:
    row = ROWS[name]
    assert not row.verify(transcript(), row.mutations[change], made(row))


@pytest.mark.parametrize(("name", "change"), MUTATIONS)
def test_the_challenge_depends_on_the_whole_statement(name: str, change: str) -> None:
    """Else a forger could fit what is left out to a challenge that it knows."""
    row = ROWS[name]
    said, said_of_other = Spy(), Spy()
    row.verify(said, row.statement, made(row))
    row.verify(said_of_other, row.mutations[change], made(row))
    refused_unread = len(said_of_other.statement) == 1
    assert len(said.statement) > 1
    assert refused_unread or said_of_other.statement != said.statement


OUTPUTS = [(name, place) for name, row in ROWS.items() for place in range(row.outputs)]


@pytest.mark.parametrize(("name", "place"), OUTPUTS)
def test_the_challenge_depends_on_what_the_proof_brings_along(name: str, place: int) -> None:
    """Shares too are chosen before the exponents and the challenge, never fitted to them."""
    row, start = ROWS[name], 33 * place
    proof, other = made(row), group.encode(OTHER)
    said, said_of_other = Spy(), Spy()
    row.verify(said, row.statement, proof)
    row.verify(said_of_other, row.statement, proof[:start] + other + proof[start + 33 :])
    assert said.statement[:1] == said_of_other.statement[:1]
    assert said.statement != said_of_other.statement


@EACH
@pytest.mark.parametrize(
    "elsewhere",
    [
        {"table_id": bytes(16)},
        {"round": 3},
        {"attempt": 0},
        {"epoch": 4},
        {"trigger": b"another entry, or none at all..."},
        {"prover": 2},
    ],
    ids=lambda change: next(iter(change)),
)
def test_it_holds_nowhere_else(row: Row, elsewhere: dict[str, Any]) -> None:
    assert not row.verify(transcript(**elsewhere), row.statement, made(row))
    assert not row.verify(transcript("other domain"), row.statement, made(row))


@EACH
def test_every_byte_counts(row: Row) -> None:
    proof = made(row)
    for offset in range(len(proof)):
        for mask in (1, 0x80):
            changed = bytearray(proof)
            changed[offset] ^= mask
            assert not row.verify(transcript(), row.statement, bytes(changed)), offset


@EACH
def test_malformed_bytes_are_refused_without_a_word(row: Row) -> None:
    proof, size = made(row), row.size
    order = ORDER.to_bytes(32, "big")
    malformed = [b"", proof[:-1], proof + b"\0", proof[1:], proof[:32], bytes(size), b"\xff" * size]
    malformed += [proof[:-32] + order, proof[:-64] + order + proof[-32:], bytes(33) + proof[33:]]
    response = int.from_bytes(proof[-32:], "big")
    malformed += [proof[:-32] + bytes(32)]
    if response + ORDER < 1 << 256:
        malformed += [proof[:-32] + (response + ORDER).to_bytes(32, "big")]
    for packed in malformed:
        assert not row.verify(transcript(), row.statement, packed)


@EACH
def test_nonces_are_new_for_each_statement_entropy_and_place(row: Row) -> None:
    """Two answers with one nonce to two challenges give the secret away."""
    seen: list[object] = []
    for statement in [row.statement, *row.mutations.values()]:
        try:
            seen += masks_of(row, Spy(), statement, ENTROPY)
        except DealError:
            continue
    seen += masks_of(row, Spy(), row.statement, bytes(32))
    assert len(seen) > 2
    assert len(set(seen)) == len(seen)


def masks_of(row: Row, spy: Spy, statement: Any, entropy: bytes) -> list[object]:
    """The first mask is that of the secret, or of the first branch."""
    row.prove(spy, statement, entropy)
    return [mask[:33] for mask in spy.masks if isinstance(mask, bytes)]


@EACH
def test_the_entropy_has_one_length(row: Row) -> None:
    for size in (0, 31, 33):
        with pytest.raises(DealError):
            row.prove(transcript(), row.statement, bytes(size))
