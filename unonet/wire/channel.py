"""One encrypted, mutually authenticated channel between two peers, without a socket.

    initiator                                      responder
    pattern byte, frame(message 1)      ──▶
                                        ◀──        answer byte, frame(message 2)
    frame(message 3)                    ──▶
                                        ◀──        frame(an empty message): "you are in"
    messages                            ◀─▶        messages

Knows identities, topics (a lobby or table id), limits and order of the steps; knows nothing of what
a message means, of clocks and of sockets: ``now`` and the private keys are arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple, NoReturn

from unonet.errors import (
    HandshakeFailed,
    LocalProtocolError,
    RemoteProtocolError,
    TableClosed,
    UnonetError,
    VersionMismatch,
    WrongCode,
)
from unonet.ledger.codec import MAX_BODY
from unonet.ledger.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, verify
from unonet.ledger.layout import TABLE_ID_SIZE
from unonet.wire.frames import FRAME_LIMIT, HANDSHAKE_LIMIT, FrameReader, frame
from unonet.wire.handshake import TAG_SIZE, CipherState, Handshake, Pattern

PROLOGUE: Final = b"unonet/1"
HANDSHAKE_SECONDS: Final = 3.0
MESSAGE_LIMIT: Final = MAX_BODY + 64 * 1024
"""The longest record travels with what proves it."""
TOPIC_SIZE: Final = TABLE_ID_SIZE

_LAST, _MORE = b"\0", b"\1"
_CHUNK: Final = FRAME_LIMIT - TAG_SIZE - 1
_INITIATOR, _RESPONDER = b"I", b"R"


class Answer(IntEnum):
    """The responder's one byte in clear, before anything is encrypted."""

    OK = 1
    CLOSED = 2
    VERSION = 3
    FULL = 4


class Reply(NamedTuple):
    """Bytes that must be written to the stream now."""

    raw: bytes


class Opened(NamedTuple):
    """The peer has proven its Ed25519 key; messages may flow."""

    key: bytes
    topic: bytes


class Received(NamedTuple):
    """One whole message body, 1 to ``MESSAGE_LIMIT`` bytes."""

    body: bytes


class Refused(NamedTuple):
    """The responder sent this answer and is done: close once the replies are written."""

    answer: Answer


ChannelEvent = Reply | Opened | Received | Refused


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What one process brings to each of its links.

    ``topic`` is the 16-byte lobby or table id; None takes the responder's word when dialling and
    answers CLOSED when dialled. ``static`` is a private X25519 key, fresh per process. With ``psk``
    (32 bytes) the table is closed: only XXpsk3 with the same one gets in.
    """

    identity: Identity
    static: bytes
    topic: bytes | None
    psk: bytes | None = None

    @property
    def pattern(self) -> Pattern:
        return Pattern.XX if self.psk is None else Pattern.XX_PSK3

    def handshake(self, *, initiator: bool, ephemeral: bytes) -> Handshake:
        return Handshake(
            self.pattern,
            initiator=initiator,
            prologue=PROLOGUE + bytes([self.pattern]),
            static=self.static,
            ephemeral=ephemeral,
            psk=self.psk,
        )


_Step = Callable[[bytes, list[ChannelEvent]], None]


class Channel:
    """One end of a link. ``ephemeral`` is a private X25519 key that is used for this channel only.

    ``deadline`` (seconds on the clock of ``now``) is when the caller must give up on the
    handshake; None once the channel is open. After any error the channel is dead.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        initiator: bool,
        ephemeral: bytes,
        now: float,
        expect_key: bytes | None = None,
    ) -> None:
        self.deadline: float | None = now + HANDSHAKE_SECONDS
        self._endpoint = endpoint
        self._handshake = endpoint.handshake(initiator=initiator, ephemeral=ephemeral)
        self._expect_key = expect_key
        self._reader = FrameReader(HANDSHAKE_LIMIT)
        self._clear = self._read_answer if initiator else self._read_pattern
        self._step: _Step = self._read_second if initiator else self._read_first
        self._awaits_clear = True
        self._refused = False
        self._parts: list[bytes] = []
        self._peer: Opened
        self._sending: CipherState
        self._receiving: CipherState

    def open(self) -> bytes:
        """The initiator's first bytes."""
        first = self._handshake.write(lambda _: b"")
        return bytes([self._endpoint.pattern]) + frame(first)

    def send(self, body: bytes) -> bytes:
        """The bytes that carry one message body of 1 to ``MESSAGE_LIMIT`` bytes."""
        if self.deadline is not None:
            raise LocalProtocolError("nothing can be sent before the handshake is done")
        if not 0 < len(body) <= MESSAGE_LIMIT:
            raise LocalProtocolError(f"a message of {len(body)} bytes")
        if len(body) <= _CHUNK:
            return frame(self._sending.encrypt(_LAST + body))
        return self._send_chunks(body)

    def receive_bytes(self, raw: bytes) -> list[ChannelEvent]:
        """What the bytes of the stream amount to, in order.

        Raises ``HandshakeFailed`` or ``VersionMismatch`` before ``Opened`` and
        ``RemoteProtocolError`` after it; the link must then be closed, and events of the same
        bytes are lost with it.
        """
        events: list[ChannelEvent] = []
        try:
            if self._awaits_clear and raw:
                self._awaits_clear = False
                self._clear(raw[0], events)
                raw = raw[1:]
            if self._refused:
                return events
            self._reader.feed(raw)
            while (body := self._reader.next()) is not None:
                self._step(body, events)
        except UnonetError as error:
            self._step = self._refuse_more
            if self.deadline is not None and isinstance(error, RemoteProtocolError):
                raise HandshakeFailed(str(error)) from error
            raise
        return events

    def lost(self) -> HandshakeFailed:
        """What it means that the other end closed the stream before the channel was open."""
        if self._endpoint.psk is not None and self._step == self._read_confirmation:
            return WrongCode("the other end closed the link over it")
        return HandshakeFailed("the other end closed the link during the handshake")

    # Clear bytes

    def _read_pattern(self, byte: int, events: list[ChannelEvent]) -> None:
        answer = _answer(byte, self._endpoint)
        events.append(Reply(bytes([answer])))
        if answer is not Answer.OK:
            # What the initiator sent along with its pattern byte is not even looked at.
            self._refused = True
            events.append(Refused(answer))

    def _read_answer(self, byte: int, events: list[ChannelEvent]) -> None:
        match byte:
            case Answer.OK:
                return
            case Answer.VERSION:
                raise VersionMismatch("the other end speaks another version of the protocol")
            case Answer.CLOSED:
                raise TableClosed("it takes links with its own join code, or with none")
            case Answer.FULL:
                raise HandshakeFailed("the table takes no more links from here now")
            case _:
                raise HandshakeFailed("the other end does not speak this protocol")

    # Handshake frames

    def _read_first(self, message: bytes, events: list[ChannelEvent]) -> None:
        if self._handshake.read(message)[0]:
            raise HandshakeFailed("a first message with a payload")
        second = self._handshake.write(lambda h: self._proof(_RESPONDER, h, self._endpoint.topic))
        events.append(Reply(frame(second)))
        self._step = self._read_third

    def _read_second(self, message: bytes, events: list[ChannelEvent]) -> None:
        self._peer = self._check_proof(message, _RESPONDER)
        third = self._handshake.write(lambda h: self._proof(_INITIATOR, h, self._peer.topic))
        events.append(Reply(frame(third)))
        self._split()
        self._step = self._read_confirmation

    def _read_third(self, message: bytes, events: list[ChannelEvent]) -> None:
        self._peer = self._check_proof(message, _INITIATOR)
        self._split()
        events.append(Reply(frame(self._sending.encrypt(_LAST))))
        self._opened(events)

    def _read_confirmation(self, sealed: bytes, events: list[ChannelEvent]) -> None:
        if self._receiving.decrypt(sealed) != _LAST:
            raise HandshakeFailed("no confirmation after the handshake")
        self._opened(events)

    def _proof(self, role: bytes, h: bytes, topic: bytes | None) -> bytes:
        identity = self._endpoint.identity
        return identity.key + identity.sign("link", role, h) + (topic or b"")

    def _check_proof(self, message: bytes, role: bytes) -> Opened:
        proof, h = self._read_proof(message, role)
        if len(proof) != KEY_SIZE + SIGNATURE_SIZE + TOPIC_SIZE:
            raise HandshakeFailed("a proof of identity of the wrong size")
        key, signature = proof[:KEY_SIZE], proof[KEY_SIZE:-TOPIC_SIZE]
        if not verify(key, signature, domain="link", context=role, body=h):
            raise HandshakeFailed("the other end does not own the key that it shows")
        peer = Opened(key, proof[-TOPIC_SIZE:])
        self._check_peer(peer)
        return peer

    def _read_proof(self, message: bytes, role: bytes) -> tuple[bytes, bytes]:
        try:
            return self._handshake.read(message)
        except HandshakeFailed:
            # The code enters with the initiator's proof, and with nothing before it.
            if self._endpoint.psk is None or role != _INITIATOR:
                raise
            raise WrongCode("a join code of another table") from None

    def _check_peer(self, peer: Opened) -> None:
        if peer.key == self._endpoint.identity.key:
            raise HandshakeFailed("the other end is this end")
        if self._expect_key not in (None, peer.key):
            raise HandshakeFailed("the other end has another key than expected")
        if self._endpoint.topic not in (None, peer.topic):
            raise HandshakeFailed("the other end is at another table")

    def _split(self) -> None:
        self._sending, self._receiving = self._handshake.split()

    def _opened(self, events: list[ChannelEvent]) -> None:
        self.deadline = None
        self._reader.limit = FRAME_LIMIT
        self._step = self._read_message
        events.append(self._peer)

    # Messages

    def _read_message(self, sealed: bytes, events: list[ChannelEvent]) -> None:
        plain = self._receiving.decrypt(sealed)
        if plain[:1] == _LAST:
            body = b"".join((*self._parts, plain[1:])) if self._parts else plain[1:]
            self._parts.clear()
            _check_size(len(body))
            events.append(Received(body))
        elif plain[:1] == _MORE and len(plain) == 1 + _CHUNK:
            self._parts.append(plain[1:])
            _check_size(len(self._parts) * _CHUNK)
        else:
            raise RemoteProtocolError("a chunk that is neither full nor the last")

    def _send_chunks(self, body: bytes) -> bytes:
        cuts = range(0, len(body), _CHUNK)
        flags = [_MORE] * (len(cuts) - 1) + [_LAST]
        return b"".join(
            frame(self._sending.encrypt(flag + body[cut : cut + _CHUNK]))
            for flag, cut in zip(flags, cuts, strict=True)
        )

    def _refuse_more(self, body: bytes, events: list[ChannelEvent]) -> NoReturn:
        raise LocalProtocolError("this channel has failed")


def _answer(pattern: int, endpoint: Endpoint) -> Answer:
    if pattern not in tuple(Pattern):
        return Answer.VERSION
    if pattern != endpoint.pattern or endpoint.topic is None:
        return Answer.CLOSED
    return Answer.OK


def _check_size(size: int) -> None:
    if not 0 < size <= MESSAGE_LIMIT:
        raise RemoteProtocolError(f"a message of {size} bytes")
