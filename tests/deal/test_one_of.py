"""Innocence: true of a hand exactly if every card is allowed, and it tells nothing else."""

from __future__ import annotations

import pytest

from tests.deal.forger import hidden
from tests.deal.proving import ENTROPY, KEYS, transcript
from unonet.deal import group, one_of
from unonet.deal.ciphertext import Held
from unonet.deal.one_of import Claim
from unonet.errors import DealError

SECRET, KEY = KEYS[1]
ALLOWED = (1, 4, 9, 53)


def claim(*types: int) -> Claim:
    cards = tuple(Held(slot, card) for slot, card in enumerate(hidden(KEY, types)))
    return Claim(cards, KEY, ALLOWED)


def prove(made: Claim) -> bytes:
    return one_of.prove_one_of(transcript(), made, SECRET, ENTROPY)


@pytest.mark.parametrize("types", [(1,), (53, 4, 9, 1), (9, 9, 9)])
def test_an_allowed_hand_is_proved(types: tuple[int, ...]) -> None:
    made = claim(*types)
    proof = prove(made)
    assert len(proof) == one_of.size_of(made) == 48 * len(types) * 4
    assert one_of.verify_one_of(transcript(), made, proof)


def test_how_the_allowed_types_are_listed_does_not_matter() -> None:
    made = claim(9, 4)
    other = made._replace(allowed=[53, 9, 4, 1, 9])
    assert prove(other) == prove(made)
    assert one_of.verify_one_of(transcript(), other, prove(made))


@pytest.mark.parametrize("types", [(2,), (1, 4, 2), (2, 1)])
def test_the_prover_refuses_a_hand_that_is_not(types: tuple[int, ...]) -> None:
    with pytest.raises(DealError):
        prove(claim(*types))


def test_a_liar_finds_no_proof() -> None:
    """Whichever branch of the forbidden card it claims, that branch does not hold."""
    honest, lying = claim(9), claim(2)
    proof = prove(honest)
    assert not one_of.verify_one_of(transcript(), lying, proof)
    types = bytes(sorted(ALLOWED))
    for place in range(len(types)):
        assert not one_of.verify_one_of(transcript(), lying, forged(lying, types, place))


def forged(lying: Claim, types: bytes, place: int) -> bytes:
    """The prover as it is, but for believing that the card is of a type that it is not."""
    started = transcript()
    one_of._append_statement(started, lying)
    nonces = iter(range(1000, 2000))
    branches = one_of._drawn(types, types[place], nonces)
    challenge = one_of._challenge(started, lying, types, [branches])
    rest = (challenge - sum(branch.challenge for branch in branches)) % 2**128
    response = (branches[place].response + rest * SECRET) % group.ORDER
    branches[place] = one_of._Branch(rest, response)
    return b"".join(map(one_of._packed, branches))


def test_the_forger_is_only_wrong_about_the_card() -> None:
    honest, types = claim(9), bytes(sorted(ALLOWED))
    proof = forged(honest, types, types.index(9))
    assert one_of.verify_one_of(transcript(), honest, proof)


def test_challenges_cannot_be_moved_between_branches_or_cards() -> None:
    made = claim(9, 4)
    proof = prove(made)
    branches = [proof[at : at + 48] for at in range(0, len(proof), 48)]
    swapped = b"".join([branches[1], branches[0], *branches[2:]])
    cards = b"".join(branches[4:] + branches[:4])
    for other in (swapped, cards):
        assert not one_of.verify_one_of(transcript(), made, other)
    first, second = (int.from_bytes(branch[:16], "big") for branch in branches[:2])
    moved = b"".join(
        [
            ((first + 1) % 2**128).to_bytes(16, "big") + branches[0][16:],
            ((second - 1) % 2**128).to_bytes(16, "big") + branches[1][16:],
            *branches[2:],
        ]
    )
    assert not one_of.verify_one_of(transcript(), made, moved)


def test_the_true_branch_does_not_stand_out() -> None:
    """No challenge is 0 or repeats, whatever the card is."""
    for card_type in ALLOWED:
        proof = prove(claim(card_type))
        challenges = {proof[at : at + 16] for at in range(0, len(proof), 48)}
        assert len(challenges) == 4 and bytes(16) not in challenges
