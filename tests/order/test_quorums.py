"""The quorum table, number by number, and what its overlaps are for."""

from __future__ import annotations

from itertools import combinations

import pytest

from unonet.ledger.kinds import Kind
from unonet.order import quorums

TABLE = {
    #   n: (final, election, bench, quiet bench, return), as printed in protocol.md section 8
    2: (2, 2, None, None, 2),
    3: (3, 2, 2, 2, 3),
    4: (3, 3, 3, 3, 3),
    5: (4, 3, 4, 3, 4),
    6: (4, 4, 4, 4, 4),
    7: (5, 4, 5, 4, 5),
    8: (5, 5, 5, 5, 5),
    9: (6, 5, 6, 5, 6),
    10: (6, 6, 6, 6, 6),
}


def is_final(
    kind: int, live: set[int], ackers: set[int], *, target: int | None = None, silent: int = 0
) -> bool:
    return quorums.satisfied(
        kind,
        target,
        live=quorums.seat_bits(live),
        ackers=quorums.seat_bits(ackers),
        silent=dict.fromkeys(ackers, silent),
    )


@pytest.mark.parametrize("live", TABLE)
def test_the_printed_table(live: int) -> None:
    functions = (
        quorums.final,
        quorums.election,
        quorums.bench,
        quorums.quiet_bench,
        quorums.return_,
    )
    assert tuple(count(live) for count in functions) == TABLE[live]


@pytest.mark.parametrize("live", [n for n in TABLE if n >= 4])
def test_finality_and_election_share_two_seats(live: int) -> None:
    assert quorums.final(live) + quorums.election(live) - live >= 2


@pytest.mark.parametrize("live", TABLE)
def test_an_ordinary_entry_needs_exactly_the_quorum(live: int) -> None:
    seats, need = set(range(live)), TABLE[live][0]
    assert is_final(Kind.MOVE, seats, set(range(need)))
    assert not is_final(Kind.MOVE, seats, set(range(need - 1)))


def test_acks_from_outside_the_roster_do_not_count() -> None:
    assert not is_final(Kind.MOVE, {0, 1, 2, 3}, {0, 1, 7, 8, 9})


def test_two_seats_cannot_bench_each_other_and_leave_needs_both() -> None:
    assert not is_final(Kind.BENCH, {0, 1}, {0}, target=1, silent=0b10)
    assert not is_final(Kind.LEAVE, {0, 1}, {0}, target=1, silent=0b10)
    assert is_final(Kind.LEAVE, {0, 1}, {0, 1}, target=1)


def test_the_benched_seat_does_not_count_for_its_own_bench() -> None:
    assert not is_final(Kind.BENCH, {0, 1, 2, 3}, {0, 1, 3}, target=3)
    assert is_final(Kind.BENCH, {0, 1, 2, 3}, {0, 1, 2}, target=3)


def test_a_quiet_bench_needs_every_absent_seat_to_be_silent_for_every_acker() -> None:
    live, ackers = {0, 1, 2, 3, 4}, {0, 1, 2}
    assert is_final(Kind.BENCH, live, ackers, target=4, silent=0b11000)
    assert not is_final(Kind.BENCH, live, ackers, target=4, silent=0b10000)


def test_a_leaver_may_ack_its_own_leave_or_be_benched_out() -> None:
    assert is_final(Kind.LEAVE, {0, 1, 2}, {0, 1, 2}, target=2)
    assert is_final(Kind.LEAVE, {0, 1, 2}, {0, 1}, target=2)
    assert not is_final(Kind.LEAVE, {0, 1, 2}, {0, 2}, target=2)
    assert not is_final(Kind.LEAVE, {0, 1, 2, 3, 4}, {0, 1, 2}, target=4, silent=0b11000)


def test_a_return_counts_the_roster_before_it() -> None:
    assert is_final(Kind.RETURN, {0, 1, 2}, {0, 1, 2}, target=3)
    assert not is_final(Kind.RETURN, {0, 1, 2}, {0, 1, 3}, target=3)


def test_who_has_left_cannot_leave_by_fewer_acks_again() -> None:
    assert is_final(Kind.LEAVE, {0, 1, 2, 3}, {0, 1, 2}, target=3)
    assert not is_final(Kind.LEAVE, {0, 1, 2}, {0, 1}, target=3)


@pytest.mark.parametrize("live", range(2, 6))
def test_any_two_final_quorums_meet(live: int) -> None:
    need = quorums.final(live)
    seats = range(live)
    quora = [set(chosen) for chosen in combinations(seats, need)]
    assert all(a & b for a in quora for b in quora)
