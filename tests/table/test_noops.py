"""The fold: what has no effect, why, and that it changes nothing but its author's n."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.tabletop import Tabletop, besides_n, seeded
from unonet.game.cards import CARD_TEXTS, COLOR_OF, FACE_OF, FIRST_WILD, PLAYABLE
from unonet.game.legality import REASONS, legal_moves
from unonet.game.moves import Move, Verb
from unonet.game.state import DRAWN, PENALTY, TURN
from unonet.ledger.kinds import Kind
from unonet.table.events import Ignored
from unonet.table.reducer import Fold, Folded


def ignored(table: Tabletop, folded_by: Any, reason: str) -> None:
    """``folded_by()`` posts a record; it must do nothing, and say why."""
    before, index, deal = besides_n(table.fold), table.ledger.last_index, table.fold.deal.copy()
    round_ = table.fold.round and table.fold.round.copy()
    folded: Folded = folded_by()
    entry = table.ledger.entry(index + 1)
    assert folded.noop == reason
    assert folded.events == (Ignored(entry.index, entry.seat, reason),)
    assert besides_n(table.fold) == before
    assert (table.fold.round, table.fold.deal) == (round_, deal)
    assert table.fold.index == index + 1


def posted(table: Tabletop, seat: int, kind: int, body: Any, reason: str, **changes: Any) -> None:
    """The record is a no-op for ``reason`` and consumes its n."""
    n = table.ledger.next_n(seat, table.sessions[seat])
    ignored(table, lambda: table.post(seat, kind, body, **changes), reason)
    assert table.ledger.next_n(seat, table.sessions[seat]) == n + 1
    assert {who: last for who, _, last in table.fold.public_values()[-1]}[seat] == n


def table_in_turn(seats: int = 3, seed: int = 1) -> Tabletop:
    """Dealt, some turns on, somebody on turn in phase ``turn``."""
    table = Tabletop(seats, "classic", seed=seed).dealt()
    table.until(lambda fold: fold.last_turn > 8)
    return table.until(lambda fold: fold.round is not None and fold.round.phase == TURN)


def turn_of(fold: Fold) -> int:
    assert fold.round is not None
    return fold.round.turn


def misplayed(table: Tabletop, fits: bool) -> tuple[str, int]:
    """(token, slot) of a coloured card of the seat on turn that does or does not match."""
    state = table.fold.round
    for slot in state.hands[state.turn]:
        card = state.faces[slot]
        if card < FIRST_WILD and fits == (card in PLAYABLE[state.color][state.top]):
            return CARD_TEXTS[card], slot
    raise AssertionError("no such card in this hand: take another seed")


# Moves at the wrong moment or of the wrong seat


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("d", "not_your_turn"),
        ("k", "not_your_turn"),
        ("ok", "not_your_turn"),
        ("ch", "not_your_turn"),
        ("=r", "not_your_turn"),
        ("r5", "not_your_turn"),
        ("wi=r", "not_your_turn"),
        ("guilty", "wrong_phase"),
        ("innocent", "wrong_phase"),
    ],
)
def test_moves_out_of_turn(token: str, reason: str) -> None:
    table = table_in_turn()
    other = (turn_of(table.fold) + 1) % 3
    posted(table, other, Kind.MOVE, (token, None, None, None), reason)


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("k", "wrong_phase"),
        ("ok", "wrong_phase"),
        ("ch", "wrong_phase"),
        ("=r", "wrong_phase"),
        ("guilty", "wrong_phase"),
        ("wc=r", "not_in_hand"),
    ],
)
def test_moves_in_the_wrong_phase_or_from_nowhere(token: str, reason: str) -> None:
    table = table_in_turn()
    posted(table, turn_of(table.fold), Kind.MOVE, (token, None, None, None), reason)


def test_a_card_that_does_not_match() -> None:
    table = table_in_turn()
    token, slot = misplayed(table, fits=False)
    for given in (slot, None):
        posted(table, turn_of(table.fold), Kind.MOVE, (token, given, None, None), "no_match")


def test_a_call_with_too_many_cards_and_a_target_that_nothing_takes() -> None:
    table = table_in_turn()
    seat = turn_of(table.fold)
    token, slot = misplayed(table, fits=True)
    posted(table, seat, Kind.MOVE, (f"{token}!", slot, None, None), "not_one_card")
    table.fold.round.faces[slot] = 13 * COLOR_OF[table.fold.round.faces[slot]] + 7
    seven = CARD_TEXTS[table.fold.round.faces[slot]]
    table.fold.round.color = COLOR_OF[table.fold.round.faces[slot]]
    posted(table, seat, Kind.MOVE, (f"{seven}@1", slot, None, None), "bad_target")


def test_a_foreign_slot_is_never_played() -> None:
    table = table_in_turn()
    state = table.fold.round
    seat, (token, own) = turn_of(table.fold), misplayed(table, fits=True)
    card = state.faces[own]
    others = [slot for hand in state.hands for slot in hand if slot not in state.hands[seat]]
    elsewhere = [others[0], state.draw[0], state.discard[-1], len(state.faces), 65_535]
    for slot in elsewhere[:3]:
        state.faces[slot] = card  # not even one that shows this very card
    for slot in elsewhere:
        posted(table, seat, Kind.MOVE, (token, slot, None, None), "not_in_hand")


def test_an_own_slot_that_shows_another_card() -> None:
    table = table_in_turn()
    state = table.fold.round
    token, own = misplayed(table, fits=True)
    other = next(s for s in state.hands[state.turn] if state.faces[s] != state.faces[own])
    posted(table, state.turn, Kind.MOVE, (token, other, None, None), "not_in_hand")


def test_after_a_draw_only_the_drawn_card_is_played() -> None:
    table = table_in_turn(seed=2)
    seat = turn_of(table.fold)
    table.move(seat, Move(int(Verb.DRAW)))
    state = table.fold.round
    assert (state.turn, state.phase) == (seat, DRAWN)
    old = [s for s in state.hands[seat] if state.faces[s] != state.faces[state.drawn]]
    for slot in old:
        card = state.faces[slot]
        if card in PLAYABLE[state.color][state.top] and card < FIRST_WILD:
            body = (CARD_TEXTS[card], slot, None, None)
            posted(table, seat, Kind.MOVE, body, "not_drawn")
            break
    else:
        raise AssertionError("no such card in this hand: take another seed")
    posted(table, seat, Kind.MOVE, ("d", None, None, None), "wrong_phase")


def test_a_penalty_waits_for_its_answer() -> None:
    table = Tabletop(3, "classic", seed=0).dealt()
    table.until(lambda fold: fold.round is not None and fold.round.phase == PENALTY)
    seat = turn_of(table.fold)
    posted(table, seat, Kind.MOVE, ("d", None, None, None), "wrong_phase")
    accuser = (seat + 1) % 3
    posted(table, accuser, Kind.MOVE, ("ch", None, None, None), "not_your_turn")
    assert table.post(seat, Kind.MOVE, ("ok", None, None, None)).noop is None


def test_options_that_the_ruleset_does_not_have() -> None:
    table = table_in_turn()
    answers = table.fold.last_turn
    posted(table, 0, Kind.MOVE, (">r5", None, answers, None), "option_off")


# Catches, late calls, and what they answer


def exposed(seed: int = 0) -> tuple[Tabletop, int]:
    """A table on which a seat has just forgotten to call UNO."""
    table = Tabletop(3, "classic", seed=seed).dealt()

    def two_left(fold: Fold) -> bool:
        state = fold.round
        return (
            state is not None
            and state.wants is None
            and state.phase == TURN
            and len(state.hands[state.turn]) == 2
            and bool(plain_plays(fold))
        )

    table.until(two_left)
    seat = turn_of(table.fold)
    table.move(seat, plain_plays(table.fold)[0])
    assert table.fold.round.exposed == 1 << seat
    return table, seat


def plain_plays(fold: Fold) -> list[Move]:
    """Plays of numbers without a call."""
    plays = [move for move in legal_moves(fold.round, fold.round.turn) if move.verb == Verb.PLAY]
    return [move for move in plays if not move.uno and FACE_OF[move.card] < 10]


def test_a_catch_takes_effect_once() -> None:
    table, seat = exposed()
    other, third = (seat + 1) % 3, (seat + 2) % 3
    answers = table.fold.last_turn
    held = len(table.fold.round.hands[seat])
    assert table.post(other, Kind.MOVE, (f"c@{seat}", None, answers, None)).noop is None
    assert len(table.fold.round.hands[seat]) == held + 2
    posted(table, third, Kind.MOVE, (f"c@{seat}", None, answers, None), "not_exposed")
    posted(table, seat, Kind.MOVE, ("u", None, answers, None), "not_exposed")


def test_a_late_call_closes_the_window() -> None:
    table, seat = exposed()
    answers = table.fold.last_turn
    assert table.post(seat, Kind.MOVE, ("u", None, answers, None)).noop is None
    posted(table, (seat + 1) % 3, Kind.MOVE, (f"c@{seat}", None, answers, None), "not_exposed")


@pytest.mark.parametrize("shift", [None, -1, 1, "last"])
def test_an_answer_to_another_entry_is_stale(shift: Any) -> None:
    table, seat = exposed()
    table.post(0, Kind.MOVE, ("zz", None, None, None))  # so that the last entry is another one
    answers = {
        None: None,
        -1: table.fold.last_turn - 1,
        1: table.fold.last_turn + 1,
        "last": table.ledger.last_index + 1,
    }[shift]
    posted(table, (seat + 1) % 3, Kind.MOVE, (f"c@{seat}", None, answers, None), "stale")
    posted(table, seat, Kind.MOVE, ("u", None, answers, None), "stale")


def test_an_answer_may_rest_on_an_old_base() -> None:
    table, seat = exposed()
    body = (f"c@{seat}", None, table.fold.last_turn, None)
    assert table.post((seat + 1) % 3, Kind.MOVE, body, base=1).noop is None


def test_a_catch_is_too_late_after_the_next_turn_move() -> None:
    table, seat = exposed()
    answers = table.fold.last_turn
    table.move(turn_of(table.fold), Move(int(Verb.DRAW)))
    body = (f"c@{seat}", None, answers, None)
    posted(table, (seat + 1) % 3, Kind.MOVE, body, "stale")
    body = (f"c@{seat}", None, table.fold.last_turn, None)
    posted(table, (seat + 1) % 3, Kind.MOVE, body, "not_exposed")


@pytest.mark.parametrize(
    ("target", "reason"), [("own", "own_catch"), (9, "no_such_seat"), ("next", "not_exposed")]
)
def test_catches_of_the_wrong_seat(target: Any, reason: str) -> None:
    table, seat = exposed()
    named = {"own": (seat + 1) % 3, "next": (seat + 2) % 3}.get(target, target)
    body = (f"c@{named}", None, table.fold.last_turn, None)
    posted(table, (seat + 1) % 3, Kind.MOVE, body, reason)


# Stale moves


def test_a_turn_move_over_a_turn_move_that_its_author_had_not_seen_is_stale() -> None:
    table = table_in_turn()
    seat = turn_of(table.fold)
    base = table.fold.last_turn - 1
    posted(table, seat, Kind.MOVE, ("d", None, None, None), "stale", base=base)
    posted(table, seat, Kind.MOVE, ("d", None, None, None), "stale", base=0)
    # What is no turn move does not make others stale.
    table.post((seat + 1) % 3, Kind.MOVE, ("d", None, None, None))
    turn = table.fold.last_turn
    assert table.post(seat, Kind.MOVE, ("d", None, None, None), base=turn).noop is None
    assert table.fold.last_turn == table.ledger.last_index


def test_an_ignored_move_makes_no_other_stale() -> None:
    table = table_in_turn()
    turn = table.fold.last_turn
    posted(table, turn_of(table.fold), Kind.MOVE, ("k", None, None, None), "wrong_phase")
    assert table.fold.last_turn == turn


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
    "slot as boolean": ("d", True, None, None),
    "answers below": ("d", None, -1, None),
    "answers above": ("d", None, 1 << 32, None),
    "proof as text": ("d", None, None, "x"),
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
        posted(table, turn_of(table.fold), Kind.MOVE, (token, None, None, None), "decode")


@pytest.mark.parametrize("kind", [Kind.HELLO, Kind.COMMIT, Kind.OPEN, Kind.NONCE, Kind.OPEN2])
def test_malformed_records(kind: Kind) -> None:
    table = Tabletop(2, seed=1).greet()
    digest = bytes(32)
    bodies: dict[Kind, list[Any]] = {
        Kind.HELLO: [None, 1, (bytes(8),)],
        Kind.COMMIT: [(), (digest,), (digest, bytes(31)), (digest, None), (digest, digest, 1)],
        Kind.OPEN: [
            (digest, (), b""),
            (digest, None, b"", ()),
            (digest, (b"",), b"", ()),
            (digest, (bytes(257),), b"", ()),
            (digest, (b"x",) * 17, b"", ()),
            (digest, (), bytes(65), ()),
            (bytes(31), (), b"", ()),
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


UNBUILT = (
    *(Kind.KEY_SHARES, Kind.COMPLAIN, Kind.MIX, Kind.SHARE, Kind.REVEAL, Kind.RIFFLE, Kind.LEAVE),
    *(0, 14, 31),
)
UNBUILT_SYSTEM = (
    *(Kind.TIMEOUT, Kind.BENCH, Kind.RETURN, Kind.NEW_TERM, Kind.VOID),
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
    opened = (digest, (), b"", ())
    posted(table, 0, Kind.OPEN, opened, "deal")
    posted(table, 0, Kind.NONCE, (digest, 0), "deal")
    posted(table, 0, Kind.OPEN2, (digest,), "deal")
    table.post(0, *table.owed(0))
    posted(table, 0, Kind.COMMIT, (digest, digest), "deal")
    posted(table, 0, Kind.OPEN, opened, "deal")
    table.post(1, *table.owed(1))
    posted(table, 0, Kind.COMMIT, (digest, digest), "deal")
    table.shuffle()
    for kind, body in (
        (Kind.COMMIT, (digest, digest)),
        (Kind.OPEN, opened),
        (Kind.NONCE, (digest, 1)),
        (Kind.OPEN2, (digest,)),
    ):
        posted(table, turn_of(table.fold), kind, body, "deal")


def test_a_wrong_opening_is_ignored_and_the_seat_still_owes_it() -> None:
    table = Tabletop(2, seed=1).greet()
    for seat in (0, 1):
        table.post(seat, *table.owed(seat))
    kind, (n1, *_) = table.owed(0)
    for body in (
        (bytes(32), (), b"", ()),
        (n1, (bytes(33),), b"", ()),
        (n1, (), bytes(33), ()),
        (n1, (), b"", (b"proof",)),
    ):
        posted(table, 0, Kind.OPEN, body, "bad_proof")
    assert table.post(0, kind, (n1, (), b"", ())).noop is None
    table.post(1, *table.owed(1))
    posted(table, 1, Kind.OPEN2, (bytes(32),), "bad_proof")
    posted(table, 1, Kind.OPEN2, table.owed(0)[1], "bad_proof")
    assert table.fold.deal.due_seats() == (0, 1)
    table.shuffle()
    assert table.fold.round.hands[0]


def test_a_copied_commitment_cannot_be_opened() -> None:
    table = Tabletop(2, seed=1).greet()
    kind, body = table.owed(0)
    table.post(0, kind, body)
    assert table.post(1, kind, body).noop is None
    _, opening = table.owed(0)
    table.post(0, Kind.OPEN, opening)
    posted(table, 1, Kind.OPEN, opening, "bad_proof")


def test_moves_wait_for_the_shuffle() -> None:
    table = Tabletop(2, seed=1).greet()
    posted(table, 0, Kind.MOVE, ("d", None, None, None), "round_over")
    table.until(lambda fold: fold.deal.step == "open2")
    posted(table, 0, Kind.MOVE, ("d", None, None, None), "waiting")


def test_a_nonce_of_another_epoch() -> None:
    table = Tabletop(5, "quick", seed=3, hand_size="20").dealt()
    table.until(lambda fold: fold.deal.step == "nonce")
    kind, (c2, epoch) = table.owed(0)
    for other in (epoch - 1, epoch + 1):
        posted(table, 0, kind, (c2, other), "deal")
    posted(table, 0, Kind.MOVE, ("d", None, None, None), "waiting")
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
    posted(table, 0, Kind.MOVE, ("d", None, None, None), "round_over")
    assert table.system(Kind.ROUND_END, (winner, reason, scores)).noop is None
    ignored(table, lambda: table.system(Kind.ROUND_END, (winner, reason, scores)), "not_due")


def test_after_the_match_nothing_counts() -> None:
    table = Tabletop(2, "quick", seed=1).dealt().finish()
    digest = bytes(32)
    posted(table, 0, Kind.MOVE, ("d", None, None, None), "round_over")
    posted(table, 0, Kind.COMMIT, (digest, digest), "deal")
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
