"""How many acks make an entry final, how many votes elect: the table of protocol.md section 8.

This module knows counts and bit sets of seats. It does NOT know entries, signatures or time.
A bit set is an int with bit ``s`` for seat ``s``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from unonet.ledger.kinds import Kind


def final(live: int) -> int:
    """Acks that make an ordinary entry final: any two such quorums share a seat, and one more."""
    return (live + 1) // 2 + 1


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
    match kind:
        case Kind.BENCH if target is not None:
            return _benched(1 << target, live, real, silent)
        case Kind.LEAVE if target is not None:
            enough = real.bit_count() >= final(live.bit_count())
            return enough or _benched(1 << target, live, real, silent)
        case Kind.RETURN if target is not None:
            before = live & ~(1 << target)
            return (real & before).bit_count() >= return_(before.bit_count())
        case _:
            return real.bit_count() >= final(live.bit_count())


def _benched(target: int, live: int, real: int, silent: Mapping[int, int]) -> bool:
    seats = live.bit_count()
    loud, quiet = bench(seats), quiet_bench(seats)
    if loud is None or quiet is None:
        return False
    others = real & ~target
    if others.bit_count() >= loud:
        return True
    return others.bit_count() >= quiet and _all_silent(live & ~others, others, silent)


def _all_silent(absent: int, ackers: int, silent: Mapping[int, int]) -> bool:
    return all(
        absent & ~silent.get(seat, 0) == 0
        for seat in range(ackers.bit_length())
        if ackers >> seat & 1
    )
