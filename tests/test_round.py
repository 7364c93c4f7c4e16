"""The round for notebooks: one interface over deal, scenario, moves as text and bots."""

from __future__ import annotations

from random import Random

import pytest

from unonet import Round
from unonet.errors import BadRuleset, BadScenario, DecodeError, IllegalMove
from unonet.game.events import Benched, Drew, TimedOut

PRESETS = ["classic", "modern", "party", "speed", "elimination"]


def played(preset: str, seed: int) -> Round:
    """A round of five seats on which everybody says anything, to its end or for a while."""
    rng = Random(seed)
    round_ = Round.start(preset, seats=5, seed=seed)
    for _ in range(200):
        said = [(seat, move) for seat in range(5) for move in round_.legal(seat)]
        if not said:
            break
        seat, move = rng.choice(said)
        round_.play(move, seat=seat)
    return round_


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_its_text_gives_the_same_round(preset: str, seed: int) -> None:
    round_ = played(preset, seed)
    again = Round(round_.to_text())
    assert again.state == round_.state
    assert again.moves == round_.moves
    assert again.to_text() == round_.to_text()
    assert all(again.view(seat) == round_.view(seat) for seat in range(5))


def test_a_copy_goes_its_own_way() -> None:
    round_ = played("party", 1)
    before, views = round_.to_text(), [round_.view(seat) for seat in range(5)]
    twin = round_.copy()
    for _ in range(20):
        if twin.turn is not None:
            twin.play(twin.advice() or "d")
    assert round_.to_text() == before
    assert [round_.view(seat) for seat in range(5)] == views


def test_records_and_moves_of_others_are_said_like_moves() -> None:
    round_ = Round("hands: r5 g7 | b2 b4 | y9 y1\ntop: r3\ndraw: g1 g2 g3 g4\nturn: 0")
    round_.play("r5")
    assert round_.legal(2) == ["c@0"]
    round_.play("c@0", seat=2)
    assert [type(event) for event in round_.play("t@1")] == [TimedOut, Drew]
    assert round_.play("b@2") == [Benched(2)]
    assert round_.moves == ("0 r5", "2 c@0", "t@1", "b@2")
    assert round_.turn == 0


def test_what_goes_wrong_has_a_name_and_changes_nothing() -> None:
    round_ = Round.start(seats=2, seed=3)
    before = round_.to_text()
    with pytest.raises(DecodeError):
        round_.play("z9")
    with pytest.raises(DecodeError):
        round_.play("t@x")
    with pytest.raises(IllegalMove):
        round_.play("ok")
    with pytest.raises(IllegalMove):
        round_.play("r@1")
    assert round_.to_text() == before
    with pytest.raises(BadScenario):
        Round("hands: r5")
    with pytest.raises(BadRuleset):
        Round.start(stacking="never")
    with pytest.raises(BadRuleset):
        Round.start(seats=1)


def test_a_round_that_is_over_waits_for_nobody() -> None:
    round_ = Round("hands: r5 | b2 | y9\ntop: r3\nturn: 0\nmoves:\n0 r5")
    assert (round_.turn, round_.phase, round_.legal(), round_.advice()) == (None, "over", [], None)
    assert round_.outcome is not None and round_.outcome.winner == 0
    with pytest.raises(IllegalMove, match="round_over"):
        round_.play("d")


def test_an_opening_wild_waits_for_a_name() -> None:
    deck = "r1 r2 g1 g2 wi b1 b2 b3"
    round_ = Round(f"rules: classic hand_size=2\nseats: 2\ndeck: {deck}")
    assert (round_.top, round_.phase, round_.turn) == ("wi", "opening", 1)
    round_.play("=g")
    assert round_.top == "wi=g"
    assert "opening" not in repr(round_)
    assert round_.describe()["color"] == "g"
