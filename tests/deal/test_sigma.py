"""The sigma proof itself: what a forger can do, and what it cannot."""

from __future__ import annotations

from tests.deal.proving import ENTROPY, OTHER, transcript
from unonet.deal import group, sigma
from unonet.deal.group import GENERATOR, ORDER
from unonet.deal.sigma import Relation, Term
from unonet.deal.transcript import Transcript

BASE = group.generator(1)
X, Y = 1234567, ORDER - 99
IMAGE = group.linear([(BASE, Y)], base_scalar=X)
TERMS = [Term(GENERATOR, 0), Term(BASE, 1)]


def said(*points: group.Point) -> Transcript:
    started = transcript()
    started.append("statement", group.encode_many(points))
    return started


def test_several_secrets_in_several_relations() -> None:
    second = [Term(BASE, 0)]
    proof = sigma.prove(said(IMAGE, BASE), [TERMS, second], [X, Y], ENTROPY)
    relations = [Relation(IMAGE, TERMS), Relation(group.multiply(BASE, X), second)]
    assert sigma.verify(said(IMAGE, BASE), relations, 2, proof)
    assert not sigma.verify(said(IMAGE, BASE), relations[::-1], 2, proof)
    broken = [relations[0], Relation(group.multiply(BASE, X + 1), second)]
    assert not sigma.verify(said(IMAGE, BASE), broken, 2, proof)


def test_a_wrong_secret_proves_nothing() -> None:
    for secrets in ([X, Y + 1], [X + 1, Y], [Y, X], [0, 0]):
        proof = sigma.prove(said(IMAGE), [TERMS], secrets, ENTROPY)
        assert not sigma.verify(said(IMAGE), [Relation(IMAGE, TERMS)], 2, proof)


def forged(started: Transcript) -> tuple[group.Point, bytes]:
    """An image of which we do not know the secret, fitted to a challenge known before."""
    mask, response = OTHER, 4711
    started.append("masks", group.encode_many([mask]))
    challenge = started.challenge("sigma")
    image = group.multiply(
        group.subtract(group.multiply(BASE, response), mask), group.inverse(challenge)
    )
    return image, group.encode_scalars([challenge, response])


def test_an_image_that_is_not_in_the_statement_can_be_forged() -> None:
    """So the statement has to be whole: the forgery fails as soon as the image is in it."""
    image, proof = forged(said(BASE))
    relations = [Relation(image, [Term(BASE, 0)])]
    assert sigma.verify(said(BASE), relations, 1, proof)
    assert not sigma.verify(said(BASE, image), relations, 1, proof)


def test_the_secret_follows_from_two_proofs_with_one_nonce() -> None:
    """What the hedged nonces are for: the same nonce in two transcripts gives x away."""
    nonce = 424242
    image, proofs = group.base(X), []
    for domain in ("one", "two"):
        started = transcript(domain)
        started.append("masks", group.encode(group.base(nonce)))
        challenge = started.challenge("sigma")
        proof = group.encode_scalars([challenge, (nonce + challenge * X) % ORDER])
        relation = Relation(image, [Term(GENERATOR, 0)])
        assert sigma.verify(transcript(domain), [relation], 1, proof)
        proofs.append(group.decode_scalars(proof))
    (c1, z1), (c2, z2) = proofs
    assert (z1 - z2) * group.inverse(c1 - c2) % ORDER == X


def test_the_identity_fails() -> None:
    """With challenge 0, or responses that cancel, the library has nothing to give back."""
    relation = Relation(GENERATOR, [Term(GENERATOR, 0)])
    for challenge, response in ((0, 0), (0, 5), (5, 5)):
        proof = group.encode_scalars([challenge, response])
        assert not sigma.verify(said(), [relation], 1, proof)
