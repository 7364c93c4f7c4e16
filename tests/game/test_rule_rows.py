"""One named test for every ruling that a scenario with known faces cannot show, and the census.

The docstring of a test starts with the id of its row in docs/rules.md, and so does its name.
Expectations come from that page, never from the engine. Faces are hidden here where a row is
about hidden faces: the positions are dealt as slots, and a play says which slot it takes.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from unonet.errors import BadRuleset, DecodeError, IllegalMove
from unonet.game import engine
from unonet.game.cards import CARD_TEXTS, COLOR_OF, FACE_OF, deck_cards, parse_card
from unonet.game.events import Outcome
from unonet.game.legality import legal_moves, why_illegal
from unonet.game.match import MatchState, draw_dealer
from unonet.game.notation import parse_move, parse_record
from unonet.game.ruleset import OPTIONS, PRESETS, Ruleset
from unonet.game.state import PHASE_NAMES, State, Status, WantKind

ROOT = Path(__file__).parents[2]


# ------------------------------------------------------------------ how positions are made
def hidden_round(hand_size: int = 2, seats: int = 3, up: str = "g3", size: int = 40) -> State:
    """A round whose faces nobody published: the dealer is seat 0 and slots are dealt in order.

    With three seats and two cards each, seat 1 holds slots 0 and 3, seat 2 1 and 4, seat 0 2
    and 5; slot 6 is the opening card.
    """
    ruleset = Ruleset.parse("modern", {"hand_size": str(hand_size)})
    state = engine.start(ruleset, seats=[Status.ACTIVE] * seats, dealer=0, scores=[0] * seats)
    engine.dealt(state, epoch=0, slots=range(size))
    engine.up(state, seats * hand_size, parse_card(up))
    return state


def say(state: State, seat: int, token: str, slot: int | None = None) -> None:
    engine.apply(state, seat, parse_move(token), slot=slot)


def log(state: State, token: str) -> None:
    engine.record(state, parse_record(token))


def phase(state: State) -> str:
    return PHASE_NAMES[state.phase]


def tokens(state: State, seat: int, faces: Sequence[int] | None = None) -> list[str]:
    return sorted(map(str, legal_moves(state, seat, faces)))


def refuses(state: State, seat: int, token: str, slot: int | None = None) -> str:
    """The reason why the move is illegal, after checking that it changes nothing."""
    before = state.copy()
    with pytest.raises(IllegalMove) as refused:
        say(state, seat, token, slot)
    assert state == before
    return refused.value.reason


def facing_four() -> State:
    """Seat 1 has played a Wild Draw Four (slot 0) on a green 3; seat 2 faces it."""
    state = hidden_round()
    say(state, 1, "w4=r", slot=0)
    return state


def challenged() -> State:
    """Seat 2 has challenged seat 1, whose one other card (slot 3) is hidden."""
    state = facing_four()
    say(state, 2, "ch")
    return state


# ------------------------------------------------------------------ 1 equipment
def test_r1_players_two_to_ten() -> None:
    """R1.players: two to ten seats can be dealt to, no other number."""
    for seats in range(2, 11):
        Ruleset.parse().check_seats(seats)
    for seats in (0, 1, 11):
        with pytest.raises(BadRuleset, match=str(seats)):
            Ruleset.parse().check_seats(seats)


def test_r1_deck_108_counts() -> None:
    """R1.deck_108: 76 numbers, 24 coloured actions, 4 Wild and 4 Wild Draw Four."""
    counts = Counter(CARD_TEXTS[card] for card in deck_cards("108"))
    assert counts.total() == 108
    for color in "rygb":
        assert counts[f"{color}0"] == 1
        for face in (*"123456789", "sk", "rv", "+2"):
            assert counts[color + face] == 2
    assert (counts["wi"], counts["w4"], counts["ws"], counts["wc"]) == (4, 4, 0, 0)
    assert sum(n for card, n in counts.items() if card[1:].isdigit() and card[0] in "rygb") == 76


def test_r1_deck_112_adds_four() -> None:
    """R1.deck_112: one Shuffle Hands and three Customizable more."""
    more = Counter(deck_cards("112")) - Counter(deck_cards("108"))
    assert {CARD_TEXTS[card]: n for card, n in more.items()} == {"ws": 1, "wc": 3}
    assert Counter(deck_cards("112")).total() == 112


def test_r1_custom_deck_refused_with_a_sentence() -> None:
    """R1.custom_deck: not built yet, so a deck file is refused with a sentence."""
    with pytest.raises(BadRuleset, match=r"deck=persian\.toml \w+ .*"):
        Ruleset.parse("classic", {"deck": "persian.toml"})


@pytest.mark.parametrize("decks", ["0", "2", "4", "5"])
def test_r1_decks_only_one(decks: str) -> None:
    """R1.decks: one copy is the default and the only number built yet."""
    assert Ruleset.parse("classic", {"decks": "1"}) == Ruleset.parse()
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
    assert skin == Counter(CARD_TEXTS[card] for card in deck_cards("108"))


# ------------------------------------------------------------------ 2 set-up
def types(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


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


# ------------------------------------------------------------------ 3 a turn
def test_r3_draw_until_playable_refused() -> None:
    """R3.draw_until_playable: a house rule that is not built yet is refused with a sentence."""
    with pytest.raises(BadRuleset, match="draw=until_playable is not built yet"):
        Ruleset.parse("classic", {"draw": "until_playable"})


def test_r3_force_play_refused() -> None:
    """R3.force_play: a house rule that is not built yet is refused with a sentence."""
    with pytest.raises(BadRuleset, match="force_play=on is not built yet"):
        Ruleset.parse("classic", {"force_play": "on"})


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


def test_r3_wild_draw_four_other_values_refused() -> None:
    """R3.wild_draw_four: free and strict are not built yet and refused with a sentence."""
    for value in ("free", "strict"):
        with pytest.raises(BadRuleset, match=f"wild_draw_four={value} is not built yet"):
            Ruleset.parse("classic", {"wild_draw_four": value})


def test_r3_customizable_effects_refused() -> None:
    """R3.customizable: effects other than none are not built yet."""
    for value in ("skip_next", "next_draws_2", "others_draw_1", "swap"):
        with pytest.raises(BadRuleset, match=f"customizable={value} is not built yet"):
            Ruleset.parse("modern", {"customizable": value})


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


# ------------------------------------------------------------------ 4 UNO
def test_r4_exposed_answer_keeps_it_closed() -> None:
    """R4.exposed: the challenge has closed the window; an answer opens none."""
    state = facing_four()
    assert state.exposed == 0b10
    say(state, 2, "ch")
    assert state.exposed == 0
    say(state, 1, "innocent")
    assert state.exposed == 0
    assert refuses(state, 1, "u") == "not_exposed"


def test_r4_catch_other_penalties_refused() -> None:
    """R4.catch: uno_penalty is 2; other numbers are not built yet."""
    with pytest.raises(BadRuleset, match="uno_penalty=5 is not built yet"):
        Ruleset.parse("classic", {"uno_penalty": "5"})


# ------------------------------------------------------------------ 5 piles
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


# ------------------------------------------------------------------ 6 end and scoring
def test_r6_going_out_other_finishes_refused() -> None:
    """R6.going_out: finish=any is the default; the others are not built yet."""
    for value in ("no_wild", "no_action", "no_draw_four"):
        with pytest.raises(BadRuleset, match=f"finish={value} is not built yet"):
            Ruleset.parse("classic", {"finish": value})


def test_r6_values_wait_for_the_hands() -> None:
    """R6.values: a round that is out waits until every hand that counts is open."""
    state = hidden_round(hand_size=1)
    say(state, 1, "g7", slot=0)
    assert (phase(state), state.outcome) == ("hands", None)
    assert state.wants is not None
    assert (state.wants.kind, state.wants.seats) == (WantKind.HANDS, (0, 2))
    engine.opened(state, 0, types("w4"))
    engine.opened(state, 2, types("bsk"))
    assert phase(state) == "over"
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (1, "out")


def match_of(option: str, *, target: int = 500) -> MatchState:
    ruleset = Ruleset.parse("classic", {"match": option, "target": str(target)})
    return MatchState.first(ruleset, seats=3, dealer=0)


def test_r6_match_points_over_rounds() -> None:
    """R6.match_points: scores add up over rounds until one reaches the target."""
    match = match_of("points", target=100).finish(Outcome(1, "out", (0, 60, 0)))
    assert (match.over, match.scores) == (False, (0, 60, 0))
    match = match.finish(Outcome(0, "out", (99, 0, 0)))
    assert (match.over, match.winners) == (False, ())
    match = match.finish(Outcome(None, "stalemate", (0, 0, 0)))
    assert not match.over
    match = match.finish(Outcome(1, "out", (0, 40, 0)))
    assert (match.over, match.winners, match.scores) == (True, (1,), (99, 100, 0))


def test_r6_match_round_is_one_round() -> None:
    """R6.match_round: one round is the match; scores do not move."""
    match = match_of("round").finish(Outcome(2, "out", (0, 0, 0)))
    assert (match.over, match.winners, match.scores) == (True, (2,), (0, 0, 0))


def test_r6_match_lowest_over_rounds() -> None:
    """R6.match_lowest: hands add up; at the target the lowest total wins, equal ones share."""
    match = match_of("lowest", target=100).finish(Outcome(1, "out", (60, 0, 20)))
    assert not match.over
    match = match.finish(Outcome(2, "out", (40, 20, 0)))
    assert (match.over, match.winners, match.scores) == (True, (1, 2), (100, 20, 20))


def test_r6_match_lowest_without_the_gone() -> None:
    """R6.match_lowest: a seat that is gone does not win by its low total."""
    gone = (Status.GONE, Status.ACTIVE, Status.AWAY)
    match = match_of("lowest", target=100).finish(Outcome(1, "out", (0, 130, 40)), gone)
    assert (match.over, match.winners) == (True, (2,))


# ------------------------------------------------------------------ 9 leaving, waiting
def test_r9_timed_out_when_it_must_answer() -> None:
    """R9.timed_out: of a challenged round the accused times out, nobody else."""
    state = challenged()
    for record in ("t@2", "t@0"):
        with pytest.raises(IllegalMove):
            log(state, record)
    log(state, "t@1")
    assert phase(state) == "turn"


def test_r9_timed_out_third_answer_makes_away() -> None:
    """R9.timed_out: the third in a row is carried out first, then the seat is away."""
    state = challenged()
    state.timeouts[1] = 2
    log(state, "t@1")
    assert len(state.hands[1]) == 5
    assert (state.statuses[1], state.timeouts[1]) == (Status.AWAY, 0)
    assert (phase(state), state.turn) == ("turn", 2)


def test_r9_away_hand_is_opened_and_counts() -> None:
    """R9.away: the hand of a seat that is away is among those that are opened."""
    state = hidden_round(hand_size=1)
    log(state, "b@2")
    say(state, 1, "g7", slot=0)
    assert state.wants is not None
    assert state.wants.seats == (0, 2)


def test_r9_gone_hand_stays_closed() -> None:
    """R9.gone: the hand of a seat that is gone is not opened."""
    state = hidden_round(hand_size=1)
    log(state, "x@2")
    say(state, 1, "g7", slot=0)
    assert state.wants is not None
    assert state.wants.seats == (0,)


def test_r9_gone_while_hands_are_shuffled() -> None:
    """R9.gone: a seat that leaves while its hand is in the shuffle gets no hand again."""
    state = hidden_round()
    say(state, 1, "ws=r", slot=0)
    assert state.wants is not None
    assert (state.wants.kind, state.wants.slots) == (WantKind.REDEAL, (1, 4, 2, 5, 3))
    log(state, "x@0")
    engine.dealt(state, epoch=1, slots=range(40, 45))
    assert state.hands == [[], [41, 43], [40, 42, 44]]


def test_r9_gone_match_ends_when_abandoned() -> None:
    """R9.gone: the last seat wins the match without points, in every match mode."""
    gone = (Status.GONE, Status.GONE, Status.AWAY)
    for option in ("points", "round", "lowest"):
        match = match_of(option).finish(Outcome(2, "abandoned", (0, 0, 0)), gone)
        assert (match.over, match.winners, match.scores) == (True, (2,), (0, 0, 0))


# ------------------------------------------------------------------ 7 and 8: what is not built
def test_r7_and_r8_unbuilt_values_are_refused_with_a_sentence() -> None:
    """R8.classic: every option has its default; another value that exists says it is not built."""
    built = {"deck", "hand_size", "match", "target", "opening_reverse", "turn_seconds"}
    assert built < set(OPTIONS)
    refused = {
        "decks": "2",
        "stacking": "same",
        "seven_zero": "on",
        "jump_in": "exact",
        "draw": "until_playable",
        "force_play": "on",
        "wild_draw_four": "free",
        "customizable": "swap",
        "uno_penalty": "0",
        "finish": "no_wild",
        "elimination": "enabler",
    }
    assert built | set(refused) == set(OPTIONS)
    for option, value in refused.items():
        with pytest.raises(BadRuleset, match=f"{option}={value} is not built yet"):
            Ruleset.parse("classic", {option: value})


@pytest.mark.parametrize("value", ["enabler", "most_cards", "points"])
def test_r8_elimination_refused(value: str) -> None:
    """R8.elimination: no elimination is built yet, by preset or by option."""
    with pytest.raises(BadRuleset, match=f"elimination={value} is not built yet"):
        Ruleset.parse("classic", {"elimination": value})
    with pytest.raises(BadRuleset, match="not built yet"):
        Ruleset.parse("elimination")


def test_r8_presets() -> None:
    """R8.quick: the presets that are built differ from classic as the page says."""
    assert Ruleset.parse("classic").differences() == ()
    assert Ruleset.parse("quick").differences() == (("match", "round"),)
    assert Ruleset.parse("modern").differences() == (("deck", "112"), ("match", "round"))
    for preset in set(PRESETS) - {"classic", "quick", "modern"}:
        with pytest.raises(BadRuleset, match="not built yet"):
            Ruleset.parse(preset)


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


# ------------------------------------------------------------------ 10 notation
COLORED = [c + f for c in "rygb" for f in (*"0123456789", "sk", "rv", "+2")]
WILDS = [f"{wild}={color}" for wild in ("wi", "w4", "ws", "wc") for color in "rygb"]
PLAYS = [*COLORED, *WILDS, "g7@3", "wc=b@2"]
OTHERS = ["d", "k", "ok", "ch", "u", "c@2", "c@9", "=r", "=y", "=g", "=b", "guilty", "innocent"]


def test_r10_card_round_trip() -> None:
    """R10.card: every card is read as it is printed, each text once."""
    assert [CARD_TEXTS[parse_card(text)] for text in COLORED] == COLORED
    assert set(CARD_TEXTS) == {*COLORED, "wi", "w4", "ws", "wc"}
    assert FACE_OF[parse_card("b+2")] == FACE_OF[parse_card("r+2")]


@pytest.mark.parametrize("form", ["{}", "{}!", ">{}", ">{}!"])
def test_r10_play_round_trip(form: str) -> None:
    """R10.play: plays with colour, target and call, also as jump-ins, round-trip."""
    for play in PLAYS:
        token = form.format(play)
        assert str(parse_move(token)) == token
        assert parse_move(str(parse_move(token))) == parse_move(token)


def test_r10_jump_in_is_another_move() -> None:
    """R10.jump_in: a jump-in is not the play of the same card, and no table has it yet."""
    assert parse_move(">r5") != parse_move("r5")
    assert refuses(hidden_round(), 2, ">g3", slot=1) == "option_off"


@pytest.mark.parametrize("token", OTHERS)
def test_r10_other_moves_round_trip(token: str) -> None:
    """R10.other_moves: every other move round-trips."""
    assert str(parse_move(token)) == token


@pytest.mark.parametrize("letter", "tbrx")
def test_r10_records_round_trip(letter: str) -> None:
    """R10.records: every record of every seat round-trips."""
    for seat in range(10):
        assert str(parse_record(f"{letter}@{seat}")) == f"{letter}@{seat}"


@pytest.mark.parametrize(
    "token",
    [
        *("", " ", "r", "5", "r10", "R5", "rr", "x5", "+2", "r5 ", " r5", "r5\n", "r5!!", "!r5"),
        *("wi", "w4", "ws!", "wi=", "wi=x", "wi=rb", "r5=b", "=", "=x", "=rb", "b=", "r5=r"),
        *("c", "c@", "c@x", "c@-1", "c@2!", "c@10", "g7@", "g7@x", "g7!@3", "wc@2=b", "w4!=r"),
        *("dd", "D", "k!", "ok!", "u!", "ch@1", ">", ">d", "> r5", ">>r5", "guilty!", "t@2"),
        *("r٥", "ｒ5", "r5\u200f", "r5\x00"),
    ],
)
def test_r10_play_malformed(token: str) -> None:
    """R10.play: what is outside the grammar is no move."""
    with pytest.raises(DecodeError):
        parse_move(token)


@pytest.mark.parametrize("token", ["", "t", "t@", "@2", "t2", "T@2", "t@10", "t@-1", "t@2 ", "c@2"])
def test_r10_records_malformed(token: str) -> None:
    """R10.records: what is outside the grammar is no record."""
    with pytest.raises(DecodeError):
        parse_record(token)


# ------------------------------------------------------------------ the census
ROW = re.compile(r"R\d+\.[a-z0-9_]+")
BUILT = ("R1.", "R2.", "R3.", "R4.", "R5.", "R6.", "R9.")


def documented_rows() -> set[str]:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    rows: list[str] = re.findall(rf"^\| `({ROW.pattern})` \|", page, re.MULTILINE)
    assert len(rows) == len(set(rows))
    return {*rows, *re.findall(rf"^`({ROW.pattern})` ", page, re.MULTILINE)}


def rows_with_a_scenario() -> set[str]:
    return {path.stem.split("-")[0] for path in (ROOT / "tests" / "golden").glob("R*.uno")}


def rows_with_a_test() -> set[str]:
    """The rows that the tests of this file name, each by its docstring and by its own name."""
    rows = set()
    for name, test in vars(sys.modules[__name__]).items():
        found = ROW.match(test.__doc__ or "") if name.startswith("test_r") else None
        if found is not None and found[0].split(".")[0].lower() in name:
            rows.add(found[0])
    return rows


def test_every_row_is_named_by_a_test() -> None:
    """Every ruling of sections 1-6 and 9 has a golden scenario or a test of its own."""
    rows = {row for row in documented_rows() if row.startswith(BUILT)}
    assert len(rows) == 46
    assert rows - rows_with_a_scenario() - rows_with_a_test() == set()


def test_no_test_names_a_row_that_is_not_there() -> None:
    """A ruling that is renamed or dropped takes its tests along."""
    assert (rows_with_a_scenario() | rows_with_a_test()) - documented_rows() == set()


def test_the_library_names_only_rows_that_are_there() -> None:
    """A row that a docstring of the rules engine points at can be looked up."""
    sources = (ROOT / "unonet" / "game").glob("*.py")
    named = {row for path in sources for row in ROW.findall(path.read_text(encoding="utf-8"))}
    assert {"R4.exposed", "R6.values"} <= named
    assert named - documented_rows() == set()
