"""Decks so small that every position which can come up is looked at, under one option after the
other.

Piles keep their order when they are shuffled, as in a scenario, so the positions are finitely
many once slots are replaced by the cards they show. In each of them the cards are those of the
deck, whoever is due has a legal move, and the end of the round can still be reached.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from itertools import permutations
from typing import Final

import pytest

from tests.game.rounds import cards_of, choices, say
from unonet.game import engine
from unonet.game.cards import parse_card
from unonet.game.feeding import feed
from unonet.game.legality import legal_moves
from unonet.game.ruleset import Ruleset
from unonet.game.state import State

NUMBERS: Final = "r1:2,r7:1,rsk:1,y1:1"
DRAWS: Final = "r1:1,r+2:1,y+2:1,w4:1"
SWAPS: Final = "r0:1,r7:1,y0:1,y7:1,b0:1"
WILDS: Final = "r1:1,r7:1,wi:1,wc:1"
AGAIN: Final = "r1:1,y1:1,wi:1,ws:1"
OPTIONS: Final = [
    {"deck": NUMBERS},
    {"deck": NUMBERS, "jump_in": "exact", "finish": "no_action"},
    {"deck": NUMBERS, "draw": "until_playable"},
    {"deck": NUMBERS, "draw": "until_playable", "force_play": "on", "uno_penalty": "0"},
    {"deck": DRAWS},
    {"deck": DRAWS, "stacking": "same"},
    {"deck": DRAWS, "stacking": "any", "wild_draw_four": "free"},
    {"deck": DRAWS, "stacking": "any", "finish": "no_draw_four"},
    {"deck": DRAWS, "force_play": "on", "wild_draw_four": "strict"},
    {"deck": SWAPS, "seven_zero": "on"},
    {"deck": SWAPS, "seven_zero": "on", "jump_in": "exact", "force_play": "on"},
    {"deck": WILDS, "customizable": "swap", "seven_zero": "on"},
    {"deck": WILDS, "customizable": "others_draw_1", "force_play": "on"},
    {"deck": WILDS, "customizable": "next_draws_2", "finish": "no_wild"},
    {"deck": WILDS, "customizable": "skip_next", "draw": "until_playable"},
    {"deck": AGAIN, "jump_in": "all"},
]
POSITIONS_AT_MOST: Final = 20_000


def dealt(ruleset: Ruleset, order: tuple[int, ...], seats: int) -> State:
    state = engine.start(ruleset, seats=[0] * seats, dealer=0, scores=[0] * seats)
    engine.dealt(state, epoch=0, slots=range(len(order)), faces=order)
    feed(state)
    return state


def shown(state: State) -> Hashable:
    """The position with cards in the place of slots, which count on for ever."""
    piles = [*state.hands, state.draw, state.discard, state.aside, state.judged]
    faces = tuple(tuple(state.faces[slot] for slot in pile) for pile in piles)
    drawn = state.drawn >= 0 and state.faces[state.drawn]
    flags = (state.called, state.exposed, state.jumpable, state.idle, state.accused)
    turn = (state.turn, state.phase, state.direction, state.color, state.pending, state.forbidden)
    return (faces, drawn, flags, turn, state.outcome is not None and state.outcome.reason)


def explore(start: State) -> tuple[set[Hashable], dict[Hashable, set[Hashable]], set[Hashable]]:
    """Every position that can be reached, where it can come from, and which of them are ends."""
    seen, ends = {shown(start)}, set()
    sources: dict[Hashable, set[Hashable]] = defaultdict(set)
    open_positions = [start]
    while open_positions:
        state = open_positions.pop()
        here = shown(state)
        assert cards_of(state) == list(state.ruleset.cards())
        if state.outcome is not None:
            ends.add(here)
            assert not choices(state)
            continue
        assert legal_moves(state, state.due)
        for choice in choices(state):
            following = state.copy()
            say(following, choice)
            there = shown(following)
            sources[there].add(here)
            if there not in seen:
                assert len(seen) < POSITIONS_AT_MOST
                seen.add(there)
                open_positions.append(following)
    return seen, sources, ends


def can_end(sources: dict[Hashable, set[Hashable]], ends: set[Hashable]) -> set[Hashable]:
    """The positions from which an end is reached if the players want it."""
    reached, fresh = set(ends), list(ends)
    while fresh:
        for source in sources[fresh.pop()] - reached:
            reached.add(source)
            fresh.append(source)
    return reached


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options.values()))
@pytest.mark.parametrize("seats", [2, 3])
def test_every_position_of_a_tiny_deck(options: dict[str, str], seats: int) -> None:
    ruleset = Ruleset.parse("classic", {"hand_size": "1", **options})
    orders = [o for o in permutations(ruleset.cards()) if o[seats] != parse_card("w4")]
    seen, sources, ends = explore(dealt(ruleset, orders[len(orders) // 2], seats))
    assert ends
    assert can_end(sources, ends) == seen
