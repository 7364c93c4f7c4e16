"""Lobby: from a host and its guests to one genesis."""

from __future__ import annotations

import pytest

from tests.table.rooms import ADA, BOB, EVE, HOST, LOBBY, QUICK, Room, applicant, refused, said
from tests.table.tabletop import agreed
from unonet.errors import BadRuleset, DecodeError
from unonet.game.ruleset import Ruleset
from unonet.table.guest_lobby import GuestLobby
from unonet.table.host_lobby import HostLobby
from unonet.table.lobby import Proposal
from unonet.table.lobby_messages import (
    Address,
    Begin,
    Draft,
    Linked,
    Marks,
    Ready,
    Refused,
    Sit,
    write_message,
)
from unonet.table.terms import accept, endorse, read_genesis

# Towards genesis


@pytest.mark.parametrize("wanted", [2, 3, 4])
def test_host_and_guests_come_to_one_genesis(wanted: int) -> None:
    room = Room(wanted)
    for number, one in enumerate((ADA, BOB, EVE)[: wanted - 1]):
        assert not room.host.full
        room.enter(one, f"guest {number}")
    assert room.host.full
    assert room.host.genesis is None
    room.link()
    genesis = room.host.genesis
    assert genesis is not None
    assert read_genesis(genesis.raw) == genesis
    assert all(guest.genesis == genesis for guest in room.guests.values())
    assert genesis.terms.keys == tuple(one.key for one in (HOST, ADA, BOB, EVE)[:wanted])
    assert genesis.terms.lobby_id == LOBBY
    assert genesis.terms.ruleset == QUICK


def test_a_draft_tells_who_sits_and_where() -> None:
    room = Room(3)
    ada, bob = room.enter(ADA, "Ada"), room.enter(BOB, "Bob")
    assert ada.nicknames == bob.nicknames == room.host.nicknames == ("host", "Ada", "Bob")
    assert ada.peers == {one.key: (Address("10.0.0.1", 4000),) for one in (HOST, BOB)}
    assert set(bob.peers) == {HOST.key, ADA.key}


def test_equal_nicknames_are_told_apart_and_dirty_ones_cleaned() -> None:
    room = Room(4)
    room.enter(ADA, "Host")
    room.enter(BOB, "\x1b[2Jx\u202ey")
    room.enter(EVE, "")
    assert room.host.nicknames == ("host", "Host (2)", "[2Jxy", "player")
    room.link()
    assert room.host.genesis is not None


def test_a_bot_sits_with_its_operator() -> None:
    room = Room(2)
    signature = endorse(EVE, LOBBY, ADA.key)
    room.enter(ADA, "robot", bot="greedy", operator=EVE.key, endorsement=signature)
    room.link()
    assert room.host.genesis is not None
    assert room.host.genesis.terms.seats[1].operator == EVE.key


def test_nobody_signs_before_everybody_is_linked_and_nothing_starts_before_it_is_full() -> None:
    room = Room(3)
    room.enter(ADA)
    room.link([HOST.key])
    assert room.host.view().ready == (True, True)
    assert room.host.genesis is None
    room.enter(BOB)
    room.link([HOST.key, ADA.key])
    assert room.host.view().ready == (True, False, True)
    assert room.host.genesis is None
    room.link([HOST.key, ADA.key, BOB.key])
    assert room.host.genesis is not None


def test_a_draft_is_signed_once() -> None:
    room = Room(2)
    ada = room.enter(ADA)
    ada.linked({HOST.key})
    ada.linked({HOST.key})
    assert [type(message) for message in said(ada)] == [Linked, Ready]


# Who is let in


def test_a_full_lobby_refuses() -> None:
    room = Room(2)
    room.enter(ADA)
    bob = room.enter(BOB)
    assert bob.refused == "full"
    assert room.host.nicknames == ("host", "player")


def test_a_started_lobby_refuses() -> None:
    room = Room(2)
    room.enter(ADA)
    room.link()
    room.host.left(ADA.key, room.now)
    assert room.host.nicknames == ("host", "player")
    assert room.enter(BOB).refused == "started"


def test_a_reason_is_made_printable() -> None:
    guest = GuestLobby(ADA, applicant(ADA), host=HOST.key, lobby_id=LOBBY)
    guest.receive(HOST.key, write_message(Refused("\x1b[31mno")))
    assert guest.refused == "\\x1b[31mno"


def test_a_guest_that_leaves_frees_its_place() -> None:
    room = Room(2)
    room.enter(ADA, "Ada")
    room.host.left(ADA.key, room.now)
    assert not room.host.full
    assert said(room.host) == []
    del room.guests[ADA.key]
    room.enter(BOB, "Bob")
    room.link()
    assert room.host.genesis is not None
    assert room.host.genesis.terms.keys == (HOST.key, BOB.key)


def test_who_never_sat_cannot_leave() -> None:
    room = Room(3)
    room.enter(ADA)
    room.host.left(EVE.key, room.now)
    assert said(room.host) == []
    assert room.host.nicknames == ("host", "player")


def test_sitting_twice_takes_one_place_and_repeats_the_draft() -> None:
    room = Room(3)
    room.enter(ADA)
    room.guests[ADA.key].sit()
    ((_, sit, _),) = room.guests[ADA.key].outbox()
    room.host.receive(ADA.key, sit, room.now)
    draft, marks = said(room.host)
    assert isinstance(marks, Marks)
    assert isinstance(draft, Draft)
    assert draft.number == 1
    assert room.host.nicknames == ("host", "player")


def test_who_missed_genesis_gets_it_by_sitting_again() -> None:
    room = Room(2)
    ada = room.enter(ADA)
    ada.linked({HOST.key})
    for _, body, _ in ada.outbox():
        room.host.receive(ADA.key, body, room.now)
    assert [type(message) for message in said(room.host)] == [Begin]  # and it is lost
    ada.sit()
    room.deliver()
    assert ada.genesis == room.host.genesis is not None


def test_only_proposals_that_can_be_dealt_are_made() -> None:
    twenty = Ruleset.parse("quick", {"hand_size": "20"})
    for wanted, ruleset in ((1, QUICK), (11, QUICK), (6, twenty)):
        with pytest.raises(BadRuleset):
            HostLobby(HOST, Proposal(LOBBY, wanted, ruleset), applicant(HOST))
    with pytest.raises(DecodeError):
        HostLobby(HOST, Proposal(LOBBY, 2, QUICK), applicant(HOST, " host "))


# Drafts and ready marks


def test_a_new_draft_clears_the_ready_marks() -> None:
    room = Room(3)
    ada, bob = room.enter(ADA, "Ada"), room.enter(BOB, "Bob")
    ada.linked({HOST.key, BOB.key})
    room.deliver()  # Ada is ready
    room.host.left(BOB.key, room.now)
    del room.guests[BOB.key]
    room.deliver()
    eve = room.enter(EVE, "Eve")
    eve.linked({HOST.key, ADA.key})
    room.deliver()
    assert room.host.genesis is None  # Ada signed another draft
    ada.linked({HOST.key, EVE.key})
    room.deliver()
    assert room.host.genesis is not None
    assert room.host.genesis.terms.keys == (HOST.key, ADA.key, EVE.key)
    assert bob.genesis is None


def test_ready_with_an_old_number_is_ignored() -> None:
    room = Room(3)
    ada = room.enter(ADA, "Ada")
    old = write_message(Ready(1, accept(ADA, ada._terms)))
    room.enter(BOB, "Bob")
    before = room.host.view()
    room.host.receive(ADA.key, old, room.now)
    room.host.receive(EVE.key, old, room.now)
    assert room.host.view() == before
    assert before.ready[1:] == (False, False)


def test_ready_with_a_signature_over_other_terms_is_refused() -> None:
    room = Room(2)
    ada = room.enter(ADA)
    for signature in (bytes(64), accept(EVE, ada._terms), accept(ADA, agreed([HOST, ADA], QUICK))):
        body = write_message(Ready(1, signature))
        assert "other terms" in str(refused(room.host, body, key=ADA.key))
    assert room.host.genesis is None


def test_ready_without_a_seat_is_refused() -> None:
    room = Room(2)
    ada = room.enter(ADA)
    body = write_message(Ready(1, accept(EVE, ada._terms)))
    assert "without a seat" in str(refused(room.host, body, key=EVE.key))


def test_ready_before_any_draft_is_ignored() -> None:
    room = Room(2)
    room.host.receive(ADA.key, write_message(Ready(0, bytes(64))), room.now)
    assert said(room.host) == []


def test_a_forged_operator_gets_no_place() -> None:
    room = Room(2)
    forged = endorse(EVE, bytes(16), ADA.key)
    sit = Sit("robot", "greedy", EVE.key, forged, bytes(32), ())
    error = refused(room.host, write_message(sit), DecodeError, key=ADA.key)
    assert error.path == "seat.endorsement"
    assert not room.host.full
