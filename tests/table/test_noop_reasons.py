"""Every reason that the fold can give for ignoring a record stands in one table, and has words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import unonet
from tests.table.tabletop import Tabletop
from tests.table.test_any_game import play_anyhow
from unonet.errors import BadProof, DealError, DecodeError
from unonet.ledger.kinds import Kind
from unonet.table.events import NOOPS

HOUSE = Path(unonet.__file__).parent
SOURCES = [path for room in ("game", "deal", "table") for path in (HOUSE / room).glob("*.py")]
SOURCES = [path for path in SOURCES if "lobby" not in path.name and path.stem != "assent"]
"""What a fold calls: those who raise ``IllegalMove``, and functions that say why, or None."""


BODIES = ((), (0,), (bytes(32),), (bytes(32), bytes(32)), (bytes(32), 0), ("r5", 0, None, ()))


def texts(node: ast.expr | None) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one)
            yield from texts(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from texts(value)
        case _:
            pass


def says_why(function: ast.FunctionDef) -> bool:
    return "why" in function.name and function.returns is not None


def reasons(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(func=ast.Name(id="IllegalMove"), args=[argument]):
                yield from ((node.lineno, text) for text in texts(argument))
            case ast.FunctionDef() if says_why(node):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return):
                        yield from ((inner.lineno, text) for text in texts(inner.value))
            case _:
                pass


def test_what_the_sources_say_is_in_the_table() -> None:
    found = {(path.name, line, text) for path in SOURCES for line, text in reasons(path)}
    assert len(found) > 40
    assert {one for one in found if one[2] not in NOOPS} == set()


def test_errors_that_the_fold_takes_for_a_reason_are_in_the_table() -> None:
    assert {error.code for error in (BadProof, DealError, DecodeError)} <= NOOPS


@pytest.mark.parametrize("seed", range(6))
def test_what_a_fold_really_says_is_in_the_table(seed: int) -> None:
    table, rng = Tabletop(3, "classic", seed=seed).dealt(), Random(seed)
    for _ in range(6):
        play_anyhow(table, rng, 20)
        for kind in (Kind.COMMIT, Kind.OPEN2, Kind.NONCE, Kind.RIFFLE, Kind.MOVE):
            table.post(rng.randrange(3), kind, rng.choice(BODIES), base=table.fold.index)
    said = {folded.noop for folded in table.folded} - {None}
    assert said <= NOOPS
    assert "decode" in said
