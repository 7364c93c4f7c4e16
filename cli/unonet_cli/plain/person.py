"""A person at a chair: prompts when something can be done, answers questions, sends moves.

Knows a chair, a presenter and lines of input; does not know the rules, nor who writes the lines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, Protocol

from unonet.errors import IllegalMove
from unonet.game import Move, PlayerView
from unonet.words import table_words
from unonet_cli.output import Output, clean
from unonet_cli.phrases import lobby, table, words
from unonet_cli.plain import lobby_pages, pages, reading
from unonet_cli.plain.attending import Source, attend
from unonet_cli.plain.interrupts import close_at_once, on_interrupt
from unonet_cli.plain.reading import Question, Unclear
from unonet_cli.presenter import Presenter

REMEMBERED = 8


class Seat(Protocol):
    """What a person needs of ``unonet.node.Chair``."""

    seat: int
    nicknames: tuple[str, ...]
    talk: Callable[[str], None]

    @property
    def pending(self) -> bool: ...

    @property
    def may_leave(self) -> bool: ...

    def leave(self) -> None: ...

    def view(self) -> PlayerView | None: ...

    def why_illegal(self, move: Move) -> str | None: ...

    def submit(self, move: Move) -> None: ...

    async def changed(self) -> None: ...


class Person:
    """``play`` is a Player of ``unonet.node`` that returns when the person quits.

    Ctrl-C asks whether to leave for good or only to close; a second one closes at once.
    """

    def __init__(
        self,
        output: Output,
        presenter: Presenter,
        open_lines: Callable[[], Source],
        *,
        tells_turns: bool = True,
    ) -> None:
        self._output = output
        self._presenter = presenter
        self._open_lines = open_lines
        self._tells_turns = tells_turns
        self.recent: deque[str] = deque(maxlen=REMEMBERED)
        self._menu: tuple[Move, ...] = ()
        self._asked: tuple[Any, ...] | None = None
        self._turn: int | None = None
        self._owing: Move | None = None
        self._parting = False
        self._question = ""
        self._leaving = False
        self.prompted = False
        self.has_quit = False

    def hear(self, sentence: str) -> None:
        """Say and remember what happened at the table."""
        self.recent.append(sentence)
        self._say(sentence)
        if self.prompted or self._parting:
            self._again()

    async def play(self, chair: Seat) -> None:
        """Until the person quits or the input ends; cancelled when the match ends."""
        self._presenter.sit(chair.seat, chair.nicknames)
        self._asked, self._turn, self.prompted = None, None, False
        self._parting = self._leaving = False
        at_table, lines = _AtTable(self, chair), self._open_lines()
        caught = on_interrupt(lambda: self.interrupt(chair)) if lines.interactive else nullcontext()
        try:
            with caught:
                await attend(lines, at_table, answered=self._output.answered)
        finally:
            self.prompted = self._parting = False

    def interrupt(self, chair: Seat) -> None:
        """Ctrl-C: ask, or close at once for somebody who has been asked already."""
        if self._parting or self._leaving:
            close_at_once()
            return
        self._parting = True
        self._question = table.LEAVE_OR_CLOSE if chair.may_leave else table.CLOSE_ONLY
        self._again()

    def look(self, chair: Seat) -> None:
        """Prompt when there is something new to decide; else say once whose turn it is."""
        view = chair.view()
        if view is None or chair.pending or self._leaving:
            self.prompted = False
            return
        asked = (view.legal, view.turn, view.phase, view.top, view.hand)
        if not view.legal:
            self.prompted, self._asked, self._owing = False, None, None
            self._say_turn(view)
        elif asked != self._asked:
            self._asked, self._turn, self._owing = asked, view.turn, None
            self._menu = reading.choices(view.legal)
            self._prompt(view)
        self.prompted = bool(view.legal)

    def _say_turn(self, view: PlayerView) -> None:
        if self._tells_turns and view.turn not in (self._turn, None):
            self._say(table.TURN_OF.format(name=self._presenter.name(view.turn)))
        self._turn = view.turn

    def _prompt(self, view: PlayerView) -> None:
        if view.turn == view.seat and view.drawn is None:
            self._output.bell()
        for sentence in self._situation(view):
            self._say(sentence)
        self._say(pages.menu(self._menu, self._presenter))
        if number := self._last_but_one(view.legal):
            self._say(table.ADD_UNO.format(number=number))
        self._again()

    def _situation(self, view: PlayerView) -> Iterator[str]:
        if view.turn != view.seat:
            yield table.YOU_ANSWER
        elif view.drawn is not None:
            yield table.DREW_CARD.format(card=self._presenter.card(view.drawn))
        else:
            yield table.YOUR_TURN.format(
                top=pages.matching(view, self._presenter),
                held=words.cards(len(view.hand)),
                hand=self._presenter.cards(view.hand),
            )

    def _last_but_one(self, legal: Sequence[Move]) -> int:
        """The first number that a UNO call may go with; 0 for none."""
        calls = {move.card for move in legal if move.uno}
        return next((n for n, move in enumerate(self._menu, 1) if move.card in calls), 0)

    def hear_line(self, chair: Seat, line: str | None) -> None:
        if self._parting:
            self._part(chair, line)
            return
        owing, self._owing = self._owing, None
        color = None if line is None or owing is None else reading.read_color(line)
        if color is not None and owing is not None:
            self._make(chair, owing._replace(color=color))
            return
        match reading.read("quit" if line is None else line, self._menu):
            case Question("quit"):
                self._close()
            case Question(word, about):
                self._answer(chair, word, about)
            case Unclear(text):
                self._retort(table.NOT_UNDERSTOOD.format(text=clean(text)))
            case Move() as move:
                self._make(chair, move)

    def _part(self, chair: Seat, line: str | None) -> None:
        """The answer to what Ctrl-C asked."""
        self._parting = False
        match "close" if line is None else line.strip().lower():
            case "l" | "leave" if chair.may_leave:
                self._leaving = True
                self._say(table.LEAVING)
                chair.leave()
            case "c" | "close" | "q" | "quit":
                self._close()
            case _:
                self._retort(table.STAYING)

    def _close(self) -> None:
        self._say(table.CLOSING)
        self.has_quit = True

    def _make(self, chair: Seat, move: Move) -> None:
        if reading.lacks_color(move):
            self._owing = move
            self._retort(table.WHICH_COLOR)
            return
        if chair.pending:
            self._retort(table.ON_ITS_WAY)
            return
        try:
            chair.submit(move)
        except IllegalMove as error:
            self._retort(self._refusal(chair, error.reason))
        else:
            self.prompted = False

    def _answer(self, chair: Seat, word: str, about: str) -> None:
        view = chair.view()
        if word == "help":
            self._retort(*table.HELP.splitlines())
        elif word == "last":
            self._retort(*self.recent)
        elif word == "words":
            self._retort(self._words())
        elif word == "chat":
            self._chat(chair, about)
        elif view is None:
            self._retort(table.NOTHING_YET)
        elif word == "why":
            self._retort(self._why(chair, about))
        else:
            self._retort(*self._page(word, view))

    def _words(self) -> str:
        table_id = self._presenter.table_id
        return (
            lobby.NO_WORDS if table_id is None else lobby.WORDS.format(words=table_words(table_id))
        )

    def _chat(self, chair: Seat, text: str) -> None:
        if not text:
            self._retort(*lobby_pages.canned())
        else:
            chair.talk(lobby_pages.spoken(text))
            self._again()

    def _page(self, word: str, view: PlayerView) -> list[str]:
        match word:
            case "hand":
                return [pages.hand(view, self._presenter)]
            case "top":
                return [pages.top(view, self._presenter)]
            case "players":
                return pages.players(view, self._presenter)
            case _:
                self._menu = reading.choices(view.legal)
                return pages.legal(self._menu, self._presenter) or [table.NOTHING_LEGAL]

    def _why(self, chair: Seat, about: str) -> str:
        """The table's own reason against a move, or that it is legal."""
        move = reading.read_move(about.lower(), self._menu)
        if move is None:
            return table.NOT_UNDERSTOOD.format(text=clean(about))
        if reading.lacks_color(move):
            move = move._replace(color=0)
        reason = chair.why_illegal(move)
        return table.LEGAL if reason is None else self._refusal(chair, reason)

    def _refusal(self, chair: Seat, reason: str) -> str:
        """Why a move is refused; a penalty that comes first, with the ways to answer it."""
        view = chair.view()
        if reason != "wrong_phase" or view is None or not view.pending or not view.legal:
            return words.REASONS[reason]
        return table.PENALTY_FIRST.format(
            cards=words.cards(view.pending),
            choices=pages.menu(reading.choices(view.legal), self._presenter),
        )

    def _retort(self, *sentences: str) -> None:
        """Answer what was typed, then wait for more on the same prompt."""
        for sentence in sentences:
            self._say(sentence)
        self._again()

    def _again(self) -> None:
        """A prompt stands behind all news, as long as something can be answered."""
        self._output.ask(self._question if self._parting else table.PROMPT)

    def _say(self, sentence: str) -> None:
        self._output.say(sentence)


class _AtTable:
    """The person at one chair, as ``attend`` wants it."""

    def __init__(self, person: Person, chair: Seat) -> None:
        self._person = person
        self._chair = chair

    @property
    def has_quit(self) -> bool:
        return self._person.has_quit

    @property
    def listening(self) -> bool:
        return self._person.prompted

    async def changed(self) -> None:
        await self._chair.changed()

    def look(self) -> None:
        self._person.look(self._chair)

    def hear_line(self, line: str | None) -> None:
        self._person.hear_line(self._chair, line)
