"""Who sits down beside one's person: every meeting once, a name taken over with a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.tabletop import identity, place
from unonet.errors import StorageError
from unonet.node.events import Met
from unonet.node.known import Known
from unonet.node.meeting import Meeting
from unonet.table.terms import TermsSeat

ME, ADA, BOB = (identity(0, seat) for seat in range(3))


def met(home: Path, *seats: TermsSeat) -> list[Met]:
    told: list[Met] = []
    meeting = Meeting(home, ME.key, told.append)
    meeting.greet(seats, {ADA.key: (("10.0.0.1", 4000),)})
    meeting.greet(seats, {})
    meeting.save()
    return told


def test_a_stranger_is_new_once_and_known_the_next_time(tmp_path: Path) -> None:
    seats = [place(ME.key, "Me"), place(ADA.key, "Ada")]
    assert met(tmp_path, *seats) == [Met("Ada", "new", ADA.key, "")]
    assert met(tmp_path, *seats) == [Met("Ada", "known", ADA.key, "Ada")]
    (ada,) = Known.load(tmp_path).players()
    assert ada.addresses == (("10.0.0.1", 4000),)


def test_a_known_key_with_another_name_is_told_with_the_old_one(tmp_path: Path) -> None:
    met(tmp_path, place(ADA.key, "Ada"))
    assert met(tmp_path, place(ADA.key, "Lady A")) == [Met("Lady A", "renamed", ADA.key, "Ada")]


@pytest.mark.parametrize("name", ["Ada", "ADA"])
def test_a_known_name_with_another_key_is_a_warning(tmp_path: Path, name: str) -> None:
    met(tmp_path, place(ADA.key, "Ada"))
    assert met(tmp_path, place(BOB.key, name)) == [Met(name, "name of another key", BOB.key, "Ada")]


def test_bots_and_oneself_are_nobody_to_remember(tmp_path: Path) -> None:
    robot = place(ADA.key, "Robo", bot="greedy")
    assert met(tmp_path, place(ME.key, "Me"), robot) == []
    assert Known.load(tmp_path).players() == ()


def test_who_left_before_the_match_is_told_but_not_kept_without_a_save(tmp_path: Path) -> None:
    told: list[Met] = []
    Meeting(tmp_path, ME.key, told.append).greet([place(ADA.key, "Ada")], {})
    assert [one.sighting for one in told] == ["new"]
    assert Known.load(tmp_path).players() == ()


def test_a_damaged_file_of_people_is_named(tmp_path: Path) -> None:
    met(tmp_path, place(ADA.key, "Ada"))
    file = tmp_path / "known.people"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(StorageError, match=r"known\.people"):
        Meeting(tmp_path, ME.key, lambda event: None)
