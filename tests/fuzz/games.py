"""One round of a ruleset by chance, played by chance, with every invariant asserted on the way.

What must hold whatever the options: no card is lost or doubled, whoever is due has a legal move,
every listed move is accepted and survives its text, a copy goes its own way, and the inputs
replay to the same public values. An ``AssertionError`` says which one broke, a ``Report`` what was
played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from tests.game.rounds import records_now
from tests.game.rulesets import some_table
from unonet.game import engine
from unonet.game.checks import why_illegal
from unonet.game.legality import legal_moves
from unonet.game.match import MatchState
from unonet.game.moves import NO_SEAT, Move, Record, Verb
from unonet.game.notation import parse_move, parse_record
from unonet.game.ruleset import Ruleset
from unonet.game.state import CHALLENGED, GONE, HANDS, OVER, PENALTY, State

MOVES_AT_MOST: Final = 400
LOOK_EVERY: Final = 24
"""Moves between two looks at everything; the cheap invariants are asserted after each."""

Shuffle = tuple[int, list[int]]
Input = tuple[int, Move] | Record | Shuffle
Pick = Callable[[State, Sequence[tuple[int, Move]], Random], tuple[int, Move]]


class Report(NamedTuple):
    ruleset: Ruleset
    seats: int
    moves: int
    reason: str | None
    """How the round ended; None if it was still going on after MOVES_AT_MOST."""


class Round(NamedTuple):
    """A round and all that was put into it, in order."""

    state: State
    fresh: State
    inputs: list[Input]
    rng: Random


def play(seed: int) -> Report:
    """Game number ``seed``: always the same one."""
    rng = Random(seed)
    ruleset, seats = some_table(rng)
    assert Ruleset.from_differences(ruleset.differences()) == ruleset
    scores = [rng.choice((0, 0, 40)) for _ in range(seats)]
    state = engine.start(ruleset, seats=[0] * seats, dealer=rng.randrange(seats), scores=scores)
    game = Round(state, state.copy(), [], rng)
    deck = list(ruleset.cards())
    rng.shuffle(deck)
    _put(game, (0, deck))
    _settle(game)
    moves = _play_on(game, records=rng.choice((0.0, 0.0, 0.03, 0.1)))
    _look(game)
    assert _replayed(game).public_values() == state.public_values()
    if state.outcome is not None:
        _judge_end(game)
    return Report(ruleset, seats, moves, state.outcome and state.outcome.reason)


def _play_on(game: Round, *, records: float) -> int:
    state, rng = game.state, game.rng
    pick = rng.choice(_PICKS)
    for number in range(MOVES_AT_MOST):
        if state.outcome is not None:
            return number
        legal = [(s, move) for s in range(len(state.hands)) for move in legal_moves(state, s)]
        if state.due != NO_SEAT:
            assert any(seat == state.due for seat, _ in legal), "whoever is due has a legal move"
        held = records_now(state) if rng.random() < records or not legal else []
        assert legal or held, "somebody can act"
        _put(game, rng.choice(held) if held else pick(state, legal, rng))
        _settle(game)
        _glance(state, game.fresh)
        if number % LOOK_EVERY == 0:
            _look(game)
    return MOVES_AT_MOST


def _put(game: Round, said: Input) -> None:
    """One input: its text round-trips, and the engine takes it."""
    game.inputs.append(said)
    if isinstance(said, Record):
        assert parse_record(str(said)) == said
    elif isinstance(said[1], Move):
        assert parse_move(str(said[1])) == said[1]
    _feed(game.state, said)


def _feed(state: State, said: Input) -> None:
    if isinstance(said, Record):
        engine.record(state, said)
    elif isinstance(said[1], Move):
        engine.apply(state, said[0], said[1])
    else:
        first, faces = said
        slots = range(first, first + len(faces))
        engine.dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)
    engine.settle(state)


def _settle(game: Round) -> None:
    state = game.state
    while state.wants is not None:
        if game.rng.random() < 0.05 and (held := records_now(state)):
            _put(game, game.rng.choice(held))
            continue
        faces = [state.faces[slot] for slot in state.wants.slots]
        game.rng.shuffle(faces)
        _put(game, (len(state.faces), faces))


def _replayed(game: Round) -> State:
    twin = game.fresh.copy()
    for said in game.inputs:
        _feed(twin, said)
    return twin


# ------------------------------------------------------------------ what must hold
def _glance(state: State, fresh: State) -> None:
    size = sum(fresh.ruleset.counts())
    piles = [*state.hands, state.draw, state.discard, state.aside]
    assert sum(map(len, piles)) == size, "no card is lost or doubled"
    assert state.exposed & state.called == 0
    for seat, hand in enumerate(state.hands):
        if (state.exposed | state.called) >> seat & 1:
            assert len(hand) == 1, "UNO is about one card"
        assert not (state.exposed >> seat & 1 and state.statuses[seat]), "exposed seats are active"
        assert hand or state.phase in (HANDS, OVER) or state.statuses[seat] == GONE
    penalty = state.phase in (PENALTY, CHALLENGED)
    assert (state.pending > 0) == penalty
    assert (state.accused == NO_SEAT) or penalty
    assert state.turn == NO_SEAT or state.statuses[state.turn] == 0
    assert state.wants is None
    assert not state.todo


def _look(game: Round) -> None:
    state = game.state
    piles = [*state.hands, state.draw, state.discard, state.aside]
    slots = [slot for pile in piles for slot in pile]
    assert len(set(slots)) == len(slots)
    assert sorted(state.faces[slot] for slot in slots) == list(state.ruleset.cards())
    before, twin = state.public_values(), state.copy()
    assert twin == state
    for seat in range(len(state.hands)):
        listed = legal_moves(state, seat)
        assert len(set(listed)) == len(listed)
        assert all(why_illegal(twin, seat, move) is None for move in listed)
    if twin.outcome is None and (legal := _choices(twin)):
        _feed(twin, game.rng.choice(legal))
    assert state.public_values() == before, "a copy goes its own way"


def _choices(state: State) -> list[tuple[int, Move]]:
    return [(seat, m) for seat in range(len(state.hands)) for m in legal_moves(state, seat)]


def _judge_end(game: Round) -> None:
    state, rules = game.state, game.state.ruleset
    outcome = state.outcome
    assert outcome is not None
    assert not any(legal_moves(state, seat) for seat in range(len(state.hands)))
    if outcome.reason == "out":
        assert outcome.winner is not None
        assert state.hands[outcome.winner] == []
        assert outcome.winner not in outcome.eliminated
        assert rules.elimination == "points" or len(outcome.eliminated) <= 1
    else:
        assert set(outcome.points) == {0}
        assert outcome.eliminated == ()
    assert rules.elimination != "off" or outcome.eliminated == ()
    match = MatchState.first(rules, seats=len(state.hands), dealer=0)
    after = match.finish(outcome, state.statuses)
    assert all(after.statuses[seat] == GONE for seat in outcome.eliminated)
    if rules.elimination != "off" and outcome.reason == "out":
        assert after.over == (len(after.staying) == 1)


# ------------------------------------------------------------------ who plays
def _anything(state: State, legal: Sequence[tuple[int, Move]], rng: Random) -> tuple[int, Move]:
    return rng.choice(legal)


def _eager(state: State, legal: Sequence[tuple[int, Move]], rng: Random) -> tuple[int, Move]:
    """Rounds come to an end where cards are played rather than drawn."""
    plays = [choice for choice in legal if choice[1].verb in (Verb.PLAY, Verb.JUMP)]
    return rng.choice(plays if plays and rng.random() < 0.9 else legal)


def _spiteful(state: State, legal: Sequence[tuple[int, Move]], rng: Random) -> tuple[int, Move]:
    """Jump-ins, challenges, catches and stacks as often as there are any."""
    rare = (Verb.JUMP, Verb.CHALLENGE, Verb.CATCH, Verb.UNO)
    found = [choice for choice in legal if choice[1].verb in rare or choice[1].target >= 0]
    if state.phase == PENALTY:
        found = [choice for choice in legal if choice[1].verb != Verb.OK] or found
    return rng.choice(found) if found and rng.random() < 0.7 else _eager(state, legal, rng)


_PICKS: Final[tuple[Pick, ...]] = (_anything, _eager, _spiteful)
