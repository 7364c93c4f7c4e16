"""Shares: any t of them hand a card over, t − 1 do not, and a wrong one is found in any batch."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from tests.deal.forger import hidden
from tests.deal.proving import (
    ENTROPY,
    GIVERS,
    KEYS,
    OTHER,
    SECRETS,
    TABLE_KEY,
    TRANSFERS,
    TYPES,
    transcript,
)
from unonet.deal import group, share, sigma
from unonet.deal.ciphertext import Ciphertext, trivial
from unonet.deal.group import ORDER
from unonet.deal.share import Share, Transfer
from unonet.deal.transcript import Transcript
from unonet.errors import DealError


def context_of(seat: int) -> Transcript:
    return transcript(prover=seat)


def given(seat: int, transfers: tuple[Transfer, ...] = TRANSFERS) -> tuple[Share, ...]:
    packed = share.prove_shares(context_of(seat), GIVERS[seat], transfers, SECRETS[seat], ENTROPY)
    shares = share.verify_shares(context_of(seat), GIVERS[seat], transfers, packed)
    assert shares is not None
    return shares


SHARES = [given(seat) for seat in range(4)]


def combined(place: int, seats: tuple[int, ...]) -> Ciphertext:
    return share.combine(TRANSFERS[place].card, {seat: SHARES[seat][place] for seat in seats})


def readers(owned: Ciphertext) -> list[int | None]:
    return [share.read(owned, key.secret) for key in KEYS]


def test_any_t_shares_give_the_card_to_its_owner_alone() -> None:
    for place, transfer in enumerate(TRANSFERS):
        for seats in combinations(range(4), 3):
            expected = [TYPES[place] if seat == transfer.seat else None for seat in range(4)]
            assert readers(combined(place, seats)) == expected


def test_more_than_t_shares_do_too() -> None:
    assert readers(combined(0, (0, 1, 2, 3)))[2] == TYPES[0]


def test_fewer_than_t_shares_give_nobody_anything() -> None:
    for seats in [*combinations(range(4), 1), *combinations(range(4), 2)]:
        assert readers(combined(0, seats)) == [None] * 4


def test_another_quorum_gives_another_ciphertext_of_the_card() -> None:
    made = {combined(0, seats) for seats in combinations(range(4), 3)}
    assert len(made) == 4
    assert len({combined(0, seats) for seats in permutations((0, 1, 2))}) == 1


def test_t_givers_that_agree_on_the_identity_are_refused() -> None:
    """λ are 3, −3 and 1: the R cancel."""
    shares = {seat: Share(OTHER, group.base(r)) for seat, r in enumerate((1, 2, 3))}
    with pytest.raises(DealError):
        share.combine(TRANSFERS[0].card, shares)


def test_a_public_card_goes_like_any_other() -> None:
    moved = (Transfer(7, trivial(TABLE_KEY, 33), 1, KEYS[1].public),)
    shares = {seat: given(seat, moved)[0] for seat in (1, 2, 3)}
    assert readers(share.combine(moved[0].card, shares)) == [None, 33, None, None]


def test_what_is_no_card_is_read_as_none() -> None:
    key = KEYS[0]
    mask = group.multiply(group.base(9), key.secret)
    assert share.read(Ciphertext(group.base(9), mask), key.secret) is None
    assert share.read(Ciphertext(group.base(9), group.add(mask, OTHER)), key.secret) is None
    assert share.read(hidden(key.public, [200])[0], key.secret) == 200


def test_no_shares_of_nothing() -> None:
    with pytest.raises(DealError):
        share.prove_shares(transcript(), GIVERS[0], (), SECRETS[0], ENTROPY)
    assert share.verify_shares(transcript(), GIVERS[0], (), bytes(64)) is None


def cheated(errors: dict[int, Share]) -> bytes:
    """Shares with these errors added, and a proof as if there were none."""
    secret, giver, factors = SECRETS[0], GIVERS[0], (11, 22, 33)
    started = transcript()
    share._append_transfers(started, giver, TRANSFERS)
    shares = [share._share(t, f, secret) for t, f in zip(TRANSFERS, factors, strict=True)]
    for place, error in errors.items():
        own = shares[place]
        shares[place] = Share(group.add(own.d, error.d), group.add(own.r, error.r))
    packed = group.encode_many(point for own in shares for point in own)
    rhos = share._rhos(started, packed)
    products = [rho * factor for rho, factor in zip(rhos, factors, strict=True)]
    mixed = [(products[0] + products[2]) % ORDER, products[1] % ORDER]
    sums = share._sums(TRANSFERS, rhos)
    return packed + sigma.prove(started, sums, [secret, *mixed], ENTROPY)


def verified(packed: bytes) -> bool:
    return share.verify_shares(transcript(), GIVERS[0], TRANSFERS, packed) is not None


def test_the_cheat_is_otherwise_honest() -> None:
    assert verified(cheated({}))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_wrong_share_spoils_the_batch(place: int) -> None:
    assert not verified(cheated({place: Share(OTHER, group.base(1))}))


CANCELLING = {
    0: Share(OTHER, group.base(5)),
    2: Share(group.negate(OTHER), group.base(-5)),
}
"""Two shares for one seat, wrong by opposite amounts."""


def test_errors_that_cancel_in_a_plain_sum_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not verified(cheated(CANCELLING))
    monkeypatch.setattr(share, "_rhos", lambda *_: [1, 1, 1])
    assert verified(cheated(CANCELLING))


def test_a_share_with_another_secret_is_found() -> None:
    packed = share.prove_shares(transcript(), GIVERS[0], TRANSFERS, SECRETS[1], ENTROPY)
    assert not verified(packed)


def test_a_share_for_another_key_is_found() -> None:
    """The card would be unreadable for its owner."""
    swapped = tuple(transfer._replace(key=KEYS[0].public) for transfer in TRANSFERS)
    packed = share.prove_shares(transcript(), GIVERS[0], swapped, SECRETS[0], ENTROPY)
    assert not verified(packed)
    assert share.verify_shares(transcript(), GIVERS[0], swapped, packed)


def test_the_secret_of_a_giver_does_not_show_in_equal_cards() -> None:
    """D alone is masked: the same card to the same seat looks new each time."""
    twice = (TRANSFERS[0], TRANSFERS[0]._replace(slot=77))
    first, second = given(0, twice)
    assert first.d != second.d and first.r != second.r
