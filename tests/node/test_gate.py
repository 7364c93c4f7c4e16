from unonet.node.gate import EARLY_BYTES, EARLY_LIMIT, Gate
from unonet.order.messages import Submit
from unonet.wire.messages import Ping, encode

PEER, TABLE = b"k" * 32, b"t" * 16


def gate() -> Gate:
    made = Gate()
    made.names(PEER, TABLE)
    return made


def test_early_messages_wait_in_order_for_their_table() -> None:
    early = gate()
    for token in range(3):
        early.hold(PEER, Ping(token))
    assert early.waiting(bytes(16)) == []
    for token in range(3):
        early.hold(PEER, Ping(token))
    assert early.waiting(TABLE) == [(PEER, Ping(token)) for token in range(3)]
    assert early.waiting(TABLE) == []


def test_only_so_many_wait() -> None:
    early = gate()
    for token in range(EARLY_LIMIT + 1):
        early.hold(PEER, Ping(token))
    assert len(early.waiting(TABLE)) == EARLY_LIMIT


def test_only_so_many_bytes_wait_and_there_is_room_again_afterwards() -> None:
    long = Submit(bytes(255 * 1024), bytes(64))
    early = gate()
    for _ in range(2):
        for _ in range(10):
            early.hold(PEER, long)
        assert len(early.waiting(TABLE)) == EARLY_BYTES // len(encode(long))


def test_a_link_that_is_gone_takes_its_bytes_with_it() -> None:
    long = Submit(bytes(255 * 1024), bytes(64))
    early = gate()
    for _ in range(10):
        early.hold(PEER, long)
    early.close(PEER)
    early.names(PEER, TABLE)
    early.hold(PEER, long)
    assert early.waiting(TABLE) == [(PEER, long)]
