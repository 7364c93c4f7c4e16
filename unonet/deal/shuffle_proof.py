"""The proof that new ciphertexts are the old ones, permuted and re-encrypted, and nothing of how.

Terelius and Wikström ("Proofs of Restricted Shuffles", 2010) in the form of Haenni, Locher, Koenig
and Dubuis ("Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets", 2017; the numbers below
are those of CHVote, ePrint 2017/325). Several columns under one permutation: Haines ("A Description
and Proof of a Generalised and Optimised Variant of Wikström's Mixnet", 2019). Every equation has
the shape mask + challenge·image = response·base + Σ weight responses·bases: protocol.md, "Mix".

Where permutation and factors are from, and what a column stands for, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple, TypeAlias

from unonet.deal import group
from unonet.deal.ciphertext import Deck, encode_deck
from unonet.deal.group import ORDER, Point
from unonet.deal.shuffle_layout import ShuffleProof, pack, unpack
from unonet.deal.transcript import Transcript
from unonet.errors import DealError, DecodeError

SMALL: Final = 128
"""Bits of the exponents that only batch: a wrong batch of N passes with chance N / 2¹²⁸."""


class Column(NamedTuple):
    """One deck under one key, before and after; all columns of a proof share the permutation."""

    key: Point
    old: Deck
    new: Deck


class Witness(NamedTuple):
    """new[i] of column k is old[permutation[i]] re-encrypted with factors[k][i]."""

    permutation: Sequence[int]
    factors: Sequence[Sequence[int]]


def prove(
    transcript: Transcript, columns: Sequence[Column], witness: Witness, scalars: Iterator[int]
) -> bytes:
    """GenShuffleProof (7.44): 163·N + 195 bytes, and 98 for each column.

    ``scalars`` are secret and uniform: 4 for each card are taken, 3, and 1 for each column.
    """
    permutation, factors = witness
    size = len(permutation)
    _append_statement(transcript, columns)
    blinds, link_blinds, link_nonces, weight_nonces = (_take(scalars, size) for _ in range(4))
    nonces = _take(scalars, 3 + len(columns))
    commitments = _commit_permutation(permutation, blinds)
    small = _challenges(transcript, commitments)
    weights = [small[place] for place in permutation]
    links = _commit_chain(weights, link_blinds)
    link_masks = _link_masks(links, link_nonces, weight_nonces)
    masks = list(_masks(columns, nonces, weight_nonces))
    challenge = _challenge(transcript, links, link_masks, masks)
    secrets = [
        sum(blinds),
        _unfold(link_blinds, weights),
        _dot(blinds, small),
        *(-_dot(column, weights) for column in factors),
    ]
    return pack(
        ShuffleProof(
            commitments,
            links,
            link_masks,
            masks,
            _respond(link_nonces, challenge, link_blinds),
            _respond(weight_nonces, challenge, weights),
            _respond(nonces, challenge, secrets),
        )
    )


def verify(transcript: Transcript, columns: Sequence[Column], proof: bytes) -> bool:
    """CheckShuffleProof (7.47): whether all equations hold; False for whatever is malformed."""
    try:
        return all(holds for _, holds in equations(transcript, columns, proof))
    except (DealError, DecodeError):
        return False


def equations(
    transcript: Transcript, columns: Sequence[Column], packed: bytes
) -> Iterator[tuple[str, bool]]:
    """Each equation by name, and whether it holds, computed as it is asked for.

    "sum" and "product" make the committed matrix a permutation, "weights" ties the responses to it,
    "a" and "b" tie the ciphertexts to the responses, "chain" the product to its factors. Raises
    DecodeError for what is no proof for these columns, DealError where the identity turns up.
    """
    proof = unpack(packed, size_of(columns), len(columns))
    _append_statement(transcript, columns)
    small = _challenges(transcript, proof.commitments)
    challenge = _challenge(transcript, proof.links, proof.link_masks, proof.masks)
    relations = chain(_matrix_relations(proof, small), _column_relations(columns, proof, small))
    for mask, (name, image, right) in zip(proof.masks, relations, strict=True):
        yield name, group.add(mask, group.multiply(image, challenge)) == right
    yield "chain", _chain_holds(transcript, proof, challenge)


def size_of(columns: Sequence[Column]) -> int:
    """How many cards each deck of the columns has. Raises DecodeError if they differ, or none."""
    sizes = {len(deck) for column in columns for deck in (column.old, column.new)}
    if len(sizes) != 1 or 0 in sizes:
        raise DecodeError("all decks of a shuffle have the same number of cards")
    return sizes.pop()


def _append_statement(transcript: Transcript, columns: Sequence[Column]) -> None:
    for column in columns:
        transcript.append(
            "column", group.encode(column.key), encode_deck(column.old), encode_deck(column.new)
        )


def _challenges(transcript: Transcript, commitments: Sequence[Point]) -> list[int]:
    transcript.append("permutation", group.encode_many(commitments))
    return transcript.small("weights", len(commitments), SMALL)


def _challenge(transcript: Transcript, *parts: Sequence[Point]) -> int:
    transcript.append("masks", *map(group.encode_many, parts))
    return transcript.challenge("challenge")


# --- proving ---------------------------------------------------------------------------------


def _commit_permutation(permutation: Sequence[int], blinds: Sequence[int]) -> list[Point]:
    """GenPermutationCommitment (7.45): the old place of new place i commits to h_i."""
    placed = zip(permutation, _bases(len(permutation)), strict=True)
    bases = [base for _, base in sorted(placed)]
    return [_pedersen(blind, base, 1) for blind, base in zip(blinds, bases, strict=True)]


def _commit_chain(weights: Sequence[int], blinds: Sequence[int]) -> list[Point]:
    """GenCommitmentChain (7.46): each link commits to the product of the weights so far."""
    links = [group.generator(0)]
    for weight, blind in zip(weights, blinds, strict=True):
        links.append(_pedersen(blind, links[-1], weight))
    return links[1:]


def _link_masks(
    links: Sequence[Point], nonces: Sequence[int], weight_nonces: Sequence[int]
) -> list[Point]:
    befores = [group.generator(0), *links[:-1]]
    return list(map(_pedersen, nonces, befores, weight_nonces))


def _masks(
    columns: Sequence[Column], nonces: Sequence[int], weights: Sequence[int]
) -> Iterator[Point]:
    """The left sides of all other equations, with nonces instead of responses."""
    yield group.base(nonces[0])
    yield group.base(nonces[1])
    yield _combine(_bases(len(weights)), weights, base_scalar=nonces[2])
    for (key, _, new), nonce in zip(columns, nonces[3:], strict=True):
        yield from _reencryption(key, new, weights, nonce)


def _respond(nonces: Iterable[int], challenge: int, secrets: Iterable[int]) -> list[int]:
    pairs = zip(nonces, secrets, strict=True)
    return [(nonce + challenge * secret) % ORDER for nonce, secret in pairs]


def _unfold(blinds: Sequence[int], weights: Sequence[int]) -> int:
    """The blind of the last link over all weights and the first generator alone (r̂)."""
    blind = 0
    for own, weight in zip(blinds, weights, strict=True):
        blind = (own + weight * blind) % ORDER
    return blind


# --- verifying -------------------------------------------------------------------------------

Relation: TypeAlias = tuple[str, Point, Point]
"""Name, image, right side of mask + challenge·image = right side."""


def _matrix_relations(proof: ShuffleProof, small: Sequence[int]) -> Iterator[Relation]:
    bases = _bases(len(small))
    total, product, weighted = proof.responses[:3]
    yield "sum", group.subtract(group.add(*proof.commitments), group.add(*bases)), group.base(total)
    expected = group.multiply(group.generator(0), _product(small))
    yield "product", group.subtract(proof.links[-1], expected), group.base(product)
    right = _combine(bases, proof.weight_responses, base_scalar=weighted)
    yield "weights", _combine(proof.commitments, small), right


def _column_relations(
    columns: Sequence[Column], proof: ShuffleProof, small: Sequence[int]
) -> Iterator[Relation]:
    for (key, old, new), response in zip(columns, proof.responses[3:], strict=True):
        sides = _reencryption(key, new, proof.weight_responses, response)
        for name, half, right in zip("ab", zip(*old, strict=True), sides, strict=True):
            yield name, _combine(half, small), right


def _chain_holds(transcript: Transcript, proof: ShuffleProof, challenge: int) -> bool:
    """All N equations mask + challenge·link = response·G + weight·link before, times small ρ."""
    transcript.append("responses", *map(group.encode_scalars, proof[4:]))
    rhos = transcript.small("chain", len(proof.links), SMALL)
    falls = [-rho * weight for rho, weight in zip(rhos, proof.weight_responses, strict=True)]
    rises = [challenge * rho for rho in rhos]
    factors = [(up + down) % ORDER for up, down in zip([0, *rises], [*falls, 0], strict=True)]
    left = _combine([*proof.link_masks, group.generator(0), *proof.links], [*rhos, *factors])
    return left == group.base(_dot(rhos, proof.link_responses))


# --- both ------------------------------------------------------------------------------------


def _reencryption(
    key: Point, deck: Deck, weights: Sequence[int], factor: int
) -> tuple[Point, Point]:
    """The weighted sum of the deck, re-encrypted with the factor."""
    a, b = zip(*deck, strict=True)
    return (
        _combine(a, weights, base_scalar=factor),
        _combine([*b, key], [*weights, factor]),
    )


def _bases(size: int) -> list[Point]:
    """h₁ … h_N; h is generator 0."""
    return list(map(group.generator, range(1, size + 1)))


def _pedersen(blind: int, point: Point, value: int) -> Point:
    return group.linear([(point, value)], base_scalar=blind)


def _combine(points: Iterable[Point], scalars: Iterable[int], *, base_scalar: int = 0) -> Point:
    return group.linear(zip(points, scalars, strict=True), base_scalar=base_scalar)


def _dot(left: Iterable[int], right: Iterable[int]) -> int:
    return sum(x * y for x, y in zip(left, right, strict=True)) % ORDER


def _product(scalars: Iterable[int]) -> int:
    product = 1
    for scalar in scalars:
        product = product * scalar % ORDER
    return product


def _take(scalars: Iterator[int], count: int) -> list[int]:
    return list(islice(scalars, count))
