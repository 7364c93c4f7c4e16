"""What a table says about itself to whoever looks around: a few fields, and their TXT record.

Knows names, sizes and characters; everything read from the network is hostile text until it has
passed ``from_txt``. How the record travels is the business of ``discovery``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from unonet.errors import DecodeError
from unonet.game.moves import MAX_SEATS
from unonet.ledger.entry import VERSION
from unonet.names import sanitise

MAX_TXT: Final = 400
STATUSES: Final = ("lobby", "play", "resume")

_FORMS: Final = {
    "v": r"[1-9][0-9]{0,3}",
    "b": r"[0-9a-f]{4}",
    "id": r"[0-9a-f]{32}",
    "fp": r"[a-z2-7]{8}",
    "n": r"[0-9]{1,2}/[0-9]{1,2}",
    "st": "|".join(STATUSES),
    "rs": r"[a-z0-9-]{1,20}",
    "pw": r"[01]",
}
_NAME_BYTES: Final = 40


@dataclass(frozen=True, slots=True)
class Announcement:
    """One table as its host describes it; nothing in it is proven.

    ``topic`` is the 16-byte lobby or table id, ``fingerprint`` the host's (``ledger.identity``),
    ``boot`` four hex digits that differ from start to start, ``closed`` whether a join code is
    needed.
    """

    topic: bytes
    fingerprint: str
    boot: str
    name: str
    taken: int
    seats: int
    status: str
    preset: str
    closed: bool = False
    version: int = VERSION


def to_txt(announcement: Announcement) -> dict[str, str]:
    """The TXT fields; raises ``DecodeError`` for an announcement that nobody would accept."""
    txt = {
        "v": str(announcement.version),
        "b": announcement.boot,
        "id": announcement.topic.hex(),
        "fp": announcement.fingerprint,
        "n": f"{announcement.taken}/{announcement.seats}",
        "st": announcement.status,
        "rs": announcement.preset,
        "pw": str(int(announcement.closed)),
        "nm": sanitise(announcement.name),
    }
    from_txt({key.encode(): value.encode() for key, value in txt.items()})
    return txt


def from_txt(txt: Mapping[bytes, bytes | None]) -> Announcement:
    """The announcement in these TXT fields; unknown fields are left for later versions.

    Raises ``DecodeError("txt.FIELD")`` for a field that is missing, too long or out of form.
    """
    if sum(len(key) + len(value or b"") + 2 for key, value in txt.items()) > MAX_TXT:
        raise DecodeError(f"more than {MAX_TXT} bytes", "txt")
    fields = {name: _field(txt, name, form) for name, form in _FORMS.items()}
    taken, seats = map(int, fields["n"].split("/"))
    if not 1 <= taken <= seats <= MAX_SEATS:
        raise DecodeError(f"{taken} of {seats} seats", "txt.n")
    return Announcement(
        topic=bytes.fromhex(fields["id"]),
        fingerprint=fields["fp"],
        boot=fields["b"],
        name=sanitise(_text(txt, "nm", _NAME_BYTES)),
        taken=taken,
        seats=seats,
        status=fields["st"],
        preset=fields["rs"],
        closed=fields["pw"] == "1",
        version=int(fields["v"]),
    )


def pack_txt(announcement: Announcement) -> bytes:
    """The TXT record as DNS writes it, each ``key=value`` after a byte with its length."""
    strings = [f"{key}={value}".encode() for key, value in to_txt(announcement).items()]
    return b"".join(bytes([len(string)]) + string for string in strings)


def unpack_txt(raw: bytes) -> Announcement:
    """The announcement in a TXT record. Raises ``DecodeError`` as ``from_txt``."""
    if len(raw) > MAX_TXT:
        raise DecodeError(f"more than {MAX_TXT} bytes", "txt")
    fields: dict[bytes, bytes | None] = {}
    while raw:
        size, string, raw = raw[0], raw[1 : 1 + raw[0]], raw[1 + raw[0] :]
        if len(string) < size:
            raise DecodeError("a string that is cut off", "txt")
        key, separator, value = string.partition(b"=")
        # As in DNS-SD the first of two with one key counts.
        fields.setdefault(key, value if separator else None)
    return from_txt(fields)


def _field(txt: Mapping[bytes, bytes | None], name: str, form: str) -> str:
    text = _text(txt, name, 64)
    if not re.fullmatch(form, text):
        raise DecodeError(f"{text!r} does not fit", f"txt.{name}")
    return text


def _text(txt: Mapping[bytes, bytes | None], name: str, limit: int) -> str:
    raw = txt.get(name.encode())
    if raw is None or len(raw) > limit:
        raise DecodeError("missing" if raw is None else f"more than {limit} bytes", f"txt.{name}")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise DecodeError("not UTF-8", f"txt.{name}") from None
