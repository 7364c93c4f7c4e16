"""What is told of a lobby: only what is new, names instead of numbers, in a sensible order."""

from __future__ import annotations

from dataclasses import replace

from tests.table.tabletop import identity, place, seeded
from unonet.game.ruleset import Ruleset
from unonet.node.events import (
    CountdownStarted,
    CountdownStopped,
    DeckReaders,
    GuestLeft,
    GuestSat,
    PairApart,
    PairTogether,
    RulesProposed,
    SeatReady,
    SeatUnready,
    TermsShown,
)
from unonet.node.lobby_news import NOBODY, deck_readers, news
from unonet.table.lobby import LobbyView
from unonet.table.terms import endorse, write_terms

LOBBY = seeded("lobby", 0)[:16]
IDS = [identity(0, seat) for seat in range(4)]
NAMES = ("Host", "Ada", "Bob", "Cleo")


def view(number: int, *seated: int, rules: str = "quick", **changes: object) -> LobbyView:
    seats = tuple(place(IDS[seat].key, NAMES[seat]) for seat in seated)
    terms = None
    if len(seats) > 1:
        terms = write_terms(LOBBY, Ruleset.parse(rules), seats=seats)
    lobby = LobbyView(number, 4, seats, (False,) * len(seats), terms=terms)
    return replace(lobby, **changes)  # type: ignore[arg-type]


def shown(lobby: LobbyView) -> TermsShown:
    assert lobby.terms is not None
    return TermsShown(lobby.terms.table_id)


def test_the_first_look_tells_everything() -> None:
    first = view(2, 0, 1)
    assert list(news(NOBODY, first)) == [
        GuestSat("Host", 1, 4),
        GuestSat("Ada", 2, 4),
        RulesProposed(Ruleset.parse("quick").differences()),
        DeckReaders("sealed", 2, 2, "Host", 1),
        shown(first),
    ]


def test_a_host_alone_sits_and_has_no_terms() -> None:
    assert list(news(NOBODY, view(0, 0))) == [GuestSat("Host", 1, 4)]


def test_nothing_new_is_nothing_told() -> None:
    lobby = view(2, 0, 1, ready=(True, False), apart=((0, 1),), starts_in=3)
    assert list(news(lobby, lobby)) == []


def test_one_leaves_and_another_comes() -> None:
    after = view(4, 0, 1, 3)
    assert list(news(view(3, 0, 1, 2), after)) == [
        GuestLeft("Bob", 2, 4),
        GuestSat("Cleo", 3, 4),
        shown(after),
    ]


def test_other_rules_are_told_with_the_new_words() -> None:
    after = view(4, 0, 1, rules="modern")
    modern = Ruleset.parse("modern").differences()
    assert list(news(view(3, 0, 1), after)) == [RulesProposed(modern), shown(after)]


def test_marks_of_people_are_told_one_by_one() -> None:
    before = view(2, 0, 1)
    after = replace(before, ready=(True, True))
    assert list(news(before, after)) == [SeatReady("Host"), SeatReady("Ada")]
    assert list(news(after, before)) == [SeatUnready("Host"), SeatUnready("Ada")]


def test_marks_that_a_new_draft_clears_are_not_told() -> None:
    before = view(2, 0, 1, ready=(True, True), starts_in=3)
    after = view(3, 0, 1, 2)
    assert list(news(before, after)) == [
        GuestSat("Bob", 3, 4),
        DeckReaders("sealed", 2, 3, "Host", 1),
        shown(after),
        CountdownStopped(),
    ]


def test_marks_of_bots_are_not_told() -> None:
    bot = place(
        IDS[1].key,
        "Robo",
        bot="greedy",
        operator=IDS[0].key,
        endorsement=endorse(IDS[0], LOBBY, IDS[1].key),
    )
    before = view(2, 0, 1)
    before = replace(before, seats=(before.seats[0], bot))
    assert list(news(before, replace(before, ready=(False, True)))) == []


def test_pairs_apart_and_together() -> None:
    before, apart = view(2, 0, 1, 2), view(2, 0, 1, 2, apart=((0, 2), (1, 2)))
    assert list(news(before, apart)) == [PairApart("Host", "Bob"), PairApart("Ada", "Bob")]
    assert list(news(apart, replace(apart, apart=((1, 2),)))) == [PairTogether("Host", "Bob")]


def test_pairs_of_an_older_draft_are_forgotten() -> None:
    before, after = view(2, 0, 1, 2, apart=((1, 2),)), view(3, 0, 1)
    assert not [e for e in news(before, after) if isinstance(e, PairApart | PairTogether)]
    again = view(4, 0, 1, 2, apart=((1, 2),))
    assert PairApart("Ada", "Bob") in list(news(before, again))


def test_the_countdown_starts_and_stops() -> None:
    before, counting = view(2, 0, 1), view(2, 0, 1, starts_in=3)
    assert list(news(before, counting)) == [CountdownStarted(3)]
    assert list(news(counting, before)) == [CountdownStopped()]


def test_the_operator_of_most_seats_is_named() -> None:
    bots = [
        place(
            IDS[seat].key,
            f"Robo {seat}",
            bot="greedy",
            operator=IDS[1].key,
            endorsement=endorse(IDS[1], LOBBY, IDS[seat].key),
        )
        for seat in (2, 3)
    ]
    people = [place(IDS[seat].key, NAMES[seat]) for seat in (0, 1)]
    terms = write_terms(LOBBY, Ruleset.parse("quick"), seats=[*people, *bots])
    assert deck_readers(terms) == DeckReaders("sealed", 3, 4, "Ada", 3)
