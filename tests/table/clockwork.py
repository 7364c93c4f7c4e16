"""Records that the leader will write once there are clocks: time-outs, away, back.

The fold of this version does not carry them out; tests that need them take the fixture
``clockwork`` and post them as system records with the seat as the body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from unonet.errors import IllegalMove
from unonet.game import engine
from unonet.game.moves import Record, RecordKind
from unonet.ledger import shape
from unonet.ledger.entry import Entry
from unonet.ledger.kinds import Kind
from unonet.table import payloads, reducer
from unonet.table.consequences import AnyEvent, settle
from unonet.table.reducer import Fold

_ENGINE: Final = {
    Kind.TIMEOUT: RecordKind.TIMEOUT,
    Kind.BENCH: RecordKind.AWAY,
    Kind.RETURN: RecordKind.BACK,
}


@pytest.fixture
def clockwork() -> Iterator[None]:
    """These kinds are carried out as long as the test runs."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in _ENGINE:
            patch.setitem(payloads._SHAPES, kind, shape.record("seat", seat=shape.integer(0, 9)))
            patch.setitem(reducer._JUDGES, kind, _judge)
        yield


def _judge(fold: Fold, entry: Entry, body: tuple[Any, ...]) -> Callable[[], list[AnyEvent]]:
    seat, state = body[0], fold.round
    if state is None:
        raise IllegalMove("round_over")
    events = engine.record(state, Record(int(_ENGINE[Kind(entry.kind)]), seat))
    return lambda: settle(fold, state, list(events))
