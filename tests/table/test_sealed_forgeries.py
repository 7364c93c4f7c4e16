"""Records that are right elsewhere: made honestly for another table, round, attempt, epoch or card.

Each is made by the very program of its author, which is told that it is there, and posted here.
Where the record says itself for what it was made, it does nothing; where nothing but a replay
explains it, its author is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from tests.table.scenes import SCENES, Body, Scene, scene
from tests.table.test_sealed_tampering import GONE_FOR_IT, NOOP, PROMISE, suffers
from unonet.deal import DealState, group
from unonet.deal.dues import ENTROPY
from unonet.deal.holdings import Ask
from unonet.deal.secrets import Secret, Secrets
from unonet.game.notation import parse_move
from unonet.ledger.kinds import Kind
from unonet.table.overlay import Overlay
from unonet.table.reducer import Fold

Elsewhere = Callable[[Fold], None]


def _another(**fields: Any) -> Elsewhere:
    def change(fold: Fold) -> None:
        for name, value in fields.items():
            setattr(fold.deal, name, value)

    return change


PLACES: Final[dict[str, Elsewhere]] = {
    "table": _another(table_id=b"another 16 bytes"),
    "round": _another(round=7),
    "attempt": _another(attempt=7),
}

FRESH: Final = [name for name in SCENES if name not in ("complain", "open2")]
"""What is made anew. An n2 is what it is; what it was committed to for is in c2."""

FATE: Final[dict[str, str]] = {"commit": PROMISE, "nonce": PROMISE, "key_shares": PROMISE}
"""What these hide is found to be from elsewhere when it is opened: it does not fit."""


def elsewhere(one: Scene, change: Elsewhere) -> Body:
    """The record as its author makes it at a table that differs by ``change``."""
    fold = one.table.fold.copy()
    change(fold)
    secrets = one.table.overlays[one.seat].secrets
    overlay = Overlay(one.seat, _moved(secrets, fold.deal), True)
    for part in secrets._parts.values():
        overlay.secrets._parts[fold.deal.round, fold.deal.attempt] = part
    if one.kind is Kind.MOVE:
        return overlay.move(fold, parse_move(one.body[0]), bytes(32)).make()
    records = overlay.records(fold, bytes(ENTROPY))
    return next(record.make() for record in records if record.kind is one.kind)


def _moved(secrets: Secrets, deal: DealState) -> Secrets:
    """The same values, as if they had been drawn for where ``deal`` is."""
    return Secrets(
        Secret(kept.name, deal.round, deal.attempt, deal.epoch * (kept.name == "n2"), kept.value)
        for kept in secrets.values()
    )


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", FRESH)
def test_a_record_for_another_place(name: str, place: str) -> None:
    one = scene(name)
    body = elsewhere(one, PLACES[place])
    if name == "commit" and place == "attempt":
        suffers(one, body, NOOP)
    else:
        suffers(one, body, FATE.get(name, GONE_FOR_IT))


@pytest.mark.parametrize("name", ["mix", "nonce"])
def test_a_record_for_another_epoch(name: str) -> None:
    """The values of two epochs differ, and so do their hashes and transcripts."""
    one = scene(name)
    body = elsewhere(one, _another(epoch=7))
    suffers(one, body, NOOP if name == "nonce" else GONE_FOR_IT)


@pytest.mark.parametrize(
    "change", [*PLACES.values(), _another(epoch=7)], ids=[*PLACES, "another epoch"]
)
def test_an_n2_that_was_committed_for_another_place(change: Elsewhere) -> None:
    """The seat commits to it there, and posts that here."""
    one = scene("open2")
    fold = one.table.fold.copy()
    change(fold)
    table = one.table.fold.copy()
    table.deal.nonces[one.seat] = fold.deal.c2(one.seat, one.body[0])
    folded = table.apply(one.entry())
    assert (folded.noop, folded.events[0].seat) == ("bad_proof", one.seat)


@pytest.mark.parametrize("name", ["innocent", "strict"])
def test_a_proof_of_innocence_for_another_turn(name: str) -> None:
    """It is bound to the last turn move: a hand is innocent then, not later."""

    def change(fold: Fold) -> None:
        fold.turn_hash = bytes(32)

    suffers(scene(name), elsewhere(scene(name), change), GONE_FOR_IT)


def test_shares_for_another_entry() -> None:
    """They say which entry asked for them; with the true one put in its place they do not hold."""
    one = scene("share")
    (index, ask), *_ = one.table.fold.deal.holdings.asks.items()

    def change(fold: Fold) -> None:
        fold.deal.holdings.asks = {index: replace(ask, hash=bytes(32))}

    body = elsewhere(one, change)
    suffers(one, body, NOOP)
    suffers(one, (body[0], ask.hash, *body[2:]), GONE_FOR_IT)


@pytest.mark.parametrize("change", ["recipient", "slot", "order", "fewer"])
def test_shares_for_another_recipient_or_slot(change: str) -> None:
    one = scene("share")
    (index, ask), *_ = one.table.fold.deal.holdings.asks.items()
    first, second, *rest = ask.private
    other = next(item for item in ask.private if item.seat != first.seat)
    items = {
        "recipient": (first._replace(seat=other.seat), second, *rest),
        "slot": (first._replace(slot=22), second, *rest),
        "order": (second, first, *rest),
        "fewer": (second, *rest),
    }[change]

    def changed(fold: Fold) -> None:
        asked = Ask(index, ask.hash, (*items, *ask.public))
        fold.deal.holdings.asks = {index: asked}

    suffers(one, elsewhere(one, changed), GONE_FOR_IT)


def test_shares_to_a_key_of_the_givers_choice() -> None:
    """A giver who could turn a card to its own key would read it with one share less."""
    one = scene("share")

    def change(fold: Fold) -> None:
        keys = fold.deal.keying.round_keys
        fold.deal.keying.round_keys = dict.fromkeys(keys, keys[one.seat])

    suffers(one, elsewhere(one, change), GONE_FOR_IT)


def test_a_mix_of_another_deck() -> None:
    """One card exchanged for another before the mix: the proof is true, and of another deck."""
    one = scene("mix")

    def change(fold: Fold) -> None:
        _, second, *rest = fold.deal.mixing.deck
        fold.deal.mixing = replace(fold.deal.mixing, deck=(second, second, *rest))

    suffers(one, elsewhere(one, change), GONE_FOR_IT)


def test_a_mix_under_another_key() -> None:
    one = scene("mix")

    def change(fold: Fold) -> None:
        fold.deal.keying.table_key = group.generator(9)

    suffers(one, elsewhere(one, change), GONE_FOR_IT)


def test_a_riffle_of_another_hand_under_the_slots_of_this_one() -> None:
    one = scene("riffle")
    slots = one.body[0]

    def change(fold: Fold) -> None:
        table = fold.deal.holdings.table
        table[slots[0]] = table[slots[1]]

    suffers(one, elsewhere(one, change), GONE_FOR_IT)


def test_keys_of_another_seat_are_refused_even_when_both_committed_to_them() -> None:
    """Who knows another's secrets can prove them; equal keys are refused all the same."""
    one = scene("commit")
    table = one.table.fold.copy()
    thief = next(seat for seat in range(3) if seat != one.seat)
    victim = one.table.overlays[one.seat]
    copy = Overlay(thief, Secrets(victim.secrets.values()))
    overlays = {**dict(enumerate(one.table.overlays)), thief: copy}
    while str(table.deal.step) in ("commit", "open"):
        seat = next(s for s in (one.seat, thief, *table.deal.seats) if s in table.deal.due_seats())
        record = next(overlays[seat].records(table, bytes([seat]) * ENTROPY))
        entry = one.table.ordered(one.table.signed(seat, record.kind, record.make()))
        folded = table.apply(entry)
        if folded.noop is not None:
            break
    assert (folded.noop, folded.events[0].seat) == ("bad_proof", thief)


@pytest.mark.parametrize("name", ["open", "mix", "share", "play", "innocent", "strict", "riffle"])
def test_a_worn_out_source_of_randomness_repeats_no_nonce(name: str) -> None:
    """The same entropy for two statements: no 32 bytes of the proofs are the same in one place."""
    one = scene(name)
    here, there = elsewhere(one, _another()), elsewhere(one, _another(round=7))
    again = elsewhere(one, _another())
    assert here == again, "all randomness is in the entropy"
    proofs = [_proof(body) for body in (here, there)]
    assert proofs[0] != proofs[1]
    chunks = [{proof[start : start + 32] for start in range(len(proof) - 31)} for proof in proofs]
    assert not chunks[0] & chunks[1]


def _proof(body: Body) -> bytes:
    """Of shares those to seats: without them a share to all is the same for the same card."""
    part = body[2] if isinstance(body[0], int) else body[-1]
    return part if isinstance(part, bytes) else b"".join(part)
