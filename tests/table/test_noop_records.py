"""The fold: malformed, undue and unbuilt records, and that they change nothing but n."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.noops import ignored, posted, table_in_turn, turn_of
from tests.table.tabletop import Tabletop, besides_n, seeded
from unonet.game.legality import REASONS
from unonet.ledger.kinds import Kind

# Malformed bodies

MALFORMED: dict[str, Any] = {
    "nil": None,
    "number": 5,
    "text": "d",
    "nothing": (),
    "token only": ("d",),
    "three fields": ("d", None, None),
    "five fields": ("d", None, None, None, None),
    "token as bytes": (b"d", None, None, None),
    "token as nil": (None, None, None, None),
    "long token": ("x" * 17, None, None, None),
    "slot below": ("d", -1, None, None),
    "slot above": ("d", 1 << 16, None, None),
    "slot as text": ("d", "1", None, None),
    "slot as boolean": ("d", True, None, ()),
    "answers below": ("d", None, -1, ()),
    "answers above": ("d", None, 1 << 32, ()),
    "proof as text": ("d", None, None, ("x",)),
    "deep": ((((),),),),
}
BAD_TOKENS = (
    *("", " ", "D", "d ", "zz", "r", "r10", "5r", "r5=r", "wi", "w4=x", "w4=", "=", "=p"),
    *("c@", "c@10", "c@-1", "u!", "ok!", ">", ">d", "r5!!", "r5@1", "t@1", "\x00", "r5\n", "ｒ5"),
)


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_malformed_moves(body: Any) -> None:
    table = table_in_turn()
    posted(table, turn_of(table.fold), Kind.MOVE, body, "decode")


def test_tokens_that_write_no_move() -> None:
    table = table_in_turn()
    for token in BAD_TOKENS:
        posted(table, turn_of(table.fold), Kind.MOVE, (token, None, None, ()), "decode")


@pytest.mark.parametrize("kind", [Kind.HELLO, Kind.COMMIT, Kind.OPEN, Kind.NONCE, Kind.OPEN2])
def test_malformed_records(kind: Kind) -> None:
    table = Tabletop(2, seed=1).greet()
    digest = bytes(32)
    bodies: dict[Kind, list[Any]] = {
        Kind.HELLO: [None, 1, (bytes(8),)],
        Kind.COMMIT: [
            (),
            (digest,),
            (digest, bytes(31)),
            (digest, None, 0),
            (digest, digest),
            (digest, digest, -1),
        ],
        Kind.OPEN: [
            (digest, (), b""),
            (digest, None, b"", b""),
            (digest, (b"",), b"", b""),
            (digest, (bytes(257),), b"", b""),
            (digest, (b"x",) * 17, b"", b""),
            (digest, (), bytes(65), b""),
            (digest, (), b"", bytes(97)),
            (bytes(31), (), b"", b""),
        ],
        Kind.NONCE: [(digest,), (digest, -1), (digest, 1 << 16), (digest, "0")],
        Kind.OPEN2: [(), (bytes(33),), ("x" * 32,), digest],
    }
    for body in bodies[kind]:
        if kind is Kind.HELLO:
            table.sessions[0] = seeded(body, len(table.folded))[:8]
            ignored(table, lambda body=body: table.post(0, kind, body), "decode")
        else:
            posted(table, 0, kind, body, "decode")


UNBUILT = (0, 14, 31)
UNBUILT_SYSTEM = (
    *(Kind.TIMEOUT, Kind.BENCH, Kind.RETURN, Kind.NEW_TERM),
    *(38, 255),
)


@pytest.mark.parametrize("kind", UNBUILT)
def test_kinds_of_later_versions_do_nothing(kind: int) -> None:
    table = table_in_turn()
    for body in (None, (), (0,), (turn_of(table.fold),)):
        posted(table, 0, kind, body, "decode")


@pytest.mark.parametrize("kind", UNBUILT_SYSTEM)
def test_system_records_of_later_versions_do_nothing(kind: int) -> None:
    table = table_in_turn()
    for body in (None, (), (0,), (turn_of(table.fold),)):
        ignored(table, lambda body=body: table.system(kind, body), "decode")


# Deal records


def test_deal_records_that_are_not_due() -> None:
    table = Tabletop(2, seed=1).greet()
    digest = bytes(32)
    opened = (digest, (), b"", b"")
    posted(table, 0, Kind.OPEN, opened, "deal")
    posted(table, 0, Kind.NONCE, (digest, 0), "deal")
    posted(table, 0, Kind.OPEN2, (digest,), "deal")
    table.post(0, *table.owed(0))
    posted(table, 0, Kind.COMMIT, (digest, digest, 0), "deal")
    posted(table, 0, Kind.OPEN, opened, "deal")
    table.post(1, *table.owed(1))
    posted(table, 0, Kind.COMMIT, (digest, digest, 0), "deal")
    table.shuffle()
    for kind, body in (
        (Kind.COMMIT, (digest, digest, 0)),
        (Kind.OPEN, opened),
        (Kind.NONCE, (digest, 1)),
        (Kind.OPEN2, (digest,)),
    ):
        posted(table, turn_of(table.fold), kind, body, "deal")


def test_moves_wait_for_the_shuffle() -> None:
    table = Tabletop(2, seed=1).greet()
    posted(table, 0, Kind.MOVE, ("d", None, None, ()), "round_over")
    table.until(lambda fold: fold.deal.step == "open2")
    posted(table, 0, Kind.MOVE, ("d", None, None, ()), "waiting")


def test_a_nonce_of_another_epoch() -> None:
    table = Tabletop(5, "quick", seed=3, hand_size="20").dealt()
    table.until(lambda fold: fold.deal.step == "nonce")
    kind, (c2, epoch) = table.owed(0)
    for other in (epoch - 1, epoch + 1):
        posted(table, 0, kind, (c2, other), "deal")
    posted(table, 0, Kind.MOVE, ("d", None, None, ()), "waiting")
    assert table.post(0, kind, (c2, epoch)).noop is None
    posted(table, 0, kind, (c2, epoch), "deal")


# The end of a round


def test_a_round_end_that_is_not_due() -> None:
    table = Tabletop(2, "classic", seed=1).greet()
    for reached in ("hello", "turn"):
        ignored(table, lambda: table.system(Kind.ROUND_END, (0, "out", (5, 0))), "not_due")
        if reached == "hello":
            table.shuffle()


def test_a_round_end_with_another_outcome() -> None:
    table = Tabletop(2, "classic", seed=1).dealt()
    table.until(lambda fold: fold.proposal() is not None)
    _, (winner, reason, scores) = table.fold.proposal()
    others = (
        (1 - winner, reason, scores),
        (None, reason, scores),
        (winner, "stalemate", scores),
        (winner, reason, scores[::-1]),
        (winner, reason, (scores[0] + 1, scores[1])),
        (winner, reason, (*scores, 0)),
    )
    for body in others:
        ignored(table, lambda body=body: table.system(Kind.ROUND_END, body), "other_outcome")
    for body in (None, (winner, reason), (10, reason, scores), (winner, reason, scores[:1])):
        ignored(table, lambda body=body: table.system(Kind.ROUND_END, body), "decode")
    posted(table, 0, Kind.MOVE, ("d", None, None, ()), "round_over")
    assert table.system(Kind.ROUND_END, (winner, reason, scores)).noop is None
    ignored(table, lambda: table.system(Kind.ROUND_END, (winner, reason, scores)), "not_due")


def test_after_the_match_nothing_counts() -> None:
    table = Tabletop(2, "quick", seed=1).dealt().finish()
    digest = bytes(32)
    posted(table, 0, Kind.MOVE, ("d", None, None, ()), "round_over")
    posted(table, 0, Kind.COMMIT, (digest, digest, 0), "deal")
    ignored(table, lambda: table.system(Kind.ROUND_END, (0, "out", (0, 0))), "not_due")
    assert table.fold.over


def test_every_reason_of_the_rules_is_passed_on_by_name() -> None:
    own = {"stale", "not_due", "other_outcome", "decode", "deal", "bad_proof"}
    assert not own & set(REASONS)


# Sessions


def test_a_new_session_starts_again_with_hello() -> None:
    table = table_in_turn()
    before = besides_n(table.fold)
    table.sessions[0] = b"session2"
    folded = table.post(0, Kind.HELLO, ())
    assert folded.noop is None
    assert besides_n(table.fold) == before
    assert (0, b"session2", 0) in table.fold.public_values()[-1]
