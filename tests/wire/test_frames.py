import pytest
from hypothesis import given
from hypothesis import strategies as st

from unonet.errors import LocalProtocolError, RemoteProtocolError
from unonet.wire.frames import FRAME_LIMIT, HANDSHAKE_LIMIT, FrameReader, frame


def drain(reader: FrameReader) -> list[bytes]:
    bodies = []
    while (body := reader.next()) is not None:
        bodies.append(body)
    return bodies


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=8), st.integers(1, 50))
def test_frames_survive_any_cutting_of_the_stream(bodies: list[bytes], step: int) -> None:
    stream = b"".join(map(frame, bodies))
    reader = FrameReader(HANDSHAKE_LIMIT)
    received = []
    for start in range(0, len(stream), step):
        reader.feed(stream[start : start + step])
        received += drain(reader)
    assert received == bodies


@pytest.mark.parametrize("length", [0, HANDSHAKE_LIMIT + 1, FRAME_LIMIT + 1, 2**32 - 1])
def test_a_bad_length_is_refused_before_its_body(length: int) -> None:
    reader = FrameReader(HANDSHAKE_LIMIT)
    reader.feed(length.to_bytes(4, "big"))
    with pytest.raises(RemoteProtocolError, match=str(length)):
        reader.next()


def test_the_limit_counts_from_the_next_frame_on() -> None:
    reader = FrameReader(10)
    reader.feed(frame(b"x" * 10) + frame(b"y" * 11))
    assert reader.next() == b"x" * 10
    reader.limit = 11
    assert reader.next() == b"y" * 11


@pytest.mark.parametrize("size", [0, FRAME_LIMIT + 1])
def test_a_body_that_no_reader_takes_is_never_framed(size: int) -> None:
    with pytest.raises(LocalProtocolError):
        frame(b"x" * size)
