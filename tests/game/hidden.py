"""Rounds whose faces nobody published, for rows that are about hidden cards, and short words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from unonet.errors import IllegalMove
from unonet.game import engine
from unonet.game.cards import parse_card
from unonet.game.legality import legal_moves
from unonet.game.notation import parse_move, parse_record
from unonet.game.ruleset import Ruleset
from unonet.game.state import PHASE_NAMES, State, Status


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


def types(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


def hidden_house(options: dict[str, str]) -> State:
    """``hidden_round`` under house rules: three seats, two hidden cards each, g3 is up."""
    ruleset = Ruleset.parse("modern", {"hand_size": "2", **options})
    state = engine.start(ruleset, seats=[Status.ACTIVE] * 3, dealer=0, scores=[0] * 3)
    engine.dealt(state, epoch=0, slots=range(40))
    engine.up(state, 3 * ruleset.hand_size, parse_card("g3"))
    return state


def hidden_jump() -> State:
    """Three seats, three hidden cards each; seat 1 has played a g7 out of slot 0 on g3."""
    ruleset = Ruleset.parse("jump-in", {"hand_size": "3"})
    state = engine.start(ruleset, seats=[Status.ACTIVE] * 3, dealer=0, scores=[0] * 3)
    engine.dealt(state, epoch=0, slots=range(40))
    engine.up(state, 9, parse_card("g3"))
    say(state, 1, "g7", slot=0)
    return state
