"""Rounds for tests: dealt from a seed and played at random, with all faces public."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from unonet.game import engine, moves
from unonet.game.cards import CARD_TYPES, CUSTOMIZABLE, FACE_OF, SWAP
from unonet.game.legality import legal_moves
from unonet.game.moves import Move, Record, RecordKind
from unonet.game.notation import parse_move
from unonet.game.records import why_void
from unonet.game.ruleset import CLASSIC, Ruleset
from unonet.game.scenario import load
from unonet.game.state import State

Said = tuple[int, Move] | Record
Arrange = Callable[[list[int]], None]


def shuffled(ruleset: Ruleset, rng: Random) -> list[int]:
    """A whole deck in the order of ``rng``, next card first."""
    deck = list(ruleset.cards())
    rng.shuffle(deck)
    return deck


def dealt_round(seats: int, rng: Random, ruleset: Ruleset = CLASSIC) -> State:
    """A round of ``seats`` whose opening card lies and has acted."""
    state = engine.start(ruleset, seats=[0] * seats, dealer=0, scores=[0] * seats)
    deck = shuffled(ruleset, rng)
    engine.dealt(state, epoch=0, slots=range(len(deck)), faces=deck)
    feed(state, rng.shuffle)
    return state


def feed(state: State, arrange: Arrange = lambda faces: None) -> None:
    """Settle and end every shuffle, its cards put in order by ``arrange``."""
    engine.settle(state)
    while state.wants is not None:
        faces = [state.faces[slot] for slot in state.wants.slots]
        arrange(faces)
        first = len(state.faces)
        slots = range(first, first + len(faces))
        engine.dealt(state, epoch=state.epoch + 1, slots=slots, faces=faces)
        engine.settle(state)


def choices(state: State) -> list[tuple[int, Move]]:
    """Every legal (seat, move)."""
    return [(s, move) for s in range(len(state.statuses)) for move in legal_moves(state, s)]


def records_now(state: State) -> list[Record]:
    """Every record that holds, except that the last two seats never leave."""
    staying = sum(status != 2 for status in state.statuses)
    kinds = [kind for kind in RecordKind if kind != RecordKind.GONE or staying > 2]
    found = (Record(int(kind), s) for kind in kinds for s in range(len(state.statuses)))
    return [record for record in found if why_void(state, record) is None]


def say(state: State, said: Said, arrange: Arrange = lambda faces: None) -> None:
    """One move or record with all that follows from it."""
    if isinstance(said, Record):
        engine.record(state, said)
    else:
        engine.apply(state, *said)
    feed(state, arrange)


def playthrough(
    state: State, rng: Random, *, limit: int = 400, records: float = 0.0, shuffle: bool = True
) -> Iterator[Said]:
    """Play ``state`` on at random until the round is over, telling each move after it is made.

    With the chance ``records``, or when nobody is active, a record is said instead. Without
    ``shuffle`` the piles are laid as a scenario lays them.
    """
    for _ in range(limit):
        if state.outcome is not None:
            return
        legal = choices(state)
        held = records_now(state) if rng.random() < records or not legal else []
        said: Said = rng.choice(held) if held else rng.choice(legal)
        say(state, said, rng.shuffle if shuffle else lambda faces: None)
        yield said


def play_round(ruleset: Ruleset, seats: int, seed: int) -> State:
    """A round to its end, or 200 moves of it: cards are kept, and whoever is due has a move."""
    rng = Random(seed)
    state = dealt_round(seats, rng, ruleset)
    for _ in playthrough(state, rng, limit=200, records=0.03):
        assert cards_of(state) == list(ruleset.cards())
        assert state.due < 0 or legal_moves(state, state.due)
    return state


def cards_of(state: State) -> list[int]:
    """The card types of all piles and hands, in ascending order."""
    piles = [*state.hands, state.draw, state.discard, state.aside]
    return sorted(state.faces[slot] for pile in piles for slot in pile)


def position(text: str) -> State:
    """The start of a scenario."""
    return load(text).state


def play(state: State, *tokens: str) -> State:
    """Say ``"1 r5"`` or ``"t@2"`` one after the other; shuffles keep their order."""
    for token in tokens:
        seat, _, text = token.partition(" ")
        say(state, (int(seat), parse_move(text)) if text else _record(token))
    return state


def _record(token: str) -> Record:
    return Record("tbrx".index(token[0]), int(token[2]))


def every_move() -> list[Move]:
    """One move of each token that can be written for ten seats, targets of plays included."""
    bare = [moves.DRAW, moves.KEEP, moves.OK, moves.CHALLENGE, moves.UNO]
    answers = [moves.GUILTY, moves.INNOCENT]
    return [*bare, *answers, *moves.CATCH, *moves.NAME_COLOR, *_every_play()]


def _every_play() -> Iterator[Move]:
    for verb, card, uno in product((moves.PLAY, moves.JUMP), range(CARD_TYPES), (False, True)):
        named = range(moves.MAX_SEATS) if card == CUSTOMIZABLE or FACE_OF[card] == SWAP else ()
        for target in (moves.NO_SEAT, *named):
            yield from moves.plays(verb, card, target, uno=uno)
