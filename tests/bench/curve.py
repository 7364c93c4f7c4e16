"""The floor of every sealed operation: a fixed number of bare library calls, timed beside it.

The numbers are those of the protocol as it is written down, whatever the implementation saves or
adds; additions of points, hashes and encoding count nothing.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from btclib_secp256k1 import ffi, lib

from tests.bench.figures import Figure, milliseconds
from unonet.deal import group

REPEATS: Final = 9
BARE: Final = 100
CURVE: Final = lib.secp256k1_context_create(1)


class Counts(NamedTuple):
    """Multiplications by G, by other points, and by secrets (ECDH); points to decode."""

    fixed: int = 0
    variable: int = 0
    secret: int = 0
    decoded: int = 0

    def plus(self, other: Counts, times: int = 1) -> Counts:
        """Both, the other so many times."""
        return Counts(*(own + times * more for own, more in zip(self, other, strict=True)))


def figure(
    run: Callable[[], object], counts: Counts, repeats: int = REPEATS, *, often: int = 1
) -> Figure:
    """Milliseconds of one thread for one run; a short one is run ``often`` times for each sample.

    Taken in turns and the best of each, so that a busy machine does not favour one of them.
    """
    times = [(_each(run, often), bare(counts)) for _ in range(repeats)]
    ours, floor = (min(column) for column in zip(*times, strict=True))
    return milliseconds(ours, floor)


def bare(counts: Counts) -> float:
    """Seconds for so many bare library calls, from a sample of each."""
    point, output = ffi.new("secp256k1_pubkey *"), ffi.new("unsigned char[65]")
    scalar = hashlib.sha256(b"floor").digest()
    encoded = group.encode(group.generator(0))
    lib.secp256k1_ec_pubkey_create(CURVE, point, scalar)
    xy = lib.btclib_secp256k1_ecdh_hash_function_xy
    calls = (
        lambda: lib.secp256k1_ec_pubkey_create(CURVE, point, scalar),
        lambda: lib.secp256k1_ec_pubkey_tweak_mul(CURVE, point, scalar),
        lambda: lib.secp256k1_ecdh(CURVE, output, point, scalar, xy, ffi.NULL),
        lambda: lib.secp256k1_ec_pubkey_parse(CURVE, point, encoded, 33),
    )
    return sum(
        count * _each(call, BARE) for call, count in zip(calls, counts, strict=True) if count
    )


def _each(call: Callable[[], object], often: int) -> float:
    start = time.thread_time()
    for _ in range(often):
        call()
    return (time.thread_time() - start) / often
