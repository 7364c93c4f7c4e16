"""How many acks make an entry final, how many votes elect: the table of protocol.md section 8.

This module knows counts and bit sets of seats. It does NOT know entries, signatures or time.
A bit set is an int with bit ``s`` for seat ``s``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from unonet.ledger.kinds import Kind


def final(live: int) -> int:
    """Acks that make an ordinary entry final: any two such quorums share a seat, and one more.

    A last seat that all others have left is enough by itself.
    """
    return min(live, (live + 1) // 2 + 1)


def election(live: int) -> int:
    """Votes that make a leader."""
    return live // 2 + 1


def bench(live: int) -> int | None:
    """Acks of the others that bench a seat; None: two seats cannot bench each other."""
    return None if live < 3 else min(final(live), live - 1)


def quiet_bench(live: int) -> int | None:
    """Acks of the others when every acker finds every live seat that did not ack silent."""
    return None if live < 3 else election(live)


def return_(live: int) -> int:
    """Acks that bring a seat back; ``live`` counts without it and its own ack does not count."""
    return final(live)


def seat_bits(seats: Iterable[int]) -> int:
    """The bit set of ``seats``."""
    bits = 0
    for seat in seats:
        bits |= 1 << seat
    return bits


def satisfied(
    kind: int,
    target: int | None,
    *,
    live: int,
    ackers: int,
    silent: Mapping[int, int],
) -> bool:
    """Whether the acks of ``ackers`` make an entry of ``kind`` final under the roster ``live``.

    ``target`` is the seat that a roster entry is about; ``silent[s]`` is the bit set of seats
    that acker ``s`` calls silent. ``live``, ``ackers``: bit sets; acks from outside do not count.
    """
    real = ackers & live
    if target is None:
        return real.bit_count() >= final(live.bit_count())
    match kind:
        case Kind.BENCH:
            return _benched(1 << target, live, real, silent)
        case Kind.LEAVE if live >> target & 1:
            enough = real.bit_count() >= final(live.bit_count())
            return enough or _loud(1 << target, live, real)
        case Kind.RETURN:
            before = live & ~(1 << target)
            return (real & before).bit_count() >= return_(before.bit_count())
        case _:
            return real.bit_count() >= final(live.bit_count())


def _benched(target: int, live: int, real: int, silent: Mapping[int, int]) -> bool:
    return _loud(target, live, real) or _quiet(target, live, real, silent)


def _loud(target: int, live: int, real: int) -> bool:
    need = bench(live.bit_count())
    return need is not None and (real & ~target).bit_count() >= need


def _quiet(target: int, live: int, real: int, silent: Mapping[int, int]) -> bool:
    need, others = quiet_bench(live.bit_count()), real & ~target
    if need is None or others.bit_count() < need:
        return False
    absent = live & ~others
    return all(
        absent & ~silent.get(seat, 0) == 0
        for seat in range(others.bit_length())
        if others >> seat & 1
    )
