"""Messages that are not the order's, over the link of a seat to another in a match that goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.matrix.cells import FLOOD, Outcome, made, mistyped, with_field
from tests.node.parlour import Parlour, Somebody, until
from unonet.game.events import CardUp
from unonet.net.fake import run_virtual
from unonet.node.chair import Chair, Player
from unonet.node.events import ChatHeard, LinkLost
from unonet.order.messages import REGISTRY as ORDER
from unonet.order.messages import Heads
from unonet.table.lobby_messages import Begin, Ready, Sit, write_message
from unonet.wire.messages import (
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
    encode,
)

ROWS = tuple(kind.__name__ for tag, kind in REGISTRY.items() if tag not in ORDER)
FOREIGN = bytes(16)
SIT = Sit("P1", "greedy", None, None, bytes(32), ())
LINES = 5
"""Of chat, at once; what is more is not heard."""


async def idle(chair: Chair) -> None:
    """A player that thinks for ever, so that nothing changes by itself."""
    await asyncio.get_running_loop().create_future()


class IdleParlour(Parlour):
    def player(self) -> Player:
        return idle


@dataclass
class Scene:
    """``peer`` has the seat of a guest, ``victim`` that of the host."""

    victim: Somebody
    peer: Somebody

    @property
    def table_id(self) -> bytes:
        return self._node.table_id

    @property
    def _node(self) -> Any:
        return self.victim.place.table.node  # type: ignore[union-attr]

    def honest(self, row: str) -> Message:
        messages: list[Message] = [
            Lobby(write_message(SIT)),
            Peers((PeerAddress(self.peer.key, "10.0.0.9", 9),)),
            Chat("hi"),
            Ping(7),
            Pong(7),
            Bye(),
            Table(self.table_id),
        ]
        return next(one for one in messages if type(one).__name__ == row)

    def state(self) -> tuple[Any, ...]:
        place, node = self.victim.place, self._node
        replica = node._replica
        return (
            node.fold.state_hash(),
            (replica.final_index, replica.last_index, replica.sealed_index, replica.pending),
            dict(node.gallery.nicknames),
            place.mesh.expected,
            place.addresses,
            replica.halted,
        )

    async def send(self, *raws: bytes) -> None:
        link = self.peer.place.mesh._live[self.victim.key].link
        for raw in raws:
            link.send_encoded(raw)
        await asyncio.sleep(1)

    async def outcome(self, *raws: bytes) -> Outcome:
        """What comes of these words over one link."""
        before, lost = self.state(), len(self.victim.told(LinkLost))
        heard = len(self.victim.told(ChatHeard))
        await self.send(*raws)
        assert self.state() == before
        assert len(self.victim.told(ChatHeard)) - heard <= LINES
        news = self.victim.told(LinkLost)[lost:]
        assert all(event.why == "breach" for event in news)
        if not news:
            assert self.peer.key in self.victim.place.mesh.up
        return Outcome.REFUSED if news else Outcome.DROPPED

    async def recover(self) -> None:
        """A link that was closed over a breach comes back when its penance is over."""
        await until(lambda: self.peer.key in self.victim.place.mesh.up)
        await asyncio.sleep(5)


def attack(row: str, column: str) -> Outcome:
    return live(lambda scene: words(scene, row, column))


def live(say: Callable[[Scene], list[tuple[bytes, ...]]]) -> Outcome:
    """What comes of these words at a table that plays, each tried on a link that is whole."""
    outcomes: list[Outcome] = []
    faults: list[dict[str, Any]] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: faults.append(context))
        async with IdleParlour() as parlour:
            people = [await parlour.come(f"P{seat}") for seat in range(3)]
            parlour.opened_by(people[0], 3, None)
            for one in people[1:]:
                parlour.joined_by(one, None)
            await until(lambda: all(one.told(CardUp) for one in people))
            await asyncio.sleep(2)
            scene = Scene(people[0], people[1])
            for raws in say(scene):
                outcomes.append(await scene.outcome(*raws))
                await scene.recover()

    run_virtual(asyncio.wait_for(main(), 600))
    assert not faults
    assert len(set(outcomes)) == 1, outcomes
    return outcomes[0]


def words(scene: Scene, row: str, column: str) -> list[tuple[bytes, ...]]:
    """What is said, each on a link that is whole again."""
    raw = encode(scene.honest(row))
    match column:
        case "truncated":
            return [(raw[:-1],)]
        case "oversized":
            return [(_oversized(raw),)]
        case "type":
            return [(raw[:1] + wrong,) for wrong in mistyped(raw[1:])]
        case "replayed":
            return [(raw, raw)]
        case "flood":
            return [(raw,) * FLOOD]
        case _:
            return [tuple(map(encode, made(_special(scene), row, column)))]


def _oversized(raw: bytes) -> bytes:
    tag, array = raw[:1], raw[1:]
    match tag[0]:
        case 2:
            return tag + with_field(array, 0, bytes(262_000))
        case 3:
            return tag + with_field(array, 0, ((bytes(32), "10.0.0.1", 1),) * 19)
        case 4:
            # No canonical text is longer: its bytes are written by hand.
            return tag + b"\x91\xda\x02\x01" + b"x" * 513
        case 7:
            return tag + b"\x91\x00"
        case 8:
            return tag + with_field(array, 0, bytes(17))
        case _:
            return tag + with_field(array, 0, 2**32)


def _special(scene: Scene) -> dict[tuple[str, str], list[Message]]:
    heads = Heads(1, 0, 0, bytes(32), 0)
    begin = Lobby(write_message(Begin(b"another genesis")))
    return {
        ("Lobby", "table"): [begin],
        ("Lobby", "state"): [Lobby(write_message(Ready(1, bytes(64))))],
        ("Peers", "state"): [scene.honest("Peers")],
        ("Pong", "state"): [Pong(99)],
        ("Bye", "state"): [Bye(), Ping(1), Chat("still here")],
        # What is said of another table is not heard, not even what no honest peer says.
        ("Table", "table"): [Table(FOREIGN), heads],
    }
