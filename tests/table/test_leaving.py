"""Seats that go, by their own word or caught cheating: the others play on, and the log shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.table.noops import posted
from tests.table.tabletop import Tabletop, card_types
from unonet.game.events import Left
from unonet.game.state import ACTIVE, GONE
from unonet.ledger.entry import Seal
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.table.audit import AuditReport, verify
from unonet.table.events import Disproved, MatchOver, RoundClosed
from unonet.table.replay import replay

SMALL = {"hand_size": "2"}
LONG = {"hand_size": "20"}
"""Five such hands leave so few cards that the pile is shuffled again soon."""


def shrunk(seats: int, steps: int, leaver: int, **options: str) -> Tabletop:
    """A round in which ``leaver`` goes after so many records."""
    table = Tabletop(seats, "quick", seed=2, **options).greet()
    for _ in range(steps):
        table.step()
    table.leave(leaver)
    return table


def length(seats: int, **options: str) -> int:
    table = Tabletop(seats, "quick", seed=2, **options).greet()
    return table.finish().ledger.last_index - seats


def audited(tmp_path: Path, table: Tabletop, *certified: int) -> AuditReport:
    return verify(table.write(tmp_path / "a.unolog", table.frames(certified=certified)))


# The rest plays on


@pytest.mark.parametrize("seats", [3, 4])
def test_whenever_a_seat_leaves_the_others_finish_the_match(seats: int, tmp_path: Path) -> None:
    for steps in range(length(seats, **SMALL)):
        leaver = steps % seats
        table = shrunk(seats, steps, leaver, **SMALL)
        assert table.folded[-1].noop is None
        assert sum(isinstance(event, Left) for event in table.folded[-1].events) == 1
        assert leaver not in table.fold.live()
        at = table.ledger.last_index
        table.finish()
        assert [folded.noop for folded in table.folded if folded.noop] == []
        assert leaver not in table.fold.match.winners or at == table.fold.closed_at - 1
        assert table.fold.live() == tuple(seat for seat in range(seats) if seat != leaver)
        report = audited(tmp_path, table, at)
        assert (report.ok, report.result) == (True, "finished"), report.error


def test_no_card_is_lost_with_a_seat_that_leaves_while_the_pile_is_shuffled(
    tmp_path: Path,
) -> None:
    for step in ("nonce", "open2"):
        for owing in (True, False):
            table = Tabletop(5, "quick", seed=3, **LONG).dealt()
            table.until(lambda fold, step=step: fold.deal.epoch > 0 and fold.deal.step == step)
            cards = card_types(table)
            table.post(0, *table.owed(0))
            table.leave(1 if owing else 0)
            assert card_types(table) == cards
            waits_anew = step == "open2" and owing
            assert (table.fold.deal.step == "nonce") == (waits_anew or step == "nonce")
            assert len(table.fold.deal.due_seats()) == (4 if waits_anew or not owing else 3)
            table.finish()
            assert audited(tmp_path, table).result == "finished"


def test_a_withheld_opening_is_worth_nothing_once_its_seat_left() -> None:
    table = Tabletop(3, "quick", seed=2).greet()
    table.until(lambda fold: fold.deal.step == "open")
    table.post(0, *table.owed(0))
    table.leave(1)
    assert (table.fold.deal.step, table.fold.deal.attempt) == ("commit", 1)
    assert table.fold.deal.seats == (0, 2)
    table.shuffle()
    assert table.fold.round.hands[1] == []
    assert table.fold.round.statuses == [ACTIVE, GONE, ACTIVE]


def test_later_rounds_go_on_without_the_seat(tmp_path: Path) -> None:
    table = Tabletop(4, "classic", seed=5, target="300", **SMALL).dealt()
    table.until(lambda fold: fold.match.round == 1)
    table.leave(2)
    assert table.fold.deal.seats == (0, 1, 3)
    table.finish()
    assert table.fold.match.round > 2
    assert table.fold.match.statuses == (ACTIVE, ACTIVE, GONE, ACTIVE)
    report = audited(tmp_path, table)
    assert (report.ok, report.result) == (True, "finished")
    rounds = [event for folded in table.folded for event in folded.events]
    assert sum(isinstance(event, RoundClosed) for event in rounds) == table.fold.match.round


def test_the_first_dealer_is_drawn_among_those_who_stayed() -> None:
    for leaver in range(3):
        table = Tabletop(3, "quick", seed=2).greet()
        table.leave(leaver)
        table.shuffle()
        assert table.fold.match.dealer != leaver


def test_a_dealer_that_left_is_passed_over() -> None:
    table = Tabletop(3, "classic", seed=5, target="500", **SMALL).dealt()
    table.until(lambda fold: fold.match.round == 1)
    dealer = table.fold.match.dealer
    table.leave(dealer)
    table.shuffle()
    assert table.fold.round.hands[dealer] == []
    table.until(lambda fold: fold.match.round == 2)
    assert table.fold.match.dealer != dealer


# The last one


@pytest.mark.parametrize("seats", [2, 3])
def test_whenever_all_others_leave_the_last_one_has_won(seats: int, tmp_path: Path) -> None:
    for steps in range(length(seats, **SMALL) - 1):
        table = shrunk(seats, steps, 0, **SMALL)
        if seats == 3:
            table.leave(2)
        assert table.fold.proposal() == (Kind.ROUND_END, (1, "abandoned", (0,) * seats)) or (
            table.fold.outcome.reason == "out"
        )
        assert table.step().noop is None
        assert table.folded[-1].events[-1] == MatchOver((1,), (0,) * seats) or steps > 10
        report = audited(tmp_path, table)
        assert (report.ok, report.result) == (True, "finished"), report.error
        assert table.frames()[-1][0] is FrameType.SEAL
        assert [seat for seat, _ in Seal.unpack(table.frames()[-1][1]).signatures] == [1]


def test_a_match_is_abandoned_after_a_round_too() -> None:
    """The seat that leaves while its last round is being closed leaves the next one to one."""
    table = Tabletop(2, "classic", seed=5, target="500", **SMALL).dealt()
    table.until(lambda fold: fold.outcome is not None)
    table.leave(0)
    _, (_, reason, scores) = table.fold.proposal()
    assert reason == "out"
    table.step()
    assert not table.fold.over
    assert table.fold.proposal() == (Kind.ROUND_END, (1, "abandoned", scores))
    table.step()
    assert table.fold.over
    assert table.fold.match.winners == (1,)
    assert table.fold.match.scores == scores


def test_a_deal_that_nobody_waits_for_takes_nothing_more() -> None:
    table = Tabletop(2, "quick", seed=1).greet()
    kind, body = table.owed(1)
    table.leave(0)
    posted(table, 1, kind, body, "deal")
    table.step()
    posted(table, 1, kind, body, "deal")


# What does nothing


def test_nobody_leaves_twice() -> None:
    table = Tabletop(3, "quick", seed=1).dealt()
    table.leave(1)
    posted(table, 1, Kind.LEAVE, (), "already_gone")
    posted(table, 1, Kind.MOVE, ("d", None, None, ()), "not_active")
    posted(table, 0, Kind.LEAVE, (0,), "decode")
    assert table.fold.live() == (0, 2)


def test_a_seat_that_left_may_greet_and_that_is_all() -> None:
    table = Tabletop(3, "quick", seed=1).greet()
    table.leave(1)
    table.sessions[1] = b"session2"
    assert table.post(1, Kind.HELLO, ()).noop is None
    posted(table, 1, Kind.COMMIT, (bytes(32), bytes(32), 0), "deal")
    table.finish()


def test_after_the_match_a_seat_may_leave_and_nothing_follows() -> None:
    table = Tabletop(2, "quick", seed=1, **SMALL).dealt().finish()
    before = table.fold.match.winners
    assert table.leave(0).noop is None
    assert table.fold.over
    assert table.fold.match.winners == before
    assert table.fold.proposal() is None


# Cheating


def bad_openings(table: Tabletop, seat: int) -> list[tuple[Kind, tuple[Any, ...]]]:
    kind, (n, *_) = table.owed(seat)
    if kind is Kind.OPEN2:
        return [(kind, (bytes(32),))]
    return [
        (kind, (bytes(32), (), b"", b"")),
        (kind, (n, (bytes(33),), b"", b"")),
        (kind, (n, (), bytes(33), b"")),
        (kind, (n, (), b"", b"proof")),
    ]


@pytest.mark.parametrize(("step", "case"), [*(("open", case) for case in range(4)), ("open2", 0)])
def test_a_false_opening_costs_the_place(step: str, case: int, tmp_path: Path) -> None:
    table = Tabletop(4, "quick", seed=2, **SMALL).greet()
    table.until(lambda fold: fold.deal.step == step)
    kind, body = bad_openings(table, 2)[case]
    folded = table.post(2, kind, body)
    assert folded.noop == "bad_proof"
    assert folded.events == (Disproved(table.ledger.last_index, 2), Left(2, ()))
    assert table.fold.deal.seats == (0, 1, 3)
    assert table.fold.live() == (0, 1, 2, 3), "it goes on counting in quorums"
    table.finish()
    report = audited(tmp_path, table)
    assert (report.ok, report.result, report.noops) == (True, "finished", 1), report.error


def test_a_copied_commitment_cannot_be_opened() -> None:
    table = Tabletop(3, seed=1).greet()
    kind, body = table.owed(0)
    table.post(0, kind, body)
    assert table.post(1, kind, body).noop is None
    table.post(2, *table.owed(2))
    _, opening = table.owed(0)
    table.post(0, Kind.OPEN, opening)
    assert table.post(1, Kind.OPEN, opening).noop == "bad_proof"
    assert table.fold.deal.seats == (0, 2)


def test_a_cheat_among_two_has_lost() -> None:
    table = Tabletop(2, "quick", seed=1).greet()
    table.until(lambda fold: fold.deal.step == "open2")
    assert table.post(0, Kind.OPEN2, (bytes(32),)).noop == "bad_proof"
    assert table.fold.proposal() == (Kind.ROUND_END, (1, "abandoned", (0, 0)))
    table.step()
    assert table.fold.match.winners == (1,)


def test_a_cheat_that_leaves_is_out_of_the_roster_at_once() -> None:
    table = Tabletop(3, "quick", seed=1).greet()
    table.until(lambda fold: fold.deal.step == "open")
    table.post(1, *bad_openings(table, 1)[0])
    assert table.leave(1).events == ()
    assert table.fold.live() == (0, 2)
    assert table.fold.proposal() is None


# What a log must prove


def left(seats: int = 5) -> tuple[Tabletop, int]:
    table = Tabletop(seats, "quick", seed=2, **SMALL).dealt()
    table.leave(seats - 1)
    return table, table.ledger.last_index


def test_a_certificate_is_judged_by_the_roster_of_its_entry(tmp_path: Path) -> None:
    table, at = left()
    table.step()
    three = [table.ack(seat, at + 1) for seat in range(3)]
    four = [table.ack(seat, at) for seat in range(4)]
    for at_leave, ok in ((four, True), (four[:3], False)):
        frames = table.frames()
        entry = next(n for n, (kind, body) in enumerate(frames) if n == at)
        frames.insert(entry + 1, (FrameType.CERTIFICATE, table.certificate(at, *at_leave).raw))
        frames.append((FrameType.CERTIFICATE, table.certificate(at + 1, *three).raw))
        report = verify(table.write(tmp_path / "a.unolog", frames))
        assert report.ok == ok
        assert ok or report.error.index == at


def test_acks_above_a_leave_prove_it_only_if_they_are_enough_for_it(tmp_path: Path) -> None:
    table, at = left()
    table.step()
    for enough in (3, 4):
        acks = [table.ack(seat, at + 1) for seat in range(enough)]
        frames = [*table.frames(), (FrameType.CERTIFICATE, table.certificate(at + 1, *acks).raw)]
        report = verify(table.write(tmp_path / "a.unolog", frames))
        assert report.ok == (enough == 4)
        assert report.ok or report.error.index == at + 1


def test_a_seal_needs_the_live_seats_and_no_other(tmp_path: Path) -> None:
    table, _ = left(3)
    table.finish()
    end = table.ledger.last_index
    frames = [frame for frame in table.frames() if frame[0] is not FrameType.SEAL]
    for seats in ((0,), (1,), (0, 1, 2), (0, 1)):
        seal = table.seal(end, table.fold.match.scores, seats=seats)
        report = verify(table.write(tmp_path / "a.unolog", [*frames, (FrameType.SEAL, seal.raw)]))
        assert report.ok == (seats == (0, 1))


def test_a_replay_shows_who_left(tmp_path: Path) -> None:
    table, at = left(3)
    path = table.finish().write(tmp_path / "a.unolog")
    steps = list(replay(path))
    assert steps[at].kind == "leave"
    assert isinstance(steps[at].events[0], Left)
    assert steps[-1].fold.live() == (0, 1)
