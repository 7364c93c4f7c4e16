import json
from pathlib import Path
from typing import Any

import pytest

from unonet.errors import HandshakeFailed, LocalProtocolError, RemoteProtocolError
from unonet.wire.handshake import CipherState, Handshake, Pattern

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "noise.json").read_text())["vectors"]
PATTERNS = {
    "Noise_XX_25519_ChaChaPoly_SHA256": Pattern.XX,
    "Noise_XXpsk3_25519_ChaChaPoly_SHA256": Pattern.XX_PSK3,
}


def side(vector: dict[str, Any], who: str) -> Handshake:
    psks = vector.get(f"{who}_psks") or [None]
    return Handshake(
        PATTERNS[vector["protocol_name"]],
        initiator=who == "init",
        prologue=bytes.fromhex(vector[f"{who}_prologue"]),
        static=bytes.fromhex(vector[f"{who}_static"]),
        ephemeral=bytes.fromhex(vector[f"{who}_ephemeral"]),
        psk=psks[0] and bytes.fromhex(psks[0]),
    )


def pair(pattern: Pattern, **changes: Any) -> tuple[Handshake, Handshake]:
    psk = b"k" * 32 if pattern is Pattern.XX_PSK3 else None
    common = {"prologue": b"p", "psk": psk}
    one = Handshake(pattern, initiator=True, static=b"a" * 32, ephemeral=b"b" * 32, **common)
    other = Handshake(
        pattern, initiator=False, static=b"c" * 32, ephemeral=b"d" * 32, **(common | changes)
    )
    return one, other


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['from']}-{v['protocol_name']}")
def test_public_vectors(vector: dict[str, Any]) -> None:
    sender, receiver = side(vector, "init"), side(vector, "resp")
    steps = [
        (bytes.fromhex(m["payload"]), bytes.fromhex(m["ciphertext"])) for m in vector["messages"]
    ]
    for payload, ciphertext in steps[:3]:
        assert sender.write(lambda _, payload=payload: payload) == ciphertext
        assert receiver.read(ciphertext)[0] == payload
        sender, receiver = receiver, sender
    assert sender.done and receiver.done
    assert sender.hash == receiver.hash
    assert sender.hash.hex() == vector.get("handshake_hash", sender.hash.hex())
    # After three messages the responder is the next to send.
    sending, receiving = sender.split()[0], receiver.split()[1]
    back = receiver.split()[0], sender.split()[1]
    for payload, ciphertext in steps[3:]:
        assert sending.encrypt(payload) == ciphertext
        assert receiving.decrypt(ciphertext) == payload
        (sending, receiving), back = back, (sending, receiving)


@pytest.mark.parametrize("pattern", Pattern)
def test_both_ends_see_the_same_h_before_each_payload(pattern: Pattern) -> None:
    one, other = pair(pattern)
    for _ in range(3):
        seen: list[bytes] = []
        message = one.write(lambda h, seen=seen: seen.append(h) or b"x")
        assert other.read(message) == (b"x", seen[0])
        one, other = other, one


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("pattern", Pattern)
def test_every_changed_byte_of_an_encrypted_message_fails(pattern: Pattern, number: int) -> None:
    length = len(_message(pattern, number)[1])
    for position in range(length):
        receiver, message = _message(pattern, number)
        broken = bytearray(message)
        broken[position] ^= 1
        with pytest.raises(HandshakeFailed):
            receiver.read(bytes(broken))


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("pattern", Pattern)
def test_every_truncation_fails_or_changes_the_transcript(pattern: Pattern, number: int) -> None:
    for length in range(len(_message(pattern, number)[1])):
        receiver, message = _message(pattern, number)
        if number == 1 and pattern is Pattern.XX and length >= 32:
            # The first XX payload is in clear: message 2 is where the difference shows.
            assert receiver.read(message[:length])[0] != b"payload"
            continue
        with pytest.raises(HandshakeFailed):
            receiver.read(message[:length])


def _message(pattern: Pattern, number: int) -> tuple[Handshake, bytes]:
    writer, reader = pair(pattern)
    for _ in range(number - 1):
        reader.read(writer.write(lambda _: b"payload"))
        writer, reader = reader, writer
    return reader, writer.write(lambda _: b"payload")


@pytest.mark.parametrize("changes", [{"psk": b"x" * 32}, {"prologue": b"q"}])
def test_another_psk_or_prologue_never_completes(changes: dict[str, bytes]) -> None:
    writer, reader = pair(Pattern.XX_PSK3, **changes)
    with pytest.raises(HandshakeFailed):
        for _ in range(3):
            reader.read(writer.write(lambda _: b""))
            writer, reader = reader, writer


def test_a_key_of_small_order_is_refused() -> None:
    _, responder = pair(Pattern.XX)
    responder.read(bytes(32))
    with pytest.raises(HandshakeFailed, match="small order"):
        responder.write(lambda _: b"")


@pytest.mark.parametrize(("pattern", "psk"), [(Pattern.XX, b"k" * 32), (Pattern.XX_PSK3, None)])
def test_a_psk_belongs_to_one_pattern(pattern: Pattern, psk: bytes | None) -> None:
    with pytest.raises(LocalProtocolError):
        Handshake(
            pattern, initiator=True, prologue=b"", static=b"a" * 32, ephemeral=b"b" * 32, psk=psk
        )


def test_a_replayed_or_skipped_transport_message_fails() -> None:
    sending, receiving = CipherState(b"k" * 32), CipherState(b"k" * 32)
    first, second = sending.encrypt(b"1"), sending.encrypt(b"2")
    with pytest.raises(RemoteProtocolError):
        receiving.decrypt(second)
    assert receiving.decrypt(first) == b"1"
    with pytest.raises(RemoteProtocolError):
        receiving.decrypt(first)
    assert receiving.decrypt(second) == b"2"
