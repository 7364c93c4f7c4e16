"""Which addresses others may make one dial."""

from __future__ import annotations

import pytest

from tests.table.rooms import ADA, BOB, EVE, HOST, Room, applicant
from unonet.table.lobby_messages import Address, Draft, Sit, read_message, write_message
from unonet.table.nearby import is_host, is_near, nearby

PRIVATE = ("10.255.0.1", "172.16.0.1", "172.31.9.9", "192.168.1.1", "169.254.3.4", "127.0.0.2")
ELSEWHERE = ("8.8.8.8", "172.32.0.1", "192.169.0.1", "100.64.0.1", "130.83.1.1")
NOBODY = (
    "0.0.0.0",
    "0.83.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "localhost",
    "::1",
    "",
    "010.0.0.1",
)


@pytest.mark.parametrize("beside", [None, "10.0.0.1", "130.149.7.7", "0.0.0.0", "fe80::1", "name"])
def test_private_addresses_are_near_whoever_names_them(beside: str | None) -> None:
    assert all(is_near(host, beside) for host in PRIVATE)
    assert not any(is_near(host, beside) for host in (*ELSEWHERE, *NOBODY))


def test_where_the_table_is_reached_at_a_public_address_its_neighbours_are_near() -> None:
    assert is_near("130.83.1.1", "130.83.200.7")
    assert not is_near("130.84.1.1", "130.83.200.7")
    assert not any(is_near(host, "224.0.0.7") for host in NOBODY)
    assert not any(is_near(host, "0.0.0.0") for host in NOBODY)
    assert not any(map(is_host, NOBODY))


def test_what_is_not_near_is_left_out_in_order() -> None:
    named = (("8.8.8.8", 1), ("10.0.0.1", 2), ("130.83.1.1", 3), ("name", 4))
    assert nearby(named, "130.83.9.9") == (("10.0.0.1", 2), ("130.83.1.1", 3))
    assert nearby(named, None) == (("10.0.0.1", 2),)


def test_a_host_passes_on_only_addresses_near_the_link_of_whoever_names_them() -> None:
    room = Room(4)
    addresses = (Address("130.83.1.1", 1), Address("8.8.8.8", 2), Address("10.0.0.9", 3))
    for one, beside in ((ADA, "130.83.77.1"), (BOB, "192.168.0.4")):
        place = applicant(one, one.key.hex()[:4], bot="greedy").place
        sit = Sit(*place[1:], addresses)
        room.host.receive(one.key, write_message(sit), room.now, beside=beside)
    assert room.host.addresses == {
        ADA.key: (addresses[0], addresses[2]),
        BOB.key: (addresses[2],),
    }
    drafts = [read_message(out.body) for out in room.host.outbox() if out.key == BOB.key]
    assert [draft.addresses[1:] for draft in drafts if isinstance(draft, Draft)] == [
        ((addresses[0], addresses[2]), (addresses[2],))
    ]


def test_a_guest_dials_only_what_is_near_the_host_whatever_the_host_says() -> None:
    room = Room(3)
    guest = room.enter(ADA, "ada")
    room.enter(EVE, "eve")
    view = guest.view()
    assert view is not None and view.terms is not None
    named = ((Address("8.8.8.8", 1),), (), (Address("130.83.1.1", 1),))
    lie = Draft(view.number + 1, view.wanted, view.terms.raw, named)
    guest.receive(HOST.key, write_message(lie), beside="10.0.0.1")
    assert guest.peers == {HOST.key: (), EVE.key: ()}
    again = lie._replace(number=lie.number + 1)
    guest.receive(HOST.key, write_message(again), beside="130.83.2.2")
    assert guest.peers == {HOST.key: (), EVE.key: (Address("130.83.1.1", 1),)}
