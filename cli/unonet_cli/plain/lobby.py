"""A person in a lobby: agrees or not, asks who is here, and as the host sends away and begins.

Knows a lobby chair, a presenter and lines of input; what is agreed to, and when the match begins,
is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from unonet.errors import BadRuleset
from unonet.game.ruleset import Ruleset
from unonet.table.lobby import LobbyView
from unonet_cli.deck_file import with_deck
from unonet_cli.output import Output
from unonet_cli.phrases import lobby as say
from unonet_cli.phrases import table, words
from unonet_cli.plain import lobby_pages as pages
from unonet_cli.plain.attending import Source, attend

_FORMS = {
    "ready": ("r",),
    "unready": ("u",),
    "players": ("p", ""),
    "rules": ("l",),
    "words": ("w",),
    "chat": ("t", "c"),
    "start": ("s",),
    "kick": ("k",),
    "bots": ("b",),
    "help": ("?",),
    "quit": ("q", "exit"),
}
COMMANDS = {form: word for word, others in _FORMS.items() for form in (word, *others)}


class Chair(Protocol):
    """What a person needs of ``unonet.node.LobbyChair``."""

    talk: Callable[[str], None]

    @property
    def hosting(self) -> bool: ...

    @property
    def me(self) -> int | None: ...

    @property
    def missing(self) -> tuple[str, ...]: ...

    def view(self) -> LobbyView: ...

    async def changed(self) -> None: ...

    def ready(self) -> None: ...

    def unready(self) -> None: ...

    def start(self) -> str | None: ...

    def kick(self, nickname: str) -> bool: ...

    def bots(self, count: int) -> int: ...

    def change(self, ruleset: Ruleset) -> None: ...


class LobbyTalk:
    """``wait`` is a Waiter of ``unonet.node`` that returns when the person leaves.

    It may be called again: after a match the same company meets in another lobby.
    """

    def __init__(self, output: Output, open_lines: Callable[[], Source]) -> None:
        self._output = output
        self._open_lines = open_lines
        self._lobbies = 0
        self.has_quit = False

    async def wait(self, chair: Chair) -> None:
        """Until the person leaves or the input ends; cancelled when the match begins."""
        if self._lobbies:
            self._output.say(say.AGAIN)
        self._lobbies += 1
        visit = _Visit(chair, self._output, first=self._lobbies == 1)
        await attend(self._open_lines(), visit, answered=self._output.answered)
        self.has_quit = visit.has_quit


class _Visit:
    """One lobby, from coming in to the match."""

    def __init__(self, chair: Chair, output: Output, *, first: bool) -> None:
        self.has_quit = False
        self._chair = chair
        self._output = output
        self._first = first
        self._prompted = False
        self._agreed_to: int | None = None

    @property
    def listening(self) -> bool:
        """A host's commands are always of use, a guest's once there is something to agree to."""
        view, me = self._chair.view(), self._chair.me
        if view.terms is None:
            return self._chair.hosting and self._prompted
        return me is not None and not view.ready[me] and view.number != self._agreed_to

    async def changed(self) -> None:
        await self._chair.changed()

    def look(self) -> None:
        """A prompt stands behind all news, as long as the newest draft is not agreed to."""
        view, me = self._chair.view(), self._chair.me
        if me is None or view.ready[me] or view.number == self._agreed_to:
            return
        if view.terms is None and not self._chair.hosting:
            return
        if self._first:
            self._output.say(say.ALONE if view.terms is None else say.READY_WHEN)
            self._first = view.terms is None
        self._prompted = True
        self._ask()

    def hear_line(self, line: str | None) -> None:
        self._output.asking = False
        word, _, rest = ("quit" if line is None else line.strip()).partition(" ")
        command = COMMANDS.get(word.lower())
        if command == "quit":
            self._output.say(say.LEAVING)
            self.has_quit = True
        elif command is None:
            self._retort(table.NOT_UNDERSTOOD.format(text=line))
        else:
            self._retort(*_ANSWERS[command](self, rest.strip()))

    def _retort(self, *sentences: str) -> None:
        for sentence in sentences:
            self._output.say(sentence)
        if self.listening:
            self._ask()

    def _ask(self) -> None:
        """One prompt at a time, also where an answer brings a new draft with it."""
        if not self._output.asking:
            self._output.ask(table.PROMPT)

    # Answers

    def _ready(self, _: str) -> list[str]:
        if self._chair.view().terms is None:
            return [say.NO_TERMS]
        self._agreed_to = self._chair.view().number
        self._chair.ready()
        missing = self._chair.missing
        return [say.WAITING_FOR.format(names=pages.names(missing))] if missing else []

    def _unready(self, _: str) -> list[str]:
        view, me = self._chair.view(), self._chair.me
        was_ready = me is not None and (view.ready[me] or self._agreed_to == view.number)
        self._agreed_to = None
        self._chair.unready()
        return [] if was_ready else [say.NOT_READY]

    def _players(self, _: str) -> list[str]:
        return pages.players(self._chair.view(), self._chair.me)

    def _rules(self, named: str) -> list[str]:
        if not named:
            return pages.rules(self._chair.view())
        if not self._chair.hosting:
            return [say.ONLY_HOST]
        preset, *options = named.split()
        try:
            pairs = with_deck(_pair(option) for option in options)
            self._chair.change(Ruleset.parse(preset, pairs))
        except BadRuleset as error:
            return [say.NO_SUCH_RULES.format(reason=error)]
        except ValueError:
            return [table.NOT_UNDERSTOOD.format(text=named)]
        return []

    def _words(self, _: str) -> list[str]:
        return [pages.words_of(self._chair.view())]

    def _chat(self, text: str) -> list[str]:
        if not text:
            return pages.canned()
        self._chair.talk(pages.spoken(text))
        return []

    def _start(self, _: str) -> list[str]:
        if not self._chair.hosting:
            return [say.ONLY_HOST]
        reason = self._chair.start()
        if reason is None:
            return []
        return [pages.why_not(reason, self._chair.view(), self._chair.me)]

    def _kick(self, name: str) -> list[str]:
        if not self._chair.hosting:
            return [say.ONLY_HOST]
        if not name:
            return [say.KICK_WHOM]
        kicked = self._chair.kick(name)
        return [(say.KICKED if kicked else say.NOBODY_CALLED).format(name=name)]

    def _bots(self, number: str) -> list[str]:
        if not self._chair.hosting:
            return [say.ONLY_HOST]
        if not (number.isascii() and number.isdecimal() and len(number) < 3):
            return [say.HOW_MANY_BOTS]
        count = self._chair.bots(int(number))
        return [say.BOTS.format(bots=words.count(count, "bot", "bots"))]

    def _help(self, _: str) -> list[str]:
        text = say.HELP + ("\n" + say.HOST_HELP if self._chair.hosting else "")
        return text.splitlines()


_ANSWERS: dict[str, Callable[[_Visit, str], list[str]]] = {
    "ready": _Visit._ready,
    "unready": _Visit._unready,
    "players": _Visit._players,
    "rules": _Visit._rules,
    "words": _Visit._words,
    "chat": _Visit._chat,
    "start": _Visit._start,
    "kick": _Visit._kick,
    "bots": _Visit._bots,
    "help": _Visit._help,
}


def _pair(option: str) -> tuple[str, str]:
    name, value = option.split("=", 1)
    return name, value
