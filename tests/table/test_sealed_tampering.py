"""The tamper matrix: every field of every sealed record, as it travels, changed by its author.

What anybody else changes breaks a signature (``test_tampering``). Here the signature is right and
the record is not: it must have no effect, and cost its author the place where nothing but a lie
explains it (protocol.md 7.4). Four fields are promises, at which one sees only later what they
hide: these are kept for the record that opens them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from tests.table.racing import changed_at, flipped, leaves
from tests.table.scenes import SCENES, Scene, of_kind, plays_hidden, scene, scene_of, small
from tests.table.tabletop import besides_n
from unonet.deal import sealing
from unonet.deal.transcript import Transcript
from unonet.game.state import GONE
from unonet.ledger.kinds import Kind
from unonet.table.consequences import dismiss, want_shares
from unonet.table.events import Disproved
from unonet.table.reducer import Fold, Folded

NOOP, GONE_FOR_IT, PROMISE = "noop", "gone", "promise"


class Fate(NamedTuple):
    """What becomes of a record with another value in one field, and with one of another size."""

    value: str
    size: str = NOOP


FATES: Final[dict[str, tuple[Fate, ...]]] = {
    "commit": (Fate(PROMISE), Fate(PROMISE), Fate(NOOP)),
    "open": (
        Fate(GONE_FOR_IT),
        Fate(GONE_FOR_IT, GONE_FOR_IT),
        Fate(GONE_FOR_IT, GONE_FOR_IT),
        Fate(GONE_FOR_IT, GONE_FOR_IT),
    ),
    "key_shares": (Fate(PROMISE, GONE_FOR_IT),),
    "complain": (Fate(GONE_FOR_IT), Fate(GONE_FOR_IT)),
    "nonce": (Fate(PROMISE), Fate(NOOP)),
    "mix": (Fate(GONE_FOR_IT, GONE_FOR_IT), Fate(GONE_FOR_IT, GONE_FOR_IT)),
    "open2": (Fate(GONE_FOR_IT),),
    "share": (
        Fate(NOOP),
        Fate(NOOP),
        Fate(GONE_FOR_IT, GONE_FOR_IT),
        Fate(GONE_FOR_IT, GONE_FOR_IT),
    ),
    "reveal": (Fate(GONE_FOR_IT), Fate(GONE_FOR_IT)),
    "riffle": (Fate(NOOP), Fate(GONE_FOR_IT, GONE_FOR_IT), Fate(GONE_FOR_IT, GONE_FOR_IT)),
    "play": (Fate(GONE_FOR_IT), Fate(GONE_FOR_IT), Fate(NOOP), Fate(GONE_FOR_IT)),
    "innocent": (Fate(NOOP), Fate(NOOP), Fate(NOOP), Fate(GONE_FOR_IT)),
    "strict": (Fate(GONE_FOR_IT), Fate(GONE_FOR_IT), Fate(NOOP), Fate(GONE_FOR_IT)),
}
"""By record and field; the fields of moves that say which card have tests of their own."""

_MOVES: Final = ("play", "innocent", "strict")
FIELDS: Final = [
    (name, place)
    for name, fates in FATES.items()
    for place in range(len(fates))
    if name not in _MOVES or place == 3
]


def test_the_matrix_has_every_field_of_every_record() -> None:
    assert set(FATES) == set(SCENES)
    for name, fates in FATES.items():
        assert len(fates) == len(scene(name).body), name


@pytest.mark.parametrize("name", SCENES)
def test_what_is_not_changed_takes_effect(name: str) -> None:
    """The test of the test: it is the change that is refused."""
    fold, folded = scene(name).posted()
    assert folded.noop is None
    assert besides_n(fold) != besides_n(scene(name).table.fold)


@pytest.mark.parametrize(("name", "place"), FIELDS)
def test_another_value_in_a_field(name: str, place: int) -> None:
    fate = FATES[name][place].value
    for path, value in leaves(scene(name).body[place], (place,)):
        for other in _others(value):
            suffers(scene(name), changed_at(scene(name).body, path, lambda _, new=other: new), fate)


@pytest.mark.parametrize(("name", "place"), FIELDS)
def test_another_size_of_a_field(name: str, place: int) -> None:
    """Empty or too long is no record at all; between these the record says what it costs."""
    one, fate = scene(name), FATES[name][place].size
    for path, value in leaves(one.body[place], (place,)):
        for other in _sizes(value):
            changed = changed_at(one.body, path, lambda _, new=other: new)
            suffers(one, changed, fate, NOOP)
    for array in _arrays(one.body[place]):
        suffers(one, (*one.body[:place], array, *one.body[place + 1 :]), fate, NOOP)


@pytest.mark.parametrize("name", SCENES)
def test_a_field_less_or_more_is_no_record(name: str) -> None:
    one = scene(name)
    for body in (one.body[:-1], (*one.body, b""), (*one.body, one.body[-1]), (), one.body[0]):
        suffers(one, body, NOOP)


@pytest.mark.parametrize("name", SCENES)
def test_a_field_of_another_type_is_no_record(name: str) -> None:
    one = scene(name)
    for path, value in leaves(one.body):
        for other in ("text", 1 << 40, -1, True, None, b"", (), ((1,),)):
            if isinstance(value, type(other)) or (name in _MOVES and path[0] in (1, 2)):
                continue
            suffers(one, changed_at(one.body, path, lambda _, new=other: new), NOOP, GONE_FOR_IT)


@pytest.mark.parametrize("name", SCENES)
def test_nobody_posts_it_twice_or_for_another(name: str) -> None:
    one = scene(name)
    for seat in range(3):
        if seat != one.seat:
            fates = {"commit": PROMISE, "key_shares": PROMISE, "nonce": PROMISE}
            suffers(one._replace(seat=seat), one.body, NOOP, GONE_FOR_IT, fates.get(name, NOOP))
    fold, _ = one.posted()
    again = fold.apply(one.entry())
    assert again.noop is not None
    assert not any(isinstance(event, Disproved) for event in again.events)


# --- which card a move says ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["play", "strict"])
def test_another_card_or_slot_than_is_proven(name: str) -> None:
    """A card that the table cannot tell from the true one costs the place, any other nothing."""
    one = scene(name)
    state = one.table.fold.round
    assert state is not None
    seen = set()
    for token in ("wi=r", "wi=b", "w4=r", "w4=g", "r1", "r2", "y1", "g1", "b7", "r+2", "d", "u"):
        if token.partition("=")[0] != one.body[0].partition("=")[0]:
            seen.add(suffers(one, (token, *one.body[1:]), NOOP, GONE_FOR_IT))
    for slot in (None, *range(len(state.faces) + 2)):
        if slot != one.body[1]:
            seen.add(suffers(one, (one.body[0], slot, *one.body[2:]), NOOP, GONE_FOR_IT))
    assert seen == {NOOP, GONE_FOR_IT}


def test_an_opening_of_one_card_opens_no_other_of_the_same_hand() -> None:
    one = scene("play")
    state = one.table.fold.round
    assert state is not None
    others = [slot for slot in state.hands[one.seat] if slot != one.body[1]]
    for slot in others:
        suffers(one, (one.body[0], slot, *one.body[2:]), GONE_FOR_IT)


def test_the_verdict_of_an_innocent_seat_is_taken_only_with_its_proof() -> None:
    one = scene("innocent")
    suffers(one, ("innocent", None, None, ()), NOOP)
    suffers(one, ("innocent", None, None, (bytes(100),)), NOOP)
    _, folded = one.posted(("guilty", None, None, ()))
    assert folded.noop is None, "conceding shows nothing and needs no proof"


# --- promises --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("promise", "place", "opening"),
    [("commit", 0, Kind.OPEN), ("commit", 1, Kind.OPEN2), ("nonce", 0, Kind.OPEN2)],
)
def test_a_changed_commitment_is_found_when_it_is_opened(
    promise: str, place: int, opening: Kind
) -> None:
    one = scene_of(small(0), of_kind(scene(promise).kind))
    for seed in range(1, 99):
        one = one or scene_of(small(seed), of_kind(scene(promise).kind))
    assert one is not None
    body = changed_at(one.body, (place,), lambda value: flipped(value, Random(1)))
    assert one.table.post(one.seat, one.kind, body).noop is None
    table, liar = one.table, one.seat
    opened = scene_of(table, lambda _, seat, kind, body: kind is opening and seat == liar)
    assert opened is not None
    suffers(opened, opened.body, GONE_FOR_IT)


def test_a_changed_key_share_costs_its_dealer_the_place() -> None:
    one = scene("complain")
    dealer = one.body[0]
    fold, folded = one.posted()
    assert [event.seat for event in folded.events if isinstance(event, Disproved)] == [dealer]
    assert fold.match.statuses[dealer] == GONE
    assert fold.deal.attempt == one.table.fold.deal.attempt + 1


def test_a_complaint_about_a_good_share_costs_the_accuser_the_place() -> None:
    """The point of the key of two seats is true, the share that it opens is good."""
    one = scene("complain")
    other = next(seat for seat in range(3) if seat not in (one.seat, one.body[0]))
    deal = one.table.fold.deal
    secrets = one.table.overlays[one.seat].secrets
    transcript = Transcript("complaint", deal.context(one.seat))
    key = secrets.round_key(deal)
    complaint = sealing.complain(transcript, deal.dealing(other, one.seat), key, bytes(32))
    fold, folded = one.posted((other, complaint))
    assert [event.seat for event in folded.events if isinstance(event, Disproved)] == [one.seat]
    assert fold.match.statuses[other] != GONE


def test_a_copied_proof_shows_nothing_of_an_equal_card() -> None:
    """The same bytes by which one card was opened, for another slot, later."""
    one = scene("play")
    later = scene_of(small(0), plays_hidden)
    assert later is not None
    later.table.post(later.seat, later.kind, later.body)
    nxt = scene_of(later.table, plays_hidden)
    assert nxt is not None
    suffers(nxt, (*nxt.body[:3], one.body[3]), GONE_FOR_IT)


# --- what is meant by no effect --------------------------------------------------------------


def suffers(one: Scene, body: Any, *fates: str) -> str:
    """Post ``body`` at a copy of the table; one of these fates must be its. Returns which."""
    fold, folded = one.posted(body)
    fate = _fate(one, fold, folded)
    assert fate in fates, (one.kind, fate, body)
    return fate


def _fate(one: Scene, fold: Fold, folded: Folded) -> str:
    before = one.table.fold
    if folded.noop is None:
        return PROMISE
    if folded.noop != "bad_proof":
        assert besides_n(fold) == besides_n(before)
        return NOOP
    assert folded.events[0] == Disproved(fold.index, one.seat), "the right seat is named"
    assert besides_n(fold) == besides_n(_without(one)), "nothing but its going follows from it"
    return GONE_FOR_IT


def _without(one: Scene) -> Fold:
    """The table after the author is gone, and the record itself did nothing."""
    fold, entry = one.table.fold.copy(), one.entry()
    fold.index = entry.index
    dismiss(fold, one.seat)
    want_shares(fold, entry)
    return fold


def _others(value: Any) -> Iterator[Any]:
    """Some other values of the same type and size."""
    match value:
        case bytes():
            last = 8 * len(value) - 1
            number = int.from_bytes(value, "big")
            for bit in sorted({0, 7, *range(5, last, max(1, last // 31)), last}):
                yield (number ^ 1 << bit).to_bytes(len(value), "big")
            yield bytes(len(value))
            yield b"\xff" * len(value)
        case int():
            yield value + 1


def _sizes(value: Any) -> Iterator[Any]:
    if isinstance(value, bytes):
        yield from (b"", value[:-1], value[1:], value + b"\0", value[: len(value) // 2])


def _arrays(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple) and value:
        yield from ((), value[:-1], value[1:], (*value, value[0]))
