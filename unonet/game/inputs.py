"""The facts that come from outside the rules: shuffles, faces turned up, verdicts, open hands.

``state.wants`` names the input that is awaited; every other one is refused and changes nothing.
``settle`` feeds those that follow from public faces, on the same path. Nothing here knows how a
face was hidden or proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from unonet.errors import IllegalMove
from unonet.game import hands, opening, penalty
from unonet.game.cards import HIDDEN
from unonet.game.ending import hand_counted
from unonet.game.events import Event, HandOpened, HandsDealtAgain, Reshuffled
from unonet.game.facts import holds_forbidden
from unonet.game.state import GONE, State, Want, WantKind
from unonet.game.steps import run
from unonet.game.turns import seats_from


def dealt(
    state: State, *, epoch: int, slots: Sequence[int], faces: Sequence[int] | None = None
) -> list[Event]:
    """End a shuffle: ``slots`` are its cards in final order, next card first.

    ``faces`` are theirs if they are public. Epochs rise and slots run on from those known.
    IllegalMove: ``not_wanted`` when no shuffle is awaited, ``bad_slots`` when these are not the
    cards asked for. BadRuleset when a first deck cannot deal the hands.
    """
    want = state.wants
    if want is None or not want.is_shuffle:
        raise IllegalMove("not_wanted")
    if not _continues(state, want, epoch, slots, faces):
        raise IllegalMove("bad_slots")
    if want.kind == WantKind.DECK:
        opening.check_deck(state, len(slots), faces)
    state.epoch = epoch
    state.faces += [HIDDEN] * (slots[0] - len(state.faces))
    state.faces += [HIDDEN] * len(slots) if faces is None else faces
    state.wants = None
    events: list[Event] = []
    _DEALT[want.kind](state, want, list(slots), events)
    run(state, events)
    return events


def _continues(
    state: State, want: Want, epoch: int, slots: Sequence[int], faces: Sequence[int] | None
) -> bool:
    return (
        epoch > state.epoch
        and len(slots) > 0
        and slots[0] >= len(state.faces)
        and _runs_on(slots)
        and (faces is None or len(faces) == len(slots))
        and (want.kind == WantKind.DECK or len(slots) == len(want.slots))
    )


def _runs_on(slots: Sequence[int]) -> bool:
    expected = range(slots[0], slots[0] + len(slots))
    return slots == expected or list(slots) == list(expected)


def _lay_pile(state: State, want: Want, slots: list[int], events: list[Event]) -> None:
    state.discard = state.discard[-1:]
    if state.aside:  # cards that were set aside while the shuffle went on are not in it
        mixed = set(want.slots)
        state.aside = [slot for slot in state.aside if slot not in mixed]
    state.draw += slots
    events.append(Reshuffled(tuple(slots)))


def _deal_again(state: State, want: Want, slots: list[int], events: list[Event]) -> None:
    """New hands one card at a time, clockwise from the player's left (R3.shuffle_hands)."""
    _, player, number = state.todo.pop(0)
    order = [
        seat
        for seat in seats_from(state, player)
        if number >> seat + 1 & 1 and state.statuses[seat] != GONE
    ]
    if not order:  # all of them went while their hands were shuffled
        state.aside += slots
    for place, seat in enumerate(order):
        state.hands[seat] = slots[place :: len(order)]
    hands.received(state, order, player=player, uno=number & 1 == 1)
    events.append(HandsDealtAgain(tuple(map(tuple, state.hands))))


def up(state: State, slot: int, face: int) -> list[Event]:
    """Turn the opening card ``slot``, which shows ``face``."""
    want = state.wants
    if want is None or want.kind != WantKind.UP:
        raise IllegalMove("not_wanted")
    if want.slots != (slot,) or state.faces[slot] not in (face, HIDDEN):
        raise IllegalMove("bad_slots")
    state.faces[slot] = face
    state.wants = None
    events: list[Event] = []
    opening.turn_up(state, slot, face, events)
    run(state, events)
    return events


def verdict(state: State, guilty: bool) -> list[Event]:
    """End a challenge with what the accused has proven or conceded."""
    if state.wants is None or state.wants.kind != WantKind.VERDICT:
        raise IllegalMove("not_wanted")
    events: list[Event] = []
    penalty.give_verdict(state, guilty, events)
    run(state, events)
    return events


def opened(state: State, seat: int, faces: Sequence[int]) -> list[Event]:
    """Open the hand of ``seat`` after a round: its faces in the order of its slots."""
    want = state.wants
    if want is None or want.kind != WantKind.HANDS or seat not in want.seats:
        raise IllegalMove("not_wanted")
    hand = state.hands[seat]
    if len(faces) != len(hand) or not all(
        state.faces[slot] in (face, HIDDEN) for slot, face in zip(hand, faces, strict=True)
    ):
        raise IllegalMove("bad_slots")
    for slot, face in zip(hand, faces, strict=True):
        state.faces[slot] = face
    events: list[Event] = [HandOpened(seat, tuple(faces))]
    hand_counted(state, seat, events)
    return events


def settle(state: State) -> list[Event]:
    """Feed every awaited fact that follows from public faces, until something else is awaited."""
    events: list[Event] = []
    while state.wants is not None:
        feed = _FEEDS.get(state.wants.kind)
        fed = feed(state, state.wants) if feed else None
        if not fed:
            break
        events += fed
    return events


def _feed_up(state: State, want: Want) -> list[Event] | None:
    slot = want.slots[0]
    face = state.faces[slot]
    return None if face == HIDDEN else up(state, slot, face)


def _feed_verdict(state: State, want: Want) -> list[Event] | None:
    if holds_forbidden(state, state.faces):
        return verdict(state, True)
    hidden = any(state.faces[slot] == HIDDEN for slot in want.slots)
    return None if hidden else verdict(state, False)


def _feed_hands(state: State, want: Want) -> list[Event] | None:
    events: list[Event] = []
    for seat in want.seats:
        faces = [state.faces[slot] for slot in state.hands[seat]]
        if HIDDEN not in faces:
            events += opened(state, seat, faces)
    return events


_FEEDS: Final[dict[int, Callable[[State, Want], list[Event] | None]]] = {
    WantKind.UP: _feed_up,
    WantKind.VERDICT: _feed_verdict,
    WantKind.HANDS: _feed_hands,
}

_DEALT: Final[dict[int, Callable[[State, Want, list[int], list[Event]], None]]] = {
    WantKind.DECK: opening.deal_hands,
    WantKind.RESHUFFLE: _lay_pile,
    WantKind.REDEAL: _deal_again,
}
