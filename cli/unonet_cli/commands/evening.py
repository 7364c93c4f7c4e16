"""A person at a table on the network, from the lobby to the last match: what host and join share.

Asks for what only a person knows: which of several tables, and the join code of a closed one.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unonet_cli.commands.choices import finite
from unonet_cli.phrases import usage

if TYPE_CHECKING:
    from pathlib import Path

    from unonet.node import Listing, Report, Target
    from unonet_cli.output import Output
    from unonet_cli.plain.attending import Source

Nickname = Annotated[
    str | None, typer.Option("--nickname", metavar="NAME", help="Your name at the table.")
]
Code = Annotated[
    str | None,
    typer.Option("--code", metavar="WORDS", help="Join code of a closed table, seven words."),
]
Looking = Annotated[
    float,
    typer.Option(
        "--timeout", min=1, metavar="S", callback=finite, help="Seconds to look for the table."
    ),
]
Table = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TABLE]",
        help="Name, id or fingerprint of a table, HOST:PORT, or the five words of its address.",
    ),
]


def require_code(code: str | None) -> None:
    """Raises BadWords for a join code that is none, before anybody is asked to take it."""
    from unonet.words import join_key

    if code is not None:
        join_key(code)


def require_port(words: Sequence[str] | None) -> None:
    """Raises BadParameter for an address that lacks its port: no table is called that."""
    from ipaddress import ip_address

    text = " ".join(words or ())
    try:
        ip_address(text)
    except ValueError:
        return
    raise typer.BadParameter(usage.NO_PORT.format(text=text))


LOGIN_NAMES = ("USER", "LOGNAME", "USERNAME")
NOBODYS_NAMES = frozenset({"player", "root", "user", "admin", "nobody"})
"""What is no name: nobody has said one, or it is an account that anybody may use."""


def nickname_of(given: str | None) -> str:
    """The name that was given, else the login name, else one that goes with this machine."""
    import platform
    import zlib

    from unonet import names
    from unonet_cli.phrases import words

    if given:
        return names.sanitise(given)
    login = next(filter(None, map(os.environ.get, LOGIN_NAMES)), "")
    named = names.sanitise(login)
    if named not in NOBODYS_NAMES:
        return named
    return words.FRIENDLY_NAMES[zlib.crc32(platform.node().encode()) % len(words.FRIENDLY_NAMES)]


class Evening:
    """One person's terminal: the same lines of input serve every prompt of the evening."""

    def __init__(self, output: Output) -> None:
        from unonet_cli.plain.lines import Lines
        from unonet_cli.plain.lobby import LobbyTalk
        from unonet_cli.plain.onlooker import Onlooker
        from unonet_cli.plain.person import Person
        from unonet_cli.presenter import Presenter

        self.output = output
        self.lines: Callable[[], Source] = functools.cache(Lines)
        presenter = Presenter(painted=output.painted)
        self.person = Person(output, presenter, self.lines)
        self.talk = LobbyTalk(output, self.lines)
        self.onlooker = Onlooker(output, presenter, self.lines, recent=self.person.recent)
        self.watch: Callable[[Any], None] = presenter.speaker(self.person.hear)

    @property
    def interactive(self) -> bool:
        """Whether a person can be asked."""
        return self.lines().interactive

    async def enter(
        self,
        sit: Callable[[str | None], Awaitable[tuple[Report, ...]]],
        code: str | None,
    ) -> tuple[Report, ...]:
        """``sit(code)``; a person is asked for a join code as long as one is wanted."""
        from unonet.errors import TableClosed, WrongCode
        from unonet_cli import failures

        while True:
            try:
                return await sit(code)
            except (TableClosed, WrongCode) as error:
                if not self.interactive:
                    raise
                self.output.say_all(failures.explain(error))
                code = await self._ask_code()
                if code is None:
                    raise

    async def _ask_code(self) -> str | None:
        """A join code that is one, or None from a person who has none."""
        from unonet.errors import DecodeError
        from unonet.words import join_key
        from unonet_cli.phrases import lobby

        while True:
            self.output.ask(lobby.CODE)
            line = await self._answer()
            if not line:
                return None
            try:
                join_key(line)
            except DecodeError as error:
                self.output.say(lobby.BAD_CODE.format(reason=error))
            else:
                return line

    async def find(
        self,
        home: Path,
        words: Sequence[str] | None,
        *,
        interface: str | None,
        timeout: float,
        to_watch: bool = False,
    ) -> Target:
        """The table that is meant. CannotReach for none, BadParameter for several without a
        person to choose."""
        from unonet.errors import CannotReach
        from unonet.node import find_tables, read_target, target_of
        from unonet.node.target import why_no_address
        from unonet_cli.phrases import lobby

        text = " ".join(words or ())
        if (target := read_target(text)) is not None:
            return target
        self.output.say(lobby.LOOKING)
        if (why := why_no_address(text)) is not None:
            self.output.say(lobby.BY_NAME.format(why=why))

        def fits(table: Listing) -> bool:
            if text:
                return table.is_called(text)
            return table.alive if to_watch else table.open_seat

        found = await find_tables(home, fits, interface=interface, timeout=timeout)
        exact = [one for one in found if one.name.casefold() == text.casefold()]
        found = exact if len(exact) == 1 else found
        if not found:
            missing = usage.NO_TABLE_CALLED if text else usage.NO_FREE_SEAT
            why = missing.format(text=text, seconds=timeout)
            raise CannotReach(why_no_address(text) or why)
        return target_of(found[0] if len(found) == 1 else await self._choose(found))

    async def _choose(self, found: Sequence[Listing]) -> Listing:
        from unonet_cli.phrases import lobby, pages

        choices = [
            lobby.CHOICE.format(
                name=one.name,
                taken=one.seats_taken,
                seats=one.seats,
                rules=one.rules,
                state=pages.STATES.get(one.state, one.state),
                door=pages.DOORS[one.closed],
            )
            for one in found
        ]
        if not self.interactive:
            names = ", ".join(f"{one.name} ({one.id[:8]})" for one in found)
            raise typer.BadParameter(usage.SEVERAL_TABLES.format(tables=names))
        self.output.say(lobby.WHICH_TABLE)
        return found[await self.pick(choices)]

    async def pick(self, choices: Sequence[str]) -> int:
        """Which of these a person means, counted from 0."""
        from unonet_cli.phrases import lobby, table

        for number, choice in enumerate(choices, 1):
            self.output.say(lobby.NUMBERED.format(number=number, choice=choice))
        while True:
            self.output.ask(table.PROMPT)
            line = await self._answer()
            if line is None:
                raise KeyboardInterrupt
            if line.isascii() and line.isdecimal() and 1 <= int(line[:3]) <= len(choices):
                return int(line) - 1
            self.output.say(lobby.NOT_A_NUMBER.format(count=len(choices)))

    async def agrees(self, question: str) -> bool:
        """Whether a person just presses Enter, or says yes."""
        from unonet_cli.phrases import words

        self.output.ask(question)
        line = await self._answer()
        if line is None:
            raise KeyboardInterrupt
        return line.lower() in words.YES

    async def _answer(self) -> str | None:
        line = await self.lines().next()
        self.output.answered()
        return line

    def conclude(self, reports: Sequence[Report]) -> int:
        """Results for scripts, and the exit code: a person that leaves has not failed."""
        from unonet_cli import failures
        from unonet_cli.commands import reports as results

        if self.output.as_json:
            for report in reports:
                self.output.result(results.as_json(report))
        if not reports or self.person.has_quit or self.onlooker.has_quit:
            return failures.OK
        return results.exit_code(reports[-1].result)
