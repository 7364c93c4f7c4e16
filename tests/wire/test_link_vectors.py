"""Whole handshakes and the first messages after them, byte for byte as protocol.md makes them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from unonet.ledger.identity import Identity
from unonet.wire.channel import Channel, ChannelEvent, Endpoint, Opened, Received, Reply
from unonet.wire.messages import Lobby, Ping, Pong, decode, encode

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "link.json").read_text(encoding="utf-8")
)["handshakes"]


def end(case: dict[str, Any], who: str) -> Channel:
    own = {name: bytes.fromhex(value) for name, value in case[who].items()}
    psk = bytes.fromhex(case["psk"]) if case["psk"] else None
    endpoint = Endpoint(
        Identity.from_seed(own["seed"]), own["static"], bytes.fromhex(case["topic"]), psk
    )
    initiator = who == "initiator"
    return Channel(endpoint, initiator=initiator, ephemeral=own["ephemeral"], now=0.0)


def raws(events: list[ChannelEvent]) -> bytes:
    return b"".join(event.raw for event in events if isinstance(event, Reply))


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: f"pattern {case['pattern']}")
def test_both_ends_write_the_golden_bytes(case: dict[str, Any]) -> None:
    near, far = end(case, "initiator"), end(case, "responder")
    stream = [bytes.fromhex(part["bytes"]) for part in case["stream"]]
    seeds = [bytes.fromhex(case[who]["seed"]) for who in ("initiator", "responder")]
    keys = [Identity.from_seed(seed).key for seed in seeds]
    topic = bytes.fromhex(case["topic"])
    assert near.open() == stream[0]
    assert raws(far.receive_bytes(stream[0])) == stream[1]
    assert raws(near.receive_bytes(stream[1])) == stream[2]
    done = far.receive_bytes(stream[2])
    assert raws(done) == stream[3] and done[-1] == Opened(keys[0], topic)
    assert near.receive_bytes(stream[3]) == [Opened(keys[1], topic)]
    assert near.send(encode(Ping(7))) == stream[4]
    [heard] = far.receive_bytes(stream[4])
    assert isinstance(heard, Received) and decode(heard.body) == Ping(7)
    assert far.send(encode(Pong(7))) == stream[5]
    large = near.send(encode(Lobby(bytes(i % 256 for i in range(70_000)))))
    assert hashlib.sha256(large).hexdigest() == case["large_sha256"]


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: f"pattern {case['pattern']}")
def test_the_hash_of_the_whole_handshake_is_the_golden_one(case: dict[str, Any]) -> None:
    near, far = end(case, "initiator"), end(case, "responder")
    raw = near.open()
    for receiver in (far, near, far):
        raw = raws(receiver.receive_bytes(raw))
    assert near._handshake.hash == far._handshake.hash == bytes.fromhex(case["handshake_hash"])
