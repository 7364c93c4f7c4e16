"""The transcript: every byte of what was said counts, and so does where it was said."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from unonet.deal.group import ORDER
from unonet.deal.transcript import Context, Transcript, hedged
from unonet.errors import DealError

CONTEXT = Context(bytes(range(16)), 1, 2, 3, bytes(32), 4)


def test_a_challenge_is_reproduced() -> None:
    assert said() == said()
    assert 0 < said() < ORDER


def said(domain: str = "test", context: Context = CONTEXT, *fields: bytes | int) -> int:
    transcript = Transcript(domain, context)
    transcript.append("statement", *fields)
    return transcript.challenge("challenge")


def test_every_field_of_the_context_counts() -> None:
    changes: list[dict[str, object]] = [
        {"table_id": bytes(16)},
        {"round": 0},
        {"attempt": 1},
        {"epoch": 4},
        {"trigger": b""},
        {"trigger": bytes(31) + b"\1"},
        {"prover": 5},
        {"round": 2, "attempt": 1},
    ]
    assert {field for change in changes for field in change} == set(Context._fields)
    challenges = {said(context=CONTEXT._replace(**change)) for change in changes}
    assert len(challenges | {said(), said("other")}) == len(changes) + 2


def test_no_two_ways_to_say_it_hash_alike() -> None:
    ways: list[list[tuple[str, tuple[bytes | int, ...]]]] = [
        [],
        [("a", ())],
        [("a", (b"",))],
        [("a", (b"b",))],
        [("ab", ())],
        [("a", (b"", b""))],
        [("a", ()), ("a", ())],
        [("a", (b"b", b"c"))],
        [("a", (b"bc",))],
        [("a", (b"b",)), ("c", ())],
        [("a", (b"c", b"b"))],
        [("a", (0,))],
        [("a", (1,))],
    ]
    for left, right in combinations(ways, 2):
        assert after(left) != after(right)


def after(way: list[tuple[str, tuple[bytes | int, ...]]]) -> bytes:
    transcript = Transcript("test", CONTEXT)
    for label, fields in way:
        transcript.append(label, *fields)
    return transcript.state()


def test_each_challenge_depends_on_those_before_and_on_its_label() -> None:
    transcript, twin = Transcript("test", CONTEXT), Transcript("test", CONTEXT)
    first, second = transcript.challenge("a"), transcript.challenge("a")
    assert len({first, second, twin.challenge("b"), twin.challenge("a")}) == 4


def test_a_copy_goes_its_own_way() -> None:
    transcript = Transcript("test", CONTEXT)
    twin = transcript.copy()
    assert twin.state() == transcript.state()
    twin.append("more")
    assert twin.state() != transcript.state()


def test_small_exponents() -> None:
    exponents = Transcript("test", CONTEXT).small("rho", 100)
    assert len(set(exponents)) == 100
    assert max(exponents).bit_length() in range(120, 129)
    assert max(Transcript("test", CONTEXT).small("rho", 100, 64)).bit_length() in range(56, 65)
    assert Transcript("test", CONTEXT).small("other", 100) != exponents


def test_nonces_are_fresh_for_each_secret_label_statement_and_entropy() -> None:
    def nonces(secret: bytes, label: str, statement: bytes, entropy: bytes) -> tuple[int, ...]:
        transcript = Transcript("test", CONTEXT)
        transcript.append("statement", statement)
        return tuple(islice(hedged(secret, label, transcript, entropy), 3))

    drawn = [
        nonces(b"secret", "label", b"statement", bytes(32)),
        nonces(b"secreT", "label", b"statement", bytes(32)),
        nonces(b"secret", "labeL", b"statement", bytes(32)),
        nonces(b"secret", "label", b"statemenT", bytes(32)),
        nonces(b"secret", "label", b"statement", bytes(31) + b"\1"),
        nonces(b"secretl", "abel", b"statement", bytes(32)),
    ]
    assert nonces(b"secret", "label", b"statement", bytes(32)) == drawn[0]
    assert len({scalar for scalars in drawn for scalar in scalars}) == 3 * len(drawn)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_entropy_has_one_length(size: int) -> None:
    with pytest.raises(DealError):
        hedged(b"secret", "label", Transcript("test", CONTEXT), bytes(size))
