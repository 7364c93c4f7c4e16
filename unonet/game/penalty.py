"""A draw penalty that waits for an answer: taken, challenged, judged or forgotten (section 3).

It does not know which card raised the penalty.
"""

from __future__ import annotations

from unonet.game.ending import clear_penalty
from unonet.game.events import Challenged, Event, PenaltyForgotten, Verdict
from unonet.game.state import ACTIVE, CHALLENGED, State, Want, WantKind
from unonet.game.turns import begin_turn, close_window, draw_and_pass, draw_cards


def accept(state: State, seat: int, events: list[Event]) -> None:
    """``seat`` takes the whole penalty and loses its turn."""
    close_window(state)
    count = state.pending
    clear_penalty(state)
    draw_and_pass(state, seat, count, events)


def challenge(state: State, seat: int, events: list[Event]) -> None:
    """Wait for the answer of the accused; one that is away concedes."""
    close_window(state)
    accused = state.accused
    events.append(Challenged(seat, accused))
    state.phase = CHALLENGED
    state.wants = Want(int(WantKind.VERDICT), tuple(state.judged), (accused,), state.forbidden)
    if state.statuses[accused] != ACTIVE:
        give_verdict(state, True, events)


def give_verdict(state: State, guilty: bool, events: list[Event]) -> None:
    """Guilty: the accused draws and the challenger is on turn; innocent: the challenger draws."""
    accused, challenger, count = state.accused, state.turn, state.pending
    clear_penalty(state)
    state.wants = None
    events.append(Verdict(accused, guilty))
    if guilty:
        begin_turn(state, challenger)
        draw_cards(state, accused, count, events)
    else:
        draw_and_pass(state, challenger, count + 2, events)


def forget(state: State, events: list[Event]) -> None:
    """The penalty is void, and so is the challenge if there was one."""
    if state.phase == CHALLENGED:
        state.wants = None
    clear_penalty(state)
    events.append(PenaltyForgotten(state.turn))
