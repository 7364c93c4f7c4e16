"""The keys of one attempt: what each seat has published of them, and what follows from all of it.

Every seat deals a share of its own secret to every other one (``keys``); the table key is the sum.
The secrets themselves are in ``secrets``; which step is due is for ``session`` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from unonet.deal import group, keys, proofs, sealing
from unonet.deal.group import Point
from unonet.deal.transcript import Context, Transcript
from unonet.errors import BadProof, DecodeError

NO_POINT: Final = Point(b"")


@dataclass(slots=True)
class Keying:
    """What the seats have published, by seat, and the keys that follow once it is complete."""

    seats: tuple[int, ...]
    threshold: int
    commitments: dict[int, tuple[Point, ...]] = field(default_factory=dict)
    round_keys: dict[int, Point] = field(default_factory=dict)
    shares: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    """By dealer: one encrypted share for each other seat, ascending."""
    table_key: Point = NO_POINT
    parts: dict[int, Point] = field(default_factory=dict)
    """Yᵢ: the public side of each seat's part of the table key."""

    @classmethod
    def among(cls, seats: tuple[int, ...], *, strict: bool) -> Keying:
        """Keys still to be made among these seats; ``strict`` needs all of them for a card."""
        return cls(seats, keys.threshold(len(seats), strict=strict))

    def open(
        self, context: Context, commitments: Sequence[bytes], round_key: bytes, proof: bytes
    ) -> None:
        """Take the keys of ``context.prover``.

        Raises BadProof(seat) unless they are well formed, its own and nobody else's.
        """
        seat = context.prover
        try:
            points, key = tuple(map(group.decode, commitments)), group.decode(round_key)
        except DecodeError as error:
            raise BadProof("a key is no point", seat) from error
        transcript = Transcript("possession", context)
        if len(points) != self.threshold:
            raise BadProof("a polynomial of another degree", seat)
        if not proofs.verify_possession(transcript, points, key, proof):
            raise BadProof("no possession of the keys is shown", seat)
        if {key, points[0]} & self._known():
            raise BadProof("a key that another seat has", seat)
        self.commitments[seat], self.round_keys[seat] = points, key

    def take_shares(self, seat: int, shares: Sequence[bytes]) -> None:
        """Raises BadProof(seat) unless there is a share of the right size for each other seat."""
        if [len(share) for share in shares] != [sealing.SEALED] * (len(self.seats) - 1):
            raise BadProof("not one key share for each other seat", seat)
        self.shares[seat] = tuple(shares)

    def share_for(self, seat: int, dealer: int) -> bytes:
        """What ``dealer`` dealt to ``seat``, encrypted."""
        receivers = [other for other in self.seats if other != dealer]
        return self.shares[dealer][receivers.index(seat)]

    def complete(self) -> None:
        """All shares are dealt: the table key and everybody's part of it stand."""
        polynomials = self.all_commitments()
        self.table_key = keys.table_key(polynomials)
        self.parts = {seat: keys.verification_key(polynomials, seat) for seat in self.seats}

    def all_commitments(self) -> list[tuple[Point, ...]]:
        return [self.commitments[seat] for seat in self.seats]

    def holders(self, live: Iterable[int]) -> tuple[int, ...]:
        """Those of ``live`` that hold a part of the table key."""
        return tuple(seat for seat in live if seat in self.seats)

    def copy(self) -> Keying:
        return Keying(
            self.seats,
            self.threshold,
            dict(self.commitments),
            dict(self.round_keys),
            dict(self.shares),
            self.table_key,
            dict(self.parts),
        )

    def public_values(self) -> tuple[object, ...]:
        """Keys as their 33 bytes; the parts follow from the commitments."""
        return (
            self.seats,
            self.threshold,
            tuple((s, group.encode_many(a)) for s, a in sorted(self.commitments.items())),
            tuple((s, group.encode(key)) for s, key in sorted(self.round_keys.items())),
            tuple((s, b"".join(shares)) for s, shares in sorted(self.shares.items())),
        )

    def _known(self) -> set[Point]:
        return {*self.round_keys.values(), *(points[0] for points in self.commitments.values())}
