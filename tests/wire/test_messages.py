from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from unonet.errors import DecodeError, LocalProtocolError
from unonet.ledger import codec
from unonet.ledger.entry import (
    MAX_ENTRY,
    MAX_RECORD,
    SEAT_BITS,
    Ack,
    Certificate,
    Entry,
    Header,
    Move,
    Seal,
    SystemRecord,
)
from unonet.ledger.kinds import Kind
from unonet.order.messages import (
    APPEND_ENTRIES,
    CHUNK_BYTES,
    CHUNK_SEALS,
    AckMessage,
    Append,
    Chunk,
    Heads,
    SealShare,
    Submit,
    Want,
)
from unonet.order.messages import (
    REGISTRY as ORDER_REGISTRY,
)
from unonet.order.sync import fitting, size
from unonet.wire.channel import MESSAGE_LIMIT
from unonet.wire.messages import (
    MAX_PEERS,
    REGISTRY,
    Bye,
    Chat,
    Lobby,
    Message,
    PeerAddress,
    Peers,
    Ping,
    Pong,
    Table,
    decode,
    encode,
)

HASH, SIGNATURE, KEY = b"h" * 32, b"s" * 64, b"k" * 32
MOVE = Move.pack(
    seat=1, session=b"session!", n=3, base_index=40, base_hash=HASH, kind=Kind.MOVE, body=["r5", 7]
)
SYSTEM = SystemRecord.pack(kind=Kind.ROUND_END, body=[1, [20, 0]])
HEADER = Header.pack(term=1, leader=0, index=41, prev_hash=HASH, move_hash=HASH)
ENTRY = Entry(HEADER, SIGNATURE, MOVE, SIGNATURE)
SYSTEM_ENTRY = Entry(HEADER, SIGNATURE, SYSTEM, b"")
ACK = Ack.pack(term=1, seat=2, index=41, entry_hash=ENTRY.hash, applied_index=40, state_hash=HASH)
CERTIFICATE = Certificate.pack(index=41, entry_hash=ENTRY.hash, acks=[(ACK, SIGNATURE)])
SEAL = Seal.pack(
    index=41, entry_hash=HASH, state_hash=HASH, scores=[20, 0], signatures=[(0, SIGNATURE)]
)
PEER = PeerAddress(KEY, "127.0.0.1", 4000)

MESSAGES: list[Message] = [
    Lobby(b"body"),
    Peers(()),
    Peers((PEER, PEER._replace(port=65_535))),
    Chat("héllo"),
    Ping(2**32 - 1),
    Pong(0),
    Bye(),
    Table(bytes(16)),
    Submit(MOVE.raw, SIGNATURE),
    Append(1, (ENTRY, SYSTEM_ENTRY), CERTIFICATE),
    Append(1, (ENTRY,)),
    AckMessage(ACK.raw, SIGNATURE),
    Heads(1, 40, 41, HASH, 0, CERTIFICATE),
    Heads(1, 40, 41, HASH, 0),
    Want(17, 3),
    Chunk((ENTRY, SYSTEM_ENTRY), CERTIFICATE, (SEAL,)),
    Chunk(()),
    SealShare(41, HASH, HASH, (20, 0), 1, SIGNATURE),
]
RAWS = [encode(message) for message in MESSAGES]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: type(m).__name__)
def test_every_message_comes_back_as_it_was(message: Message) -> None:
    assert decode(encode(message)) == message


def test_every_registered_message_is_tested_and_has_its_tag() -> None:
    assert {type(message) for message in MESSAGES} == set(REGISTRY.values())
    assert all(raw[0] in REGISTRY for raw in RAWS)
    assert all(REGISTRY[tag] is kind for tag, kind in ORDER_REGISTRY.items())


U32 = 2**32 - 1
LONG_MOVE = Move.pack(
    seat=15,
    session=bytes(8),
    n=U32,
    base_index=U32,
    base_hash=HASH,
    kind=Kind.MIX,
    body=[bytes(60_000)] * 4 + [bytes(MAX_RECORD - 4 * 60_003 - 62)],
)
LAST_HEADER = Header.pack(term=U32, leader=15, index=U32, prev_hash=HASH, move_hash=HASH)
LONG_ENTRY = Entry(LAST_HEADER, SIGNATURE, LONG_MOVE, SIGNATURE)
LONG_PROOF = Certificate.pack(
    index=U32,
    entry_hash=HASH,
    acks=[
        (
            Ack.pack(
                term=U32,
                seat=seat,
                index=U32,
                entry_hash=HASH,
                applied_index=U32,
                state_hash=HASH,
                silent=2**16 - 1,
            ),
            SIGNATURE,
        )
        for seat in range(SEAT_BITS)
    ],
)
LONG_SEAL = Seal.pack(
    index=U32,
    entry_hash=HASH,
    state_hash=HASH,
    scores=[U32] * SEAT_BITS,
    signatures=[(seat, SIGNATURE) for seat in range(SEAT_BITS)],
)
LONGEST: list[Message] = [
    Lobby(bytes(codec.MAX_BODY - 1024)),
    Peers((PeerAddress(KEY, "h" * 255, 65_535),) * MAX_PEERS),
    Chat("x" * codec.MAX_STR),
    Ping(U32),
    Pong(U32),
    Bye(),
    Table(bytes(16)),
    Submit(LONG_MOVE.raw, SIGNATURE),
    Append(U32, (LONG_ENTRY,), LONG_PROOF),
    AckMessage(LONG_PROOF.acks[0][0].raw, SIGNATURE),
    Heads(U32, U32, U32, HASH, U32, LONG_PROOF),
    Want(U32, U32),
    Chunk((LONG_ENTRY,), LONG_PROOF, (LONG_SEAL,) * CHUNK_SEALS),
    SealShare(U32, HASH, HASH, (U32,) * SEAT_BITS, 15, SIGNATURE),
]
"""The longest that an honest peer ever has to say with each of the messages."""


@pytest.mark.parametrize("message", LONGEST, ids=lambda m: type(m).__name__)
def test_the_longest_of_every_message_fits_a_link(message: Message) -> None:
    said = encode(message)
    assert len(said) <= MESSAGE_LIMIT
    assert decode(said) == message


def test_the_longest_of_every_message_is_tried() -> None:
    assert {type(message) for message in LONGEST} == set(REGISTRY.values())
    assert len(LONG_MOVE.raw) == MAX_RECORD
    assert len(LONG_ENTRY.pack()) <= MAX_ENTRY
    full = fitting([replace(LONG_ENTRY, move=MOVE)] * 1000)
    assert full * size(ENTRY) <= CHUNK_BYTES < size(LONG_ENTRY)


@pytest.mark.parametrize("raw", RAWS, ids=lambda raw: REGISTRY[raw[0]].__name__)
def test_every_truncation_and_every_longer_message_is_named(raw: bytes) -> None:
    signed = REGISTRY[raw[0]] in (Submit, AckMessage)
    for length in range(len(raw)):
        if signed and length > 65:
            # A signed record ends where the message ends: its own decoder finds the cut.
            continue
        with pytest.raises(DecodeError) as caught:
            decode(raw[:length])
        assert caught.value.path
    if not signed:
        with pytest.raises(DecodeError):
            decode(raw + b"\0")


@pytest.mark.parametrize("raw", RAWS, ids=lambda raw: REGISTRY[raw[0]].__name__)
def test_a_changed_byte_is_another_message_or_an_error(raw: bytes) -> None:
    original = decode(raw)
    for position in range(len(raw)):
        for mask in (0x01, 0x80, 0xFF):
            changed = bytearray(raw)
            changed[position] ^= mask
            try:
                assert decode(bytes(changed)) != original
            except DecodeError as error:
                assert error.path


def raw(kind: type[Message], *fields: Any) -> bytes:
    tag = next(tag for tag, registered in REGISTRY.items() if registered is kind)
    return bytes([tag]) + codec.encode(fields, max_bin=codec.MAX_BODY)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b"", "message"),
        (b"\0", "message"),
        (b"\xff\x90", "message"),
        (raw(Ping, -1), "ping.token"),
        (raw(Ping, True), "ping.token"),
        (raw(Ping, 2**32), "ping.token"),
        (raw(Ping), "ping"),
        (raw(Ping, 1, 2), "ping"),
        (raw(Chat, b"bytes"), "chat.text"),
        (raw(Bye, "x"), "bye"),
        (raw(Lobby, b""), "lobby.body"),
        (raw(Peers, [[KEY, "h", 0]]), "peers.peers[0].port"),
        (raw(Peers, [list(PEER)] * (MAX_PEERS + 1)), "peers.peers"),
        (raw(Peers, [list(PEER), [KEY[1:], "h", 1]]), "peers.peers[1].key"),
        (raw(Append, 1, [], None), "append.entries"),
        (raw(Append, 1, [ENTRY.pack()] * (APPEND_ENTRIES + 1), None), "append.entries"),
        (raw(Append, 1, [b"x"], None), "append.entries[0]"),
        (raw(Append, 1, [ENTRY.pack()], b"x"), "append.certificate"),
        (raw(Heads, 1, 2, 3, HASH[1:], 0, None), "heads.last_hash"),
        (raw(Chunk, [], None, [b"x"]), "chunk.seals[0]"),
        (raw(SealShare, 1, HASH, HASH, [], 0, SIGNATURE), "sealshare.scores"),
        (raw(SealShare, 1, HASH, HASH, [1], 16, SIGNATURE), "sealshare.seat"),
        (b"\x20" + SIGNATURE, "move_raw"),
        (b"\x22" + SIGNATURE, "ack_raw"),
        (b"\x22" + SIGNATURE + b"x" * 257, "ack_raw"),
    ],
)
def test_what_does_not_fit_is_named_by_its_path(body: bytes, path: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode(body)
    assert caught.value.path == path


@pytest.mark.parametrize(
    "value",
    [b"\x81\x00\x00", b"\xcb" + bytes(8), b"\xc7\x00\x01", b"\xcd\x00\x01", b"\x91" * 8 + b"\xc0"],
    ids=["map", "float", "extension", "non-minimal", "deep"],
)
def test_only_canonical_msgpack_is_taken(value: bytes) -> None:
    with pytest.raises(DecodeError):
        decode(b"\x05\x91" + value)


def test_an_entry_error_names_the_way_to_it() -> None:
    hostile = codec.encode([HEADER.raw, SIGNATURE, MOVE.raw[:-1], SIGNATURE])
    with pytest.raises(DecodeError) as caught:
        decode(raw(Append, 1, [ENTRY.pack(), hostile], None))
    assert caught.value.path.startswith("append.entries[1].move")


@pytest.mark.parametrize(
    "message",
    [
        Chat("x" * 513),
        Append(1, ()),
        Lobby(b""),
        Submit(b"", SIGNATURE),
        Submit(MOVE.raw, SIGNATURE[1:]),
        Ping(2**64),
    ],
    ids=lambda m: type(m).__name__,
)
def test_what_nobody_takes_is_not_encoded(message: Message) -> None:
    with pytest.raises(LocalProtocolError):
        encode(message)


@given(st.binary(max_size=300))
@example(b"\x21\x93")
def test_any_bytes_decode_or_raise_decode_error(hostile: bytes) -> None:
    for body in (hostile, *(bytes([tag]) + hostile for tag in REGISTRY)):
        try:
            message = decode(body)
        except DecodeError as error:
            assert error.path
        else:
            assert encode(message) == body


@given(st.sampled_from(RAWS), st.integers(0, 2000), st.binary(min_size=1, max_size=6))
def test_a_splice_of_hostile_bytes_decodes_or_raises_decode_error(
    body: bytes, position: int, splice: bytes
) -> None:
    cut = position % len(body)
    hostile = body[:cut] + splice + body[cut + len(splice) :]
    try:
        assert encode(decode(hostile)) == hostile
    except DecodeError as error:
        assert error.path
