"""The bytes of the beacon: a question to everybody, and signed answers (protocol.md, section 6).

Knows sizes, layout and what an answer is signed over; knows no socket and no time.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import IPv4Address
from typing import Final

from unonet.errors import DecodeError
from unonet.ledger.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, fingerprint, verify
from unonet.net.announcement import MAX_TXT, Announcement, pack_txt, unpack_txt
from unonet.net.notice import Notice
from unonet.net.transport import Address

QUESTION_SIZE: Final = 560
NONCE_SIZE: Final = 16

_QUESTION, _ANSWER = b"uno?\x01", b"uno!\x01"
_PORT: Final = 2
_HEAD: Final = len(_ANSWER) + NONCE_SIZE + KEY_SIZE + SIGNATURE_SIZE + _PORT
MAX_ANSWER: Final = _HEAD + MAX_TXT
"""Smaller than a question: nobody can make a host send more than was sent to it."""


def pack_question(nonce: bytes) -> bytes:
    """``QUESTION_SIZE`` bytes, so that no answer is larger."""
    return (_QUESTION + nonce).ljust(QUESTION_SIZE, b"\0")


def unpack_question(raw: bytes) -> bytes:
    """The nonce in a question. Raises ``DecodeError("question")``."""
    if len(raw) != QUESTION_SIZE or not raw.startswith(_QUESTION):
        raise DecodeError("no question of this version", "question")
    return raw[len(_QUESTION) :][:NONCE_SIZE]


def pack_answer(
    identity: Identity, announcement: Announcement, *, nonce: bytes, address: Address
) -> bytes:
    """The answer to the question with ``nonce``, as it leaves the listening host's ``address``."""
    txt = pack_txt(announcement)
    port = address[1].to_bytes(_PORT, "big")
    signature = identity.sign("beacon", nonce, _signed(address, txt))
    return _ANSWER + nonce + identity.key + signature + port + txt


def unpack_answer(raw: bytes, host: str, asked: Collection[bytes]) -> Notice:
    """The table in an answer that came from ``host`` to a question in ``asked``.

    Raises ``DecodeError("answer…")``, before any signature is checked where that is possible.
    """
    if not _HEAD < len(raw) <= MAX_ANSWER or not raw.startswith(_ANSWER):
        raise DecodeError("no answer of this version", "answer")
    nonce, key, signature, port, txt = _split(raw[len(_ANSWER) :])
    if nonce not in asked:
        raise DecodeError("answers no question of ours", "answer.nonce")
    address = (host, int.from_bytes(port, "big"))
    if not address[1]:
        raise DecodeError("port 0", "answer.port")
    announcement = unpack_txt(txt)
    if fingerprint(key) != announcement.fingerprint:
        raise DecodeError("the fingerprint of another key", "answer.fp")
    body = _signed(address, txt)
    if not verify(key, signature, domain="beacon", context=nonce, body=body):
        raise DecodeError("not signed for this question and address", "answer.signature")
    return Notice(announcement, (address,), key)


def _signed(address: Address, txt: bytes) -> bytes:
    # The host as well: whoever passes an answer on would have to answer from that address.
    host, port = address
    return IPv4Address(host).packed + port.to_bytes(_PORT, "big") + txt


def _split(rest: bytes) -> list[bytes]:
    parts = []
    for size in (NONCE_SIZE, KEY_SIZE, SIGNATURE_SIZE, _PORT):
        parts.append(rest[:size])
        rest = rest[size:]
    return [*parts, rest]
