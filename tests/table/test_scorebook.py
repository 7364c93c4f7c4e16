"""What players did, counted from logs and recounted here from tokens and hands."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from tests.table.tabletop import Tabletop
from unonet.game.events import Verdict
from unonet.game.legality import legal_moves
from unonet.game.notation import parse_move
from unonet.table.history import History
from unonet.table.replay import steps
from unonet.table.scorebook import Scorebook, Scores, fullest

OPTIONS = {"stacking": "any", "hand_size": "4", "target": "120"}


def anything(seed: int, moves: int = 900) -> Tabletop:
    """A match in which everybody does anything: forgets calls, catches, challenges, stacks."""
    table = Tabletop(3, "classic", seed=seed, **OPTIONS).dealt()
    for _ in range(moves):
        if table.fold.over:
            break
        state = table.fold.round
        if state is None or state.outcome is not None or state.wants is not None:
            table.step()
            continue
        said = [(seat, move) for seat in range(3) for move in legal_moves(state, seat)]
        plays = [pair for pair in said if pair[1].card >= 0]
        table.move(*table.rng.choice(plays if plays and table.rng.random() < 0.6 else said))
    return table


def history(table: Tabletop, folder: Path, name: str = "a") -> History:
    return History.load(table.write(folder / f"{name}.unolog"))


def scores_of(table: Tabletop, *histories: History) -> list[Scores]:
    book = Scorebook()
    for one in fullest(histories):
        book.add(one)
    return [book.players[key] for key in table.terms.keys]


SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_are_those_of_the_tokens(seed: int, tmp_path: Path) -> None:
    table = anything(seed)
    log = history(table, tmp_path)
    seen: dict[str, Counter[int]] = {name: Counter() for name in ("c", "ch", "won", "missed")}
    longest, uncalled, laid = [0, 0, 0], -1, 0
    for step in steps(log):
        state = step.fold.round
        if step.token is None or step.noop is not None or step.seat is None:
            continue
        move = parse_move(step.token)
        if step.token.startswith("c@"):
            seen["c"][move.target] += 1
            seen["missed"][move.target] += 1
            uncalled = -1
        if step.token == "u":
            uncalled = -1
        if step.token == "ch":
            seen["ch"][step.seat] += 1
            guilty = [event.guilty for event in step.events if isinstance(event, Verdict)]
            seen["won"][step.seat] += sum(guilty)
        if move.is_turn:
            seen["missed"][uncalled] += uncalled >= 0
            assert state is not None
            last = move.card >= 0 and len(state.hands[step.seat]) == 1 and not move.uno
            uncalled = step.seat if last else -1
        if move.card >= 0 and state is not None and state.pending:
            laid += 1
            longest[step.seat] = max(longest[step.seat], laid)
        if state is None or not state.pending:
            laid = 0
    counted = scores_of(table, log)
    assert [s.caught for s in counted] == [seen["c"][seat] for seat in range(3)]
    assert [s.calls_missed for s in counted] == [seen["missed"][seat] for seat in range(3)]
    assert [s.challenges for s in counted] == [seen["ch"][seat] for seat in range(3)]
    assert [s.challenges_won for s in counted] == [seen["won"][seat] for seat in range(3)]
    assert [s.longest_stack for s in counted] == longest
    assert tuple(s.points for s in counted) == table.fold.match.scores


def test_the_matches_of_this_page_have_something_to_count(tmp_path: Path) -> None:
    logs = [history(anything(seed), tmp_path, str(seed)) for seed in SEEDS]
    book = Scorebook()
    for log in logs:
        book.add(log)
    total = {
        field.name: sum(getattr(s, field.name) for s in book.players.values())
        for field in fields(Scores)
        if field.type == "int"
    }
    assert all(total.values()), total
    assert max(s.longest_stack for s in book.players.values()) > 1


def test_wins_of_a_match_and_of_its_rounds(tmp_path: Path) -> None:
    table = Tabletop(3, "classic", seed=4, target="100", hand_size="3").dealt().finish()
    counted = scores_of(table, history(table, tmp_path))
    assert [s.games for s in counted] == [1, 1, 1]
    assert [seat for seat, s in enumerate(counted) if s.wins] == list(table.fold.match.winners)
    assert {s.rounds for s in counted} == {table.fold.match.round}
    assert sum(s.rounds_won for s in counted) == table.fold.match.round


def test_a_match_counts_once_by_its_longest_log(tmp_path: Path) -> None:
    short = Tabletop(2, "quick", seed=3, hand_size="1").dealt()
    first = history(short, tmp_path, "short")
    table = Tabletop(2, "quick", seed=3, hand_size="1").dealt().finish()
    second, third = history(table, tmp_path, "a"), history(table, tmp_path, "b")
    assert fullest([first, second, third]) == [second]
    assert [s.games for s in scores_of(table, first, second, third)] == [1, 1]
    assert [s.games for s in scores_of(short, first)] == [0, 0]


def test_players_are_summed_by_key(tmp_path: Path) -> None:
    """The same keys sit down again at another table."""
    one = Tabletop(2, "quick", seed=3, hand_size="1").dealt().finish()
    other = Tabletop(2, "modern", seed=3, hand_size="2").dealt().finish()
    assert one.terms.keys == other.terms.keys and one.table_id != other.table_id
    logs = [history(one, tmp_path, "one"), history(other, tmp_path, "other")]
    both = scores_of(one, *logs)
    alone = [scores_of(one, log) for log in logs]
    assert [s.games for s in both] == [2, 2]
    for seat in range(2):
        assert both[seat].wins == sum(scores[seat].wins for scores in alone)
        assert both[seat].longest_stack == max(scores[seat].longest_stack for scores in alone)
