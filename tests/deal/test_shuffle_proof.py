"""The shuffle proof: what is true is proved, and each equation refuses a lie that only it sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

from tests.deal.forger import CONTEXT, Lie, blended, forge, hidden, rows, scalars, total
from unonet.deal import group
from unonet.deal.ciphertext import Ciphertext, encode_deck
from unonet.deal.group import ORDER
from unonet.deal.shuffle_layout import unpack
from unonet.deal.shuffle_proof import Column, Witness, equations, prove, verify
from unonet.deal.transcript import Transcript
from unonet.errors import DealError, DecodeError

KEY, OTHER_KEY = group.base(101), group.base(202)
OLD = hidden(KEY, (3, 1, 4, 1))
ORDER_OF_NEW = (2, 0, 3, 1)
HALF = group.inverse(2)
IDENTITY = rows(range(4))


def factors(seed: str = "factors") -> list[int]:
    return list(islice(scalars(seed), 4))


def transcript(domain: str = "test") -> Transcript:
    return Transcript(domain, CONTEXT)


def column(
    order: Sequence[int] = ORDER_OF_NEW, old: Sequence[Ciphertext] = OLD, seed: str = "factors"
) -> Column:
    return Column(KEY, old, blended(KEY, old, rows(order), factors(seed)))


def failing(columns: Sequence[Column], proof: bytes) -> list[str]:
    return [name for name, holds in equations(transcript(), columns, proof) if not holds]


def honest(size: int = 4, columns: int = 1) -> tuple[list[Column], bytes]:
    keys = (KEY, OTHER_KEY)[:columns]
    order = list(range(size))[::-1]
    drawn = [list(islice(scalars(f"factors {k}"), size)) for k in range(columns)]
    decks = [hidden(key, [0, 5, 5, 53, 7][:size], f"deck {key!r}") for key in keys]
    made = [
        Column(key, deck, blended(key, deck, rows(order), own))
        for key, deck, own in zip(keys, decks, drawn, strict=True)
    ]
    return made, prove(transcript(), made, Witness(order, drawn), scalars("proof"))


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("columns", [1, 2])
def test_a_true_shuffle_is_proved(size: int, columns: int) -> None:
    made, proof = honest(size, columns)
    assert len(proof) == 163 * size + 195 + 98 * columns
    assert failing(made, proof) == []
    assert verify(transcript(), made, proof)


def test_the_other_prover_makes_true_proofs_too() -> None:
    """So that what it is refused for below is its lie."""
    drawn = factors()
    proof = forge(transcript(), [column()], Lie(rows(ORDER_OF_NEW), [drawn]))
    assert failing([column()], proof) == []


def test_both_provers_agree_on_every_byte() -> None:
    """Same scalars in the same order: the format is what two hands wrote."""
    witness = Witness(ORDER_OF_NEW, [factors()])
    proof = prove(transcript(), [column()], witness, scalars("nonces"))
    assert proof == forge(transcript(), [column()], Lie(rows(ORDER_OF_NEW), [factors()]))


# --- lies, each of which one equation alone sees --------------------------------------------


def test_a_scaled_card_is_seen_by_the_sum() -> None:
    """Rows 2 and 1/2: their product is right, the ciphertexts fit, and no row adds up to 1."""
    matrix = [[2, 0, 0, 0], [0, HALF, 0, 0], *IDENTITY[2:]]
    inverse = [[HALF, 0, 0, 0], [0, 2, 0, 0], *IDENTITY[2:]]
    made = Column(KEY, OLD, blended(KEY, OLD, inverse, factors()))
    assert failing([made], forge(transcript(), [made], Lie(matrix, [factors()]))) == ["sum"]


MIXTURE = [[2, -1, 0, 0], [-1, 2, 0, 0], *IDENTITY[2:]]
THIRD = group.inverse(3)
UNMIXED = [[2 * THIRD, THIRD, 0, 0], [THIRD, 2 * THIRD, 0, 0], *IDENTITY[2:]]
"""The inverse of MIXTURE, which is symmetric: the cards that fit its weights."""


@pytest.mark.parametrize(("closed", "seen"), [(False, ["product"]), (True, ["chain"])])
def test_two_cards_blended_are_seen_by_product_or_chain(closed: bool, seen: list[str]) -> None:
    """Every row adds up to 1 and the ciphertexts fit; only the product of the weights is wrong."""
    made = Column(KEY, OLD, blended(KEY, OLD, UNMIXED, factors()))
    lie = Lie(MIXTURE, [factors()], closed=closed)
    assert failing([made], forge(transcript(), [made], lie)) == seen


def test_another_permutation_than_the_committed_one_is_seen_by_the_weights() -> None:
    lie = Lie(IDENTITY, [factors()], used=rows(ORDER_OF_NEW))
    assert failing([column()], forge(transcript(), [column()], lie)) == ["weights"]


@pytest.mark.parametrize("half", ["a", "b"])
def test_a_substituted_card_is_seen_by_its_half(half: str) -> None:
    new = list(column().new)
    new[1] = new[1]._replace(**{half: group.add(getattr(new[1], half), group.card_point(52))})
    made = Column(KEY, OLD, new)
    proof = forge(transcript(), [made], Lie(rows(ORDER_OF_NEW), [factors()]))
    assert failing([made], proof) == [half]


def test_a_duplicated_card_is_refused() -> None:
    """A map that takes card 0 twice and card 1 never: rows add up, nothing else does."""
    twice = (0, 0, 3, 2)
    made = column(twice)
    assert failing([made], forge(transcript(), [made], Lie(rows(twice), [factors()]))) == [
        "product",
        "a",
        "b",
    ]


def test_a_duplicated_card_behind_an_honest_commitment_is_refused() -> None:
    made = column((0, 0, 3, 2))
    proof = forge(transcript(), [made], Lie(rows((0, 1, 3, 2)), [factors()]))
    assert failing([made], proof) == ["a", "b"]


def test_equal_cards_are_no_way_out() -> None:
    """Both ones swapped for one card twice: equal plaintexts, yet other ciphertexts."""
    made = column((0, 1, 1, 2))
    assert not verify(
        transcript(), [made], forge(transcript(), [made], Lie(rows((0, 1, 3, 2)), [factors()]))
    )


def test_columns_under_different_permutations_are_refused() -> None:
    """Either column alone is a true shuffle; together they part a card from its twin."""
    other = (0, 2, 3, 1)
    old = hidden(OTHER_KEY, (3, 1, 4, 1), "twin")
    twin = Column(OTHER_KEY, old, blended(OTHER_KEY, old, rows(other), factors("twin")))
    columns = [column(), twin]
    for order, seen in ((ORDER_OF_NEW, columns[1:]), (other, columns[:1])):
        lie = Lie(rows(order), [factors(), factors("twin")])
        proof = forge(transcript(), columns, lie)
        held = list(equations(transcript(), columns, proof))
        assert [name for name, holds in held if not holds] == ["a", "b"]
        assert held[3:5] == [("a", columns[0] not in seen), ("b", columns[0] not in seen)]


# --- nothing of a proof may change -----------------------------------------------------------


def fields(proof: bytes, size: int, columns: int) -> Iterator[tuple[int, int]]:
    """Start and length of every point and scalar."""
    middle = 33 * (3 * size + 3 + 2 * columns)
    yield from ((start, 33) for start in range(0, middle, 33))
    yield from ((start, 32) for start in range(middle, len(proof), 32))


@pytest.mark.parametrize("columns", [1, 2])
def test_every_field_counts(columns: int) -> None:
    """Each replaced by another valid point or scalar, by its negative, and by bits flipped."""
    made, proof = honest(2, columns)
    other_point, other_scalar = group.encode(group.base(7)), group.encode_scalar(7)
    for start, length in fields(proof, 2, columns):
        field = proof[start : start + length]
        negated = bytes([field[0] ^ 1]) + field[1:]
        flipped = field[:-1] + bytes([field[-1] ^ 1])
        for changed in (other_point if length == 33 else other_scalar, negated, flipped):
            forged = proof[:start] + changed + proof[start + length :]
            assert not verify(transcript(), made, forged), (start, changed.hex())


@pytest.mark.parametrize(
    "bad",
    [bytes(33), b"\x04" + bytes(32), b"\x02" + b"\xff" * 32, b"\x00" + b"\x01" * 32],
    ids=["identity", "form", "field", "prefix"],
)
def test_bytes_off_the_curve_are_refused_in_every_place(bad: bytes) -> None:
    made, proof = honest(2)
    for start in range(0, 33 * (3 * 2 + 5), 33):
        assert not verify(transcript(), made, proof[:start] + bad + proof[start + 33 :])


def test_a_scalar_plus_the_order_is_refused() -> None:
    """The same number in other bytes would be a second form of one proof."""
    made, proof = honest(2)
    for start, length in fields(proof, 2, 1):
        value = int.from_bytes(proof[start : start + length], "big")
        for bad in (ORDER, min(value + ORDER, 2**256 - 1), 2**256 - 1) if length == 32 else ():
            forged = proof[:start] + bad.to_bytes(32, "big") + proof[start + 32 :]
            assert not verify(transcript(), made, forged)


@pytest.mark.parametrize("cut", [0, 1, 32, 33, 163])
def test_other_lengths_are_refused(cut: int) -> None:
    made, proof = honest(2)
    assert not verify(transcript(), made, proof[:cut])
    assert not verify(transcript(), made, proof[: len(proof) - cut - 1])
    assert not verify(transcript(), made, proof + bytes(cut + 1))


def test_a_proof_for_other_sizes_is_refused() -> None:
    made, proof = honest(3)
    (key, old, new) = made[0]
    for wrong in (
        Column(key, old[:2], new[:2]),
        Column(key, old[:2], new),
        Column(key, old, new[:2]),
        Column(key, old, (*new, new[0])),
        Column(key, (), ()),
    ):
        assert not verify(transcript(), [wrong], proof)
    of_nothing = group.encode(KEY) * 5 + group.encode_scalar(1) * 4
    assert not verify(transcript(), [Column(key, (), ())], of_nothing)
    assert not verify(transcript(), [], proof)
    assert not verify(transcript(), made * 2, proof)


def test_where_the_identity_turns_up_the_proof_fails() -> None:
    """Commitments that cancel: their sum is nothing that the group can say."""
    made, proof = honest(2)
    forged = proof[:33] + bytes([proof[0] ^ 1]) + proof[1:33] + proof[66:]
    assert len(forged) == len(proof)
    with pytest.raises(DealError):
        list(equations(transcript(), made, forged))
    assert not verify(transcript(), made, forged)


def test_malformed_is_a_decode_error_for_who_asks_for_equations() -> None:
    made, proof = honest(2)
    with pytest.raises(DecodeError):
        list(equations(transcript(), made, proof[1:]))


@pytest.mark.parametrize("name", ["key", "old", "new"])
def test_every_part_of_the_statement_counts(name: str) -> None:
    made, proof = honest(3)
    (column,) = made
    replacement = {
        "key": OTHER_KEY,
        "old": (column.old[1], column.old[0], column.old[2]),
        "new": (column.new[1], column.new[0], column.new[2]),
    }
    assert not verify(transcript(), [column._replace(**{name: replacement[name]})], proof)


def test_another_domain_is_another_challenge() -> None:
    made, proof = honest(3)
    assert not verify(transcript("another"), made, proof)


# --- weak transcripts ------------------------------------------------------------------------


class Weak(Transcript):
    """A transcript that forgets what is appended under one label."""

    forgotten = ""

    def append(self, label: str, *fields: bytes | int) -> None:
        if label != self.forgotten:
            super().append(label, *fields)


def weak(label: str) -> Transcript:
    forgetful = Weak("test", CONTEXT)
    forgetful.forgotten = label
    return forgetful


def test_without_the_statement_in_the_hash_cards_can_be_exchanged_later() -> None:
    """The break that binding the whole statement prevents: two cards moved against each other."""
    made = column()
    proof = forge(weak("column"), [made], Lie(rows(ORDER_OF_NEW), [factors()]))
    first, second = unpack(proof, 4, 1).weight_responses[:2]
    shift = group.card_point(9)
    new = list(made.new)
    new[0] = new[0]._replace(b=total((1, new[0].b), (second, shift)))
    new[1] = new[1]._replace(b=total((1, new[1].b), (-first, shift)))
    moved = made._replace(new=new)
    assert verify(weak("column"), [moved], proof)
    assert not verify(transcript(), [moved], proof)


def test_without_the_masks_in_the_hash_any_card_can_be_substituted() -> None:
    """Masks chosen after the challenge: whatever is missing is put into them."""
    new = list(column().new)
    new[2] = new[2]._replace(b=group.add(new[2].b, group.card_point(52)))
    made = Column(KEY, OLD, new)
    proof = forge(weak("masks"), [made], Lie(rows(ORDER_OF_NEW), [factors()]))
    seen = unpack(proof, 4, 1)
    blind = weak("masks")
    assert not verify(blind, [made], proof)
    fitting = _mask_that_fits(made, proof)
    start = 33 * (3 * 4 + 4)
    forged = proof[:start] + group.encode(fitting) + proof[start + 33 :]
    assert fitting != seen.masks[4]
    assert verify(weak("masks"), [made], forged)
    assert not verify(transcript(), [made], forged)


class Watched(Transcript):
    """Notes what is appended, bytes and all; a challenge appends its own label."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, tuple[bytes | int, ...]]] = []
        super().__init__("test", CONTEXT)

    def append(self, label: str, *fields: bytes | int) -> None:
        self.seen.append((label, fields))
        super().append(label, *fields)


def test_each_challenge_comes_after_all_that_it_must_depend_on() -> None:
    """ρ above all: known before the links it would let a chain be bent where nobody looks."""
    made, proof = honest(2, 2)
    watched = Watched()
    assert verify(watched, made, proof)
    labels = [
        fields[0].decode() if label == "challenge" and isinstance(fields[0], bytes) else label
        for label, fields in watched.seen[1:]
    ]
    assert labels == [
        *("column", "column", "permutation", "weights"),
        *("masks", "challenge", "responses", "chain"),
    ]
    appended = b"".join(
        field
        for label, fields in watched.seen[2:]
        for field in fields
        if label in {"permutation", "masks", "responses"} and isinstance(field, bytes)
    )
    assert appended == proof
    for key, old, new in made:
        assert ("column", (group.encode(key), encode_deck(old), encode_deck(new))) in watched.seen


def _mask_that_fits(made: Column, proof: bytes) -> bytes:
    """t of half b, solved from its equation for the challenge that does not depend on it."""
    seen = unpack(proof, 4, 1)
    replayed = weak("masks")
    replayed.append(
        "column",
        *(group.encode(made.key), encode_deck(made.old), encode_deck(made.new)),
    )
    replayed.append("permutation", group.encode_many(seen.commitments))
    small = replayed.small("weights", 4, 128)
    challenge = replayed.challenge("challenge")
    return total(
        (seen.responses[3], made.key),
        *zip(seen.weight_responses, (card.b for card in made.new), strict=True),
        *((-challenge * u, card.b) for u, card in zip(small, made.old, strict=True)),
    )
