"""People met at tables: which key was called what, when, and where it could be reached.

The trust is that of the first meeting: a key is a person, a nickname only what it was called. Knows
the file ``known.people`` of a home; does not know how a warning sounds. Bots with a key for one
table are nobody to remember.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from unonet import names
from unonet.errors import DecodeError, StorageError
from unonet.ledger import codec, shape
from unonet.net.transport import Address
from unonet.node.whole_file import write_whole

MAX_PEOPLE: Final = 1000
MAX_ADDRESSES: Final = 4
_FILE: Final = "known.people"
_MAGIC: Final = b"\x93UNOKNOWN\n"
_CHECK_SIZE: Final = 8
_VERSION: Final = 1
# An array holds 256 items at most.
_PAGE: Final = 200


class Sighting(Enum):
    """What a meeting means."""

    NEW = "new"
    KNOWN = "known"
    RENAMED = "renamed"
    NAME_OF_ANOTHER_KEY = "name of another key"
    NAME_TAKEN = "took the name of another"
    """The nickname of somebody else who was met before: an accident, a new device, or a fraud."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody met before; times in unix seconds, the newest addresses first."""

    key: bytes
    nickname: str
    first_seen: int
    last_seen: int
    addresses: tuple[Address, ...] = ()


class Known:
    """All acquaintances of one home, at most ``MAX_PEOPLE``; the longest unseen are dropped."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._people: dict[bytes, Acquaintance] = {}

    @classmethod
    def load(cls, home: Path) -> Known:
        """Whom ``home`` knows, nobody at first. StorageError names a file that is damaged."""
        known = cls(home)
        path = home / _FILE
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return known
        except OSError as error:
            raise StorageError.of(path, "read", error) from error
        try:
            known._people = {person.key: person for person in _unpack(raw)}
        except DecodeError as error:
            raise StorageError(
                f"{path} is damaged ({error}); move it away to start with nobody known"
            ) from None
        return known

    def meet(
        self, key: bytes, nickname: str, *, addresses: Iterable[Address] = (), now: int
    ) -> Sighting:
        """Remember that ``key`` was here as ``nickname``, at ``now`` (unix seconds)."""
        nickname = names.sanitise(nickname)
        before = self._people.pop(key, None)
        sighting = self._judge(before, nickname)
        newest = [(str(host), port) for host, port in addresses if _is_address(host, port)]
        older = before.addresses if before else ()
        self._people[key] = Acquaintance(
            key,
            nickname,
            first_seen=before.first_seen if before else max(now, 0),
            last_seen=max(now, 0),
            addresses=tuple(dict.fromkeys((*newest, *older)))[:MAX_ADDRESSES],
        )
        if len(self._people) > MAX_PEOPLE:
            del self._people[next(iter(self._people))]
        return sighting

    def forget(self, key: bytes) -> None:
        """The next meeting is the first."""
        self._people.pop(key, None)

    def players(self) -> tuple[Acquaintance, ...]:
        """Everybody, whom we met last first."""
        return tuple(reversed(self._people.values()))

    def addresses(self) -> tuple[Address, ...]:
        """Where people could be reached, the newest first."""
        return tuple(dict.fromkeys(a for person in self.players() for a in person.addresses))

    def save(self) -> None:
        """Write the file, whole or not at all. Raises StorageError."""
        path = self._home / _FILE
        try:
            self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StorageError.of(path, "written", error) from error
        write_whole(path, _pack(self._people.values()))

    def _judge(self, before: Acquaintance | None, nickname: str) -> Sighting:
        if before is not None and before.nickname == nickname:
            return Sighting.KNOWN
        # The rest of the people: `before` is out of the list meanwhile.
        if names.unique(nickname, (other.nickname for other in self._people.values())) != nickname:
            return Sighting.NAME_TAKEN if before else Sighting.NAME_OF_ANOTHER_KEY
        return Sighting.RENAMED if before else Sighting.NEW


def _is_address(host: str, port: int) -> bool:
    # Never a name: looking one up would tell others whom we remember.
    try:
        ip_address(host)
    except ValueError:
        return False
    return 0 < port <= 0xFFFF


def _numeric(value: codec.Value, path: str) -> tuple[str, int]:
    host, port = _PAIR(value, path)
    if not _is_address(host, port):
        raise DecodeError(f"{host!r} port {port} is no address", path)
    return host, port


_PAIR = shape.record("address", host=shape.text(45), port=shape.uint(16))
_PERSON = shape.record(
    "person",
    key=shape.binary(32),
    nickname=shape.text(names.MAX_BYTES),
    first_seen=shape.uint(63),
    last_seen=shape.uint(63),
    addresses=shape.array(_numeric, 0, MAX_ADDRESSES),
)
_PAGES = shape.array(shape.array(_PERSON, 1, _PAGE), 0, -(-MAX_PEOPLE // _PAGE))
_BOOK = shape.record("known", v=shape.version(_VERSION), pages=_PAGES)


def _pack(people: Iterable[Acquaintance]) -> bytes:
    rows = [(p.key, p.nickname, p.first_seen, p.last_seen, p.addresses) for p in people]
    pages = [rows[start : start + _PAGE] for start in range(0, len(rows), _PAGE)]
    body = codec.encode((_VERSION, pages))
    return _MAGIC + body + _checksum(body)


def _unpack(raw: bytes) -> list[Acquaintance]:
    body = raw[len(_MAGIC) : -_CHECK_SIZE]
    if raw != _MAGIC + body + _checksum(body):
        raise DecodeError("its checksum does not fit", "known")
    _, pages = _BOOK(codec.decode(body, "known"), "known")
    return [
        Acquaintance(key, names.sanitise(nickname), first, last, addresses)
        for page in pages
        for key, nickname, first, last, addresses in page
    ]


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(_MAGIC + body).digest()[:_CHECK_SIZE]
