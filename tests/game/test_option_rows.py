"""One named test for each ruling of the page that a scenario with known faces cannot show.

Sections 7 and 8. A docstring starts with the id of its row, and so does the name of the test.
Expectations come from docs/rules.md, never from the engine.
"""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.game.hidden import (
    hidden_house,
    hidden_jump,
    log,
    phase,
    refuses,
    say,
    types,
)
from tests.game.option_values import OPTION_ROWS
from tests.game.rounds import play_round
from tests.game.rulesets import BUILT_PRESETS, VALUES, suiting
from unonet.errors import BadRuleset
from unonet.game import engine
from unonet.game.cards import CARD_TEXTS, parse_card
from unonet.game.events import Outcome, RotatedHands, SwappedHands
from unonet.game.match import MatchState
from unonet.game.notation import parse_move
from unonet.game.ruleset import OPTIONS, PRESETS, Ruleset
from unonet.game.state import Status


def test_r7_jump_in_hidden_face() -> None:
    """R7.jump_in: from a hidden hand too: the deal has proven the face that is claimed."""
    state = hidden_jump()
    assert refuses(state, 0, ">g8", slot=2) == "no_match"
    assert refuses(state, 0, ">g7", slot=1) == "not_in_hand"
    say(state, 0, ">g7", slot=2)
    assert state.turn == 1


def test_r7_jump_in_not_on_the_opening_card() -> None:
    """R7.jump_in: nobody played the opening card."""
    assert refuses(hidden_house({"jump_in": "exact"}), 0, ">g3", slot=2) == "no_jump"


def test_r7_seven_zero_moves_slots_not_cards() -> None:
    """R7.seven_zero: hidden cards keep their slots and change their owners; an event says so."""
    state = hidden_house({"seven_zero": "on"})
    before = [hand[:] for hand in state.hands]
    assert refuses(state, 1, "g7@2!", slot=0) == "not_one_card"
    events = engine.apply(state, 1, parse_move("g7@2"), slot=0)
    assert SwappedHands(1, 2) in events
    assert state.hands == [before[0], before[2], [3]]
    assert state.exposed == 0b100
    say(state, 2, "g0", slot=3)
    assert (phase(state), state.hands[2]) == ("hands", [])


def test_r7_seven_zero_passes_slots_on() -> None:
    """R7.seven_zero: a 0 hands every slot to the next seat in the direction of play."""
    state = hidden_house({"seven_zero": "on"})
    events = engine.apply(state, 1, parse_move("g0"), slot=3)
    assert RotatedHands((1, 2, 0)) in events
    assert state.hands == [[1, 4], [2, 5], [0]]
    assert state.exposed == 0b100


def played(*seats: int, option: str, winner: int) -> tuple[int, ...]:
    """Whom ``option`` takes out when ``seats`` have played, in order, before ``winner`` was out."""
    ruleset = Ruleset.parse("classic", {"elimination": option, "hand_size": "1"})
    state = engine.start(ruleset, seats=[Status.ACTIVE] * 3, dealer=0, scores=[0] * 3)
    engine.dealt(state, epoch=0, slots=range(4), faces=types("g1 g2 g4 g3"))
    engine.settle(state)
    for seat in seats:
        state.other_player, state.last_player = state.last_player, seat
    state.turn = winner
    say(state, winner, CARD_TEXTS[state.faces[state.hands[winner][0]]])
    engine.settle(state)
    assert state.outcome is not None
    return state.outcome.eliminated


def test_r8_elimination_enabler() -> None:
    """R8.elimination: the last other seat to have played, or nobody."""
    assert played(option="enabler", winner=1) == ()
    assert played(2, option="enabler", winner=1) == (2,)
    assert played(0, 2, option="enabler", winner=1) == (2,)
    assert played(2, 1, option="enabler", winner=1) == (2,)


def test_r8_elimination_needs_three_seats() -> None:
    """R8.elimination: two seats have nobody to spare."""
    for option in ("enabler", "most_cards", "points"):
        ruleset = Ruleset.parse("classic", {"elimination": option})
        ruleset.check_seats(3)
        with pytest.raises(BadRuleset, match="3 seats"):
            ruleset.check_seats(2)


@pytest.mark.parametrize("option", ["enabler", "most_cards", "points"])
@pytest.mark.parametrize("match_option", ["points", "round", "lowest"])
def test_r8_option_elimination_only_the_last_seat_wins(option: str, match_option: str) -> None:
    """R8.option_elimination: neither a target nor one round ends the match, whatever match is."""
    ruleset = Ruleset.parse("classic", {"elimination": option, "match": match_option})
    match = MatchState.first(ruleset, seats=3, dealer=0)
    match = match.finish(Outcome(1, "out", (600, 600, 600), ()))
    assert (match.over, match.winners) == (False, ())
    match = match.finish(Outcome(1, "out", (0, 0, 0), (2,)))
    assert (match.over, match.staying) == (False, (0, 1))
    match = match.finish(Outcome(None, "stalemate", (0, 0, 0)))
    assert not match.over
    match = match.finish(Outcome(0, "out", (0, 0, 0), (1,)))
    assert (match.over, match.winners) == (True, (0,))


def test_r8_option_elimination_leaves_count() -> None:
    """R8.option_elimination: the last seat is also the one that did not leave."""
    match = MatchState.first(Ruleset.parse("elimination"), seats=3, dealer=0)
    gone = (Status.ACTIVE, Status.GONE, Status.ACTIVE)
    match = match.finish(Outcome(2, "out", (0, 0, 0), (0,)), gone)
    assert (match.over, match.winners) == (True, (2,))


def test_r8_option_elimination_may_leave_nobody() -> None:
    """R8.option_elimination: the winner of a round leaves before the hands are counted, and both
    others reach the target: the match is over, and nobody has won it."""
    ruleset = Ruleset.parse("classic", {"elimination": "points", "target": "50", "hand_size": "1"})
    state = engine.start(ruleset, seats=[Status.ACTIVE] * 3, dealer=0, scores=[0] * 3)
    engine.dealt(state, epoch=0, slots=range(4))
    engine.up(state, 3, parse_card("g3"))
    say(state, 1, "g1", slot=0)
    log(state, "x@1")
    engine.opened(state, 0, types("wi"))
    engine.opened(state, 2, types("w4"))
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.eliminated) == (1, (0, 2))
    match = MatchState.first(ruleset, seats=3, dealer=0).finish(state.outcome, state.statuses)
    assert (match.over, match.winners) == (True, ())


PRESET_PAIRS = {
    "classic": (),
    "quick": (("match", "round"),),
    "modern": (("deck", "112"), ("match", "round")),
    "progressive": (("stacking", "same"),),
    "seven-o": (("seven_zero", "on"),),
    "jump-in": (("jump_in", "exact"),),
    "party": (("jump_in", "exact"), ("seven_zero", "on"), ("stacking", "same")),
    "elimination": (("elimination", "enabler"),),
    "speed": (
        ("decks", "2"),
        ("draw", "until_playable"),
        ("finish", "no_draw_four"),
        ("hand_size", "10"),
        ("jump_in", "exact"),
        ("uno_penalty", "5"),
    ),
    "pirate": (("seven_zero", "on"), ("stacking", "same")),
}


def test_r8_classic_is_the_default() -> None:
    """R8.classic: deck 108, points up to 500, and every option its default."""
    assert Ruleset.parse() == Ruleset.parse("classic") == Ruleset()
    ruleset = Ruleset()
    assert (ruleset.deck, ruleset.match, ruleset.target) == ("108", "points", 500)


@pytest.mark.parametrize("preset", sorted(PRESET_PAIRS))
def test_r8_one_option_and_other_presets(preset: str) -> None:
    """R8.one_option: every preset is what differs from classic, and options go on top of it."""
    assert Ruleset.parse(preset).differences() == PRESET_PAIRS[preset]
    assert Ruleset.parse(preset, {"target": "300"}).target == 300
    assert set(PRESET_PAIRS) | {"dos", "dos-2"} == set(PRESETS)


def test_r8_quick() -> None:
    """R8.quick: one round."""
    assert Ruleset.parse("quick").match == "round"


def test_r8_modern() -> None:
    """R8.modern: 112 cards, one round."""
    assert len(Ruleset.parse("modern").cards()) == 112


def test_r8_party() -> None:
    """R8.party: progressive, seven-o and jump-in at once."""
    together = {
        k: v for name in ("progressive", "seven-o", "jump-in") for k, v in PRESET_PAIRS[name]
    }
    assert Ruleset.parse("classic", together) == Ruleset.parse("party")


def test_r8_speed() -> None:
    """R8.speed: two decks deal ten cards to ten seats."""
    assert len(Ruleset.parse("speed").cards()) == 216
    Ruleset.parse("speed").check_seats(10)
    Ruleset.parse("speed").check_sealed()


def test_r8_pirate() -> None:
    """R8.pirate: stacking and Seven-O, no jump-in."""
    assert Ruleset.parse("pirate").jump_in == "off"


@pytest.mark.parametrize("preset", ["dos", "dos-2"])
def test_r8_dos_is_another_game(preset: str) -> None:
    """R8.dos: other games, refused with a sentence."""
    with pytest.raises(BadRuleset, match="another game"):
        Ruleset.parse(preset)


@pytest.mark.parametrize("row", OPTION_ROWS)
def test_r8_option_values(row: str) -> None:
    """R8.option_deck: every value of the table is read, printed and read again, no other is."""
    for option, values in OPTION_ROWS[row].items():
        for value in values.split():
            ruleset = Ruleset.parse("modern", {option: value})
            assert str(getattr(ruleset, option)) == value
            assert Ruleset.from_differences(ruleset.differences()) == ruleset
        for value in ("", "x", "-1", "06", values.split()[-1] + "0"):
            with pytest.raises(BadRuleset):
                Ruleset.parse("classic", {option: value})


def test_r8_option_rows_are_all_options() -> None:
    """R8.option_deck: the table of the page has every option there is."""
    assert {option for row in OPTION_ROWS.values() for option in row} == set(OPTIONS)


PAIRS = [
    (one, other)
    for one, other in combinations(
        [(option, value) for option, values in VALUES.items() for value in values], 2
    )
    if one[0] != other[0]
]


def test_r8_combinations() -> None:
    """R8.combinations: each pair of options plays by chance without breaking, or is refused with
    the one sentence that there is."""
    refused = set()
    for number, pair in enumerate(PAIRS):
        try:
            ruleset = Ruleset.parse("classic", dict(pair))
        except BadRuleset as error:
            assert re.fullmatch(
                r"customizable=\w+ needs a deck with a Wild Customizable.*", str(error)
            )
            refused.add(pair[1][0] if pair[0][0] == "customizable" else pair[0][0])
            continue
        play_round(ruleset, suiting(ruleset, 2 + number % 4), seed=number)
    assert "deck" not in refused
    assert refused == set(VALUES) - {"deck", "customizable"}


@pytest.mark.parametrize("preset", BUILT_PRESETS)
def test_r8_combinations_with_a_preset(preset: str) -> None:
    """R8.combinations: on top of each preset each option plays too, with a deck that has all."""
    for number, (option, values) in enumerate(VALUES.items()):
        for value in values:
            ruleset = Ruleset.parse(preset, {"deck": "112", option: value})
            play_round(ruleset, suiting(ruleset, 3 + number % 4), seed=number)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand_size", "0"),
        ("hand_size", "21"),
        ("hand_size", "07"),
        ("target", "49"),
        ("target", "5001"),
        ("target", "-500"),
        ("match", "rounds"),
        ("opening_reverse", "left"),
        ("deck", ""),
        ("house", "on"),
    ],
)
def test_r8_option_values_outside_the_table(option: str, value: str) -> None:
    """R8.option_match: a value that does not exist is refused."""
    with pytest.raises(BadRuleset):
        Ruleset.parse("classic", {option: value})
