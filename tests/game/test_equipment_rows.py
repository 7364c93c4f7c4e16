"""One named test for each ruling of the page that a scenario with known faces cannot show.

Sections 1 and 2. A docstring starts with the id of its row, and so does the name of the test.
Expectations come from docs/rules.md, never from the engine.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.game.hidden import (
    types,
)
from unonet.errors import BadRuleset
from unonet.game.cards import CARD_TEXTS
from unonet.game.events import Outcome
from unonet.game.match import MatchState, draw_dealer
from unonet.game.ruleset import Ruleset
from unonet.game.state import Status


def test_r1_players_two_to_ten() -> None:
    """R1.players: two to ten seats can be dealt to, no other number."""
    for seats in range(2, 11):
        Ruleset.parse().check_seats(seats)
    for seats in (0, 1, 11):
        with pytest.raises(BadRuleset, match=str(seats)):
            Ruleset.parse().check_seats(seats)


def test_r1_deck_108_counts() -> None:
    """R1.deck_108: 76 numbers, 24 coloured actions, 4 Wild and 4 Wild Draw Four."""
    counts = Counter(CARD_TEXTS[card] for card in Ruleset().cards())
    assert counts.total() == 108
    for color in "rygb":
        assert counts[f"{color}0"] == 1
        for face in (*"123456789", "sk", "rv", "+2"):
            assert counts[color + face] == 2
    assert (counts["wi"], counts["w4"], counts["ws"], counts["wc"]) == (4, 4, 0, 0)
    assert sum(n for card, n in counts.items() if card[1:].isdigit() and card[0] in "rygb") == 76


def test_r1_deck_112_adds_four() -> None:
    """R1.deck_112: one Shuffle Hands and three Customizable more."""
    more = Counter(Ruleset(deck="112").cards()) - Counter(Ruleset().cards())
    assert {CARD_TEXTS[card]: n for card, n in more.items()} == {"ws": 1, "wc": 3}
    assert Counter(Ruleset(deck="112").cards()).total() == 112


TEHRAN = 'base = "112"\n[cards]\nws = 4\nwc = 6\n"r+2" = 4\n"y+2" = 4\n"g+2" = 4\n"b+2" = 3\n'


def test_r1_custom_deck_from_a_file() -> None:
    """R1.custom_deck: a TOML page of counts becomes one text, which is the ruleset's value."""
    ruleset = Ruleset.parse("classic", {"deck": TEHRAN})
    counts = Counter(CARD_TEXTS[card] for card in ruleset.cards())
    assert counts.total() == 125
    assert (counts["ws"], counts["wc"], counts["r+2"], counts["b+2"]) == (4, 6, 4, 3)
    ((option, text),) = ruleset.differences()
    assert option == "deck"
    assert text.startswith("r0:1,r1:2,")
    assert text.endswith("wi:4,w4:4,ws:4,wc:6")
    assert Ruleset.from_differences(ruleset.differences()) == ruleset
    assert Ruleset.parse("classic", {"deck": text}) == ruleset


def test_r1_custom_deck_that_is_a_known_one() -> None:
    """R1.custom_deck: one deck has one text: the counts of 108 are the deck 108."""
    assert Ruleset.parse("classic", {"deck": 'base = "108"'}) == Ruleset()
    counts = Counter(CARD_TEXTS[card] for card in Ruleset(deck="112").cards())
    page = "[cards]\n" + "\n".join(f'"{card}" = {count}' for card, count in counts.items())
    assert Ruleset.parse("classic", {"deck": page}).deck == "112"


@pytest.mark.parametrize(
    ("page", "word"),
    [
        ("cards = 3", "table"),
        ('base = "110"', "base"),
        ("base = 108", "base"),
        ("[cards]\nr5 = -1", "r5"),
        ("[cards]\nr5 = 100", "99"),
        ("[cards]\nr5 = true", "r5"),
        ('[cards]\nr5 = "2"', "r5"),
        ("[cards]\nr10 = 1", "r10"),
        ("[cards]\nr5 = 0", "1 to 224"),
        ("[cards]\nr5 = 99\nr6 = 99\nr7 = 99", "297"),
        ("[house]\nr5 = 1", "house"),
        ("[cards", "TOML"),
        ("a = " + "[" * 5000, "TOML"),
        ("# " + "x" * 9000 + "\n", "8192"),
    ],
)
def test_r1_custom_deck_refused_with_a_sentence(page: str, word: str) -> None:
    """R1.custom_deck: a file that describes no deck is refused, and the sentence says why."""
    with pytest.raises(BadRuleset, match=word):
        Ruleset.parse("classic", {"deck": page})


@pytest.mark.parametrize(
    "text",
    [
        *("", "110", "r5", "r5:0", "r5:02", "r5:1,", "r6:1,r5:1", "r5:1,r5:1", "x5:1", "r5:100"),
        *("r5:1 ,r6:1", "r5:99,r6:99,r7:99", "R5:1", "r5:\u0661", "persian.toml"),
    ],
)
def test_r1_custom_deck_has_one_text(text: str) -> None:
    """R1.custom_deck: what travels is refused unless it is exactly what would be printed."""
    with pytest.raises(BadRuleset):
        Ruleset.from_differences([("deck", text)])
    with pytest.raises(BadRuleset):
        Ruleset.from_differences([("deck", TEHRAN)])


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_r1_decks_are_copies(decks: int) -> None:
    """R1.decks: so many copies shuffled together; more seats or cards can be dealt."""
    ruleset = Ruleset.parse("classic", {"decks": str(decks), "hand_size": "20"})
    assert Counter(ruleset.cards()) == Counter(Ruleset().cards() * decks)
    if decks == 1:
        with pytest.raises(BadRuleset, match="cannot deal"):
            ruleset.check_seats(10)
    else:
        ruleset.check_seats(10)


def test_r1_decks_sealed_at_most_two() -> None:
    """R1.decks: a sealed deck is two copies and 224 cards at most."""
    for options in ({"decks": "2"}, {"decks": "2", "deck": "112"}, {"deck": TEHRAN}):
        Ruleset.parse("classic", options).check_sealed()
    for options in ({"decks": "3"}, {"decks": "2", "deck": TEHRAN}, {"decks": "4", "deck": "wi:9"}):
        with pytest.raises(BadRuleset, match="sealed"):
            Ruleset.parse("classic", options).check_sealed()


@pytest.mark.parametrize("decks", ["0", "5"])
def test_r1_decks_one_to_four(decks: str) -> None:
    """R1.decks: no other number."""
    with pytest.raises(BadRuleset, match=f"decks={decks} "):
        Ruleset.parse("classic", {"decks": decks})


def test_r1_standard_decks_are_exactly_108() -> None:
    """R1.standard_decks: two decks with their jokers map onto the deck of 108, card for card."""
    suits = dict(zip("♥♦♣♠", "rygb", strict=True))
    faces = {**{str(n): str(n) for n in range(2, 10)}, "A": "1", "J": "sk", "Q": "rv", "K": "+2"}
    skin: Counter[str] = Counter()
    for _ in range(2):
        skin.update(color + face for color in suits.values() for face in faces.values())
        skin.update("wi" if suit in "♥♦" else "w4" for suit in suits)
    skin.update(f"{color}0" for color in suits.values())
    assert skin == Counter(CARD_TEXTS[card] for card in Ruleset().cards())


def test_r2_dealer_highest_number_deals() -> None:
    """R2.dealer: each seat draws a card in seat order, the highest number deals."""
    dealer, draws = draw_dealer(range(3), types("r4 b9 y2 g9"))
    assert dealer == 1
    assert draws == (tuple(enumerate(types("r4 b9 y2"))),)


def test_r2_dealer_symbols_count_zero() -> None:
    """R2.dealer: a symbol card counts 0 and ties with a real zero."""
    dealer, draws = draw_dealer(range(3), types("w4 b+2 y1"))
    assert (dealer, len(draws)) == (2, 1)
    dealer, draws = draw_dealer(range(2), types("wi b0 y1 y3"))
    assert (dealer, len(draws)) == (1, 2)


def test_r2_dealer_only_the_tied_draw_again() -> None:
    """R2.dealer: the tied draw on from where the deck stands, until one is highest."""
    dealer, draws = draw_dealer(range(4), types("r9 b3 y9 g9 r1 b5 y5 bsk r1 r8"))
    assert dealer == 3
    assert [[seat for seat, _ in drawing] for drawing in draws] == [[0, 1, 2, 3], [0, 2, 3], [2, 3]]


def test_r2_dealer_passes_to_the_left() -> None:
    """R2.dealer: in later rounds the deal passes to the left, past whoever is gone."""
    match = MatchState.first(Ruleset.parse(), seats=4, dealer=3)
    match = match.finish(Outcome(0, "out", (10, 0, 0, 0)))
    assert match.dealer == 0
    gone = (Status.ACTIVE, Status.GONE, Status.AWAY, Status.ACTIVE)
    assert match.finish(Outcome(0, "out", (10, 0, 0, 0)), gone).dealer == 2
