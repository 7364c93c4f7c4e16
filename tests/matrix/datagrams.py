"""What comes by UDP: questions to a host, answers to one who looks, and records of multicast."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.matrix.cells import FLOOD, Outcome, made
from tests.net.tables import person, table
from unonet.errors import DecodeError
from unonet.ledger.identity import Identity
from unonet.net.announcement import pack_txt, unpack_txt
from unonet.net.beacon import ANSWERS_PER_ADDRESS, Answerer, Asker
from unonet.net.beacon_messages import pack_answer, pack_question
from unonet.net.candidates import Candidates
from unonet.net.notice import Notice, name_of
from unonet.net.transport import Address

ROWS = ("question", "answer", "record")
HOST = Identity.from_seed(bytes(32))
TABLE = table("Ada's table", host=HOST, topic=bytes(16), boot="0a1b")
NONCE, OTHER = bytes(range(16)), bytes(16)
SOURCE: Address = ("192.168.1.7", 40_000)
MAX_TABLES = 128


class Ears:
    """Somebody who looks, whoever hosts, and what each of them has sent or seen."""

    def __init__(self) -> None:
        self.seen: list[Notice] = []
        self.asker = Asker(self.seen.append, (), True)
        self.asker._nonces.append(NONCE)
        self.answerer = Answerer(HOST)
        self.answerer._own["192.168.1.1"] = self  # type: ignore[assignment]
        self.answerer.show(TABLE, 4_000)
        self.answers: list[bytes] = []

    def sendto(self, raw: bytes, source: Address) -> None:
        self.answers.append(raw)

    def hear(self, row: str, raw: bytes, source: Address = SOURCE) -> None:
        if row == "question":
            self.answerer._heard("192.168.1.1", raw, source)
        elif row == "answer":
            self.asker._heard(raw, source)
        else:
            # What the browser of multicast does with a record.
            try:
                announcement = unpack_txt(raw)
            except DecodeError:
                return
            self.seen.append(Notice(announcement, (source,)))

    @property
    def moved(self) -> int:
        """How often anything came of what was heard."""
        return len(self.seen) + len(self.answers)


def attack(row: str, column: str) -> Outcome:
    """A bad datagram is dropped without a word: there is no link to close."""
    return asyncio.run(_attack(row, column))


async def _attack(row: str, column: str) -> Outcome:
    ears = Ears()
    if column == "flood":
        return await _flood(ears, row)
    if column == "replayed":
        return _replayed(ears, row)
    for raw in _bad(ears, row, column):
        ears.hear(row, raw)
        assert not ears.moved
    ears = Ears()
    ears.hear(row, honest(row))
    assert ears.moved == 1
    return Outcome.DROPPED


def honest(row: str) -> bytes:
    answer = pack_answer(HOST, TABLE, nonce=NONCE, address=SOURCE)
    return {"question": pack_question(NONCE), "answer": answer, "record": pack_txt(TABLE)}[row]


def _bad(ears: Ears, row: str, column: str) -> list[bytes]:
    raw = honest(row)
    common: dict[str, list[bytes]] = {
        "truncated": [raw[:length] for length in range(len(raw))],
        # An empty string more is nothing wrong in a record.
        "oversized": [raw + bytes(2_000)]
        if row == "record"
        else [raw + bytes(1), raw + bytes(2_000)],
        "type": [honest(other) for other in ROWS if other != row],
    }
    if column in common:
        return common[column]
    return made(_FORGED, row, column)(ears)


def _nothing_shown(ears: Ears) -> list[bytes]:
    ears.answerer._table = None
    return [honest("question")]


def _nothing_asked(ears: Ears) -> list[bytes]:
    ears.asker._nonces.clear()
    return [honest("answer")]


def _answer(**changes: Any) -> list[bytes]:
    fields: dict[str, Any] = {"nonce": NONCE, "address": SOURCE, **changes}
    return [pack_answer(fields.pop("by", HOST), TABLE, **fields)]


def _flipped(ears: Ears) -> list[bytes]:
    """Every bit of the signature, and of what is signed, in turn."""
    raw = honest("answer")
    return [
        raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :] for at in range(5 + 16, len(raw))
    ]


_FORGED: dict[tuple[str, str], Callable[[Ears], list[bytes]]] = {
    ("answer", "signature"): _flipped,
    ("answer", "table"): lambda ears: _answer(by=person()) + _answer(address=("192.168.1.8", 1)),
    ("question", "state"): _nothing_shown,
    ("answer", "state"): _nothing_asked,
}


def _replayed(ears: Ears, row: str) -> Outcome:
    """A question is answered again, an answer counts once, a record is the table it was."""
    for _ in range(3):
        ears.hear(row, honest(row))
    tables = {name_of(notice.announcement) for notice in ears.seen}
    assert (len(ears.answers), len(tables)) == ((3, 0) if row == "question" else (0, 1))
    assert row != "answer" or len(ears.seen) == 1
    ears.asker._nonces.append(OTHER)
    ears.asker._nonces.append(OTHER[::-1] + b"x")
    ears.hear("answer", honest("answer"))
    assert row != "answer" or len(ears.seen) == 1
    return Outcome.DROPPED


async def _flood(ears: Ears, row: str) -> Outcome:
    if row == "question":
        for number in range(FLOOD):
            ears.hear(row, pack_question(number.to_bytes(16, "big")))
        assert ANSWERS_PER_ADDRESS <= len(ears.answers) <= ANSWERS_PER_ADDRESS + 2
    elif row == "answer":
        for number in range(FLOOD):
            ears.hear(row, number.to_bytes(200, "big"), ("192.168.1.66", 1))
        ears.hear(row, honest(row))
        assert len(ears.seen) == 1
    else:
        candidates = Candidates(lambda shown: None)
        for number in range(FLOOD):
            other = table("flood", topic=number.to_bytes(16, "big"))
            candidates.seen(Notice(other, (("127.0.0.1", 1),)))
        assert len(candidates._tables) == MAX_TABLES
        await candidates.close()
    return Outcome.DROPPED
