"""Records that take long to make, and what has changed when they are ready."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.node.company import Company, agreed
from unonet.deal import Step, sealing
from unonet.deal.transcript import Transcript
from unonet.game.moves import Move
from unonet.ledger.entry import Move as SignedMove
from unonet.ledger.kinds import Kind
from unonet.ledger.store import read_log
from unonet.net.fake import VirtualLoop, run_virtual
from unonet.node.playing import Playing
from unonet.node.table_node import TableNode
from unonet.table.events import Complained, Disproved
from unonet.table.history import History

T = TypeVar("T")
LONG = 5.0
"""Seconds that work on another thread takes here."""


@pytest.fixture
def slow_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(
        loop: VirtualLoop, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        future: asyncio.Future[T] = loop.create_future()
        result = func(*args)
        loop.call_later(LONG, lambda: future.done() or future.set_result(result))
        return future

    monkeypatch.setattr(VirtualLoop, "run_in_executor", run)


def node(company: Company, seat: int) -> TableNode:
    table = company.sitting[seat].place.table
    assert isinstance(table, Playing)
    return table.node


def complain(cheat: TableNode, dealer: int) -> None:
    """Accuse a dealer whose share is good, which takes the attempt down and the accuser along."""
    deal, secrets = cheat.fold.deal, cheat._duties.overlay.secrets
    transcript = Transcript("complaint", deal.context(cheat.seat))
    dealing = deal.dealing(dealer, cheat.seat)
    proof = sealing.complain(transcript, dealing, secrets.round_key(deal), bytes(32))
    cheat._replica.submit(Kind.COMPLAIN, (dealer, proof), now=cheat._now())
    cheat._settle()


@pytest.mark.usefixtures("slow_threads")
def test_a_mix_that_is_ready_after_its_attempt_expels_nobody(tmp_path: Path) -> None:
    company = Company(tmp_path, 4, deal="sealed")

    async def play() -> None:
        company.sit()
        await company.until(lambda: company.sitting[company.leader].place.table is not None)
        leading = node(company, company.leader).fold
        await company.until(
            lambda: leading.deal.step is Step.MIX and bool(leading.deal.due_seats())
        )
        (honest,) = leading.deal.due_seats()
        cheat = next(s for s in range(4) if s not in (honest, company.leader))
        await company.until(lambda: node(company, cheat).fold.deal.step is Step.MIX)
        complain(node(company, cheat), honest)
        reports = await company.reports()
        assert agreed(reports)
        complaints = [Complained(cheat, honest)]
        assert company.events(honest, Complained) == complaints
        assert [gone.seat for gone in company.events(honest, Disproved)] == [cheat]
        await company.close()

    run_virtual(play())


@pytest.mark.usefixtures("slow_threads")
def test_a_move_names_the_state_that_its_proof_was_made_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a jump-in meanwhile would make a false proof of it (it is bound to the last turn)."""
    rules = {"deck": "r1:6,y2:6,g3:6,b4:6,w4:10", "hand_size": "4", "wild_draw_four": "strict"}
    company = Company(tmp_path, 4, options=rules, deal="sealed")
    made: list[tuple[int, str, int]] = []
    submit = TableNode.submit

    def note(node: TableNode, move: Move) -> None:
        made.append((node.seat, str(move), node.fold.index))
        submit(node, move)

    monkeypatch.setattr(TableNode, "submit", note)

    async def play() -> None:
        company.sit()
        await company.until(lambda: any(token.startswith("w4") for _, token, _ in made), 3600)
        await asyncio.sleep(4 * LONG)
        await company.close()

    run_virtual(play())
    ledger = History.of(read_log(company.log(0))).ledger
    moves = [
        (entry.move.seat, entry.body[0], entry.move.base_index)
        for entry in ledger.slice(1, ledger.last_index + 1)
        if isinstance(entry.move, SignedMove) and entry.kind == Kind.MOVE
    ]
    assert any(token.startswith("w4") for _, token, _ in moves)
    assert set(moves) <= set(made)


@pytest.mark.usefixtures("slow_threads")
def test_a_hand_is_not_riffled_under_a_move_that_is_being_proved(tmp_path: Path) -> None:
    """A public Wild Draw Four keeps its slot, but not the others that it is proved with."""
    company = Company(tmp_path, 4, deal="sealed")

    def riffling() -> list[int]:
        nodes = [node(company, seat) for seat in range(4)]
        return [
            one.seat
            for one in nodes
            if any(key[0] == "riffle" for key in one._duties._begun) and one._pen.making
        ]

    async def play() -> None:
        company.sit()
        await company.until(lambda: company.sitting[company.leader].place.table is not None)
        await company.until(lambda: bool(riffling()), 3600)
        one, *_ = riffling()
        for seat in range(4):  # nobody moves on, so that it is not the turn that keeps it back
            node(company, seat)._hand.making = True
        await asyncio.sleep(1.5 * LONG)
        assert not node(company, one)._replica.pending
        assert not node(company, one)._pen.making
        await company.close()

    run_virtual(play())
