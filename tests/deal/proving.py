"""Every proof of the deal but the shuffles as one row: how it is made, checked, and tampered with.

A row's mutations reach every element of its statement, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.deal.forger import CONTEXT, hidden
from unonet.deal import group, keys, one_of, open_share, proofs, sealing, share, showing
from unonet.deal.ciphertext import Ciphertext, Held
from unonet.deal.keys import Polynomial, RoundKey
from unonet.deal.sealing import Verdict
from unonet.deal.transcript import Context, Transcript

ENTROPY: Final = bytes(range(32))
SEED: Final = b"seed of 32 bytes for these tests"
OTHER: Final = group.generator(77)
"""A point that is part of no statement."""

POLYNOMIALS: Final = [Polynomial.expand(bytes([seat]) * 32, 3) for seat in range(4)]
COMMITMENTS: Final = [polynomial.commitments() for polynomial in POLYNOMIALS]
KEYS: Final = [RoundKey.expand(bytes([seat]) * 32) for seat in range(4)]
SECRETS: Final = [
    keys.secret_share(polynomial.share(seat) for polynomial in POLYNOMIALS) for seat in range(4)
]
TABLE_KEY: Final = keys.table_key(COMMITMENTS)
GIVERS: Final = [
    share.Giver(TABLE_KEY, keys.verification_key(COMMITMENTS, seat)) for seat in range(4)
]
TYPES: Final = (9, 52, 9)
TABLE_CARDS: Final = hidden(TABLE_KEY, TYPES)
OWNED_CARDS: Final = hidden(KEYS[1].public, TYPES, "owned")
HAND: Final = tuple(map(Held, (20, 21, 30), OWNED_CARDS))
TRANSFERS: Final = tuple(
    share.Transfer(slot, card, seat, KEYS[seat].public)
    for slot, card, seat in zip((4, 5, 11), TABLE_CARDS, (2, 3, 2), strict=True)
)


@dataclass(frozen=True)
class Row:
    """``verify`` gives something true for what holds; ``mutations`` are statements that do not."""

    prove: Callable[[Transcript, Any, bytes], bytes]
    verify: Callable[[Transcript, Any, bytes], object]
    statement: Any
    mutations: Mapping[str, Any]
    size: int
    outputs: int = 0
    """How many points the proof begins with: they belong to the statement."""


def transcript(domain: str = "test", **changed: Any) -> Transcript:
    return Transcript(domain, CONTEXT._replace(**changed))


def replaced(statement: Any, **fields: Any) -> dict[str, Any]:
    """The statement with one field after the other replaced."""
    return {name: statement._replace(**{name: value}) for name, value in fields.items()}


def each_half(name: str, card: Ciphertext) -> dict[str, Ciphertext]:
    return {f"{name}.a": card._replace(a=OTHER), f"{name}.b": card._replace(b=OTHER)}


def at(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


def possession() -> Row:
    a0 = POLYNOMIALS[0].coefficients[0]
    statement = (COMMITMENTS[0], KEYS[0].public)
    mutations = {
        f"A{place}": (at(COMMITMENTS[0], place, OTHER), KEYS[0].public) for place in range(3)
    }
    return Row(
        lambda t, s, entropy: proofs.prove_possession(t, *s, (a0, KEYS[0].secret), entropy),
        lambda t, s, proof: proofs.verify_possession(t, *s, proof),
        statement,
        {
            **mutations,
            "P": (COMMITMENTS[0], OTHER),
            "no A": ((), KEYS[0].public),
            "one A less": (COMMITMENTS[0][:2], KEYS[0].public),
            "swapped": ((KEYS[0].public, *COMMITMENTS[0][1:]), COMMITMENTS[0][0]),
        },
        96,
    )


def equality() -> Row:
    base = group.generator(5)
    statement = proofs.Equality(KEYS[0].public, base, group.multiply(base, KEYS[0].secret))
    return Row(
        lambda t, s, entropy: proofs.prove_equality(t, s, KEYS[0].secret, entropy),
        proofs.verify_equality,
        statement,
        replaced(statement, key=OTHER, base=OTHER, image=OTHER),
        64,
    )


def opening() -> Row:
    statement = proofs.Opening(20, OWNED_CARDS[0], KEYS[1].public, 9)
    halves = each_half("owned", OWNED_CARDS[0])
    return Row(
        lambda t, s, entropy: proofs.prove_opening(t, s, KEYS[1].secret, entropy),
        proofs.verify_opening,
        statement,
        {
            **replaced(statement, slot=21, key=OTHER, card_type=8),
            **{name: statement._replace(owned=card) for name, card in halves.items()},
            "another card of the type": statement._replace(owned=OWNED_CARDS[2]),
            "no type": statement._replace(card_type=256),
            "a negative type": statement._replace(card_type=-1),
        },
        64,
    )


def shares() -> Row:
    statement = (GIVERS[0], TRANSFERS)
    return Row(
        lambda t, s, entropy: share.prove_shares(t, *s, SECRETS[0], entropy),
        lambda t, s, packed: share.verify_shares(t, *s, packed),
        statement,
        {
            "Y": (GIVERS[0]._replace(table_key=OTHER), TRANSFERS),
            "Yi": (GIVERS[0]._replace(verification_key=OTHER), TRANSFERS),
            "another giver": (GIVERS[1], TRANSFERS),
            **{name: (GIVERS[0], moved) for name, moved in _changed_transfers()},
            "swapped": (GIVERS[0], (TRANSFERS[1], TRANSFERS[0], TRANSFERS[2])),
            "fewer": (GIVERS[0], TRANSFERS[:2]),
            "none": (GIVERS[0], ()),
        },
        3 * 66 + 32 * 4,
        outputs=6,
    )


def _changed_transfers() -> list[tuple[str, tuple[Any, ...]]]:
    """Each field of each transfer; a seat alone too, though only its key is in the equations."""
    changed = []
    for place, one in enumerate(TRANSFERS):
        ways = {
            **replaced(one, slot=99, seat=0, key=OTHER),
            **{n: one._replace(card=c) for n, c in each_half("card", one.card).items()},
        }
        changed += [(f"{place}.{name}", at(TRANSFERS, place, way)) for name, way in ways.items()]
    return changed


def open_shares() -> Row:
    cards = tuple(map(Held, (4, 5, 11), TABLE_CARDS))
    return Row(
        lambda t, s, entropy: open_share.prove_open_shares(t, *s, SECRETS[0], entropy),
        lambda t, s, packed: open_share.verify_open_shares(t, *s, packed),
        (GIVERS[0], cards),
        {
            "Y": (GIVERS[0]._replace(table_key=OTHER), cards),
            "Yi": (GIVERS[0]._replace(verification_key=OTHER), cards),
            **{name: (GIVERS[0], moved) for name, moved in changed_cards(cards)},
            "swapped": (GIVERS[0], (cards[1], cards[0], cards[2])),
            "fewer": (GIVERS[0], cards[:2]),
            "none": (GIVERS[0], ()),
        },
        3 * 33 + 64,
        outputs=3,
    )


def changed_cards(cards: tuple[Held, ...]) -> list[tuple[str, tuple[Any, ...]]]:
    changed = []
    for place, one in enumerate(cards):
        halves = each_half("card", one.card)
        ways = {
            "slot": one._replace(slot=99),
            **{name: one._replace(card=card) for name, card in halves.items()},
        }
        changed += [(f"{place}.{name}", at(cards, place, way)) for name, way in ways.items()]
    return changed


def innocence() -> Row:
    statement = one_of.Claim(HAND, KEYS[1].public, (52, 9, 3))
    return Row(
        lambda t, s, entropy: one_of.prove_one_of(t, s, KEYS[1].secret, entropy),
        one_of.verify_one_of,
        statement,
        {
            **replaced(statement, key=OTHER, cards=()),
            **{name: statement._replace(cards=moved) for name, moved in changed_cards(HAND)},
            "swapped": statement._replace(cards=(HAND[1], HAND[0], HAND[2])),
            "fewer cards": statement._replace(cards=HAND[:2]),
            "another type for one": statement._replace(allowed=(52, 9, 4)),
            "its type for another": statement._replace(allowed=(52, 8, 3)),
            "fewer types": statement._replace(allowed=(52, 9)),
            "more types": statement._replace(allowed=(52, 9, 3, 4)),
            "no types": statement._replace(allowed=()),
            "no type": statement._replace(allowed=(52, 9, 256)),
            "a negative type": statement._replace(allowed=(52, 9, -1)),
        },
        3 * 3 * 48,
    )


def shown() -> Row:
    statement = showing.Showing(HAND, KEYS[1].public, 3, KEYS[3].public)
    return Row(
        lambda t, s, entropy: showing.prove_showing(t, s, KEYS[1].secret, entropy),
        showing.verify_showing,
        statement,
        {
            **replaced(statement, owner_key=OTHER, viewer=2, viewer_key=OTHER, cards=()),
            **{name: statement._replace(cards=moved) for name, moved in changed_cards(HAND)},
            "swapped": statement._replace(cards=(HAND[1], HAND[0], HAND[2])),
        },
        3 * 66 + 96,
        outputs=6,
    )


def dealing(share_given: int | None = None, **changed: Any) -> sealing.Dealing:
    """Of seat 0 for seat 1."""
    given = POLYNOMIALS[0].share(1) if share_given is None else share_given
    context: Context = CONTEXT._replace(prover=0)
    sealed = sealing.seal_share(context, 1, KEYS[0], KEYS[1].public, given)
    public = KEYS[0].public, KEYS[1].public
    return sealing.Dealing(context, 1, COMMITMENTS[0], *public, sealed)._replace(**changed)


def complaint() -> Row:
    statement = dealing(share_given=12345)
    flipped = bytes([statement.sealed[0] ^ 1]) + statement.sealed[1:]
    return Row(
        lambda t, s, entropy: sealing.complain(t, s, KEYS[1], entropy),
        lambda t, s, proof: sealing.judge(t, s, proof) is not Verdict.BAD_PROOF,
        statement,
        {
            **replaced(
                statement,
                context=statement.context._replace(prover=2),
                recipient=2,
                dealer_key=OTHER,
                recipient_key=OTHER,
                sealed=flipped,
            ),
            **{
                f"A{place}": statement._replace(commitments=at(COMMITMENTS[0], place, OTHER))
                for place in range(3)
            },
        },
        97,
        outputs=1,
    )


ROWS: Final = {
    row.__name__: row()
    for row in (
        possession,
        equality,
        opening,
        shares,
        open_shares,
        innocence,
        shown,
        complaint,
    )
}
