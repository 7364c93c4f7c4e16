"""A person who watches a table: asks what everybody may see, and leaves. Makes no move.

Knows a view without a seat, a presenter and lines of input.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from unonet.game import PlayerView
from unonet.words import table_words
from unonet_cli.output import Output, clean
from unonet_cli.phrases import lobby, table
from unonet_cli.plain import pages
from unonet_cli.plain.attending import Source, attend
from unonet_cli.plain.reading import QUESTIONS
from unonet_cli.presenter import Presenter


class Onlooker:
    """``watch`` is a Looker of ``unonet.node`` that returns when the person leaves."""

    def __init__(
        self,
        output: Output,
        presenter: Presenter,
        open_lines: Callable[[], Source],
        *,
        recent: Sequence[str],
    ) -> None:
        self._output = output
        self._presenter = presenter
        self._open_lines = open_lines
        self._recent = recent
        self._view: Callable[[], PlayerView | None] = _nothing
        self._lines: Source
        self.has_quit = False
        self.listening = True

    async def watch(self, view: Callable[[], PlayerView | None]) -> None:
        """Until the person leaves; for ever where there is nobody to ask."""
        self._view, self._lines = view, self._open_lines()
        if self._lines.interactive:
            self._output.say(table.WATCHING)
        await attend(self._lines, self, answered=self._output.answered)

    async def changed(self) -> None:
        """News are said when they come; there is nothing to ask anybody."""
        await asyncio.get_running_loop().create_future()

    def look(self) -> None:
        """Nothing ever waits for an answer."""

    def hear_line(self, line: str | None) -> None:
        """Answer, or leave. The end of a pipe says nothing about leaving."""
        if line is None and not self._lines.interactive:
            self.listening = False
            return
        word = "quit" if line is None else line.partition(" ")[0].lower()
        question = QUESTIONS.get(word) if word else "help"
        if question == "quit":
            self._output.say(table.STOPS_WATCHING)
            self.has_quit = True
            return
        for sentence in self._answer(question, line or ""):
            self._output.say(sentence)

    def _answer(self, question: str | None, line: str) -> Sequence[str]:
        view, presenter = self._view(), self._presenter
        match question:
            case None:
                return [table.NOT_UNDERSTOOD.format(text=clean(line))]
            case "help":
                return table.WATCH_HELP.splitlines()
            case "last":
                return self._recent
            case "words":
                return [_words(presenter.table_id)]
            case "players" | "top" if view is None:
                return [table.NOTHING_YET]
            case "players" if view is not None:
                return pages.players(view, presenter)
            case "top" if view is not None:
                return [pages.top(view, presenter)]
            case _:
                return [table.ONLY_WATCHING]


def _words(table_id: bytes | None) -> str:
    if table_id is None:
        return lobby.NO_WORDS
    return lobby.WORDS.format(words=table_words(table_id))


def _nothing() -> PlayerView | None:
    return None
