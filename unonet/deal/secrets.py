"""What one seat hides until it is due, n1 and n2, and the record that it owes next.

A value is kept per (round, attempt, epoch), so that the same record comes out however often it is
asked for, and another one never. One ``Secrets`` belongs to one seat at one table. Entropy comes in
as an argument; disk, signatures and time are not known here: whoever sends a record stores
``values()`` first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from unonet.deal import hashes
from unonet.deal.session import DealState, Step
from unonet.errors import DealError

ENTROPY: Final = 2 * hashes.DIGEST
"""Fresh random bytes that ``record_due`` takes: the first half becomes n1, the second n2."""

Body: TypeAlias = tuple[Any, ...]


class Secret(NamedTuple):
    """One hidden value; ``name`` is "n1" or "n2"."""

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

    def values(self) -> tuple[Secret, ...]:
        """All of them, to be stored where only their owner can read."""
        return tuple(Secret(*key, value) for key, value in sorted(self._kept.items()))

    def draw(self, name: str, state: DealState, fresh: bytes) -> bytes:
        """The value of this attempt and epoch: the kept one, or ``fresh``, which then is kept."""
        return self._kept.setdefault(_key(name, state), fresh)

    def reveal(self, name: str, state: DealState) -> bytes:
        """The kept value. Raises DealError if it is lost: then nobody can open the commitment."""
        value = self._kept.get(_key(name, state))
        if value is None:
            raise DealError(f"the secret {name} of this round is lost")
        return value


def record_due(
    state: DealState, seat: int, secrets: Secrets, entropy: bytes
) -> tuple[Step, Body] | None:
    """The step and record body that the seat owes now, or None.

    ``entropy`` is 64 fresh random bytes, looked at only when a new commitment is due. The body has
    the arguments of the ``DealState`` method that the step names, without the seat.
    """
    if len(entropy) != ENTROPY:
        raise DealError(f"entropy is {ENTROPY} fresh bytes")
    if seat not in state.due_seats():
        return None
    return state.step, _BODIES[state.step](state, seat, secrets, entropy)


def _key(name: str, state: DealState) -> tuple[str, int, int, int]:
    return name, state.round, state.attempt, state.epoch


def _commit(state: DealState, seat: int, secrets: Secrets, entropy: bytes) -> Body:
    n1 = secrets.draw("n1", state, entropy[: hashes.DIGEST])
    n2 = secrets.draw("n2", state, entropy[hashes.DIGEST :])
    return state.c1(seat, n1), state.c2(seat, n2)


def _open(state: DealState, seat: int, secrets: Secrets, entropy: bytes) -> Body:
    return secrets.reveal("n1", state), (), b"", ()


def _nonce(state: DealState, seat: int, secrets: Secrets, entropy: bytes) -> Body:
    n2 = secrets.draw("n2", state, entropy[hashes.DIGEST :])
    return state.c2(seat, n2), state.epoch


def _open2(state: DealState, seat: int, secrets: Secrets, entropy: bytes) -> Body:
    return (secrets.reveal("n2", state),)


_BODIES: Final = {
    Step.COMMIT: _commit,
    Step.OPEN: _open,
    Step.NONCE: _nonce,
    Step.OPEN2: _open2,
}
