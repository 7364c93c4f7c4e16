"""Sentences as they are read: third person, second person, hostile names, paint."""

from __future__ import annotations

from typing import Any

import pytest

from unonet.game import Outcome, parse_card, parse_move
from unonet.game import events as game
from unonet.game.ruleset import Ruleset
from unonet.node import events as node
from unonet.table import events as table
from unonet.words import fingerprint_words
from unonet_cli.phrases.events import QUIET
from unonet_cli.presenter import Presenter

AGREED = table.Agreed(b"\xab" * 16, ("Ada", "Bea", "Cem"))


def tell(event: Any, me: int | None = None) -> str:
    presenter = Presenter(me=me)
    presenter.tell(AGREED)
    return presenter.tell(event)


@pytest.mark.parametrize(
    ("event", "they", "you"),
    [
        (game.Played(1, 5, 0, -1, -1, False), "Bea plays red 5.", "You play red 5."),
        (
            game.Played(1, parse_card("w4"), 0, 3, 2, True),
            "Bea plays Wild Draw Four, names blue, swaps hands with Cem, calls UNO.",
            "You play Wild Draw Four, name blue, swap hands with Cem, call UNO.",
        ),
        (game.Drew(1, (4,)), "Bea draws 1 card.", "You draw 1 card."),
        (game.Drew(1, ()), "Bea finds nothing to draw.", "You find nothing to draw."),
        (
            game.Caught(0, 1),
            "Bea catches Ada without the UNO call.",
            "You catch Ada without the UNO call.",
        ),
        (
            game.Caught(1, 0),
            "Ada catches Bea without the UNO call.",
            "Ada catches you without the UNO call.",
        ),
        (
            game.RoundOver(Outcome(1, "out", (0, 57, 0))),
            "Bea goes out and wins the round. Gained: Bea 57.",
            "You go out and win the round. Gained: you 57.",
        ),
        (
            table.MatchOver((1,), (0, 512, 3)),
            "Bea wins the match. Scores: Ada 0, Bea 512, Cem 3.",
            "You win the match. Scores: Ada 0, you 512, Cem 3.",
        ),
        (
            table.MatchOver((1, 2), (0, 0, 0)),
            "Bea and Cem share the match.",
            "You and Cem share the match.",
        ),
        (
            table.DealerDrawn(((0, 3), (1, parse_card("wi"))), 0),
            "Dealer: Ada, by drawing Ada red 3, Bea Wild.",
            "Dealer: Ada, by drawing Ada red 3, you Wild.",
        ),
    ],
)
def test_sentences(event: Any, they: str, you: str) -> None:
    assert tell(event) == they
    assert tell(event, me=1) == you


def test_rounds_count_from_one() -> None:
    assert "for round 1:" in tell(table.Shuffled(0, 0, 108))


def test_an_unknown_seat_is_still_named() -> None:
    assert Presenter().tell(game.Kept(4)) == "seat 4 keeps the card."


def test_a_speaker_leaves_out_what_nobody_needs_to_hear() -> None:
    heard: list[str] = []
    watch = Presenter(("Ada",)).speaker(heard.append)
    for quiet in (table.Committed(0, 0), node.MoveSent("d"), table.Ignored(3, 0, "stale")):
        assert isinstance(quiet, QUIET)
        watch(quiet)
    watch(game.Kept(0))
    assert heard == ["Ada keeps the card."]


def test_remote_text_cannot_steer_a_terminal() -> None:
    sentence = tell(node.TableFound("\x1b[2Jroot\u202e", "10.0.0.1", 4000))
    assert "\x1b" not in sentence
    assert "\u202e" not in sentence


def test_paint_never_replaces_the_word() -> None:
    painted = Presenter(painted=True)
    assert painted.card(parse_card("r5")) == "\x1b[31mred 5\x1b[0m"
    assert painted.card(parse_card("wi")) == "Wild"
    assert Presenter().card(parse_card("r5")) == "red 5"
    assert Presenter().card(-1) == "a hidden card"


def test_moves_are_described_to_the_one_who_may_make_them() -> None:
    presenter = Presenter(("Ada", "Bea"), me=0)
    described = [presenter.describe(parse_move(text)) for text in ("wi=b!", "c@1", "=g", "d", "ok")]
    assert described == [
        "Wild, name blue, call UNO",
        "catch Bea without the UNO call",
        "name green",
        "draw a card",
        "take the penalty",
    ]


# The lobby


def test_one_is_told_of_oneself_as_you_once_one_has_a_name() -> None:
    presenter = Presenter()
    assert presenter.tell(node.SeatReady("Ada")) == "Ada is ready."
    assert presenter.tell(node.Seated("Ada")) == "At this table you are called Ada."
    assert presenter.tell(node.SeatReady("Ada")) == "You are ready."
    assert presenter.tell(node.GuestSat("Ada", 2, 4)) == "You sat down: 2 of 4 seats are taken."
    assert presenter.tell(node.SeatReady("Ada (2)")) == "Ada (2) is ready."


def test_chat_is_cleaned_and_canned_phrases_are_ours() -> None:
    presenter = Presenter()
    assert presenter.tell(node.ChatHeard("Bob", "#1")) == "Bob says: Hello!"
    assert presenter.tell(node.ChatHeard("Bob", "#9")) == "Bob says: #9"
    assert presenter.tell(node.ChatHeard("Bob", "a\x1b[2J\u202eb")) == "Bob says: a\\x1b[2J\\u202eb"


def test_a_key_that_takes_a_known_name_is_a_loud_warning() -> None:
    presenter = Presenter()
    loud = presenter.tell(node.Met("Ada", "name of another key", bytes(32), "Ada"))
    assert loud.startswith("WARNING: Ada is not the Ada you know")
    assert fingerprint_words(bytes(32)) in loud
    new = presenter.tell(node.Met("Ada", "new", bytes(32), ""))
    assert new == f"Ada is new to you; the key in words: {fingerprint_words(bytes(32))}."


def test_rules_are_named_by_their_preset_or_by_what_differs() -> None:
    presenter = Presenter()
    quick = node.RulesProposed(Ruleset.parse("quick").differences())
    assert presenter.tell(quick) == "Rules of this table: quick."
    mine = node.RulesProposed(Ruleset.parse("classic", {"target": "300"}).differences())
    assert presenter.tell(mine) == "Rules of this table: target=300."


def test_how_many_seats_could_read_the_deck() -> None:
    presenter = Presenter()
    opened = presenter.tell(node.DeckReaders("open", 3, 4, "Ada", 2))
    assert "every program at this table sees all cards" in opened
    sealed = presenter.tell(node.DeckReaders("sealed", 3, 4, "Ada", 2))
    assert sealed == (
        "Any 3 of these 4 seats together could read the deck; Ada answers for 2 of them."
    )
    alone = presenter.tell(node.DeckReaders("sealed", 3, 4, "Ada", 1))
    assert alone == "Any 3 of these 4 seats together could read the deck."
