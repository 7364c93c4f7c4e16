"""Length-prefixed frames: a big-endian u32, then that many bytes.

Knows where a frame ends and how long it may be; knows nothing of what is inside, and nothing of
sockets: bytes come in as they arrive, whole bodies come out.
"""

from __future__ import annotations

from typing import Final

from unonet.errors import LocalProtocolError, RemoteProtocolError

HANDSHAKE_LIMIT: Final = 1024
FRAME_LIMIT: Final = 65_535
_PREFIX: Final = 4


def frame(body: bytes) -> bytes:
    """``body`` behind its length; 1 to ``FRAME_LIMIT`` bytes, else ``LocalProtocolError``."""
    if not 0 < len(body) <= FRAME_LIMIT:
        raise LocalProtocolError(f"a frame of {len(body)} bytes")
    return len(body).to_bytes(_PREFIX, "big") + body


class FrameReader:
    """Cuts a stream into frames; ``limit`` may change between two frames."""

    __slots__ = ("_buffer", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        # A bytearray drops its front in constant time: many tiny frames in one read stay cheap.
        self._buffer = bytearray()

    def feed(self, raw: bytes) -> None:
        self._buffer += raw

    def next(self) -> bytes | None:
        """The next whole body, or None while it is incomplete.

        Raises ``RemoteProtocolError`` as soon as a length is 0 or above ``limit``, before its body
        is waited for.
        """
        buffer = self._buffer
        if len(buffer) < _PREFIX:
            return None
        length = int.from_bytes(buffer[:_PREFIX], "big")
        if not 0 < length <= self.limit:
            raise RemoteProtocolError(f"a frame of {length} bytes, allowed are 1 to {self.limit}")
        end = _PREFIX + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[_PREFIX:end])
        del buffer[:end]
        return body
