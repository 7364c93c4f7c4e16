"""Lobby: what a host or a guest does not take, and that it changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.table.rooms import ADA, BOB, EVE, HOST, LOBBY, QUICK, Room, applicant, refused, said
from unonet.errors import DecodeError
from unonet.ledger import codec
from unonet.ledger.identity import Identity
from unonet.table.guest_lobby import GuestLobby
from unonet.table.host_lobby import HostLobby
from unonet.table.lobby_messages import (
    Begin,
    Draft,
    Linked,
    Marks,
    Ready,
    Refused,
    Sit,
    Unready,
    Watch,
    write_message,
)
from unonet.table.terms import accept, endorse, read_terms, write_genesis, write_terms


def seats_of(*identities: Identity) -> list[Any]:
    return [applicant(one, f"p{number}").place for number, one in enumerate(identities)]


def draft_of(seats: list[Any], number: int = 1, lobby: bytes = LOBBY, **changes: Any) -> bytes:
    terms = write_terms(lobby, QUICK, seats=seats)
    draft = Draft(number, len(seats), terms.raw, ((),) * len(seats))
    return write_message(draft._replace(**changes))


def guest(draft: bytes | None = None) -> GuestLobby:
    own = applicant(ADA, "p1")
    lobby = GuestLobby(ADA, own, host=HOST.key, lobby_id=LOBBY, eager=True)
    if draft is not None:
        lobby.receive(HOST.key, draft)
    return lobby


GOOD = seats_of(HOST, ADA)
REFUSED_DRAFTS = {
    "not among them": (draft_of(seats_of(HOST, BOB)), "otherwise"),
    "another nonce": (draft_of([GOOD[0], GOOD[1]._replace(nonce=bytes(32))]), "otherwise"),
    "made a bot": (draft_of([GOOD[0], GOOD[1]._replace(bot="greedy")]), "otherwise"),
    "given an operator": (
        draft_of(
            [GOOD[0], GOOD[1]._replace(operator=EVE.key, endorsement=endorse(EVE, LOBBY, ADA.key))]
        ),
        "otherwise",
    ),
    "another lobby": (draft_of(GOOD, lobby=bytes(16)), "another lobby"),
    "another host": (draft_of(seats_of(BOB, ADA)), "another lobby"),
    "host not first": (draft_of(GOOD[::-1]), "another lobby"),
    "addresses for three": (draft_of(GOOD, addresses=((),) * 3), "address list"),
}


@pytest.mark.parametrize(("body", "why"), REFUSED_DRAFTS.values(), ids=REFUSED_DRAFTS)
@pytest.mark.parametrize("earlier", [None, draft_of(GOOD)], ids=["first", "later"])
def test_drafts_that_a_guest_refuses(earlier: bytes | None, body: bytes, why: str) -> None:
    assert why in str(refused(guest(earlier), body, key=HOST.key))


def test_a_draft_with_terms_that_nobody_can_play_is_refused() -> None:
    draft = write_message(Draft(1, 2, b"\x90", ((), ())))
    assert refused(guest(), draft, DecodeError, key=HOST.key).path == "terms"


def test_an_own_nickname_may_be_changed_by_the_host() -> None:
    lobby = guest(draft_of([GOOD[0], GOOD[1]._replace(nickname="p1 (2)")]))
    assert lobby.nicknames == ("p0", "p1 (2)")


@pytest.mark.parametrize("number", [0, 4, 5])
def test_an_older_draft_changes_nothing(number: int) -> None:
    lobby = guest(draft_of(GOOD, number=5))
    lobby.receive(HOST.key, draft_of(seats_of(HOST, ADA, BOB), number))
    assert lobby.nicknames == ("p0", "p1")
    lobby.linked({HOST.key, BOB.key})
    signature = accept(ADA, write_terms(LOBBY, QUICK, seats=GOOD))
    assert said(lobby) == [Linked(5, ()), Ready(5, signature)]


def genesis_of(seats: list[Any], *signers: Identity) -> Any:
    terms = write_terms(LOBBY, QUICK, seats=seats)
    return write_genesis(terms, [accept(one, terms) for one in signers])


def test_genesis_before_any_draft_or_before_ready_is_refused() -> None:
    body = write_message(Begin(genesis_of(GOOD, HOST, ADA).raw))
    for draft in (None, draft_of(GOOD)):
        assert "before I signed" in str(refused(guest(draft), body, key=HOST.key))


def test_genesis_of_an_older_draft_is_refused() -> None:
    lobby = guest(draft_of(GOOD))
    lobby.linked({HOST.key})
    lobby.receive(HOST.key, draft_of(seats_of(HOST, ADA, BOB), number=2))
    body = write_message(Begin(genesis_of(GOOD, HOST, ADA).raw))
    assert "before I signed" in str(refused(lobby, body, key=HOST.key))


def test_genesis_over_other_terms_is_refused() -> None:
    lobby = guest(draft_of(GOOD))
    lobby.linked({HOST.key})
    other = [GOOD[0]._replace(nickname="somebody"), GOOD[1]]
    body = write_message(Begin(genesis_of(other, HOST, ADA).raw))
    assert "other terms" in str(refused(lobby, body, key=HOST.key))


def test_genesis_with_a_forged_acceptance_is_refused() -> None:
    lobby = guest(draft_of(GOOD))
    lobby.linked({HOST.key})
    terms = read_terms(genesis_of(GOOD, HOST, ADA).terms.raw)
    raw = codec.encode((1, terms.raw, (accept(EVE, terms), accept(ADA, terms))))
    refused(lobby, write_message(Begin(raw)), key=HOST.key)
    refused(lobby, write_message(Begin(b"\x90")), DecodeError, key=HOST.key)
    assert lobby.genesis is None


def test_after_genesis_nothing_changes_any_more() -> None:
    room = Room(2)
    ada = room.enter(ADA)
    room.link()
    genesis, peers = ada.genesis, ada.peers
    for body in (
        draft_of([*seats_of(HOST, ADA), applicant(BOB, "p2").place], number=9),
        write_message(Refused("full")),
        write_message(Begin(b"\x90")),
        write_message(Marks(1, (True, True), (), 3)),
    ):
        ada.receive(HOST.key, body)
    ada.linked({HOST.key, BOB.key})
    assert (ada.genesis, ada.peers, ada.refused) == (genesis, peers, None)
    assert said(ada) == []


def test_only_the_host_speaks_to_a_guest() -> None:
    error = refused(guest(), draft_of(GOOD), key=BOB.key)
    assert "only the host" in str(error)


# Hostile messages

HOSTILE_BYTES = (
    *(b"", b"\xc0", b"\x01", b"\x90", b"\x91\x00", b"\x91\x0a", b"\x91\xc3", b"\x91\xa1a"),
    *(b"\xdd\xff\xff\xff\xff", b"\xc1", b"\x80", b"\x91\xcb" + bytes(8), bytes(300_000)),
)


@pytest.mark.parametrize("make", [lambda: Room(2).host, guest], ids=["host", "guest"])
def test_hostile_bytes_are_refused_and_change_nothing(
    make: Callable[[], HostLobby | GuestLobby],
) -> None:
    for body in HOSTILE_BYTES:
        refused(make(), body, DecodeError, key=HOST.key)


@pytest.mark.parametrize(
    ("lobby", "message"),
    [
        (lambda: Room(2).host, Draft(3, 2, b"terms", ((), ()))),
        (lambda: Room(2).host, Begin(b"genesis")),
        (lambda: Room(2).host, Refused("full")),
        (lambda: Room(2).host, Marks(1, (True, True), (), None)),
        (guest, Sit("Ada", None, None, None, bytes(32), ())),
        (guest, Ready(1, bytes(64))),
        (guest, Linked(1, ())),
        (guest, Unready(1)),
        (guest, Watch("Eve")),
    ],
)
def test_messages_of_the_other_side_are_refused(lobby: Any, message: Any) -> None:
    error = refused(lobby(), write_message(message), key=HOST.key)
    assert f"does not send {type(message).__name__}" in str(error)
