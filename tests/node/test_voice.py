from collections.abc import Iterable

from unonet.errors import LocalProtocolError
from unonet.node.gallery import Gallery
from unonet.node.voice import Voice
from unonet.order.messages import Message, Want

KEYS = (b"a" * 32, b"b" * 32, b"c" * 32)
ZOE = b"z" * 32


class Wires:
    """Notes what would be sent; with ``broken`` nothing can be."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.dropped: list[bytes] = []
        self.broken = False

    def send(self, key: bytes, message: Message) -> None:
        self.tell((key,), message)

    def tell(self, keys: Iterable[bytes], message: Message) -> None:
        if self.broken:
            raise LocalProtocolError("does not fit")
        self.told += keys

    def broadcast(self, message: Message) -> None:
        self.tell([*KEYS, ZOE], message)

    def drop(self, key: bytes) -> None:
        self.dropped.append(key)

    def expect(self, key: bytes) -> None:
        """Nobody is dialled here."""


def made() -> tuple[Voice, Wires, Gallery]:
    gallery, wires = Gallery(), Wires()
    gallery.let_in(ZOE, "Zoe")
    return Voice(KEYS, gallery=gallery, peers=wires), wires, gallery


def test_seats_and_those_who_look_on_have_numbers() -> None:
    voice, _, gallery = made()
    assert [voice.peer(key) for key in (*KEYS, ZOE, b"?" * 32)] == [0, 1, 2, 16, None]
    gallery.leave(ZOE)
    assert voice.peer(ZOE) is None


def test_it_tells_those_who_are_there_in_order() -> None:
    voice, wires, gallery = made()
    voice.tell((2, 16, 0), Want(1))
    assert wires.told == [KEYS[2], ZOE, KEYS[0]]
    gallery.leave(ZOE)
    voice.tell((16, 1), Want(1))
    voice.drop(16)
    voice.drop(1)
    assert wires.told[3:] == wires.dropped == [KEYS[1]]


def test_what_cannot_be_said_stops_nothing() -> None:
    voice, wires, _ = made()
    wires.broken = True
    voice.tell((0, 1), Want(1))
    voice.tell_all(Want(1))
    assert wires.told == []
