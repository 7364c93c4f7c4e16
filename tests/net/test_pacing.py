import pytest

from unonet.net import pacing
from unonet.net.pacing import Pacing
from unonet.order.messages import AckMessage, Submit, Want
from unonet.wire.messages import Bye, Chat, Lobby, Message, Peers, Ping, Pong, Table, encode

UNASKED: list[Message] = [
    *(Lobby(b"x"), Peers(()), Chat("x"), Ping(1), Pong(1), Bye()),
    *(Table(bytes(16)), Want(1, 0)),
]
ACK = encode(AckMessage(b"a" * 120, bytes(64)))


def trusted() -> Pacing:
    made = Pacing(0.0)
    made.trust(0.0)
    return made


def free(made: Pacing, body: bytes) -> int:
    """How many of these may come at once."""
    return next(count for count in range(100_000) if made.spend(body, 0.0) > 0)


@pytest.mark.parametrize("message", UNASKED, ids=lambda message: type(message).__name__)
def test_what_nobody_asked_for_is_rationed(message: Message) -> None:
    rate, burst = pacing.UNASKED
    made = trusted()
    assert free(made, encode(message)) == burst
    assert made.spend(encode(message), 0.0) == pytest.approx(2 / rate)


def test_moves_and_acks_have_room_for_ten_bots() -> None:
    assert free(trusted(), encode(Submit(b"m" * 200, bytes(64)))) == pacing.SUBMITS[1]
    assert free(trusted(), ACK) == pacing.MESSAGES[1]


def test_bytes_count_as_well_as_messages() -> None:
    assert free(trusted(), bytes([255]) * 65_536) == pacing.BYTES[1] // 65_536


def test_a_stranger_has_little_until_somebody_knows_it() -> None:
    made = Pacing(0.0)
    assert free(made, ACK) == pacing.STRANGER_MESSAGES[1]
    assert free(Pacing(0.0), bytes([255]) * 65_536) == pacing.STRANGER_BYTES[1] // 65_536
    made.trust(0.0)
    assert made.spend(ACK, 0.0) == 0
