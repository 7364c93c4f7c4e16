from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.ledger import chain
from unonet.errors import BadSignature, BrokenChain, LocalProtocolError
from unonet.ledger.entry import Entry, Header, Move, sha256
from unonet.ledger.kinds import Kind


def picture(ledger):
    """Everything that a ledger shows."""
    numbers = [
        ledger.next_n(seat, session) for seat in range(5) for session in (*chain.SESSIONS, b"other")
    ]
    return ledger.slice(0, 1 << 32), ledger.last_index, ledger.last_hash, numbers


def refused(ledger, entry, error=BrokenChain, **appending):
    """What appending ``entry`` raises, after checking that it changed nothing."""
    before = picture(ledger)
    with pytest.raises(error) as caught:
        ledger.append(entry, **appending)
    assert picture(ledger) == before
    assert type(caught.value) is error
    return caught.value


@pytest.fixture
def ledger():
    return chain.grown()


@pytest.fixture
def entry(ledger):
    """A good next entry: seat 1 plays."""
    return chain.ordered(ledger, chain.move(ledger, 1, Kind.MOVE, ("draw", None, None, None)))


def test_an_empty_ledger_stands_on_its_genesis():
    ledger = chain.empty()
    assert (ledger.last_index, ledger.slice(0, 9)) == (0, ())
    assert ledger.last_hash == ledger.hash_at(0)


def test_a_chain_is_taken_with_every_signature_checked(ledger):
    again = chain.empty()
    for entry in ledger.slice(1, ledger.last_index + 1):
        again.append(entry)
        assert again.last_hash == entry.hash == again.hash_at(entry.index)
        assert again.entry(entry.index) is entry
    assert picture(again) == picture(ledger)


def test_slices_are_half_open_and_clipped(ledger):
    indices = [entry.index for entry in ledger.slice(2, 5)]
    assert indices == [2, 3, 4]
    assert len(ledger.slice(0, 1 << 40)) == ledger.last_index
    assert ledger.slice(ledger.last_index + 1, ledger.last_index + 9) == ()
    assert ledger.slice(5, 2) == ()


@pytest.mark.parametrize("index", [-1, 0, 14])
def test_only_entries_that_exist_are_handed_out(ledger, index):
    with pytest.raises(LocalProtocolError, match=r"not one of 1\.\.13"):
        ledger.entry(index)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"index": 13}, "is numbered 13"),
        ({"index": 15}, "is numbered 15"),
        ({"prev_hash": bytes(32)}, "does not name the hash of the entry before it"),
        ({"move_hash": bytes(32)}, "carries a record that is not the one its header names"),
        ({"term": 0}, "goes back from term 1 to 0"),
        ({"leader": 1}, "changes the leader inside term 1"),
    ],
)
def test_a_header_must_continue_the_chain(ledger, entry, changes, message):
    error = refused(ledger, chain.ordered(ledger, entry.move, **changes), check=False)
    assert str(error) == f"entry 14 {message}"
    # Entries can be put together wrongly by whoever has them; term and leader are the signer's.
    signer = changes.get("leader", 0) if changes.keys() & {"term", "leader"} else None
    assert (error.index, error.seat) == (14, signer)


def test_a_new_term_may_have_a_new_leader(ledger, entry):
    ledger.append(chain.ordered(ledger, entry.move, term=2, leader=3))
    assert ledger.entry(14).header.leader == 3


def test_a_leader_has_a_seat(ledger, entry):
    fields = {"term": 2, "leader": 4, "index": 14, "prev_hash": ledger.last_hash}
    header = Header.pack(**fields, move_hash=entry.header.move_hash)
    stranger = Entry(header, bytes(64), entry.move, entry.move_signature)
    assert "a leader, 4, who has no seat" in str(refused(ledger, stranger))


def test_an_author_has_a_seat(ledger, entry):
    fields = {"session": bytes(8), "n": 0, "base_index": 0, "base_hash": bytes(32)}
    move = Move.pack(seat=4, kind=Kind.HELLO, body=None, **fields)
    header = Header.pack(
        term=1, leader=0, index=14, prev_hash=ledger.last_hash, move_hash=sha256(move.raw)
    )
    signature = chain.SEATS[0].sign("header", chain.TABLE, header.raw)
    error = refused(ledger, Entry(header, signature, move, bytes(64)))
    assert str(error) == "entry 14 has an author, 4, who has no seat"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n": 2}, "has n 2 of seat 1 where 3 is due"),
        ({"n": 4}, "has n 4 of seat 1 where 3 is due"),
        ({"n": 0, "kind": Kind.HELLO}, "has n 0 of seat 1 where 3 is due"),
        ({"kind": Kind.HELLO}, "is a hello with n above 0, or no hello with n 0"),
        ({"session": b"new----1"}, "is a hello with n above 0, or no hello with n 0"),
        ({"session": b"new----1", "n": 1}, "has n 1 of seat 1 where 0 is due"),
    ],
)
def test_numbers_have_no_gaps_and_start_with_a_hello(ledger, changes, message):
    fields = {"kind": Kind.MOVE, **changes}
    move = chain.move(ledger, 1, fields.pop("kind"), None, **fields)
    error = refused(ledger, chain.ordered(ledger, move))
    assert str(error) == f"entry 14 {message}"
    assert (error.index, error.seat) == (14, 0)


def test_a_hello_ends_the_older_session_for_good(ledger):
    new = b"new----1"
    ledger.append(chain.ordered(ledger, chain.move(ledger, 1, Kind.HELLO, None, session=new)))
    assert ledger.next_n(1, new) == 1
    assert ledger.next_n(1, chain.SESSIONS[1]) is None
    for n, kind in ((0, Kind.HELLO), (3, Kind.MOVE)):
        late = chain.move(ledger, 1, kind, None, n=n)
        assert "has ended" in str(refused(ledger, chain.ordered(ledger, late)))
    assert ledger.next_n(2, chain.SESSIONS[2]) == 3


def test_two_seats_may_choose_the_same_session(ledger):
    hello = chain.move(ledger, 1, Kind.HELLO, None, session=chain.SESSIONS[2])
    ledger.append(chain.ordered(ledger, hello))
    assert ledger.next_n(2, chain.SESSIONS[2]) == 3


def test_the_leader_must_have_signed_the_header(ledger, entry):
    forged = chain.SEATS[1].sign("header", chain.TABLE, entry.header.raw)
    error = refused(ledger, chain.resigned(entry, header_signature=forged), BadSignature)
    assert (error.index, error.seat) == (14, 0)
    assert str(error) == "entry 14: seat 0 did not sign this header"


@pytest.mark.parametrize(
    ("seat", "domain", "table"),
    [(0, "move", chain.TABLE), (1, "header", chain.TABLE), (1, "move", bytes(16))],
)
def test_the_author_must_have_signed_the_move_at_this_table(ledger, entry, seat, domain, table):
    forged = chain.SEATS[seat].sign(domain, table, entry.move.raw)
    error = refused(ledger, chain.resigned(entry, move_signature=forged), BadSignature)
    assert (error.index, error.seat) == (14, 1)
    assert str(error) == "entry 14: seat 1 did not sign this move"


def test_signatures_can_be_owed_and_checked_in_threads(ledger, entry):
    again = chain.empty()
    jobs = []
    for one in ledger.slice(1, ledger.last_index + 1):
        again.append(one, check=False)
        jobs += again.signature_jobs(one)
    bad = chain.resigned(entry, move_signature=bytes(64))
    again.append(bad, check=False)
    jobs += again.signature_jobs(bad)
    with ThreadPoolExecutor(2) as pool:
        held = list(pool.map(lambda job: job.holds(), jobs))
    assert len(jobs) == 13 + 12 + 2  # a header each, an author each but for the round's end
    assert [job.seat for job, ok in zip(jobs, held, strict=True) if not ok] == [1]


@pytest.mark.parametrize("to", range(14))
def test_a_rollback_is_as_if_the_rest_had_never_been(ledger, to):
    short = chain.empty()
    for entry in ledger.slice(1, to + 1):
        short.append(entry, check=False)
    rest = ledger.slice(to + 1, 14)
    ledger.rollback(to)
    assert picture(ledger) == picture(short)
    for entry in rest:
        ledger.append(entry)
    assert ledger.last_index == 13


@pytest.mark.parametrize("to", [-1, 14])
def test_a_rollback_goes_back_only(ledger, to):
    before = picture(ledger)
    with pytest.raises(LocalProtocolError):
        ledger.rollback(to)
    assert picture(ledger) == before
