"""How long mixes and riffles take, beside the curve operations that the proof is made of.

The floor is a fixed number of operations (N cards, K decks, as Haenni et al. write the proof down),
each measured bare beside it, whatever the implementation saves or adds; additions count nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.bench.curve import REPEATS, Counts, figure
from tests.bench.figures import Figure
from tests.deal.forger import CONTEXT
from unonet.deal import group
from unonet.deal.ciphertext import decode_deck, encode_deck, trivial
from unonet.deal.mix import mix, verify_mix
from unonet.deal.riffle import riffle, verify_riffle
from unonet.deal.shuffle import Hedge
from unonet.deal.transcript import Transcript

CARDS: Final = 108
HAND: Final = 7
HEDGE: Final = Hedge(bytes(32), bytes(32))
TABLE_KEY, OWNER_KEY = group.base(12_345), group.base(67_890)


def proving(cards: int, decks: int) -> Counts:
    """Re-encryption and proof: 108 + 328 and 108 + 541 for one deck of 108."""
    return Counts(
        fixed=cards * decks + 3 * cards + 3 + decks,
        variable=cards * decks + (3 + 2 * decks) * cards + decks,
    )


def checking(cards: int, decks: int) -> Counts:
    """112, 871 and 545 for one deck of 108."""
    return Counts(
        fixed=cards + 3 + decks,
        variable=4 * cards + 4 + decks * (4 * cards + 3),
        decoded=2 * cards * decks + 3 * cards + 3 + 2 * decks,
    )


def measure(cards: int = CARDS, hand: int = HAND, repeats: int = REPEATS) -> dict[str, Figure]:
    """Milliseconds of one thread; both sides of a verification begin with bytes."""
    deck = [trivial(TABLE_KEY, place % 54) for place in range(cards)]
    pairs = [(trivial(TABLE_KEY, 7), trivial(OWNER_KEY, 7))] * hand
    new, proof = mix(_transcript(), TABLE_KEY, deck, HEDGE)
    packed = encode_deck(new)
    riffled, riffle_proof = riffle(_transcript(), TABLE_KEY, OWNER_KEY, pairs, HEDGE)
    halves = [encode_deck(half) for half in zip(*riffled, strict=True)]

    def check_mix() -> None:
        assert verify_mix(_transcript(), TABLE_KEY, deck, decode_deck(packed), proof)

    def check_riffle() -> None:
        after = list(zip(*map(decode_deck, halves), strict=True))
        keys = TABLE_KEY, OWNER_KEY
        assert verify_riffle(_transcript(), *keys, pairs, after, riffle_proof)

    runs: dict[str, tuple[Callable[[], object], Counts]] = {
        "mix_prove": (lambda: mix(_transcript(), TABLE_KEY, deck, HEDGE), proving(cards, 1)),
        "mix_verify": (check_mix, checking(cards, 1)),
        "riffle_prove": (
            lambda: riffle(_transcript(), TABLE_KEY, OWNER_KEY, pairs, HEDGE),
            proving(hand, 2),
        ),
        "riffle_verify": (check_riffle, checking(hand, 2)),
    }
    return {name: figure(run, counts, repeats) for name, (run, counts) in runs.items()}


def _transcript() -> Transcript:
    return Transcript("bench", CONTEXT)


if __name__ == "__main__":
    for name, measured in measure().items():
        print(name, measured)
