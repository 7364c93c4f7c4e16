"""Lobby: from a host and its guests to one genesis, and everything that is not let through."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.table.tabletop import agreed, identity, place, seeded
from unonet.errors import BadRuleset, DecodeError, RemoteProtocolError
from unonet.game.ruleset import Ruleset
from unonet.ledger import codec
from unonet.ledger.identity import Identity
from unonet.table.lobby import Applicant, GuestLobby, HostLobby, Proposal
from unonet.table.lobby_messages import (
    Address,
    Begin,
    Draft,
    Ready,
    Refused,
    Sit,
    read_message,
    write_message,
)
from unonet.table.terms import accept, endorse, read_genesis, read_terms, write_genesis, write_terms

LOBBY = seeded("lobby", 0)[:16]
HOST, ADA, BOB, EVE = (identity(0, seat) for seat in range(4))
QUICK = Ruleset.parse("quick")


def applicant(one: Identity, nickname: str = "player", **changes: Any) -> Applicant:
    return Applicant(place(one.key, nickname, **changes), (Address("10.0.0.1", 4000),))


class Room:
    """A host with guests whose messages arrive at once; everybody has a link to everybody."""

    def __init__(self, wanted: int, ruleset: Ruleset = QUICK) -> None:
        proposal = Proposal(LOBBY, wanted, ruleset)
        self.host = HostLobby(HOST, proposal, applicant(HOST, "host"))
        self.guests: dict[bytes, GuestLobby] = {}

    def enter(self, one: Identity, nickname: str = "player", **changes: Any) -> GuestLobby:
        own = applicant(one, nickname, **changes)
        guest = GuestLobby(one, own, host=HOST.key, lobby_id=LOBBY)
        self.guests[one.key] = guest
        guest.sit()
        self.deliver()
        return guest

    def deliver(self) -> None:
        """Carry messages until nobody has any."""
        moved = True
        while moved:
            moved = False
            for key, body in self.host.outbox():
                self.guests[key].receive(HOST.key, body)
                moved = True
            for key, guest in self.guests.items():
                for _, body in guest.outbox():
                    self.host.receive(key, body)
                    moved = True

    def link(self, keys: Iterable[bytes] = (HOST.key, ADA.key, BOB.key, EVE.key)) -> None:
        for guest in self.guests.values():
            guest.linked(set(keys))
        self.deliver()


def said(lobby: HostLobby | GuestLobby) -> list[Any]:
    return [read_message(body) for _, body in lobby.outbox()]


def refused(
    lobby: HostLobby | GuestLobby,
    body: bytes,
    error: type[Exception] = RemoteProtocolError,
    *,
    key: bytes,
) -> Exception:
    """What receiving ``body`` raises, after a look that it changed and said nothing."""
    before = copy.copy(lobby.__dict__)
    frozen = copy.deepcopy({k: v for k, v in before.items() if not isinstance(v, Identity)})
    with pytest.raises(error) as caught:
        lobby.receive(key, body)
    assert lobby.__dict__.keys() == before.keys()
    assert all(getattr(lobby, name) == value for name, value in frozen.items())
    return caught.value


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


def test_nobody_signs_before_the_table_is_full_and_everybody_is_linked() -> None:
    room = Room(3)
    ada = room.enter(ADA)
    room.link()
    assert said(ada) == []
    room.enter(BOB)
    room.link([HOST.key, ADA.key])
    assert room.host.genesis is None
    room.link([HOST.key, ADA.key, BOB.key])
    assert room.host.genesis is not None


def test_a_draft_is_signed_once() -> None:
    room = Room(2)
    ada = room.enter(ADA)
    ada.linked({HOST.key})
    ada.linked({HOST.key})
    (ready,) = said(ada)
    assert isinstance(ready, Ready)


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
    room.host.left(ADA.key)
    assert room.host.nicknames == ("host", "player")
    assert room.enter(BOB).refused == "started"


def test_a_reason_is_made_printable() -> None:
    guest = GuestLobby(ADA, applicant(ADA), host=HOST.key, lobby_id=LOBBY)
    guest.receive(HOST.key, write_message(Refused("\x1b[31mno")))
    assert guest.refused == "\\x1b[31mno"


def test_a_guest_that_leaves_frees_its_place() -> None:
    room = Room(2)
    room.enter(ADA, "Ada")
    room.host.left(ADA.key)
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
    room.host.left(EVE.key)
    assert said(room.host) == []
    assert room.host.nicknames == ("host", "player")


def test_sitting_twice_takes_one_place_and_repeats_the_draft() -> None:
    room = Room(3)
    room.enter(ADA)
    room.guests[ADA.key].sit()
    ((_, sit),) = room.guests[ADA.key].outbox()
    room.host.receive(ADA.key, sit)
    (draft,) = said(room.host)
    assert isinstance(draft, Draft)
    assert draft.number == 1
    assert room.host.nicknames == ("host", "player")


def test_who_missed_genesis_gets_it_by_sitting_again() -> None:
    room = Room(2)
    ada = room.enter(ADA)
    ada.linked({HOST.key})
    for _, body in ada.outbox():
        room.host.receive(ADA.key, body)
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
    room.host.left(BOB.key)
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
    before = copy.deepcopy(room.host._ready)
    room.host.receive(ADA.key, old)
    room.host.receive(EVE.key, old)
    assert room.host._ready == before == {}


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
    room.host.receive(ADA.key, write_message(Ready(0, bytes(64))))
    assert said(room.host) == []


def test_a_forged_operator_gets_no_place() -> None:
    room = Room(2)
    forged = endorse(EVE, bytes(16), ADA.key)
    sit = Sit("robot", "greedy", EVE.key, forged, bytes(32), ())
    error = refused(room.host, write_message(sit), DecodeError, key=ADA.key)
    assert error.path == "seat.endorsement"
    assert not room.host.full


# What a guest does not take


def seats_of(*identities: Identity) -> list[Any]:
    return [applicant(one, f"p{number}").place for number, one in enumerate(identities)]


def draft_of(seats: list[Any], number: int = 1, lobby: bytes = LOBBY, **changes: Any) -> bytes:
    terms = write_terms(lobby, QUICK, seats=seats)
    draft = Draft(number, len(seats), terms.raw, ((),) * len(seats))
    return write_message(draft._replace(**changes))


def guest(draft: bytes | None = None) -> GuestLobby:
    own = applicant(ADA, "p1")
    lobby = GuestLobby(ADA, own, host=HOST.key, lobby_id=LOBBY)
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
    ((_, body),) = lobby.outbox()
    assert read_message(body) == Ready(5, accept(ADA, write_terms(LOBBY, QUICK, seats=GOOD)))


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
    ):
        ada.receive(HOST.key, body)
    ada.linked({HOST.key, BOB.key})
    assert (ada.genesis, ada.peers, ada.refused) == (genesis, peers, None)
    assert said(ada) == []


def test_only_the_host_speaks_to_a_guest() -> None:
    error = refused(guest(), draft_of(GOOD), key=BOB.key)
    assert "only the host" in str(error)


# Bytes

MESSAGES = {
    "sit": Sit("Ada", "greedy", EVE.key, bytes(64), bytes(32), (Address("::1", 1),)),
    "sit of a person": Sit("Ada", None, None, None, bytes(32), ()),
    "draft": Draft(3, 2, b"terms", ((Address("10.0.0.1", 65535),), ())),
    "ready": Ready(4_294_967_295, bytes(64)),
    "begin": Begin(b"genesis"),
    "refused": Refused("full"),
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_messages_round_trip(message: Any) -> None:
    assert read_message(write_message(message)) == message


def test_the_layout_is_the_one_of_the_protocol() -> None:
    assert write_message(Refused("full")) == b"\x92\x05\xa4full"
    assert write_message(Ready(1, bytes(64))) == b"\x93\x03\x01\xc4\x40" + bytes(64)
    assert write_message(Begin(b"x")) == b"\x92\x04\xc4\x01x"


WRONG: tuple[Any, ...] = (None, True, -1, 1 << 40, b"", bytes(60_000), "x" * 512, ("x",), ())


def misfits() -> Iterable[tuple[str, bytes]]:
    """Every field of every message with every value that does not belong there."""
    for name, message in MESSAGES.items():
        fields = codec.decode(write_message(message))
        for at in range(len(fields)):
            for number, value in enumerate(WRONG):
                raw = codec.encode((*fields[:at], value, *fields[at + 1 :]))
                yield f"{name}-{at}-{number}", raw
        yield f"{name}-short", codec.encode(fields[:-1])
        yield f"{name}-long", codec.encode((*fields, 0))
        yield f"{name}-cut", write_message(message)[:-1]
        yield f"{name}-behind", write_message(message) + b"\0"


# Values of the list that do fit where they were put.
FITTING = {
    *(f"sit-{at}-0" for at in (2, 3, 4)),
    "sit-6-8",
    *(f"sit of a person-{at}-0" for at in (2, 3, 4)),
    "sit of a person-6-8",
    "draft-3-5",
    "begin-1-5",
}


def test_every_field_of_another_type_or_size_is_refused() -> None:
    count = 0
    for name, raw in misfits():
        if name in FITTING:
            read_message(raw)
            continue
        with pytest.raises(DecodeError) as caught:
            read_message(raw)
        assert caught.value.path.startswith("lobby"), name
        count += 1
    assert count > 200


BAD_ADDRESSES = (
    *("localhost", "10.0.0", "10.0.0.1 ", "10.0.0.1\0", "", "a..b", "\x1b[2J", "x" * 46),
    *("010.0.0.1", "1.2.3.4:80"),
)


@pytest.mark.parametrize("host", BAD_ADDRESSES, ids=range(len(BAD_ADDRESSES)))
def test_addresses_are_numbers(host: str) -> None:
    raw = write_message(Sit("Ada", None, None, None, bytes(32), (Address(host, 80),)))
    with pytest.raises(DecodeError) as caught:
        read_message(raw)
    assert caught.value.path == "lobby.addresses[0].host"


@pytest.mark.parametrize("port", [0, 65_536])
def test_ports_are_ports(port: int) -> None:
    raw = write_message(Sit("Ada", None, None, None, bytes(32), (Address("10.0.0.1", port),)))
    with pytest.raises(DecodeError, match="outside"):
        read_message(raw)


def test_too_many_addresses_are_refused() -> None:
    nine = (Address("10.0.0.1", 80),) * 9
    for message in (
        Sit("Ada", None, None, None, bytes(32), nine),
        Draft(1, 2, b"x", (nine, ())),
    ):
        with pytest.raises(DecodeError, match="0 to 8"):
            read_message(write_message(message))


HOSTILE_BYTES = (
    *(b"", b"\xc0", b"\x01", b"\x90", b"\x91\x00", b"\x91\x06", b"\x91\xc3", b"\x91\xa1a"),
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
        (lambda: Room(2).host, MESSAGES["draft"]),
        (lambda: Room(2).host, MESSAGES["begin"]),
        (lambda: Room(2).host, MESSAGES["refused"]),
        (guest, MESSAGES["sit"]),
        (guest, MESSAGES["ready"]),
    ],
)
def test_messages_of_the_other_side_are_refused(lobby: Any, message: Any) -> None:
    error = refused(lobby(), write_message(message), key=HOST.key)
    assert f"does not send {type(message).__name__}" in str(error)
