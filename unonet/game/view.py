"""What one seat may see of a round: public facts and its own hand, frozen.

Bots, presenters and the command line read this instead of the State. It knows no other seat's
cards, also where their faces happen to be public to the fold (an open deal).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unonet.game.events import Outcome
from unonet.game.legality import legal_moves
from unonet.game.moves import Move
from unonet.game.past import Past
from unonet.game.ruleset import Ruleset
from unonet.game.state import NO_SLOT, PHASE_NAMES, State


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The round as ``seat`` sees it; ``seat`` is None for a spectator, who holds no hand.

    Cards are card types, HIDDEN where unknown; ``slots`` are those of ``hand``, side by side.
    ``turn`` is None when nobody is on turn, ``color`` when none is in force, ``drawn`` when the
    seat has drawn no card in this turn. ``due`` is the seat that the round waits for. ``discard``
    is oldest first with the top last, ``forbidden`` the colour that convicts the ``accused``, and
    ``refused`` says of every seat's cards, side by side, what they do not match (``past``).
    """

    seat: int | None
    ruleset: Ruleset
    hand: tuple[int, ...]
    slots: tuple[int, ...]
    counts: tuple[int, ...]
    statuses: tuple[int, ...]
    top: int
    color: int | None
    direction: int
    turn: int | None
    due: int | None
    phase: str
    pending: int
    accused: int | None
    exposed: tuple[int, ...]
    called: tuple[bool, ...]
    scores: tuple[int, ...]
    dealer: int
    drawn: int | None
    draw_count: int
    discard_count: int
    discard: tuple[int, ...]
    aside_count: int
    jumpable: bool
    forbidden: int | None
    refused: tuple[tuple[int, ...], ...]
    legal: tuple[Move, ...]
    outcome: Outcome | None


def view(
    state: State,
    seat: int | None,
    faces: Sequence[int] | None = None,
    past: Past | None = None,
) -> PlayerView:
    """What ``seat`` sees; ``faces`` are the public faces with its own cards filled in.

    Without ``past`` nothing is known of what the seats refused.
    """
    known = state.faces if faces is None else faces
    slots = () if seat is None else tuple(state.hands[seat])
    mine = seat is not None and seat == state.turn and state.drawn != NO_SLOT
    seats = range(len(state.statuses))
    return PlayerView(
        seat=seat,
        ruleset=state.ruleset,
        hand=tuple(known[slot] for slot in slots),
        slots=slots,
        counts=tuple(map(len, state.hands)),
        statuses=tuple(state.statuses),
        top=state.top,
        color=_or_none(state.color),
        direction=state.direction,
        turn=_or_none(state.turn),
        due=_or_none(state.due),
        phase=PHASE_NAMES[state.phase],
        pending=state.pending,
        accused=_or_none(state.accused),
        exposed=tuple(other for other in seats if state.exposed >> other & 1),
        called=tuple(bool(state.called >> other & 1) for other in seats),
        scores=tuple(state.scores),
        dealer=state.dealer,
        drawn=known[state.drawn] if mine else None,
        draw_count=len(state.draw),
        discard_count=max(0, len(state.discard) - 1),
        discard=tuple([known[slot] for slot in state.discard]),
        aside_count=len(state.aside),
        jumpable=state.jumpable,
        forbidden=_or_none(state.forbidden),
        refused=() if past is None else tuple(map(past.refusals, state.hands)),
        legal=() if seat is None else tuple(legal_moves(state, seat, faces)),
        outcome=state.outcome,
    )


def _or_none(number: int) -> int | None:
    return None if number < 0 else number
