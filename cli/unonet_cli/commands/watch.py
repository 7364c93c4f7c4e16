"""``unonet watch``: look on at a table without a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from unonet_cli.commands.evening import Code, Looking, Nickname, Table
from unonet_cli.options import OnNetwork

if TYPE_CHECKING:
    from unonet.node import Report


def watch(
    common: OnNetwork,
    table: Table = None,
    code: Code = None,
    nickname: Nickname = None,
    stay: Annotated[
        bool, typer.Option("--stay", help="Watch the next matches of the same company too.")
    ] = False,
    timeout: Looking = 30.0,
) -> int:
    """Watch a match: what everybody may see, no hands. Type q to leave."""
    from unonet.node import watch_table
    from unonet_cli.commands.evening import Evening, nickname_of, require_code
    from unonet_cli.commands.running import run

    require_code(code)

    async def evening() -> int:
        at_home, home = Evening(common.output()), common.home_folder()
        target = await at_home.find(
            home, table, interface=common.interface, timeout=timeout, to_watch=True
        )

        async def look_on(code: str | None) -> tuple[Report, ...]:
            return await watch_table(
                home,
                target,
                nickname_of(nickname),
                interface=common.interface,
                watch=at_home.watch,
                looker=at_home.onlooker.watch,
                again=stay,
                code=code,
            )

        return at_home.conclude(await at_home.enter(look_on, code))

    return run(evening())
