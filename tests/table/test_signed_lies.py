"""Audit: what is found out about those who hold the keys and sign against the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.table.logs import END, FRAMES, MATCH, ROUND, at, blamed, checked, exchanged
from tests.table.tabletop import Tabletop
from unonet.ledger import codec
from unonet.ledger.entry import Ack, Certificate, Entry, Seal
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.table.audit import AuditReport

# Signed lies: those who hold the keys

Lie = Callable[[Tabletop], tuple[FrameType, bytes]]
CERTIFICATE, SEAL = FrameType.CERTIFICATE, FrameType.SEAL


def lied(tmp_path: Path, frame: tuple[FrameType, bytes], table: Tabletop = ROUND) -> AuditReport:
    """The log up to its last entry, ``frame``, and then what an honest node would keep."""
    frames = [one for one in table.frames() if one[0] not in (CERTIFICATE, SEAL)]
    return checked(tmp_path, [*frames, frame], table)


def certified(certificate: Certificate) -> tuple[FrameType, bytes]:
    return CERTIFICATE, certificate.raw


def sealed(seal: Seal) -> tuple[FrameType, bytes]:
    return SEAL, seal.raw


def test_a_certificate_of_too_few(tmp_path: Path) -> None:
    frame = certified(ROUND.certificate(5, ROUND.ack(1, 5)))
    report = lied(tmp_path, frame)
    assert blamed(report) == (5, 1)
    assert "quorum" in report.error.reason
    three = certified(MATCH.certificate(5, MATCH.ack(0, 5), MATCH.ack(3, 5)))
    assert blamed(lied(tmp_path, three, MATCH))[0] == 5


def test_an_ack_that_its_seat_did_not_sign(tmp_path: Path) -> None:
    for forged in (
        bytes(64),
        ROUND.ack(1, 4)[1],
        ROUND.identities[0].sign("ack", ROUND.table_id, ROUND.ack(1, 5)[0].raw),
        ROUND.identities[1].sign("ack", bytes(16), ROUND.ack(1, 5)[0].raw),
        ROUND.identities[1].sign("seal", ROUND.table_id, ROUND.ack(1, 5)[0].raw),
    ):
        honest, (ack, _) = ROUND.ack(0, 5), ROUND.ack(1, 5)
        report = lied(tmp_path, certified(ROUND.certificate(5, honest, (ack, forged))))
        assert blamed(report) == (5, 1)
        assert report.error.code == "bad_signature"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("applied", [0, 3, 4, 5])
def test_an_ack_with_another_state(tmp_path: Path, seat: int, applied: int) -> None:
    lie = ROUND.ack(seat, 5, applied_index=applied, state_hash=bytes(32))
    report = lied(tmp_path, certified(ROUND.certificate(5, lie, ROUND.ack(1 - seat, 5))))
    assert blamed(report) == (applied, seat)
    assert report.error.code == "bad_entry"


def test_an_ack_from_the_future_or_another_term(tmp_path: Path) -> None:
    for change in ({"applied_index": 6}, {"term": 2}, {"term": 0}):
        lie = ROUND.ack(1, 5, **change)
        report = lied(tmp_path, certified(ROUND.certificate(5, ROUND.ack(0, 5), lie)))
        assert blamed(report) == (5, 1)


def test_an_ack_of_a_seat_that_is_not_there(tmp_path: Path) -> None:
    ack, signature = ROUND.ack(1, 5)
    stranger = replace(ack, seat=2)
    raw = codec.encode((1, 1, 2, 5, stranger.entry_hash, 4, stranger.state_hash, 0))
    lie = (type(ack).unpack(raw), signature)
    report = lied(tmp_path, certified(ROUND.certificate(5, ROUND.ack(0, 5), lie)))
    assert blamed(report) == (5, None)


def test_a_certificate_of_an_entry_that_is_not_there(tmp_path: Path) -> None:
    ahead = Certificate.pack(
        index=END + 1, entry_hash=bytes(32), acks=[_ack_of(END + 1, seat) for seat in (0, 1)]
    )
    assert blamed(lied(tmp_path, certified(ahead))) == (END + 1, None)
    other = Certificate.pack(
        index=5, entry_hash=bytes(32), acks=[_ack_of(5, seat) for seat in (0, 1)]
    )
    report = lied(tmp_path, certified(other))
    assert blamed(report) == (5, None)
    assert report.error.code == "broken_chain"


def _ack_of(index: int, seat: int) -> Any:
    """A signed ack of an entry with a hash of zeroes."""
    ack = Ack.pack(
        term=1,
        seat=seat,
        index=index,
        entry_hash=bytes(32),
        applied_index=0,
        state_hash=ROUND.states[0],
    )
    return ack, ROUND.identities[seat].sign("ack", ROUND.table_id, ack.raw)


def scores() -> tuple[int, ...]:
    found: Any = ROUND.ledger.entry(END).body
    return tuple(found[2])


def test_a_seal_without_a_seat(tmp_path: Path) -> None:
    for seats in ((0,), (1,)):
        report = lied(tmp_path, sealed(ROUND.seal(END, scores(), seats=seats)))
        assert blamed(report)[0] == END
        assert "not every live seat" in report.error.reason


def test_a_seal_with_a_forged_signature(tmp_path: Path) -> None:
    good = ROUND.seal(END, scores())
    forged = Seal.pack(
        index=END,
        entry_hash=good.entry_hash,
        state_hash=good.state_hash,
        scores=good.scores,
        signatures=[good.signatures[0], (1, good.signatures[0][1])],
    )
    report = lied(tmp_path, sealed(forged))
    assert blamed(report) == (END, 1)
    assert report.error.code == "bad_signature"


def test_scores_that_all_seats_signed_against_the_rules(tmp_path: Path) -> None:
    for lie in ((scores()[0] + 1, scores()[1]), scores()[:1], (*scores(), 0), (500, 0)):
        report = lied(tmp_path, sealed(ROUND.seal(END, lie)))
        assert blamed(report) == (END, 0)
        assert "scores" in report.error.reason


def test_a_second_seal_with_other_scores_is_found_before_and_behind(tmp_path: Path) -> None:
    good, lie = sealed(ROUND.seal(END, scores())), sealed(ROUND.seal(END, (7, 7)))
    frames = [one for one in FRAMES if one[0] is not SEAL]
    for seals in ([good, lie], [lie, good]):
        assert blamed(checked(tmp_path, [*frames, *seals])) == (END, 0)


def test_a_state_that_all_seats_sealed_against_the_rules(tmp_path: Path) -> None:
    report = lied(tmp_path, sealed(ROUND.seal(END, scores(), state_hash=bytes(32))))
    assert blamed(report) == (END, 0)
    assert "state" in report.error.reason


def test_a_seal_of_an_entry_that_ends_no_round(tmp_path: Path) -> None:
    report = lied(tmp_path, sealed(ROUND.seal(END - 1, scores())))
    assert blamed(report) == (END - 1, 0)


def test_a_round_end_that_the_rules_do_not_give(tmp_path: Path) -> None:
    """A leader who writes another winner, and everybody seals it: the fold ignores the record."""
    table = Tabletop(2, "quick", seed=3, hand_size="1").dealt()
    table.until(lambda fold: fold.proposal() is not None)
    _, (winner, reason, given) = table.fold.proposal()
    table.system(Kind.ROUND_END, (1 - winner, reason, given))
    end = table.ledger.last_index
    report = lied(tmp_path, sealed(table.seal(end, given)), table)
    assert blamed(report) == (end, 0)
    honest = lied(tmp_path, certified(table.certificate(end)), table)
    assert honest.ok
    assert (honest.result, honest.noops, honest.rounds) == ("unfinished", 1, 0)


def test_an_entry_of_another_leader(tmp_path: Path) -> None:
    table = Tabletop(2, "quick", seed=3)
    table.leader = 1 - table.leader
    table.greet()
    assert blamed(checked(tmp_path, table.frames(), table)) == (1, table.leader)


def test_a_move_that_its_author_did_not_sign(tmp_path: Path) -> None:
    table = Tabletop(2, "quick", seed=3).greet()
    entry = table.ordered(table.signed(1 - table.leader, *table.owed(1 - table.leader)))
    forged = table.identities[table.leader].sign("move", table.table_id, entry.move.raw)
    frames = [*table.frames(), (FrameType.ENTRY, replace(entry, move_signature=forged).pack())]
    report = checked(tmp_path, frames, table)
    assert blamed(report) == (3, 1 - table.leader)
    assert report.error.code == "bad_signature"


def test_a_signature_below_the_final_part_and_above_it(tmp_path: Path) -> None:
    """The tail is not folded, but what is in it was still signed."""
    frames = FRAMES[: at(FRAMES, FrameType.ENTRY, 7) + 1]
    last = Entry.unpack(frames[-1][1])
    forged = replace(last, header_signature=bytes(64)).pack()
    report = checked(tmp_path, exchanged(frames, len(frames) - 1, forged))
    assert blamed(report) == (8, ROUND.leader)
