"""Lobby: people who make up their minds, change it, look on, flood, or are sent away."""

from __future__ import annotations

import pytest

from tests.table.rooms import ADA, BOB, EVE, HOST, LOBBY, QUICK, Room, applicant, refused, said
from tests.table.tabletop import identity, place
from unonet import pace, words
from unonet.errors import BadRuleset, RemoteProtocolError
from unonet.game.ruleset import Ruleset
from unonet.table.apart import APART_SECONDS
from unonet.table.guest_lobby import GuestLobby
from unonet.table.lobby import COUNTDOWN, MAX_WATCHERS
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
from unonet.table.terms import Parent, accept, write_genesis, write_terms

MODERN = Ruleset.parse("modern")


def seated(wanted: int = 3) -> Room:
    """Ada and Bob sit with the host, everybody reaches everybody, nobody is ready."""
    room = Room(wanted, people=True)
    room.enter(ADA, "Ada")
    room.enter(BOB, "Bob")
    room.link()
    return room


def guest(room: Room, one: object) -> GuestLobby:
    found = room.guests[one.key]  # type: ignore[attr-defined]
    assert isinstance(found, GuestLobby)
    return found


# Marks and countdown


def test_a_person_is_ready_when_it_says_so() -> None:
    room = seated()
    assert room.host.view().ready == (False, False, False)
    guest(room, ADA).ready()
    room.deliver()
    assert room.host.view().ready == (False, True, False)
    for one in (ADA, BOB):
        view = guest(room, one).view()
        assert view is not None
        assert view.ready == (False, True, False)


def test_a_bot_is_ready_at_once_and_again_for_every_draft() -> None:
    room = seated(4)
    signature = {"bot": "greedy"}
    room.enter(EVE, "robot", **signature)
    room.link()
    assert room.host.view().ready == (False, False, False, True)
    room.leave(BOB)
    room.link()
    assert room.host.view().ready == (False, False, True)


def test_genesis_comes_three_seconds_after_the_last_mark() -> None:
    room = seated()
    room.all_ready()
    view = guest(room, BOB).view()
    assert view is not None and view.starts_in == room.host.view().starts_in == COUNTDOWN
    room.wait(COUNTDOWN - 0.1)
    assert room.host.genesis is None
    room.wait(0.1)
    assert room.host.genesis is not None
    assert {guest(room, one).genesis for one in (ADA, BOB)} == {room.host.genesis}
    assert room.host.next_deadline(room.now) is None


def test_the_host_has_a_mark_too() -> None:
    room = seated()
    for one in (ADA, BOB):
        guest(room, one).ready()
    room.deliver()
    room.wait(60)
    assert room.host.genesis is None
    room.host.ready(room.now)
    room.deliver()
    room.wait(COUNTDOWN)
    assert room.host.genesis is not None


@pytest.mark.parametrize("who", ["guest", "host", "stranger", "link", "leaver", "rules", "kick"])
def test_anything_stops_the_countdown(who: str) -> None:
    room = seated(4)
    room.all_ready()
    assert room.host.start(room.now) is None
    room.wait(1)
    match who:
        case "guest":
            guest(room, ADA).unready()
        case "host":
            room.host.unready(room.now)
        case "stranger":
            room.enter(EVE, "Eve")
        case "link":
            guest(room, ADA).linked({HOST.key})
        case "leaver":
            room.leave(BOB)
        case "rules":
            room.host.change(MODERN, room.now)
        case _:
            room.host.kick(BOB.key, room.now)
    room.deliver()
    assert room.host.view().starts_in is None
    room.wait(60)
    assert room.host.genesis is None


def test_some_rules_need_more_than_two() -> None:
    room = Room(4, Ruleset.parse("elimination"), people=True)
    room.enter(ADA, "Ada")
    room.link((HOST.key, ADA.key))
    room.all_ready()
    assert room.host.start(room.now) == "too_few"
    room.wait(COUNTDOWN)
    assert room.host.genesis is None
    room.enter(BOB, "Bob")
    room.link((HOST.key, ADA.key, BOB.key))
    room.all_ready()
    assert room.host.start(room.now) is None
    room.wait(COUNTDOWN)
    assert room.host.genesis is not None


def test_a_link_that_comes_back_starts_the_countdown_anew() -> None:
    room = seated()
    room.all_ready()
    room.wait(2)
    guest(room, ADA).linked({HOST.key})
    room.deliver()
    room.wait(2)
    room.link()
    assert room.host.view().starts_in == COUNTDOWN
    room.wait(COUNTDOWN - 0.5)
    assert room.host.genesis is None
    room.wait(0.5)
    assert room.host.genesis is not None


def test_a_mark_can_be_taken_back_and_set_again() -> None:
    room = seated()
    ada = guest(room, ADA)
    for expected in (True, False, True, False, True):
        ada.ready() if expected else ada.unready()
        room.deliver()
        assert room.host.view().ready[1] is expected
    guest(room, BOB).ready()
    room.deliver()
    room.host.ready(room.now)
    room.deliver()
    room.wait(COUNTDOWN)
    assert ada.genesis is not None


def test_a_genesis_that_crosses_a_mark_taken_back_counts() -> None:
    room = seated()
    room.all_ready()
    ada = guest(room, ADA)
    ada.unready()
    room.host.on_time(room.now + COUNTDOWN)
    room.deliver()
    assert ada.genesis == room.host.genesis is not None


def test_a_genesis_long_after_a_mark_was_taken_back_is_refused() -> None:
    room = seated()
    guest(room, ADA).ready()
    room.deliver()
    guest(room, ADA).unready()
    room.deliver()
    terms = room.host.view().terms
    assert terms is not None
    forged = write_genesis(terms, [accept(one, terms) for one in (HOST, ADA, BOB)])
    error = refused(guest(room, ADA), write_message(Begin(forged.raw)), key=HOST.key)
    assert "before I signed" in str(error)


def test_ready_waits_for_the_last_link() -> None:
    room = Room(3, people=True)
    ada = room.enter(ADA, "Ada")
    room.enter(BOB, "Bob")
    ada.linked({HOST.key})
    ada.ready()
    room.deliver()
    assert ada.missing == {BOB.key}
    assert room.host.view().ready == (False, False, False)
    ada.linked({HOST.key, BOB.key})
    room.deliver()
    assert room.host.view().ready == (False, True, False)


def test_ready_before_there_is_anything_to_sign_says_nothing() -> None:
    lobby = GuestLobby(ADA, applicant(ADA), host=HOST.key, lobby_id=LOBBY)
    lobby.ready()
    lobby.unready()
    assert said(lobby) == []
    assert lobby.view() is None


# Starting with fewer


def test_the_host_may_start_with_fewer_than_planned() -> None:
    room = seated(10)
    for one in (ADA, BOB):
        guest(room, one).ready()
    room.deliver()
    assert room.host.start(room.now) is None
    room.deliver()
    room.wait(COUNTDOWN)
    assert room.host.genesis is not None
    assert len(room.host.genesis.terms.seats) == 3
    assert guest(room, ADA).genesis == room.host.genesis


def test_the_host_cannot_start_alone_or_before_everybody_is_ready_and_linked() -> None:
    room = Room(4, people=True)
    assert room.host.start(room.now) == "alone"
    room = seated(4)
    guest(room, ADA).ready()
    room.deliver()
    assert room.host.start(room.now) == "not_ready"
    guest(room, BOB).ready()
    guest(room, ADA).linked({HOST.key})
    room.deliver()
    assert room.host.start(room.now) == "apart"
    assert room.host.view().ready == (False, True, True)
    room.wait(60)
    assert room.host.genesis is None


def test_an_early_start_is_forgotten_with_its_draft() -> None:
    room = seated(4)
    for one in (ADA, BOB):
        guest(room, one).ready()
    room.deliver()
    room.host.start(room.now)
    room.leave(BOB)
    guest(room, ADA).linked({HOST.key})
    guest(room, ADA).ready()
    room.deliver()
    room.host.ready(room.now)
    room.wait(60)
    assert room.host.genesis is None


# Who cannot reach whom


def test_everybody_is_told_which_pair_cannot_reach_each_other() -> None:
    room = seated()
    guest(room, ADA).linked({HOST.key})
    room.deliver()
    assert room.host.view().apart == ()
    room.wait(APART_SECONDS)
    views = [room.host.view(), guest(room, ADA).view(), guest(room, BOB).view()]
    assert [view and view.apart for view in views] == [((1, 2),)] * 3
    room.link()
    assert room.host.view().apart == ()


def test_links_of_an_older_draft_are_ignored() -> None:
    room = seated(4)
    old = write_message(Linked(1, (BOB.key,)))
    room.host.receive(ADA.key, old, room.now)
    room.wait(60)
    assert room.host.view().apart == ()


def test_nobody_can_be_said_to_be_away_from_the_host() -> None:
    room = seated(4)
    number = room.host.view().number
    body = write_message(Linked(number, (HOST.key, EVE.key, bytes(32))))
    room.host.receive(ADA.key, body, room.now)
    room.wait(60)
    assert room.host.view().apart == ()


# Sending away


def test_who_is_sent_away_stays_away_from_this_lobby() -> None:
    room = seated(4)
    assert room.host.kick(BOB.key, room.now)
    outgoing = room.host.outbox()
    assert [one.last for one in outgoing if one.key == BOB.key] == [True]
    assert not any(one.last for one in outgoing if one.key == ADA.key)
    assert room.host.nicknames == ("host", "Ada")
    del room.guests[BOB.key]
    again = room.enter(BOB, "Bob, honestly")
    assert again.refused == "kicked"
    assert room.host.nicknames == ("host", "Ada")
    room.host.receive(BOB.key, write_message(Watch("Bob")), room.now)
    assert said(room.host) == [Refused("kicked")]


def test_only_guests_can_be_sent_away() -> None:
    room = seated()
    assert not room.host.kick(HOST.key, room.now)
    assert not room.host.kick(EVE.key, room.now)
    room.all_ready()
    room.wait(COUNTDOWN)
    assert not room.host.kick(ADA.key, room.now)


def test_a_host_that_goes_says_so() -> None:
    room = seated()
    watcher = room.look_on(EVE)
    room.host.close()
    assert all(outgoing.last for outgoing in room.host.outbox())
    room.host.close()
    room.deliver()
    assert {guest(room, ADA).refused, guest(room, BOB).refused, watcher.refused} == {"closed"}


# Changes and what they clear


def test_a_host_that_changes_the_rules_clears_all_marks_and_shows_it() -> None:
    room = seated()
    room.all_ready()
    before = guest(room, ADA).view()
    room.host.change(MODERN, room.now)
    room.deliver()
    after = guest(room, ADA).view()
    assert before and after and before.terms and after.terms
    assert after.terms.ruleset == MODERN
    assert after.ready == (False, False, False)
    assert before.terms.table_id != after.terms.table_id
    room.wait(60)
    assert room.host.genesis is None


def test_the_same_rules_are_no_change() -> None:
    room = seated()
    room.all_ready()
    room.host.change(QUICK, room.now)
    assert room.host.view().ready == (True, True, True)


def test_rules_that_cannot_be_dealt_are_no_change() -> None:
    room = seated(10)
    with pytest.raises(BadRuleset):
        room.host.change(Ruleset.parse("quick", {"hand_size": "20"}), room.now)
    assert room.host.proposal.ruleset == QUICK


def test_a_host_that_begins_with_terms_changed_after_ready_is_refused() -> None:
    room = seated()
    room.all_ready()
    terms = room.host.view().terms
    assert terms is not None
    other = write_terms(LOBBY, MODERN, seats=terms.seats)
    forged = write_genesis(other, [accept(one, other) for one in (HOST, ADA, BOB)])
    error = refused(guest(room, ADA), write_message(Begin(forged.raw)), key=HOST.key)
    assert "other terms" in str(error)


def test_a_host_in_the_middle_shows_other_words() -> None:
    """It sits at the honest table as a guest, and hosts another one for its victim."""
    room = seated(4)
    room.enter(EVE, "Bob, as it were")
    honest = room.host.view().terms
    seats = [place(EVE.key, "host"), place(ADA.key, "Ada"), place(BOB.key, "Bob")]
    shown = write_terms(LOBBY, QUICK, seats=seats)
    assert honest is not None
    assert words.table_words(honest.table_id) != words.table_words(shown.table_id)


def test_one_other_key_or_nonce_shows_other_words() -> None:
    seats = [place(HOST.key, "host"), place(ADA.key, "Ada")]
    tables = [
        seats,
        [seats[0], place(BOB.key, "Ada")],
        [seats[0], seats[1]._replace(nonce=bytes(32))],
        [place(EVE.key, "host"), seats[1]],
    ]
    shown = {words.table_words(write_terms(LOBBY, QUICK, seats=table).table_id) for table in tables}
    assert len(shown) == len(tables)


# Looking on


def test_somebody_who_looks_on_sees_the_lobby_and_genesis() -> None:
    room = seated()
    watcher = room.look_on(EVE)
    assert watcher.view() == guest(room, ADA).view()
    assert set(watcher.peers) == {HOST.key, ADA.key, BOB.key}
    room.all_ready()
    room.wait(COUNTDOWN)
    assert watcher.genesis == room.host.genesis is not None


def test_who_looks_on_takes_no_seat_and_holds_nobody_up() -> None:
    room = Room(2, people=True)
    room.look_on(EVE)
    room.enter(ADA, "Ada")
    room.link()
    room.all_ready()
    room.host.left(EVE.key, room.now)
    room.wait(COUNTDOWN)
    assert room.host.genesis is not None
    assert room.host.watchers == frozenset()


def test_a_ninth_who_wants_to_look_on_is_refused() -> None:
    room = seated()
    for number in range(MAX_WATCHERS):
        assert room.look_on(identity(7, number)).refused is None
    assert room.look_on(identity(7, 99)).refused == "watchers"
    room.host.left(identity(7, 0).key, room.now)
    assert room.look_on(identity(7, 99)).refused is None
    assert len(room.host.watchers) == MAX_WATCHERS


def test_who_looks_on_may_sit_down_instead() -> None:
    room = seated(4)
    room.look_on(EVE)
    room.enter(EVE, "Eve")
    assert room.host.watchers == frozenset()
    assert room.host.nicknames == ("host", "Ada", "Bob", "Eve")
    error = refused(room.host, write_message(Watch("Eve")), key=EVE.key)
    assert "does not look on" in str(error)


def test_one_who_looks_on_believes_only_this_lobby() -> None:
    room = seated()
    watcher = room.look_on(EVE)
    elsewhere = write_terms(bytes(16), QUICK, seats=[place(HOST.key, "h"), place(ADA.key, "a")])
    others = write_terms(LOBBY, QUICK, seats=[place(BOB.key, "h"), place(ADA.key, "a")])
    for terms, hands in ((elsewhere, (HOST, ADA)), (others, (BOB, ADA))):
        genesis = write_genesis(terms, [accept(one, terms) for one in hands])
        error = refused(watcher, write_message(Begin(genesis.raw)), key=HOST.key)
        assert "another lobby" in str(error)
        draft = Draft(99, 2, terms.raw, ((), ()))
        refused(watcher, write_message(draft), key=HOST.key)
    assert "only the host" in str(refused(watcher, write_message(Refused("x")), key=ADA.key))
    assert "does not send" in str(refused(watcher, write_message(Watch("x")), key=HOST.key))


@pytest.mark.parametrize(
    "marks",
    [
        Marks(2, (True, True), (), None),
        Marks(2, (True, True, True), ((0, 3),), None),
        Marks(2, (True, True, True), ((1, 1),), None),
        Marks(2, (True, True, True), ((2, 1),), None),
    ],
)
def test_marks_of_other_seats_are_refused(marks: Marks) -> None:
    room = seated()
    watcher = room.look_on(EVE)
    for lobby in (guest(room, ADA), watcher):
        assert "other seats" in str(refused(lobby, write_message(marks), key=HOST.key))


def test_marks_of_an_older_draft_change_nothing() -> None:
    room = seated()
    guest(room, ADA).receive(HOST.key, write_message(Marks(1, (True, True), (), 3)))
    view = guest(room, ADA).view()
    assert view is not None and view.ready == (False, False, False)


def test_a_draft_with_more_seats_than_wanted_is_refused() -> None:
    room = seated()
    terms = room.host.view().terms
    assert terms is not None
    draft = Draft(9, 2, terms.raw, ((), (), ()))
    error = refused(guest(room, ADA), write_message(draft), key=HOST.key)
    assert "more than are wanted" in str(error)


# Floods


def test_a_guest_that_floods_sits_is_disconnected_and_the_others_go_on() -> None:
    room = seated(4)
    flood = write_message(Sit("Bob", None, None, None, place(BOB.key, "Bob").nonce, ()))
    with pytest.raises(RemoteProtocolError, match="too many messages"):
        for _ in range(1_000):
            room.host.receive(BOB.key, flood, room.now)
    assert len(room.host.outbox()) < 200
    room.leave(BOB)
    room.link()
    guest(room, ADA).ready()
    room.deliver()
    assert room.host.start(room.now) is None


def test_a_guest_that_sits_and_leaves_again_and_again_is_told_to_wait() -> None:
    room = seated(4)
    refusals = 0
    for _ in range(30):
        eve = room.enter(EVE, "Eve")
        refusals += eve.refused == "busy"
        if eve.refused is None:
            room.leave(EVE)
        room.now += 0.2
    assert refusals > 10
    room.now += 60
    assert room.enter(EVE, "Eve").refused is None


@pytest.mark.parametrize("message", [Ready(2, bytes(64)), Unready(2), Linked(2, ()), Watch("x")])
def test_the_budget_holds_for_every_message(message: object) -> None:
    room = seated()
    body = write_message(message)  # type: ignore[arg-type]
    refusals = 0
    for _ in range(200):
        try:
            room.host.receive(EVE.key, body, room.now)
        except RemoteProtocolError as error:
            refusals += "too many" in str(error)
    assert refusals >= 100


def test_many_keys_cannot_fill_the_memory() -> None:
    room = seated(3)
    for number in range(1_000):
        body = write_message(Unready(1))
        room.host.receive(number.to_bytes(32, "big"), body, room.now)
    assert len(room.host._talk._of) <= pace.MAX_KEYS


# The same company again


PARENT = Parent(bytes(16), bytes(32), (0, 0))


def test_a_rematch_continues_the_table_that_was_played() -> None:
    room = Room(3, people=True, parent=PARENT)
    for one, name in ((ADA, "Ada"), (BOB, "Bob")):
        own = applicant(one, name)
        lobby = GuestLobby(one, own, host=HOST.key, lobby_id=LOBBY, parent=PARENT)
        room.guests[one.key] = lobby
        lobby.sit()
        room.deliver()
    room.link()
    room.all_ready()
    room.wait(COUNTDOWN)
    genesis = room.host.genesis
    assert genesis is not None and genesis.terms.parent is not None
    assert genesis.terms.parent == PARENT._replace(scores=(0, 0, 0))
    assert guest(room, ADA).genesis == genesis


@pytest.mark.parametrize("claimed", [None, PARENT._replace(seal_hash=b"\1" * 32)])
def test_a_rematch_of_another_table_is_refused(claimed: Parent | None) -> None:
    room = Room(2, people=True, parent=claimed)
    own = applicant(ADA, "Ada")
    lobby = GuestLobby(ADA, own, host=HOST.key, lobby_id=LOBBY, parent=PARENT)
    room.guests[ADA.key] = lobby
    lobby.sit()
    with pytest.raises(RemoteProtocolError, match="continues another table"):
        room.deliver()
