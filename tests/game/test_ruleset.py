"""A ruleset is what was asked for, or a sentence why not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.rulesets import VALUES, some_deck
from unonet.errors import BadRuleset
from unonet.game.ruleset import CLASSIC, OPTIONS, Ruleset

VALUES_OF = {
    "deck": st.sampled_from(["108", "112"]) | st.randoms().map(some_deck),
    "target": st.integers(50, 5000).map(str),
    "hand_size": st.integers(1, 20).map(str),
    "uno_penalty": st.integers(0, 10).map(str),
    "decks": st.integers(1, 4).map(str),
    "turn_seconds": st.integers(0, 3600).map(str),
}
CHOICES = {
    name: st.sampled_from(option.values)
    for name, option in OPTIONS.items()
    if name not in VALUES_OF and hasattr(option, "values")
}


@given(st.fixed_dictionaries({}, optional={**CHOICES, **VALUES_OF}))
def test_differences_name_exactly_what_differs(options: dict[str, str]) -> None:
    if "customizable" in options:
        options["deck"] = "112"
    ruleset = Ruleset.parse("classic", options)
    pairs = ruleset.differences()
    assert Ruleset.from_differences(pairs) == ruleset
    assert dict(pairs) == {k: v for k, v in options.items() if v != str(getattr(CLASSIC, k))}
    assert list(pairs) == sorted(pairs)


def test_presets_set_their_options_and_options_go_on_top() -> None:
    assert Ruleset.parse("quick").differences() == (("match", "round"),)
    assert Ruleset.parse("modern", {"match": "lowest"}).differences() == (
        ("deck", "112"),
        ("match", "lowest"),
    )


def test_the_default_of_an_option_is_no_difference() -> None:
    assert Ruleset.parse("classic", {"stacking": "off", "uno_penalty": "2"}) == CLASSIC


@pytest.mark.parametrize("options", VALUES, ids=str)
def test_every_value_makes_a_difference(options: str) -> None:
    for value in VALUES[options]:
        pairs = Ruleset.parse("modern", {options: value}).differences()
        assert dict(pairs)[options] == value


def test_a_test_knows_every_option() -> None:
    assert set(VALUES) == set(OPTIONS)


def test_what_is_derived_is_no_part_of_a_ruleset() -> None:
    assert Ruleset.parse("seven-o") == Ruleset(seven_zero="on")
    assert "plain" not in repr(Ruleset())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deck", "110"),
        ("target", "49"),
        ("target", "5001"),
        ("target", "0500"),
        ("target", "x"),
        ("hand_size", "0"),
        ("hand_size", "21"),
        ("match", "Points"),
        ("hand_size", "\u0667"),
        ("turn_seconds", "-1"),
        ("nonsense", "1"),
        ("stacking", ""),
    ],
)
def test_a_value_that_does_not_exist_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadRuleset, match=name):
        Ruleset.parse("classic", {name: value})


@pytest.mark.parametrize(
    "pairs",
    [
        (("match", "round"), ("deck", "112")),
        (("deck", "112"), ("deck", "112")),
        (("deck", "108"),),
        (("target", "0300"),),
    ],
)
def test_differences_that_nobody_prints_are_refused(pairs: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(BadRuleset):
        Ruleset.from_differences(pairs)


def test_every_option_is_a_field_and_has_its_default_in_its_values() -> None:
    for name, option in OPTIONS.items():
        default = getattr(CLASSIC, name)
        assert option.read(str(default)) == default


@pytest.mark.parametrize(("hand_size", "seats"), [("10", 10), ("13", 8), ("20", 5)])
def test_a_deck_that_deals_everybody_and_an_opening_card_suits(hand_size: str, seats: int) -> None:
    ruleset = Ruleset.parse("classic", {"hand_size": hand_size})
    if int(hand_size) * seats <= 103:
        ruleset.check_seats(seats)
    else:
        with pytest.raises(BadRuleset, match="cannot deal"):
            ruleset.check_seats(seats)


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_a_table_has_two_to_ten_seats(seats: int) -> None:
    with pytest.raises(BadRuleset, match="2 to 10"):
        CLASSIC.check_seats(seats)
