"""One named test for each ruling of the page that a scenario with known faces cannot show.

Sections 3 to 5. A docstring starts with the id of its row, and so does the name of the test.
Expectations come from docs/rules.md, never from the engine.
"""

from __future__ import annotations

import pytest

from tests.game.hidden import (
    challenged,
    facing_four,
    hidden_house,
    hidden_round,
    log,
    phase,
    refuses,
    say,
    tokens,
    types,
)
from unonet.errors import BadRuleset, IllegalMove
from unonet.game import engine
from unonet.game.cards import CARD_TEXTS, COLOR_OF, parse_card
from unonet.game.legality import must_prove, why_illegal
from unonet.game.notation import parse_move
from unonet.game.ruleset import Ruleset
from unonet.game.state import State, WantKind


def test_r3_hidden_checks_face_of_a_play() -> None:
    """R3.hidden_checks: whether a hidden hand holds the face is for the deal to prove."""
    state = hidden_round()
    say(state, 1, "g7!", slot=3)
    assert CARD_TEXTS[state.faces[3]] == "g7"
    assert state.top == parse_card("g7")


def test_r3_hidden_checks_public_facts_are_enforced() -> None:
    """R3.hidden_checks: what is public is checked: the slot's owner, the top, the turn."""
    state = hidden_round()
    assert refuses(state, 1, "g7", slot=1) == "not_in_hand"
    assert refuses(state, 1, "b7", slot=0) == "no_match"
    assert refuses(state, 2, "g7", slot=1) == "not_your_turn"
    assert refuses(state, 1, "g7", slot=99) == "not_in_hand"


def test_r3_hidden_checks_a_published_face_counts() -> None:
    """R3.hidden_checks: a slot whose face is public plays as that face only."""
    state = hidden_round()
    state.faces[0] = parse_card("g1")
    assert refuses(state, 1, "g2", slot=0) == "not_in_hand"
    say(state, 1, "g1!", slot=0)


def test_r3_hidden_checks_the_drawn_slot() -> None:
    """R3.hidden_checks: after a draw an old slot cannot be played, whatever it shows."""
    state = hidden_round()
    say(state, 1, "d")
    assert phase(state) == "drawn"
    assert state.hands[1] == [0, 3, 7]
    assert refuses(state, 1, "g7", slot=0) == "not_drawn"
    say(state, 1, "g7", slot=7)
    assert state.hands[1] == [0, 3]


def test_r3_hidden_checks_an_overlay_changes_no_validity() -> None:
    """R3.hidden_checks: what a seat knows of its own hand widens its list and nothing else."""
    state = hidden_round()
    mine = list(state.faces)
    mine[0], mine[3] = types("g7 b5")
    assert tokens(state, 1) == ["d"]
    assert tokens(state, 1, mine) == ["d", "g7", "g7!"]
    before = state.copy()
    assert why_illegal(state, 1, parse_move("g7"), 0, mine) is None
    assert state == before


def test_r3_hidden_checks_drawing_again() -> None:
    """R3.hidden_checks: whether a hidden drawn card plays is not asked: keep and draw both go."""
    for options in ({"draw": "until_playable"}, {"draw": "until_playable", "force_play": "on"}):
        state = hidden_house(options)
        say(state, 1, "d")
        say(state, 1, "d")
        assert state.hands[1] == [0, 3, 7, 8]
        assert state.drawn == 8
        say(state, 1, "k")
        assert (phase(state), state.turn) == ("turn", 2)


def test_r3_hidden_checks_a_seat_holds_itself_to_the_rule() -> None:
    """R3.hidden_checks: over its own faces a seat lists only what the rule allows it."""
    state = hidden_house({"draw": "until_playable", "force_play": "on"})
    say(state, 1, "d")
    mine = list(state.faces)
    mine[0], mine[3], mine[7] = types("r1 r2 b5")
    assert tokens(state, 1, mine) == ["d"]
    mine[7] = parse_card("g5")
    assert tokens(state, 1, mine) == ["g5"]
    mine[7] = parse_card("w4")
    assert tokens(state, 1, mine) == ["k", "w4=b", "w4=g", "w4=r", "w4=y"]


def test_r3_hidden_checks_strict_four_is_proven() -> None:
    """R3.wild_draw_four: strict: what the play must prove is named, and where the faces are public
    the engine enforces it."""
    state = hidden_house({"wild_draw_four": "strict"})
    four = parse_move("w4=r")
    assert must_prove(state, 1, four, 0) == (COLOR_OF[parse_card("g3")], (3,))
    assert must_prove(state, 1, parse_move("wi=r"), 0) is None
    state.faces[3] = parse_card("g1")
    assert refuses(state, 1, "w4=r", slot=0) == "holds_color"
    state.faces[3] = parse_card("r3")
    say(state, 1, "w4=r", slot=0)
    assert (phase(state), state.turn, len(state.hands[2])) == ("turn", 0, 6)


def test_r3_wild_draw_four_nothing_to_prove() -> None:
    """R3.wild_draw_four: the last card has no other beside it, and other values prove nothing."""
    state = hidden_house({"wild_draw_four": "strict", "hand_size": "1"})
    assert must_prove(state, 1, parse_move("w4=r"), 0) is None
    assert must_prove(hidden_round(), 1, parse_move("w4=r"), 0) is None
    state = hidden_house({"wild_draw_four": "free"})
    assert must_prove(state, 1, parse_move("w4=r"), 0) is None


def test_r3_challenge_innocence_is_proven() -> None:
    """R3.challenge: an innocent answer proves that the judged cards lack the colour."""
    assert must_prove(challenged(), 1, parse_move("innocent"), None) == (
        COLOR_OF[parse_card("g3")],
        (3,),
    )
    assert must_prove(challenged(), 1, parse_move("guilty"), None) is None


def test_r3_customizable_needs_the_card() -> None:
    """R3.customizable: an effect is refused where no deck has the card."""
    for value in ("skip_next", "next_draws_2", "others_draw_1", "swap"):
        assert Ruleset.parse("modern", {"customizable": value}).customizable == value
        with pytest.raises(BadRuleset, match=f"customizable={value} needs a deck with"):
            Ruleset.parse("classic", {"customizable": value})


def test_r3_challenge_waits_for_the_accused() -> None:
    """R3.challenge: with a hidden hand the accused answers, and nobody moves before."""
    state = challenged()
    assert phase(state) == "challenged"
    assert state.wants is not None
    assert state.wants.kind == WantKind.VERDICT
    assert state.wants.seats == (1,)
    assert state.wants.slots == (3,)
    assert engine.settle(state) == []
    assert tokens(state, 1) == ["guilty", "innocent"]
    assert tokens(state, 0) == tokens(state, 2) == []
    for seat, token in ((2, "d"), (2, "ok"), (2, "ch"), (1, "d"), (2, "guilty"), (0, "innocent")):
        refuses(state, seat, token)


def test_r3_challenge_guilty() -> None:
    """R3.challenge: guilty: the accused draws 4, the challenger takes a normal turn."""
    state = challenged()
    say(state, 1, "guilty")
    assert state.hands[1] == [3, 7, 8, 9, 10]
    assert (phase(state), state.turn, state.pending) == ("turn", 2, 0)
    assert COLOR_OF[parse_card("r1")] == state.color


def test_r3_challenge_innocent() -> None:
    """R3.challenge: innocent: the challenger draws 4 + 2 and loses its turn."""
    state = challenged()
    say(state, 1, "innocent")
    assert state.hands[2] == [1, 4, 7, 8, 9, 10, 11, 12]
    assert (phase(state), state.turn, state.pending) == ("turn", 0, 0)


def test_r3_challenge_public_guilt_cannot_be_denied() -> None:
    """R3.challenge: with public faces the answer follows from them."""
    state = facing_four()
    state.faces[3] = parse_card("g1")
    say(state, 2, "ch")
    engine.settle(state)
    assert state.hands[1] == [3, 7, 8, 9, 10]
    assert (phase(state), state.turn) == ("turn", 2)


def test_r3_challenge_timed_out_accused_concedes() -> None:
    """R3.challenge: an accused that times out concedes."""
    state = challenged()
    log(state, "t@1")
    assert state.hands[1] == [3, 7, 8, 9, 10]
    assert (phase(state), state.turn) == ("turn", 2)


def test_r3_challenge_timed_out_accused_concedes_with_public_faces() -> None:
    """R3.challenge: also with public faces, although they would acquit it."""
    state = challenged()
    state.faces[3] = parse_card("b1")
    log(state, "t@1")
    assert state.hands[1] == [3, 7, 8, 9, 10]


def test_r3_challenge_accused_goes_away_before_its_answer() -> None:
    """R3.challenge: an accused that is made away while it should answer concedes."""
    state = challenged()
    log(state, "b@1")
    engine.settle(state)
    assert state.hands[1] == [3, 7, 8, 9, 10]
    assert (phase(state), state.turn) == ("turn", 2)


def test_r3_challenge_accused_leaves_before_its_answer() -> None:
    """R3.challenge: an accused that leaves before the answer takes the penalty with it."""
    state = challenged()
    log(state, "x@1")
    assert (phase(state), state.turn, state.pending) == ("turn", 2, 0)
    assert state.wants is None
    assert len(state.hands[2]) == 2
    assert tokens(state, 2) == ["d"]


@pytest.mark.parametrize("record", ["x@2", "b@2"])
def test_r3_challenge_challenger_goes_before_the_answer(record: str) -> None:
    """R3.challenge: the penalty of a challenger that goes is forgotten, the turn passes on."""
    state = challenged()
    log(state, record)
    assert (phase(state), state.turn, state.pending) == ("turn", 0, 0)
    assert state.wants is None
    assert refuses(state, 1, "guilty") == "wrong_phase"


def test_r3_challenge_nothing_to_answer() -> None:
    """R3.challenge: without a challenge nobody answers one."""
    state = facing_four()
    assert refuses(state, 1, "innocent") == "wrong_phase"


def test_r4_exposed_answer_keeps_it_closed() -> None:
    """R4.exposed: the challenge has closed the window; an answer opens none."""
    state = facing_four()
    assert state.exposed == 0b10
    say(state, 2, "ch")
    assert state.exposed == 0
    say(state, 1, "innocent")
    assert state.exposed == 0
    assert refuses(state, 1, "u") == "not_exposed"


def test_r4_catch_penalty_is_an_option() -> None:
    """R4.catch: uno_penalty is 0 to 10; with 0 the catch only ends the exposure."""
    for cards in (0, 1, 10):
        state = hidden_house({"uno_penalty": str(cards)})
        say(state, 1, "g7", slot=0)
        say(state, 2, "c@1")
        assert (len(state.hands[1]), state.exposed) == (1 + cards, 0)
        assert refuses(state, 0, "c@1") == "not_exposed"
    for cards in ("-1", "11"):
        with pytest.raises(BadRuleset, match=f"uno_penalty={cards}"):
            Ruleset.parse("classic", {"uno_penalty": cards})


def empty_pile() -> State:
    """Three seats, nine slots: the piles are empty but for discards that came by play."""
    state = hidden_round(size=8)
    say(state, 1, "g7!", slot=0)
    say(state, 2, "g8!", slot=1)
    say(state, 0, "d")
    say(state, 0, "k")
    return state


def test_r5_reshuffle_waits_for_the_deal() -> None:
    """R5.reshuffle: with hidden faces the engine asks for a shuffle and goes on where it stood."""
    state = empty_pile()
    say(state, 1, "d")
    assert state.wants is not None
    assert (state.wants.kind, state.wants.slots) == (WantKind.RESHUFFLE, (6, 0))
    assert tokens(state, 1) == []
    assert refuses(state, 1, "d") == "waiting"
    engine.dealt(state, epoch=1, slots=range(8, 10))
    assert state.hands[1] == [3, 8]
    assert (phase(state), state.drawn, state.draw, state.discard) == ("drawn", 8, [9], [1])


def test_r5_reshuffle_refuses_other_cards() -> None:
    """R5.reshuffle: as many cards come back as went in, under new slots, one epoch later."""
    state = empty_pile()
    say(state, 1, "d")
    before = state.copy()
    for epoch, slots in ((1, range(8, 11)), (1, range(8, 9)), (0, range(8, 10)), (1, range(2))):
        with pytest.raises(IllegalMove):
            engine.dealt(state, epoch=epoch, slots=slots)
        assert state == before
