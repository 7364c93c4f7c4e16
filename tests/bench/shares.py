"""How long it takes to deal, draw, play and answer a challenge, beside the curve operations in it.

Both sides of a verification begin with bytes. n = 4 seats, of which t = 3 read a card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tests.bench.curve import REPEATS, Counts, figure
from tests.bench.figures import Figure
from tests.deal.forger import CONTEXT, hidden
from unonet.deal.ciphertext import Held
from unonet.deal.keys import Polynomial, RoundKey, secret_share, table_key, verification_key
from unonet.deal.one_of import Claim, prove_one_of, verify_one_of
from unonet.deal.proofs import Opening, prove_opening, verify_opening
from unonet.deal.share import Giver, Share, Transfer, combine, prove_shares, verify_shares
from unonet.deal.transcript import Transcript

SEATS: Final = 4
THRESHOLD: Final = 3
HAND: Final = 7
ALLOWED: Final = tuple(range(13, 54))
"""What a hand without red may hold: 41 types."""
OFTEN: Final = 20
ENTROPY: Final = bytes(32)

POLYNOMIALS: Final = [Polynomial.expand(bytes([seat]) * 32, THRESHOLD) for seat in range(SEATS)]
COMMITMENTS: Final = [polynomial.commitments() for polynomial in POLYNOMIALS]
KEYS: Final = [RoundKey.expand(bytes([seat]) * 32) for seat in range(SEATS)]
SECRETS: Final = [secret_share(p.share(seat) for p in POLYNOMIALS) for seat in range(SEATS)]
TABLE_KEY: Final = table_key(COMMITMENTS)
GIVERS: Final = [Giver(TABLE_KEY, verification_key(COMMITMENTS, seat)) for seat in range(SEATS)]


class Run(NamedTuple):
    """``often``: how many times for one sample, since a short run is hard to time."""

    call: Callable[[], object]
    counts: Counts
    often: int = 1


def measure(hand: int = HAND, repeats: int = REPEATS) -> dict[str, Figure]:
    """Milliseconds of one thread."""
    runs = _dealing(hand) | _drawing() | _playing() | _challenged(hand)
    return {
        name: figure(run.call, run.counts, repeats, often=run.often) for name, run in runs.items()
    }


def _dealing(hand: int) -> dict[str, Run]:
    cards, keys = hand * SEATS, SEATS
    transfers = _transfers(hand)
    packed = _share(0, transfers)
    return {
        "deal_share": Run(
            lambda: _share(0, transfers),
            Counts(fixed=cards + 1 + keys, variable=2 * cards, secret=cards + 1 + keys),
        ),
        "deal_verify": Run(
            lambda: _verified(0, transfers, packed),
            Counts(fixed=1 + keys, variable=3 * cards + 3 + 2 * keys, decoded=2 * cards),
        ),
    }


def _drawing() -> dict[str, Run]:
    transfers = _transfers(1)[:1]
    packed = [_share(seat, transfers) for seat in range(THRESHOLD)]

    def draw() -> None:
        shares = [_verified(seat, transfers, packed[seat]) for seat in range(THRESHOLD)]
        owned = combine(transfers[0].card, {seat: own[0] for seat, own in enumerate(shares)})
        assert owned

    return {
        "draw_share": Run(
            lambda: _share(0, transfers), Counts(fixed=3, variable=1, secret=3), OFTEN
        ),
        "draw_verify": Run(
            draw, Counts(2 * THRESHOLD, 7 * THRESHOLD, decoded=2 * THRESHOLD), OFTEN
        ),
    }


def _playing() -> dict[str, Run]:
    secret, key = KEYS[0]
    opening = Opening(5, hidden(key, [9])[0], key, 9)
    proof = prove_opening(_transcript(), opening, secret, ENTROPY)

    def play() -> None:
        assert verify_opening(_transcript(), opening, proof)

    return {
        "play_prove": Run(
            lambda: prove_opening(_transcript(), opening, secret, ENTROPY),
            Counts(fixed=1, secret=1),
            OFTEN,
        ),
        "play_verify": Run(play, Counts(fixed=1, variable=3), OFTEN),
    }


def _challenged(hand: int) -> dict[str, Run]:
    secret, key = KEYS[0]
    cards = [Held(slot, card) for slot, card in enumerate(hidden(key, ALLOWED[:hand]))]
    claim, branches = Claim(cards, key, ALLOWED), hand * len(ALLOWED)
    proof = prove_one_of(_transcript(), claim, secret, ENTROPY)

    def judge() -> None:
        assert verify_one_of(_transcript(), claim, proof)

    return {
        "innocence_prove": Run(
            lambda: prove_one_of(_transcript(), claim, secret, ENTROPY),
            Counts(fixed=branches, variable=3 * (branches - hand), secret=2 * hand),
        ),
        "innocence_verify": Run(judge, Counts(fixed=branches, variable=3 * branches)),
    }


def _transfers(hand: int) -> list[Transfer]:
    cards = hidden(TABLE_KEY, [card % 54 for card in range(hand * SEATS)])
    seats = [card % SEATS for card in range(hand * SEATS)]
    return [
        Transfer(slot, card, seat, KEYS[seat].public)
        for slot, (card, seat) in enumerate(zip(cards, seats, strict=True))
    ]


def _share(seat: int, transfers: list[Transfer]) -> bytes:
    return prove_shares(_transcript(), GIVERS[seat], transfers, SECRETS[seat], ENTROPY)


def _verified(seat: int, transfers: list[Transfer], packed: bytes) -> tuple[Share, ...]:
    shares = verify_shares(_transcript(), GIVERS[seat], transfers, packed)
    assert shares
    return shares


def _transcript() -> Transcript:
    return Transcript("bench", CONTEXT)


if __name__ == "__main__":
    for name, measured in measure().items():
        print(name, measured)
