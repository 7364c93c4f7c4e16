"""The steps of a round: who owes what, what each refuses, and what comes out of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet.deal import DealState, Expelled, Ordered, Result, Seeded, Step, hashes
from unonet.deal.dues import ENTROPY, dues
from unonet.deal.holdings import Holdings
from unonet.deal.keying import Keying
from unonet.deal.mixing import Mixing
from unonet.deal.secrets import Secrets
from unonet.errors import BadProof, DealError

TABLE = b"table of 16 byte"
COUNTS = (1, 2, 0, 3, 4)
SEATS = (0, 1, 2, 3)


class Company:
    """Seats that keep their secrets and post whatever they owe, in any order."""

    def __init__(self, seats: tuple[int, ...] = SEATS, *, salt: bytes = b"") -> None:
        self.deal = DealState.start(TABLE, 0, seats, COUNTS)
        self.secrets = {seat: Secrets() for seat in seats}
        self.salt = salt

    def body(self, seat: int) -> tuple[Any, ...]:
        label = (self.salt, seat, self.deal.attempt, self.deal.epoch)
        entropy = b"".join(hashes.tagged(part, *label) for part in "abcd")
        (owed,) = dues(self.deal, seat, self.secrets[seat], entropy)
        assert owed.name == self.deal.step
        return owed.make()

    def post(self, seat: int) -> Result | None:
        result: Result | None = getattr(self.deal, self.deal.step)(seat, *self.body(seat))
        return result

    def finish_step(self) -> Result | None:
        results = [self.post(seat) for seat, _ in due(self.deal)]
        assert results[:-1] == [None] * (len(results) - 1)
        return results[-1]

    def until(self, step: Step) -> DealState:
        while self.deal.step is not step:
            self.finish_step()
        return self.deal

    def order(self) -> Ordered:
        while not isinstance(result := self.finish_step(), Ordered):
            pass
        return result


def due(deal: DealState) -> tuple[tuple[int, Step], ...]:
    """What each seat owes now, by ascending seat."""
    return tuple((seat, deal.step) for seat in deal.due_seats())


def in_the_open(*types: int) -> list[tuple[int, int]]:
    """A pile of cards that everybody knows."""
    return list(enumerate(types))


def refused(deal: DealState, call: Callable[[DealState], object]) -> DealError:
    """The error of the call, after a look that it changed nothing."""
    before = deal.copy()
    with pytest.raises(DealError) as caught:
        call(deal)
    assert deal == before
    assert deal.public_values() == before.public_values()
    return caught.value


def test_steps_follow_each_other_to_an_order() -> None:
    company = Company()
    deal = company.deal
    assert due(deal) == tuple((seat, Step.COMMIT) for seat in SEATS)
    assert company.finish_step() is None
    assert due(deal) == tuple((seat, Step.OPEN) for seat in SEATS)
    assert company.finish_step() == Seeded(deal.seed)
    assert due(deal) == tuple((seat, Step.OPEN2) for seat in SEATS)
    ordered = company.finish_step()
    assert isinstance(ordered, Ordered)
    assert ordered[:3] == (0, 0, tuple(range(10)))
    assert sorted(ordered.types) == [0, 1, 1, 3, 3, 3, 4, 4, 4, 4]
    assert due(deal) == ()


def test_due_shrinks_as_seats_post() -> None:
    company = Company()
    company.post(2)
    assert due(company.deal) == ((0, Step.COMMIT), (1, Step.COMMIT), (3, Step.COMMIT))


def test_order_of_posting_does_not_matter() -> None:
    forth, back = Company(), Company()
    while due(forth.deal):
        forth.finish_step()
    while owed := due(back.deal):
        for seat, _ in reversed(owed):
            back.post(seat)
    assert forth.deal == back.deal


def test_slots_of_later_epochs_continue() -> None:
    company = Company()
    company.order()
    for epoch, pile in ((1, (4, 1, 3)), (2, (0,))):
        company.deal.reshuffle(in_the_open(*pile))
        assert due(company.deal) == tuple((seat, Step.NONCE) for seat in SEATS)
        ordered = company.order()
        base = 10 if epoch == 1 else 13
        assert ordered[:3] == (epoch, base, tuple(range(base, base + len(pile))))
        assert sorted(ordered.types) == sorted(pile)
    assert len(company.deal.faces) == 14


@pytest.mark.parametrize("changed", SEATS)
def test_any_single_n2_changes_the_order(changed: int) -> None:
    """All other n2 are the same eight times; two equal orders would be chance."""
    orders = set()
    for salt in range(8):
        company = Company()
        deal = company.until(Step.OPEN2)
        other = hashes.tagged("another n2", salt)
        deal.nonces[changed] = deal.c2(changed, other)
        results = [
            deal.open2(seat, other if seat == changed else company.body(seat)[0]) for seat in SEATS
        ]
        assert isinstance(results[-1], Ordered)
        orders.add(results[-1].types)
    assert len(orders) == 8


@given(st.sets(st.integers(0, 9), min_size=1), st.binary(max_size=8))
def test_an_order_is_a_permutation_of_the_deck(seats: set[int], salt: bytes) -> None:
    ordered = Company(tuple(seats), salt=salt).order()
    assert sorted(ordered.types) == [0, 1, 1, 3, 3, 3, 4, 4, 4, 4]


def test_dealer_draw_is_the_deck_in_another_order() -> None:
    company = Company()
    refused(company.deal, lambda deal: deal.dealer_draw())
    deal = company.until(Step.OPEN2)
    assert sorted(deal.dealer_draw()) == sorted(deal.pile)
    assert bytes(deal.dealer_draw()) != deal.pile


# --- what is refused -------------------------------------------------------------------------

DIGEST = bytes(32)
WRONG_STEP: dict[Step, list[Callable[[DealState], object]]] = {
    Step.COMMIT: [
        lambda deal: deal.open(0, DIGEST, (), b"", b""),
        lambda deal: deal.nonce(0, DIGEST, 0),
        lambda deal: deal.open2(0, DIGEST),
        lambda deal: deal.reshuffle([(0, 1)]),
    ],
    Step.OPEN: [
        lambda deal: deal.commit(0, DIGEST, DIGEST, 0),
        lambda deal: deal.nonce(0, DIGEST, 0),
        lambda deal: deal.open2(0, DIGEST),
        lambda deal: deal.reshuffle([(0, 1)]),
    ],
    Step.OPEN2: [
        lambda deal: deal.commit(0, DIGEST, DIGEST, 0),
        lambda deal: deal.open(0, DIGEST, (), b"", b""),
        lambda deal: deal.nonce(0, DIGEST, 0),
        lambda deal: deal.reshuffle([(0, 1)]),
    ],
    Step.ORDERED: [
        lambda deal: deal.commit(0, DIGEST, DIGEST, 0),
        lambda deal: deal.open(0, DIGEST, (), b"", b""),
        lambda deal: deal.nonce(0, DIGEST, 1),
        lambda deal: deal.open2(0, DIGEST),
    ],
}


@pytest.mark.parametrize("step", WRONG_STEP)
def test_what_is_not_due_is_refused_without_looking_at_it(step: Step) -> None:
    deal = Company().until(step)
    for call in WRONG_STEP[step]:
        assert not isinstance(refused(deal, call), BadProof)


def test_nonces_are_not_taken_for_another_epoch() -> None:
    company = Company()
    company.order()
    company.deal.reshuffle(in_the_open(1, 1, 3))
    for epoch in (0, 2, -1):
        refused(company.deal, lambda deal, epoch=epoch: deal.nonce(0, DIGEST, epoch))
    for call in WRONG_STEP[Step.OPEN2][:2]:
        refused(company.deal, call)


@pytest.mark.parametrize("step", [Step.COMMIT, Step.OPEN, Step.OPEN2, Step.NONCE])
def test_nobody_posts_twice_and_no_stranger_posts(step: Step) -> None:
    company = Company()
    if step is Step.NONCE:
        company.order()
        company.deal.reshuffle(in_the_open(1, 1, 3))
    deal = company.until(step)
    body = company.body(1)
    company.post(1)
    assert not isinstance(refused(deal, lambda deal: getattr(deal, step)(1, *body)), BadProof)
    refused(deal, lambda deal: getattr(deal, step)(4, *body))


@pytest.mark.parametrize("bad", [b"", bytes(31), bytes(33), "x" * 32, 7, None, (1,)])
def test_a_commitment_is_32_bytes(bad: Any) -> None:
    company = Company()
    refused(company.deal, lambda deal: deal.commit(0, bad, DIGEST, 0))
    refused(company.deal, lambda deal: deal.commit(0, DIGEST, bad, 0))
    company.order()
    company.deal.reshuffle(in_the_open(1, 1, 3))
    refused(company.deal, lambda deal: deal.nonce(0, bad, 1))


@pytest.mark.parametrize("bad", [b"", bytes(31), bytes(32), bytes(33), "x" * 32, 7, None, (1,)])
def test_an_opening_that_does_not_fit_names_its_seat(bad: Any) -> None:
    company = Company()
    for step, rest in ((Step.OPEN, ((), b"", b"")), (Step.OPEN2, ())):
        deal = company.until(step)
        error = refused(deal, lambda deal, step=step, rest=rest: getattr(deal, step)(2, bad, *rest))
        assert isinstance(error, BadProof)
        assert error.seat == 2


@pytest.mark.parametrize(
    "rest",
    [
        ((bytes(33),), b"", b""),
        ((), bytes(33), b""),
        ((), b"", bytes(96)),
    ],
)
def test_an_open_deal_takes_no_keys_and_no_proofs(rest: tuple[Any, Any, Any]) -> None:
    company = Company()
    deal = company.until(Step.OPEN)
    n1 = company.body(3)[0]
    error = refused(deal, lambda deal: deal.open(3, n1, *rest))
    assert isinstance(error, BadProof)
    assert error.seat == 3


def test_every_bit_of_an_opening_counts() -> None:
    company = Company()
    for step in (Step.OPEN, Step.OPEN2):
        deal = company.until(step)
        secret, *rest = company.body(0)
        for bit in range(256):
            changed = (int.from_bytes(secret, "big") ^ 1 << bit).to_bytes(32, "big")
            refused(deal, lambda deal, n=changed, r=rest, s=step: getattr(deal, s)(0, n, *r))


def test_a_copied_commitment_can_never_be_opened() -> None:
    """Whoever copies another's hashes cannot repeat the openings either: the seat is in them."""
    company = Company((0, 1))
    deal = company.deal
    c1, c2, _ = company.body(0)
    deal.commit(0, c1, c2, 0)
    deal.commit(1, c1, c2, 0)
    n1 = company.body(0)[0]
    deal.open(0, n1, (), b"", b"")
    assert isinstance(refused(deal, lambda deal: deal.open(1, n1, (), b"", b"")), BadProof)


def test_a_copied_second_commitment_can_never_be_opened() -> None:
    company = Company((0, 1))
    deal = company.until(Step.OPEN2)
    deal.nonces[1] = deal.nonces[0]
    n2 = company.body(0)[0]
    deal.open2(0, n2)
    assert isinstance(refused(deal, lambda deal: deal.open2(1, n2)), BadProof)


@pytest.mark.parametrize(
    "other",
    [
        {"table_id": b"another 16 bytes"},
        {"round": 1},
        {"attempt": 1},
    ],
)
def test_an_opening_from_elsewhere_does_not_fit(other: dict[str, Any]) -> None:
    """Table, round and attempt are in the hashes: nothing replays."""
    company = Company()
    deal = company.until(Step.OPEN)
    body = company.body(0)
    for name, value in other.items():
        setattr(deal, name, value)
    assert isinstance(refused(deal, lambda deal: deal.open(0, *body)), BadProof)


def test_an_opening_of_another_epoch_does_not_fit() -> None:
    company = Company()
    company.order()
    company.deal.reshuffle(in_the_open(1, 1, 3))
    deal = company.until(Step.OPEN2)
    old = hashes.tagged("b", b"", 0, 0, 0)
    deal.nonces[0] = hashes.commitment_2(TABLE, 0, 0, 0, 0, old)
    assert isinstance(refused(deal, lambda deal: deal.open2(0, old)), BadProof)


@pytest.mark.parametrize("pile", [(), (5,), (-1,), (0, 256)])
def test_a_pile_has_cards_of_this_deck(pile: tuple[int, ...]) -> None:
    company = Company()
    company.order()
    refused(company.deal, lambda deal: deal.reshuffle(in_the_open(*pile)))


@pytest.mark.parametrize(
    ("table_id", "round_", "seats", "counts"),
    [
        (b"short", 0, SEATS, COUNTS),
        (TABLE, -1, SEATS, COUNTS),
        (TABLE, 0, (), COUNTS),
        (TABLE, 0, (1, 1), COUNTS),
        (TABLE, 0, SEATS, ()),
        (TABLE, 0, SEATS, (0, 0)),
        (TABLE, 0, SEATS, (3, -1)),
        (TABLE, 0, SEATS, (1,) * 257),
    ],
)
def test_no_deal_starts_from_nonsense(
    table_id: bytes, round_: int, seats: tuple[int, ...], counts: tuple[int, ...]
) -> None:
    with pytest.raises(DealError):
        DealState.start(table_id, round_, seats, counts)


# --- seats that go ---------------------------------------------------------------------------


@pytest.mark.parametrize("step", [Step.COMMIT, Step.OPEN])
@pytest.mark.parametrize("posted", [False, True])
def test_going_before_the_seed_begins_step_1_again_with_fresh_values(
    step: Step, posted: bool
) -> None:
    """Whoever saw others' n1 and goes must not have chosen between two seeds."""
    company = Company()
    deal = company.until(step)
    company.post(0)
    if posted:
        company.post(2)
    old = {*deal.commits.values(), *deal.nonces.values()}
    assert deal.drop(2) is None
    assert (deal.attempt, deal.commits, deal.openings, deal.nonces) == (1, {}, {}, {})
    assert due(deal) == ((0, Step.COMMIT), (1, Step.COMMIT), (3, Step.COMMIT))
    company.until(Step.OPEN)
    assert not old & {*deal.commits.values(), *deal.nonces.values()}
    assert sorted(company.order().types) == [0, 1, 1, 3, 3, 3, 4, 4, 4, 4]


def test_a_commitment_of_an_attempt_that_ended_is_not_taken() -> None:
    """It may have been on its way when the attempt ended: no reason to expel anybody."""
    company = Company()
    late = company.body(0)
    company.deal.drop(3)
    assert not isinstance(refused(company.deal, lambda deal: deal.commit(0, *late)), BadProof)
    company.order()


def test_a_withheld_n2_is_answered_with_fresh_nonces_and_the_same_pile() -> None:
    """Stacking by withholding: nothing that was opened is used again, and the slots stay unused."""
    company = Company()
    deal = company.until(Step.OPEN2)
    opened, pile = company.body(0), deal.pile
    for seat in (0, 1, 2):
        company.post(seat)
    assert deal.drop(3) is None
    assert (deal.epoch, deal.pile, deal.openings2, deal.nonces) == (1, pile, {}, {})
    assert due(deal) == ((0, Step.NONCE), (1, Step.NONCE), (2, Step.NONCE))
    company.finish_step()
    assert company.body(0) != opened
    ordered = company.order()
    assert ordered[:3] == (1, 0, tuple(range(10)))


def test_an_opened_n2_stays_in_the_order() -> None:
    company, complete = Company(), Company()
    deal = company.until(Step.OPEN2)
    company.post(3)
    assert deal.drop(3) is None
    for seat in (0, 1):
        assert company.post(seat) is None
    assert company.post(2) == complete.order()


def test_the_drop_that_nobody_else_is_waited_for_returns_what_follows() -> None:
    company = Company()
    deal = company.until(Step.OPEN2)
    company.post(3)
    deal.drop(3)
    deal.drop(0)
    assert deal.step is Step.NONCE
    assert due(deal) == ((1, Step.NONCE), (2, Step.NONCE))


def test_going_between_epochs_leaves_the_order_alone() -> None:
    company = Company()
    company.order()
    faces = company.deal.faces
    assert company.deal.drop(0) is None
    assert (company.deal.faces, due(company.deal)) == (faces, ())
    refused(company.deal, lambda deal: deal.drop(0))


def test_a_nonce_of_a_seat_that_goes_is_forgotten() -> None:
    company = Company()
    company.order()
    company.deal.reshuffle(in_the_open(1, 1, 3))
    company.post(0)
    company.deal.drop(0)
    company.until(Step.OPEN2)
    assert due(company.deal) == ((1, Step.OPEN2), (2, Step.OPEN2), (3, Step.OPEN2))
    company.order()


@pytest.mark.parametrize("step", [Step.COMMIT, Step.OPEN, Step.OPEN2])
def test_everybody_may_go(step: Step) -> None:
    company = Company((0, 1))
    deal = company.until(step)
    deal.drop(0)
    deal.drop(1)
    assert due(deal) == ()
    assert not deal.faces


# --- value semantics -------------------------------------------------------------------------


def test_a_copy_is_equal_and_shares_nothing() -> None:
    company = Company()
    for step in (Step.OPEN, Step.OPEN2):
        twin = company.deal.copy()
        assert twin == company.deal
        company.until(step)
        assert twin != company.deal
        assert twin.public_values() != company.deal.public_values()


def test_public_values_tell_every_field() -> None:
    company = Company()
    company.until(Step.OPEN2)
    company.post(0)
    deal = company.deal
    changes: dict[str, object] = {
        "table_id": b"another 16 bytes",
        "round": 9,
        "counts": (1,),
        "seats": (0,),
        "sealed": True,
        "strict": True,
        "first": 1,
        "attempt": 9,
        "epoch": 9,
        "step": Step.ORDERED,
        "commits": {},
        "openings": {},
        "seed": b"",
        "nonces": {},
        "openings2": {},
        "pile": b"",
        "faces": b"\1",
        "keying": Keying(SEATS, 3),
        "mixing": Mixing(()),
        "holdings": Holdings(),
    }
    assert tuple(changes) == tuple(DealState.__dataclass_fields__)
    seen = {deal.public_values()}
    for name, value in changes.items():
        other = deal.copy()
        setattr(other, name, value)
        seen.add(other.public_values())
    assert len(seen) == 1 + len(changes)


def test_public_values_are_plain_and_bounded() -> None:
    company = Company(tuple(range(10)))
    for _ in range(40):
        company.order()
        company.deal.reshuffle(in_the_open(*(0, 1, 3, 4) * 25))
    assert _depth_of(company.deal.public_values()) <= 4


def _depth_of(value: object) -> int:
    if isinstance(value, tuple):
        assert len(value) <= 256
        return 1 + max(map(_depth_of, value), default=0)
    assert type(value) in (int, bool, str, bytes, type(None))
    assert not isinstance(value, bytes) or len(value) <= 60_000
    return 0


# --- secrets ---------------------------------------------------------------------------------


def owed(deal: DealState, seat: int, secrets: Secrets, entropy: bytes) -> list[tuple[Any, ...]]:
    return [
        (record.key, record.name, record.make()) for record in dues(deal, seat, secrets, entropy)
    ]


def test_a_record_is_the_same_however_often_it_is_asked_for() -> None:
    deal, secrets = DealState.start(TABLE, 0, SEATS, COUNTS), Secrets()
    first = owed(deal, 0, secrets, bytes(ENTROPY))
    assert len(first) == 1
    assert first == owed(deal, 0, secrets, bytes([1]) * ENTROPY)


def test_fresh_values_for_every_round_attempt_and_epoch() -> None:
    secrets = Secrets()
    states = [
        DealState(TABLE, round_, COUNTS, SEATS, attempt=attempt, epoch=epoch, step=Step.NONCE)
        for round_, attempt, epoch in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    ]
    seen = set()
    for number, state in enumerate(states):
        assert owed(state, 0, secrets, bytes([number]) * ENTROPY)
        seen |= {secret.value for secret in secrets.values()}
    assert len(seen) == 4


def test_what_was_opened_in_an_earlier_epoch_is_forgotten() -> None:
    secrets = Secrets()
    for epoch in range(3):
        state = DealState(TABLE, 0, COUNTS, SEATS, epoch=epoch, step=Step.NONCE)
        assert owed(state, 0, secrets, bytes([epoch]) * ENTROPY)
    assert [secret.epoch for secret in secrets.values()] == [2]


def test_each_hidden_value_has_its_own_entropy() -> None:
    deal, secrets = DealState.start(TABLE, 0, SEATS, COUNTS, sealed=True), Secrets()
    owed(deal, 0, secrets, b"".join(bytes([part]) * 32 for part in range(4)))
    kept = {(secret.name, secret.value[0]) for secret in secrets.values()}
    assert kept == {("n1", 0), ("n2", 1), ("keys", 2)}


def test_stored_secrets_open_what_they_committed_to() -> None:
    company = Company()
    company.until(Step.OPEN)
    company.secrets = {seat: Secrets(secrets.values()) for seat, secrets in company.secrets.items()}
    company.order()


def test_a_lost_secret_is_said_and_none_is_invented() -> None:
    company = Company()
    deal = company.until(Step.OPEN)
    with pytest.raises(DealError, match="lost"):
        owed(deal, 0, Secrets(), bytes(ENTROPY))


def test_secrets_of_rounds_that_are_over_are_forgotten() -> None:
    company = Company()
    company.order()
    secrets = company.secrets[0]
    secrets.forget(below=0)
    assert {secret.name for secret in secrets.values()} == {"n1", "n2"}
    secrets.forget(below=1)
    assert secrets.values() == ()


def test_who_owes_nothing_gets_nothing() -> None:
    company = Company()
    company.post(0)
    assert owed(company.deal, 0, company.secrets[0], bytes(ENTROPY)) == []
    assert owed(company.deal, 7, Secrets(), bytes(ENTROPY)) == []
    company.order()
    assert owed(company.deal, 0, company.secrets[0], bytes(ENTROPY)) == []


def test_a_dealer_that_has_left_can_still_be_complained_about() -> None:
    deal = DealState.start(TABLE, 0, SEATS, COUNTS, sealed=True)
    secrets = {seat: Secrets() for seat in SEATS}
    while deal.step is not Step.MIX:
        seat = deal.due_seats()[0]
        (record,) = dues(deal, seat, secrets[seat], bytes([seat]) * ENTROPY)
        body = record.make()
        if deal.step is Step.KEY_SHARES and seat == 2:
            body = (tuple(bytes(48) for _ in body[0]),)
        getattr(deal, record.name)(seat, *body)
    deal.drop(2)
    (record,) = dues(deal, 3, secrets[3], bytes(ENTROPY))
    assert record.name == "complain"
    assert deal.complain(3, *record.make()) == Expelled(2)
    assert (deal.step, deal.attempt, deal.seats) == (Step.COMMIT, 1, (0, 1, 3))
