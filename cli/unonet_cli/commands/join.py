"""``unonet join``: sit down at a table on this network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unonet_cli.commands.evening import Code, Looking, Nickname, Table
from unonet_cli.options import OnNetwork

if TYPE_CHECKING:
    from unonet.node import Report, Unfinished


def join(
    common: OnNetwork,
    table: Table = None,
    code: Code = None,
    nickname: Nickname = None,
    timeout: Looking = 30.0,
) -> int:
    """Sit down at the only open table, or at the one that you name."""
    from unonet.errors import StillSeated
    from unonet.node import Guest, join_table, match_of
    from unonet_cli.commands.evening import Evening, nickname_of, require_code, require_port
    from unonet_cli.commands.returning import go_back, offered, say_back, way_back
    from unonet_cli.commands.running import run

    require_code(code)
    require_port(table)
    output, home = common.output(), common.home_folder()

    async def back(at_home: Evening, match: Unfinished) -> int:
        say_back(output, match)
        return await go_back(at_home, home, match.log, interface=common.interface)

    async def evening() -> int:
        at_home = Evening(output)
        if not table and (own := await offered(at_home, home, interface=common.interface)):
            return await back(at_home, own)
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

        try:
            return at_home.conclude(await at_home.enter(sit, code))
        except StillSeated as error:
            return await back(at_home, match_of(home, error.table_id))

    with way_back(home, output):
        return run(evening())
