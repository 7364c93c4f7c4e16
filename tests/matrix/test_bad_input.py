"""Every message there is × every way to be bad: what comes of it, as one table.

``R``: a named error, and the link (or the handshake) ends. ``.``: nothing comes of it; of a
handshake, more is waited for until its 3 s are over. In both cases whoever hears it is as it was
before, which each cell compares. ``-``: the cell makes no sense, for a reason in ``EXCLUDED``.
"""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.matrix import datagrams, handshakes, links, lobbies, orders
from tests.matrix.cells import COLUMNS, NoSuchCell, Outcome
from unonet.order.messages import AckMessage, Heads, SealShare, Submit
from unonet.table.lobby_messages import LobbyMessage
from unonet.wire.messages import REGISTRY, Lobby, Message, Table, encode

# truncated, oversized, type, signature, replayed, table, state, flood
MATRIX: dict[ModuleType, dict[str, str]] = {
    links: {
        "Lobby": "R R R - . . . .",
        "Peers": "R R R - . - . .",
        "Chat": "R R R - . - - .",
        "Ping": "R R R - . - - .",
        "Pong": "R R R - . - . .",
        "Bye": "R R - - . - . .",
        "Table": "R R R - . . - .",
    },
    orders: {
        "Submit": "R R R R . R . .",
        "Append": "R R R R . R . .",
        # An ack comes over the link of its own seat: its signature is for others, and is checked
        # before it leaves the house (tests/order/test_attacks.py).
        "AckMessage": "R R R . . . . .",
        "Heads": "R R R R . R R .",
        "Want": "R R R - . - . .",
        "Chunk": "R R R R . R . .",
        "SealShare": "R R R R . R . .",
    },
    lobbies: {
        "Sit": "R R R R . R R R",
        "Draft": "R R R R . R R .",
        "Ready": "R R R R . R R R",
        "Begin": "R R R R . R R .",
        "Refused": "R R R - . - R .",
        "Linked": "R R R - . - R R",
        "Unready": "R R R - . - R R",
        "Marks": "R R R - . - R .",
        "Watch": "R R R - . - R R",
    },
    handshakes: {
        "pattern": "- - R - - - R R",
        "message 1": ". R R - . - R R",
        "answer": "- - R - - - R R",
        "message 2": ". R R R R R R R",
        "message 3": ". R R R R R R R",
        "confirmation": ". R R - R - R R",
        "frame": ". R R R R R R R",
    },
    datagrams: {
        "question": ". . . - . - . .",
        "answer": ". . . . . . . .",
        "record": ". . . - . - - .",
    },
}

UNSIGNED = "carries no signature of its own: the link vouches for it"
NO_TABLE = "names no table: the topic of its link, or the last Table said on it, does"
ONE_BYTE = "is a single byte"
ANY_TIME = "may be said at any time"
EXCLUDED: dict[tuple[str, str], str] = {
    **{
        (row, "signature"): UNSIGNED
        for row in (*links.ROWS, "Want", "Refused", "Linked", "Unready", "Marks", "Watch")
    },
    **{(row, "table"): NO_TABLE for row in ("Peers", "Chat", "Ping", "Pong", "Bye", "Want")},
    **{
        (row, "table"): "names its draft by number; the topic of its link says of which lobby"
        for row in ("Refused", "Linked", "Unready", "Marks", "Watch")
    },
    **{(row, "state"): ANY_TIME for row in ("Chat", "Ping", "Table")},
    ("Bye", "type"): "has no fields",
    **{
        (row, column): ONE_BYTE
        for row in ("pattern", "answer")
        for column in ("truncated", "oversized", "replayed")
    },
    **{
        (row, column): "comes before either end has named a table or signed anything"
        for row in ("pattern", "message 1", "answer")
        for column in ("signature", "table")
    },
    ("confirmation", "signature"): "is sealed with keys that the signatures before it stand for",
    ("confirmation", "table"): "says nothing: the topic was agreed on before",
    ("question", "signature"): "is asked by nobody in particular",
    ("question", "table"): "asks for every table",
    ("record", "signature"): "is hearsay: a probe and the handshake decide",
    ("record", "table"): "announces whatever table it likes",
    ("record", "state"): "may come at any time",
}

CELLS = [
    (surface, row, column, letter)
    for surface, rows in MATRIX.items()
    for row, letters in rows.items()
    for column, letter in zip(COLUMNS, letters.split(), strict=True)
]


@pytest.mark.parametrize(
    ("surface", "row", "column", "letter"),
    [cell for cell in CELLS if cell[3] != "-"],
    ids=[f"{row}-{column}" for _, row, column, letter in CELLS if letter != "-"],
)
def test_bad_input_is_refused_by_name_or_dropped_and_changes_nothing(
    surface: ModuleType,
    row: str,
    column: str,
    letter: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert surface.attack(row, column) == Outcome(letter)
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    "message",
    [
        Heads(1, 5, 3, bytes(32), 0),
        Submit(b"no record", bytes(64)),
        AckMessage(b"no record", bytes(64)),
        SealShare(1, bytes(32), bytes(32), (0,), 0, bytes(64)),
        Lobby(b"no statement"),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_is_refused_closes_the_link_of_a_table_that_plays(message: Message) -> None:
    def say(scene: links.Scene) -> list[tuple[bytes, ...]]:
        return [(encode(Table(scene.table_id)), encode(message))]

    assert links.live(say) is Outcome.REFUSED


def test_every_message_has_its_row() -> None:
    for surface, rows in MATRIX.items():
        assert tuple(rows) == surface.ROWS
    spoken = {kind.__name__ for kind in REGISTRY.values()}
    assert spoken == {*links.ROWS, *orders.ROWS}
    assert set(lobbies.KINDS) == set(LobbyMessage.__args__)


def test_every_cell_that_is_left_out_has_a_reason_and_no_other() -> None:
    left_out = {(row, column) for _, row, column, letter in CELLS if letter == "-"}
    assert left_out == EXCLUDED.keys()
    assert all(EXCLUDED.values())


@pytest.mark.parametrize("surface", [links, orders, lobbies], ids=lambda one: one.__name__)
def test_nobody_can_try_what_is_left_out(surface: ModuleType) -> None:
    """A reason that is none any more: somebody has written the cell."""
    for _, row, column, letter in CELLS:
        if letter == "-" and row in surface.ROWS and column in ("signature", "table", "state"):
            with pytest.raises(NoSuchCell):
                surface.attack(row, column)
