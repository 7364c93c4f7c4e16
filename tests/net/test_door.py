"""Places at the door: shared out among addresses, and never taken from those who sit."""

from __future__ import annotations

import pytest

from unonet.net.door import (
    ARRIVALS,
    STRANGERS_IN_ALL,
    STRANGERS_ON_LOOPBACK,
    STRANGERS_PER_ADDRESS,
    Door,
)
from unonet.net.throttle import FREE_TRIES


class Somebody:
    def __init__(self) -> None:
        self.turned_away = False

    def turn_away(self) -> None:
        self.turned_away = True


class Street:
    """A door, and who came to it from where; a second passes between two."""

    def __init__(self) -> None:
        self.door = Door()
        self.came: list[Somebody] = []
        self._now = 0.0

    def come(self, host: str) -> bool:
        """Whether one more of this address is let in."""
        self.came.append(Somebody())
        self._now += 1
        return self.door.admits(self.came[-1], host, self._now)

    def crowd(self, addresses: int, each: int) -> None:
        """So many of each of so many addresses, one address after the other."""
        for number in range(addresses):
            assert [self.come(f"10.0.0.{number}") for _ in range(each)] == [True] * each

    @property
    def turned_away(self) -> list[int]:
        return [number for number, one in enumerate(self.came) if one.turned_away]


@pytest.mark.parametrize(
    ("host", "limit"),
    [("10.0.0.1", STRANGERS_PER_ADDRESS), ("127.0.0.1", STRANGERS_ON_LOOPBACK)],
)
def test_of_one_address_few_wait(host: str, limit: int) -> None:
    street = Street()
    assert [street.come(host) for _ in range(limit + 3)] == [True] * limit + [False] * 3
    street.door.leave(street.came[0])
    assert street.come(host) and not street.come(host)
    assert street.turned_away == []


def test_five_addresses_that_take_all_places_keep_nobody_else_out() -> None:
    street = Street()
    street.crowd(addresses=5, each=4)
    assert street.door.strangers.total() == STRANGERS_IN_ALL
    assert street.come("10.0.1.1")
    assert street.turned_away == [0]
    assert street.door.strangers.total() == STRANGERS_IN_ALL
    # It was the eldest of an address with most; the next one is of another such address.
    assert street.come("10.0.1.2")
    assert street.turned_away == [0, 4]


def test_a_place_is_taken_only_of_an_address_with_more() -> None:
    street = Street()
    street.crowd(addresses=20, each=1)
    assert not street.come("10.0.1.1")
    assert not street.come("10.0.0.1")
    assert street.turned_away == []
    # Nobody gains a place by coming as often as the others do.
    street = Street()
    street.crowd(addresses=10, each=2)
    assert street.come("10.0.1.1")
    assert not street.come("10.0.1.1")
    assert len(street.turned_away) == 1


def test_those_who_sit_at_the_table_need_no_place_of_a_stranger() -> None:
    street = Street()
    street.crowd(addresses=20, each=1)
    street.door.known = frozenset({"10.0.1.1"})
    assert [street.come("10.0.1.1") for _ in range(5)] == [True] * 4 + [False]
    assert street.turned_away == []
    # Nor are they ever turned away for somebody else.
    street.door.known |= {f"10.0.0.{number}" for number in range(20)}
    assert street.come("10.0.1.2")
    assert street.turned_away == []


def test_who_comes_too_often_or_guesses_waits_and_takes_no_place_of_others() -> None:
    door, now = Door(), 5.0
    for _ in range(int(ARRIVALS[1])):
        one = Somebody()
        assert door.admits(one, "10.0.0.1", now)
        door.leave(one)
    assert not door.admits(Somebody(), "10.0.0.1", now)
    for _ in range(FREE_TRIES):
        one = Somebody()
        assert door.admits(one, "10.0.0.2", now)
        door.guessed(one, now)
        door.leave(one)
    assert not door.admits(Somebody(), "10.0.0.2", now)
    assert door.admits(Somebody(), "10.0.0.3", now)
    assert door.strangers == {"10.0.0.3": 1}
