"""Going on with a match that this home left unfinished: its own seat, and bots that it had brought.

Finds the log, takes the seats up from what was kept, and goes back to where the others are. Bots
whose table was this machine alone meet over links in memory again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from unonet.errors import CannotReach, NothingToResume
from unonet.net.interfaces import choose_interfaces
from unonet.net.tcp import TcpTransport
from unonet.net.transport import Address
from unonet.node.chair import Player, bot_player
from unonet.node.home import load_identity
from unonet.node.keeping import Keeping, take_up
from unonet.node.local import MEMORY, play_in_memory, play_together
from unonet.node.matches import LOG_NAME, first_terms, is_remembered
from unonet.node.place import Place
from unonet.node.report import Report
from unonet.node.seat_folder import SeatFolder, folder_of, kept_seats
from unonet.node.table_node import Event, Watch
from unonet.table.terms import Terms


def find_log(home: Path, log: Path | None = None) -> Path:
    """``log``, or the newest one that this home remembers something for, or just the newest.

    Raises NothingToResume when there is none.
    """
    if log is not None:
        return log
    logs = [path for path in (home / "logs").glob("*.unolog") if LOG_NAME.fullmatch(path.name)]
    if not logs:
        raise NothingToResume(f"no log is kept in {home / 'logs'}")
    return max(logs, key=lambda path: (is_remembered(home, path), path.stat().st_mtime))


async def resume_table(
    home: Path, log: Path | None, *, interface: str | None, player: Player, watch: Watch
) -> Report:
    """Take the seat of ``log`` again and play the match to its end.

    Raises NothingToResume, SeatInUse, StorageError, CorruptLog, BrokenChain, NetworkError.
    """
    path = find_log(home, log)
    terms, seat = _whose(home, path)
    with ExitStack() as files:
        keepings = [files.enter_context(take_up(home, path, terms.table_id, seat))]
        for bot in _bots(home, terms, beside=seat):
            at = folder_of(home, terms.table_id, bot) / "log.unolog"
            with suppress(NothingToResume):
                also = take_up(home, at, terms.table_id, bot, also_over=True)
                keepings.append(files.enter_context(also))
        return await _play(keepings, player, interface=interface, watch=watch)


def forget_table(home: Path, log: Path | None) -> Path:
    """Erase everything that this home remembers of a match besides its log, which stays.

    The seat cannot be played again. Returns the log. Raises NothingToResume, SeatInUse,
    StorageError.
    """
    path = find_log(home, log)
    terms, seat = _whose(home, path)
    for kept in {seat, *kept_seats(home, terms.table_id)}:
        SeatFolder.take(home, terms.table_id, kept).erase()
    return path


def _whose(home: Path, path: Path) -> tuple[Terms, int]:
    """The terms of a log, and the seat of this home whose log it is."""
    terms = first_terms(path)
    if terms is None:
        raise NothingToResume(f"{path} ends before its first entry")
    named = LOG_NAME.fullmatch(path.name)
    if named and named[1] == terms.table_id.hex() and int(named[2]) < len(terms.seats):
        return terms, int(named[2])
    own = load_identity(home).key
    if own not in terms.keys:
        raise NothingToResume(f"{path} is the log of another identity")
    return terms, terms.keys.index(own)


def _bots(home: Path, terms: Terms, *, beside: int) -> list[int]:
    """Seats that the process of the seat ``beside`` played as well."""
    return [
        seat
        for seat in kept_seats(home, terms.table_id)
        if seat != beside and (folder_of(home, terms.table_id, seat) / "log.unolog").exists()
    ]


async def _play(
    kept: Sequence[Keeping], player: Player, *, interface: str | None, watch: Watch
) -> Report:
    players = [_bot(one) or player for one in kept]
    if [host for host, _ in kept[0].ways.listening] == [MEMORY]:
        return await play_in_memory(kept, players, watch=watch)
    places = [
        Place(
            TcpTransport(one.identity, one.genesis.terms.lobby_id, psk=one.ways.psk),
            one.identity,
            watch=watch if one is kept[0] else _unseen,
        )
        for one in kept
    ]
    try:
        for place, one in zip(places, kept, strict=True):
            await _listen(place, choose_interfaces(interface), one.ways.listening)
        return await play_together(places, kept, players)
    finally:
        for place in places:
            await place.close()


async def _listen(
    place: Place, hosts: Sequence[str], before: Sequence[Address]
) -> tuple[Address, ...]:
    """At the port of before, where others look for us, if it is free; else at any."""
    port = next((port for _, port in before), 0)
    try:
        return await place.listen(hosts, port=port)
    except CannotReach:
        return await place.listen(hosts)


def _bot(keeping: Keeping) -> Player | None:
    """The player of a seat that its terms call a bot."""
    terms = keeping.genesis.terms
    skill = terms.seats[terms.keys.index(keeping.identity.key)].bot
    return None if skill is None else bot_player(skill, pause=None)


def _unseen(event: Event) -> None:
    """Bots show nothing."""
