"""What one seat alone knows of a table, and the records that it owes because of it.

Its own faces are laid over the public ones; its secrets make the shares, proofs and answers that
the table waits for. No state follows from it: what is valid, the fold decides without it. Time,
disk and links are not known here; entropy comes in as an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from unonet.deal import bins, proofs, riffle, sealed
from unonet.deal.dues import ENTROPY, QUICK, dues
from unonet.deal.hashes import DIGEST
from unonet.deal.secrets import Secrets
from unonet.deal.share import read
from unonet.deal.shuffle import Hedge
from unonet.deal.transcript import Transcript
from unonet.errors import DealError, IllegalMove
from unonet.game import legality, seals
from unonet.game.cards import HIDDEN
from unonet.game.facts import holds_forbidden
from unonet.game.moves import GUILTY, INNOCENT, Move
from unonet.game.state import State, WantKind
from unonet.ledger.kinds import Kind
from unonet.table.reducer import ANSWERING, Fold
from unonet.table.showdown import needs, prover

__all__ = ["ENTROPY", "Overlay", "Record"]

Body = tuple[Any, ...]

MOST_JUDGED: Final = 100
"""Cards whose innocence fits into one record; whoever holds more has to concede."""


class Record(NamedTuple):
    """A record to post; ``key`` stays the same as long as it is the same one.

    ``make`` gives its body on any thread; ``long``: that takes more than 5 ms; ``spare``: enough
    others owe the same, and it is wanted only if one of them does not come.
    """

    key: tuple[object, ...]
    kind: Kind
    make: Callable[[], Body]
    long: bool = False
    spare: bool = False


@dataclass(slots=True)
class Overlay:
    """The private side of ``seat``. One that ``riffles`` hides which card it drew and kept."""

    seat: int
    secrets: Secrets = field(default_factory=Secrets)
    riffles: bool = False
    _read: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def faces(self, fold: Fold) -> list[int]:
        """The public faces with those of the own hand, as far as they have come."""
        state = fold.round
        if state is None:
            return []
        if fold.deal.holdings is None:
            return state.faces
        known = state.faces[:]
        for slot in state.hands[self.seat]:
            if known[slot] == HIDDEN:
                known[slot] = self._face(fold, slot)
        return known

    def records(self, fold: Fold, entropy: bytes) -> Iterator[Record]:
        """Every record that the seat owes the table now; ``entropy`` is ``ENTROPY`` fresh bytes.

        Raises DealError if the secrets of this round are lost.
        """
        if fold.closed:
            return
        for due in dues(fold.deal, self.seat, self.secrets, entropy):
            yield Record(due.key, _KINDS[due.name], due.make, due.long, due.spare)
        if fold.round is not None and fold.deal.holdings is not None:
            yield from self._openings(fold, fold.round, entropy[:DIGEST])

    def move(self, fold: Fold, move: Move, entropy: bytes) -> Record:
        """The move as a record. Raises IllegalMove, DealError while a card is on its way.

        ``entropy``: 32 fresh bytes.
        """
        state = fold.round
        if state is None:
            raise IllegalMove("round_over")
        faces = self.faces(fold)
        slot = None
        if move.card >= 0:
            slot = legality.slot_to_play(state, self.seat, move.card, faces)
        answers = fold.last_turn if move.verb in ANSWERING else None
        say = str(move), slot, answers
        key = "move", fold.index
        if fold.deal.holdings is None:
            return Record(key, Kind.MOVE, lambda: (*say, ()))
        needed = needs(fold.deal, state, self.seat, move, slot)
        prove = prover(
            fold.deal,
            self.seat,
            needed,
            self.secrets.round_key(fold.deal),
            trigger=fold.turn_hash,
            entropy=entropy,
        )
        long = needed.innocent is not None
        return Record(key, Kind.MOVE, lambda: (*say, bins.split(prove())), long)

    def _face(self, fold: Fold, slot: int) -> int:
        place = fold.deal.round, fold.deal.attempt, slot
        if place not in self._read:
            try:
                (held,) = sealed.owned(fold.deal, self.seat, [slot])
            except DealError:
                return HIDDEN
            card = read(held.card, self.secrets.round_key(fold.deal).secret)
            self._read[place] = HIDDEN if card is None else card
        return self._read[place]

    def _openings(self, fold: Fold, state: State, entropy: bytes) -> Iterator[Record]:
        wants = state.wants
        if wants is None:
            yield from self._riffle(fold, state, entropy)
        elif wants.kind == WantKind.VERDICT and wants.seats == (self.seat,):
            yield from self._answer(fold, state, entropy)
        elif wants.kind == WantKind.HANDS and self.seat in wants.seats:
            yield from self._reveal(fold, state, entropy)

    def _answer(self, fold: Fold, state: State, entropy: bytes) -> Iterator[Record]:
        """Innocent if it can be shown; else the seat concedes, which shows nothing."""
        faces = self.faces(fold)
        if any(faces[slot] == HIDDEN for slot in state.judged):
            return
        clean = not holds_forbidden(state, faces) and len(state.judged) <= MOST_JUDGED
        verdict = INNOCENT if clean else GUILTY
        record = self.move(fold, verdict, entropy)
        yield record._replace(key=("answer", fold.last_turn))

    def _reveal(self, fold: Fold, state: State, entropy: bytes) -> Iterator[Record]:
        faces = self.faces(fold)
        hand = seals.hand_to_open(state, self.seat)
        types = [faces[slot] for slot in hand]
        if HIDDEN in types or not hand:
            return
        deal, key = fold.deal, self.secrets.round_key(fold.deal)
        context = deal.card_context(self.seat)
        openings = [
            sealed.opening_of(deal, self.seat, slot, card)
            for slot, card in zip(hand, types, strict=True)
        ]

        def make() -> Body:
            made = (
                proofs.prove_opening(Transcript("play", context), opening, key.secret, entropy)
                for opening in openings
            )
            return bytes(types), b"".join(made)

        yield Record(("reveal", deal.round), Kind.REVEAL, make, long=len(hand) > QUICK)

    def _riffle(self, fold: Fold, state: State, entropy: bytes) -> Iterator[Record]:
        """After cards came into the hand one by one, and as long as nobody waits for this seat."""
        if not self.riffles or state.turn == self.seat:
            return
        deal, (keying, holdings) = fold.deal, sealed.parts_of(fold.deal)
        slots = _riffled_hand(state, self.seat)
        dealt = len(keying.seats) * state.ruleset.hand_size
        if (
            len(slots) < 2
            or max(slots) < dealt
            or not sealed.may_riffle(holdings, self.seat, slots)
        ):
            return
        hand = [(holdings.table[slot], holdings.of(slot, self.seat)) for slot in slots]
        context = deal.card_context(self.seat)
        keys = keying.table_key, keying.round_keys[self.seat]
        hedge = Hedge(self.secrets.reveal("keys", deal), entropy)

        def make() -> Body:
            new, proof = riffle.riffle(Transcript("riffle", context), *keys, hand, hedge)
            return slots, riffle.encode_hand(new), proof

        yield Record(("riffle", deal.round, slots), Kind.RIFFLE, make, long=True)


def _riffled_hand(state: State, seat: int) -> tuple[int, ...]:
    try:
        return seals.hand_to_riffle(state, seat)
    except IllegalMove:
        return ()


_KINDS: Final = {
    "commit": Kind.COMMIT,
    "open": Kind.OPEN,
    "key_shares": Kind.KEY_SHARES,
    "complain": Kind.COMPLAIN,
    "nonce": Kind.NONCE,
    "mix": Kind.MIX,
    "open2": Kind.OPEN2,
    "share": Kind.SHARE,
}
