"""Sealed tables just before a certain record: what a seat is about to post, not posted yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from tests.table.racing import changed_at, flipped
from tests.table.tabletop import Tabletop
from unonet.game.cards import HIDDEN
from unonet.game.legality import legal_moves
from unonet.game.moves import CHALLENGE
from unonet.ledger.entry import Entry
from unonet.ledger.kinds import Kind
from unonet.table.reducer import Fold, Folded

Body = tuple[Any, ...]
Wanted = Callable[[Tabletop, int, Kind, Body], bool]

SMALL: Final = (
    "r0:1,r1:1,r2:1,r5:1,rsk:1,rrv:1,r+2:1,y0:1,y1:1,y2:1,y7:1,y+2:1,"
    "g0:1,g1:1,g7:1,g+2:1,b0:1,b1:1,b7:1,b+2:1,wi:1,w4:2"
)
"""23 cards in which something happens all the time, and whose pile soon runs out."""
FOURS: Final = "r1:8,r3:6,y1:4,g1:4,b1:4,w4:6"
"""Wild Draw Fours all the time, and most hands of one colour."""

LONG: Final = 250
"""Entries after which nothing is expected of a table any more."""


class Scene(NamedTuple):
    """``seat`` owes ``body`` at ``table``, which is where it was when that was written."""

    table: Tabletop
    seat: int
    kind: Kind
    body: Body

    def entry(self, body: Body | None = None) -> Entry:
        """The record, or another one in its place, signed, ordered, and as it comes off the wire.

        The table stays as it is.
        """
        signed = self.table.signed(self.seat, self.kind, self.body if body is None else body)
        return Entry.unpack(self.table.ordered(signed).pack())

    def posted(self, body: Body | None = None) -> tuple[Fold, Folded]:
        """What comes of it, at a copy of the table."""
        fold = self.table.fold.copy()
        return fold, fold.apply(self.entry(body))


def scene_of(table: Tabletop, wanted: Wanted) -> Scene | None:
    """Play on until somebody is about to post what is ``wanted``; or None."""
    while not table.fold.over and table.fold.index < LONG:
        coming = upcoming(table)
        for seat, kind, body in coming:
            if wanted(table, seat, kind, body):
                return Scene(table, seat, kind, body)
        if coming:
            seat, kind, body = coming[0]
            table.post(seat, kind, body)
        else:
            table.step()
    return None


def upcoming(table: Tabletop, bot: str = "greedy") -> list[tuple[int, Kind, Body]]:
    """What is due beside moves; else the next move. Whoever may challenge does."""
    owing = [(seat, record.kind, record.make()) for seat, record in table.owing()]
    if owing or table.fold.proposal():
        return owing
    state = table.fold.round
    if CHALLENGE in legal_moves(state, state.turn):
        seat, move = state.turn, CHALLENGE
    else:
        seat, move = table.choice(bot)
    return [(seat, Kind.MOVE, table.body(seat, move))]


def of_kind(kind: Kind) -> Wanted:
    return lambda table, seat, found, body: found is kind


def small(seed: int, deck: str = SMALL, **options: str) -> Tabletop:
    """Three seats with three cards each."""
    hand = {"hand_size": "3"} | options
    return Tabletop(3, "quick", seed=seed, deal="sealed", deck=deck, **hand).greet()


def first(wanted: Wanted, **options: str) -> Scene:
    """At the first table, by seed, where it comes to that."""
    found = (scene_of(small(seed, **options), wanted) for seed in range(99))
    return next(scene for scene in found if scene)


def _complaint() -> Scene:
    scene = first(of_kind(Kind.KEY_SHARES))
    bad = changed_at(scene.body, (0, 1), lambda share: flipped(share, scene.table.rng))
    scene.table.post(scene.seat, scene.kind, bad)
    complaint = scene_of(scene.table, of_kind(Kind.COMPLAIN))
    assert complaint is not None
    return complaint


def plays_hidden(table: Tabletop, seat: int, kind: Kind, body: Body) -> bool:
    state = table.fold.round
    return kind is Kind.MOVE and body[1] is not None and state.faces[body[1]] == HIDDEN


def shows_innocence(table: Tabletop, seat: int, kind: Kind, body: Body) -> bool:
    return kind is Kind.MOVE and body[0] == "innocent" and bool(body[3])


def proves_four(table: Tabletop, seat: int, kind: Kind, body: Body) -> bool:
    return kind is Kind.MOVE and body[0].startswith("w4") and sum(map(len, body[3])) > 64


def _riffle() -> Scene:
    table = small(0)
    for overlay in table.overlays:
        overlay.riffles = True
    scene = scene_of(table, of_kind(Kind.RIFFLE))
    assert scene is not None
    return scene


_MAKERS: Final[dict[str, Callable[[], Scene]]] = {
    "commit": lambda: first(of_kind(Kind.COMMIT)),
    "open": lambda: first(of_kind(Kind.OPEN)),
    "key_shares": lambda: first(of_kind(Kind.KEY_SHARES)),
    "complain": _complaint,
    "mix": lambda: first(of_kind(Kind.MIX)),
    "open2": lambda: first(of_kind(Kind.OPEN2)),
    "nonce": lambda: first(of_kind(Kind.NONCE)),
    "share": lambda: first(of_kind(Kind.SHARE)),
    "reveal": lambda: first(of_kind(Kind.REVEAL)),
    "play": lambda: first(plays_hidden),
    "innocent": lambda: first(shows_innocence, deck=FOURS),
    "strict": lambda: first(proves_four, deck=FOURS, wild_draw_four="strict"),
    "riffle": _riffle,
}
SCENES: Final = tuple(_MAKERS)


@cache
def scene(name: str) -> Scene:
    """One of ``SCENES``; nobody may go on with its table."""
    return _MAKERS[name]()
