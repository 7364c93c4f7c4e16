"""What was found out once is not found out again, and is what it would be without a memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.deal.forger import CONTEXT
from tests.deal.operations import Meter
from tests.deal.proving import ENTROPY, GIVERS, HAND, KEYS, SECRETS, TABLE_CARDS, TRANSFERS, TYPES
from unonet.deal import open_share, proofs, share, showing, verdicts
from unonet.deal.ciphertext import Held
from unonet.deal.proofs import Opening
from unonet.deal.showing import Showing
from unonet.deal.transcript import Transcript

QUORUM = (0, 1, 3)
TABLE_HELD = tuple(map(Held, (4, 5, 11), TABLE_CARDS))
OPENINGS = tuple(
    Opening(slot, card, KEYS[1].public, kind)
    for (slot, card), kind in zip(HAND, TYPES, strict=True)
)
WAY = Showing(HAND, KEYS[1].public, 3, KEYS[3].public)


def shares(seat: int) -> Any:
    packed = share.prove_shares(
        Transcript("share", CONTEXT), GIVERS[seat], TRANSFERS, SECRETS[seat], ENTROPY
    )
    return verdicts.shares(CONTEXT, GIVERS[seat], TRANSFERS, packed)


def open_shares(seat: int) -> Any:
    packed = open_share.prove_open_shares(
        Transcript("open", CONTEXT), GIVERS[seat], TABLE_HELD, SECRETS[seat], ENTROPY
    )
    return verdicts.open_shares(CONTEXT, GIVERS[seat], TABLE_HELD, packed)


def opened() -> bytes:
    return b"".join(
        proofs.prove_opening(Transcript("play", CONTEXT), one, KEYS[1].secret, ENTROPY)
        for one in OPENINGS
    )


def shown() -> bytes:
    return showing.prove_showing(Transcript("showing", CONTEXT), WAY, KEYS[1].secret, ENTROPY)


def calls() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    """By name: the function and its arguments."""
    given = tuple((seat, shares(seat)) for seat in QUORUM)
    openly = tuple((seat, open_shares(seat)) for seat in QUORUM)
    return {
        "handed": (verdicts.handed, (TABLE_CARDS, given)),
        "turned_up": (verdicts.turned_up, (TABLE_HELD, openly)),
        "unopened": (verdicts.unopened, (CONTEXT, OPENINGS, opened())),
        "shown": (verdicts.shown, (CONTEXT, WAY, shown())),
    }


@pytest.mark.parametrize("name", ["handed", "turned_up", "unopened", "shown"])
def test_a_second_time_costs_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, arguments = calls()[name]
    vars(verdicts)[name].cache_clear()
    meter, results = Meter(monkeypatch), []
    costs = [meter.of(lambda: results.append(function(*arguments))) for _ in range(2)]
    assert costs[0] >= len(TYPES) and costs[1] == 0
    assert results[0] == results[1]


def test_what_t_seats_gave_is_what_its_owner_reads() -> None:
    function, arguments = calls()["handed"]
    cards = function(*arguments)
    read = [
        share.read(card, KEYS[one.seat].secret) for card, one in zip(cards, TRANSFERS, strict=True)
    ]
    assert read == list(TYPES)


def test_what_is_open_is_the_type() -> None:
    function, arguments = calls()["turned_up"]
    assert function(*arguments) == TYPES


def test_the_first_card_that_is_not_opened_is_named() -> None:
    proof = opened()
    assert verdicts.unopened(CONTEXT, OPENINGS, proof) is None
    lie = OPENINGS[1]._replace(card_type=3)
    assert verdicts.unopened(CONTEXT, (OPENINGS[0], lie, OPENINGS[2]), proof) == lie
    other = CONTEXT._replace(epoch=CONTEXT.epoch + 1)
    assert verdicts.unopened(other, OPENINGS, proof) == OPENINGS[0]


def test_what_is_shown_to_another_is_no_showing() -> None:
    packed = shown()
    cards = verdicts.shown(CONTEXT, WAY, packed)
    assert cards is not None
    assert [share.read(card, KEYS[3].secret) for card in cards] == list(TYPES)
    assert verdicts.shown(CONTEXT, WAY._replace(viewer=2), packed) is None
