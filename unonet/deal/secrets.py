"""What one seat hides of a deal: n1 and n2 until they are opened, and its keys for good.

A value is kept per (round, attempt, epoch), so that the same record comes out however often it is
asked for, and another one never. One ``Secrets`` belongs to one seat at one table. Entropy comes in
as an argument; disk, signatures and time are not known here: whoever sends a record stores
``values()`` first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from unonet.deal import sealing
from unonet.deal.group import Scalar
from unonet.deal.keys import Polynomial, RoundKey, secret_share
from unonet.deal.session import DealState
from unonet.errors import DealError


class Secret(NamedTuple):
    """One hidden value of 32 bytes; ``name`` is "n1", "n2" or "keys"."""

    name: str
    round: int
    attempt: int
    epoch: int
    value: bytes


class Secrets:
    """The hidden values of one seat at one table."""

    def __init__(self, values: Iterable[Secret] = ()) -> None:
        """Begin empty, or with what ``values()`` once gave."""
        self._kept = {secret[:-1]: secret.value for secret in values}
        self._parts: dict[tuple[int, int], Scalar] = {}

    def values(self) -> tuple[Secret, ...]:
        """All of them, to be stored where only their owner can read."""
        return tuple(Secret(*key, value) for key, value in sorted(self._kept.items()))

    def draw(self, name: str, state: DealState, fresh: bytes) -> bytes:
        """The value of this attempt and epoch: the kept one, or ``fresh``, which then is kept.

        Values of the same name for earlier ones have been opened, and are forgotten.
        """
        key = _key(name, state)
        if key not in self._kept:
            self._kept = {old: value for old, value in self._kept.items() if old[:2] != key[:2]}
            self._kept[key] = fresh
        return self._kept[key]

    def reveal(self, name: str, state: DealState) -> bytes:
        """The kept value. Raises DealError if it is lost: then nobody can open the commitment."""
        value = self._kept.get(_key(name, state))
        if value is None:
            raise DealError(f"the secret {name} of this round is lost")
        return value

    def polynomial(self, state: DealState) -> Polynomial:
        """What the seat deals to the others. Raises DealError if it is lost, or there is none."""
        if state.keying is None:
            raise DealError("an open deal has no keys")
        return _polynomial(self.reveal("keys", state), state.keying.threshold)

    def round_key(self, state: DealState) -> RoundKey:
        """Under which the seat gets its cards. Raises DealError if it is lost."""
        return _round_key(self.reveal("keys", state))

    def bad_dealer(self, state: DealState, seat: int) -> int | None:
        """The first seat whose share for ``seat`` is bad, if any is; all shares are dealt."""
        assert state.keying is not None
        if (state.round, state.attempt) in self._parts:
            return None
        own, shares = self.round_key(state), [self.polynomial(state).share(seat)]
        for dealer in state.keying.seats:
            share = sealing.open_share(state.dealing(dealer, seat), own) if dealer != seat else 0
            if share is None:
                return dealer
            shares.append(share)
        self._parts[state.round, state.attempt] = secret_share(shares)
        return None

    def part(self, state: DealState, seat: int) -> Scalar:
        """The seat's part of the table key, if every share that it got is good."""
        if self.bad_dealer(state, seat) is not None:
            raise DealError("a share of the table key is bad")
        return self._parts[state.round, state.attempt]

    def forget(self, *, below: int) -> None:
        """Erase what rounds below this one needed."""
        self._kept = {key: value for key, value in self._kept.items() if key[1] >= below}
        self._parts = {key: value for key, value in self._parts.items() if key[0] >= below}


@lru_cache(maxsize=16)
def _polynomial(seed: bytes, threshold: int) -> Polynomial:
    return Polynomial.expand(seed, threshold)


@lru_cache(maxsize=16)
def _round_key(seed: bytes) -> RoundKey:
    return RoundKey.expand(seed)


_ONCE_AN_ATTEMPT: Final = ("keys", "n1")


def _key(name: str, state: DealState) -> tuple[str, int, int, int]:
    epoch = 0 if name in _ONCE_AN_ATTEMPT else state.epoch
    return name, state.round, state.attempt, epoch
