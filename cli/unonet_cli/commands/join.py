"""``unonet join``: sit down at a table on this network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unonet_cli.commands.evening import Code, Looking, Nickname, Table
from unonet_cli.options import OnNetwork

if TYPE_CHECKING:
    from unonet.node import Report


def join(
    common: OnNetwork,
    table: Table = None,
    code: Code = None,
    nickname: Nickname = None,
    timeout: Looking = 30.0,
) -> int:
    """Sit down at the only open table, or at the one that you name."""
    from unonet.node import Guest, join_table
    from unonet_cli.commands.evening import Evening, nickname_of, require_code
    from unonet_cli.commands.running import run

    require_code(code)

    async def evening() -> int:
        at_home, home = Evening(common.output()), common.home_folder()
        target = await at_home.find(home, table, interface=common.interface, timeout=timeout)

        async def sit(code: str | None) -> tuple[Report, ...]:
            return await join_table(
                home,
                target,
                Guest(nickname_of(nickname)),
                interface=common.interface,
                player=at_home.person.play,
                watch=at_home.watch,
                waiter=at_home.talk.wait,
                again=True,
                code=code,
            )

        return at_home.conclude(await at_home.enter(sit, code))

    return run(evening())
