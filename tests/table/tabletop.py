"""A table in memory: records signed, ordered and folded by hand, without replicas or links.

One seed, one history: keys, secrets and bots all follow from it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from unonet.bots import BOTS
from unonet.game.moves import Move
from unonet.game.ruleset import Ruleset
from unonet.game.state import WantKind
from unonet.game.view import PlayerView, view
from unonet.ledger.entry import (
    Ack,
    Certificate,
    Entry,
    Header,
    Seal,
    SystemRecord,
    seal_statement,
    sha256,
)
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.identity import Identity
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType, Versions, pack_frames, pack_header
from unonet.ledger.ledger import Ledger
from unonet.order import quorums
from unonet.order.chain import TERM, first_leader
from unonet.table.overlay import ENTROPY, Overlay, Record
from unonet.table.reducer import Fold, Folded
from unonet.table.terms import Terms, TermsSeat, accept, write_genesis, write_terms

SALT = b"salt of this log"
VERSIONS = Versions("unonet test", 1, 1)
Frames = list[tuple[FrameType, bytes]]


def seeded(*parts: object) -> bytes:
    """32 bytes that differ for different parts."""
    return hashlib.sha256(repr(parts).encode()).digest()


def identity(seed: int, seat: int) -> Identity:
    return Identity.from_seed(seeded("key", seed, seat))


def place(key: bytes, nickname: str, **changes: Any) -> TermsSeat:
    return TermsSeat(key, nickname, None, None, None, seeded("nonce", key))._replace(**changes)


def agreed(
    identities: Iterable[Identity], ruleset: Ruleset, *, seed: int = 0, **kind: str
) -> Terms:
    seats = [place(one.key, f"player {seat}") for seat, one in enumerate(identities)]
    return write_terms(seeded("lobby", seed)[:16], ruleset, seats=seats, **kind)


class Tabletop:
    """``fold`` after every entry of ``ledger``.

    ``states[i]`` is its hash, ``rosters[i]`` who is live, after entry i.
    """

    def __init__(
        self,
        seats: int = 2,
        preset: str = "quick",
        *,
        seed: int = 0,
        deal: str = "open",
        recovery: str = "majority",
        **options: str,
    ) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.identities = [identity(seed, seat) for seat in range(seats)]
        ruleset = Ruleset.parse(preset, options)
        self.terms = agreed(self.identities, ruleset, seed=seed, deal=deal, recovery=recovery)
        self.genesis = write_genesis(
            self.terms, [accept(one, self.terms) for one in self.identities]
        )
        self.table_id = self.terms.table_id
        self.leader = first_leader(self.table_id, seats)
        self.ledger = Ledger(self.table_id, self.terms.keys, self.genesis.hash)
        self.fold = Fold(self.terms)
        self.sessions = [seeded("session", seed, seat)[:8] for seat in range(seats)]
        self.overlays = [Overlay(seat) for seat in range(seats)]
        self.states = [self.fold.state_hash()]
        self.rosters = [self.fold.live()]
        self.folded: list[Folded] = []

    # Records

    def signed(self, seat: int, kind: int, body: Any, **changes: Any) -> SignedMove:
        base = changes.pop("base", self.ledger.last_index)
        session = changes.pop("session", self.sessions[seat])
        fields = {
            "seat": seat,
            "session": session,
            "n": self.ledger.next_n(seat, session),
            "base_index": base,
            "base_hash": self.ledger.hash_at(min(base, self.ledger.last_index)),
            "kind": kind,
            "body": body,
        }
        return SignedMove.pack(**(fields | changes))

    def ordered(self, record: SignedMove | SystemRecord) -> Entry:
        """``record`` as the next entry, signed; not appended."""
        header = Header.pack(
            term=TERM,
            leader=self.leader,
            index=self.ledger.last_index + 1,
            prev_hash=self.ledger.last_hash,
            move_hash=sha256(record.raw),
        )
        signature = self.identities[self.leader].sign("header", self.table_id, header.raw)
        author = b""
        if isinstance(record, SignedMove):
            author = self.identities[record.seat].sign("move", self.table_id, record.raw)
        return Entry(header, signature, record, author)

    def take(self, record: SignedMove | SystemRecord) -> Folded:
        entry = self.ordered(record)
        self.ledger.append(entry, check=False)
        folded = self.fold.apply(entry)
        self.folded.append(folded)
        self.states.append(self.fold.state_hash())
        self.rosters.append(self.fold.live())
        return folded

    def post(self, seat: int, kind: int, body: Any, **changes: Any) -> Folded:
        return self.take(self.signed(seat, kind, body, **changes))

    def system(self, kind: int, body: Any) -> Folded:
        return self.take(SystemRecord.pack(kind=kind, body=body))

    def body(self, seat: int, move: Move) -> tuple[Any, ...]:
        """The record body with which an honest seat makes ``move`` now."""
        return self.overlays[seat].move(self.fold, move, self.entropy(seat)[:32]).make()

    def entropy(self, seat: int) -> bytes:
        deal = self.fold.deal
        label = (self.seed, seat, deal.round, deal.attempt, deal.epoch, self.fold.index)
        return b"".join(seeded(part, *label) for part in range(ENTROPY // 32))

    def move(self, seat: int, move: Move) -> Folded:
        return self.post(seat, Kind.MOVE, self.body(seat, move))

    def leave(self, seat: int) -> Folded:
        return self.post(seat, Kind.LEAVE, ())

    def owing(self) -> Iterator[tuple[int, Record]]:
        """Every record that some seat owes beside its moves."""
        for seat in self.fold.match.staying:
            for record in self.overlays[seat].records(self.fold, self.entropy(seat)):
                yield seat, record

    def owed(self, seat: int) -> tuple[Kind, tuple[Any, ...]]:
        """The first record that is due from ``seat``."""
        record = next(record for owing, record in self.owing() if owing == seat)
        return record.kind, record.make()

    # Whole stretches of play

    def greet(self) -> Tabletop:
        for seat in range(len(self.identities)):
            self.post(seat, Kind.HELLO, ())
        return self

    def shuffle(self) -> Tabletop:
        """Every deal record that is due, until none is."""
        while (owing := next(self.owing(), None)) and self.fold.outcome is None:
            seat, record = owing
            self.post(seat, record.kind, record.make())
        return self

    def dealt(self) -> Tabletop:
        return self.greet().shuffle()

    def step(self, bot: str = "greedy") -> Folded:
        """The next record that somebody owes the table."""
        proposal = self.fold.proposal()
        if proposal is not None:
            return self.system(*proposal)
        if owing := next(self.owing(), None):
            seat, record = owing
            return self.post(seat, record.kind, record.make())
        return self.move(*self.choice(bot))

    def view(self, seat: int) -> PlayerView:
        state = self.fold.round
        assert state is not None
        return view(state, seat, self.overlays[seat].faces(self.fold))

    def choice(self, bot: str = "greedy") -> tuple[int, Move]:
        state = self.fold.round
        assert state is not None
        wishes = [
            (seat, BOTS[bot](self.view(seat), self.rng)) for seat in range(len(self.identities))
        ]
        return self.rng.choice([(seat, move) for seat, move in wishes if move is not None])

    def until(self, reached: Callable[[Fold], bool], bot: str = "greedy") -> Tabletop:
        """Play on until ``reached``; AssertionError when the match is over before."""
        while not reached(self.fold):
            assert not self.fold.over, "it never came to that"
            self.step(bot)
        return self

    def finish(self, bot: str = "greedy") -> Tabletop:
        return self.until(lambda fold: fold.over, bot)

    # The log

    def ack(self, seat: int, index: int, **changes: Any) -> tuple[Ack, bytes]:
        applied = changes.pop("applied_index", max(0, index - 1))
        fields = {
            "term": TERM,
            "seat": seat,
            "index": index,
            "entry_hash": self.ledger.hash_at(index),
            "applied_index": applied,
            "state_hash": self.states[min(applied, len(self.states) - 1)],
        }
        ack = Ack.pack(**(fields | changes))
        return ack, self.identities[seat].sign("ack", self.table_id, ack.raw)

    def certificate(self, index: int, *acks: tuple[Ack, bytes]) -> Certificate:
        """``acks``, or those of the first seats that are a quorum."""
        live = self.rosters[index - 1]
        pairs = acks or [self.ack(seat, index) for seat in live[: quorums.final(len(live))]]
        return Certificate.pack(
            index=index, entry_hash=self.ledger.hash_at(index), acks=list(pairs)
        )

    def seal(self, index: int, scores: tuple[int, ...], **changes: Any) -> Seal:
        """Signed by every live seat unless ``seats`` says by whom."""
        seats = changes.pop("seats", self.rosters[index])
        fields: dict[str, Any] = {
            "index": index,
            "entry_hash": self.ledger.hash_at(index),
            "state_hash": self.states[index],
            "scores": scores,
        } | changes
        statement = seal_statement(**fields)
        signatures = [
            (seat, self.identities[seat].sign("seal", self.table_id, statement)) for seat in seats
        ]
        return Seal.pack(**fields, signatures=signatures)

    def frames(self, *, certified: Iterable[int] = ()) -> Frames:
        """The log that a node would keep: a seal after every round, certificates where named."""
        frames = [(FrameType.GENESIS, self.genesis.raw)]
        for entry in self.ledger.slice(1, self.ledger.last_index + 1):
            frames.append((FrameType.ENTRY, entry.pack()))
            if entry.index in set(certified):
                frames.append((FrameType.CERTIFICATE, self.certificate(entry.index).raw))
            if entry.kind == Kind.ROUND_END and self.folded[entry.index - 1].noop is None:
                body: Any = entry.body
                frames.append((FrameType.SEAL, self.seal(entry.index, body[2]).raw))
        return frames

    def write(self, path: Path, frames: Frames | None = None, **changes: Any) -> Path:
        """``frames`` as the log file ``path``, every checksum right."""
        header = {"salt": SALT, "versions": VERSIONS} | changes
        table_id = header.pop("table_id", self.table_id)
        path.write_bytes(
            pack_header(table_id, **header)
            + b"".join(
                pack_frames(frame_type, body, salt=header["salt"])
                for frame_type, body in (self.frames() if frames is None else frames)
            )
        )
        return path


def besides_n(fold: Fold) -> tuple[Any, ...]:
    """All that an entry without effect leaves as it was: every field but index and sessions."""
    _, _, *rest, _ = fold.public_values()
    return tuple(rest)


def card_types(table: Tabletop) -> Counter[int]:
    """Every card of the round by type, wherever it is; a slot in two places fails."""
    state = table.fold.round
    slots = [*state.draw, *state.discard, *state.aside, *(s for h in state.hands for s in h)]
    want = state.wants
    if want is not None and want.kind == WantKind.REDEAL:
        slots += want.slots
    assert len(slots) == len(set(slots))
    return Counter(state.faces[slot] for slot in slots)
