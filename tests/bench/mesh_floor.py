"""The least that a move through a mesh of n processes costs: what unonet's figure is divided by.

One move: its author (seat 1, never the leader) signs it and sends it to all, everybody checks it;
the leader (seat 0) signs a header for all, everybody checks that and sends a signed ack to all. A
seat has applied the move when it holds the header and unchecked acks of a quorum, (n+1)//2+1, its
own included. Messages are 200 bytes, ChaCha20-Poly1305, TCP on loopback; no codec, log or state.
``measure``: seconds of each move, from just before its author signs it until the LAST of the n
seats has applied it, by the machine's one monotonic clock. The next move starts 2 ms after its
author has got all n acks, so that no move waits for another.
"""

import asyncio
import multiprocessing
import sys
import time
from collections import Counter
from multiprocessing.connection import Connection

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

BODY, SEALED, PAUSE, SECONDS = 200, 216, 0.002, 60.0
MOVE, HEADER, ACK = b"m", b"h", b"a"
CIPHER = ChaCha20Poly1305(b"k" * 32)


class Link(asyncio.Protocol):
    def __init__(self, seat: "Seat") -> None:
        self.seat, self.peer, self.buffer, self.sent, self.received = seat, None, bytearray(), 0, 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        transport.write(bytes([self.seat.me]))

    def data_received(self, raw: bytes) -> None:
        self.buffer += raw
        if self.peer is None:
            self.peer = self.buffer.pop(0)
            self.seat.links[self.peer] = self
        while len(self.buffer) >= SEALED:
            self.received += 1
            nonce = (self.peer << 64 | self.received).to_bytes(12, "big")
            self.seat.take(CIPHER.decrypt(nonce, bytes(self.buffer[:SEALED]), None))
            del self.buffer[:SEALED]


class Seat:
    def __init__(self, me: int, n: int, moves: int) -> None:
        self.me, self.n, self.moves, self.links = me, n, moves, dict[int, Link]()
        self.acks, self.held, self.started, self.applied = Counter[int](), set[int](), {}, {}
        keys = [Ed25519PrivateKey.from_private_bytes(bytes([seat]) * 32) for seat in range(n)]
        self.sign, self.keys = keys[me].sign, [key.public_key() for key in keys]
        self.done, self.loop = asyncio.Event(), asyncio.get_running_loop()

    def say(self, kind: bytes, index: int) -> None:
        self.started.setdefault(index, time.monotonic())
        record = (kind + index.to_bytes(4, "big")).ljust(BODY - 64, b"\0")
        body = record + self.sign(record)
        for link in self.links.values():
            link.sent += 1
            nonce = (self.me << 64 | link.sent).to_bytes(12, "big")
            link.transport.write(CIPHER.encrypt(nonce, body, None))

    def take(self, body: bytes) -> None:
        kind, index = body[:1], int.from_bytes(body[1:5], "big")
        if kind != ACK:
            self.keys[kind == MOVE].verify(body[-64:], body[:-64])
            if self.me and kind == MOVE:
                return
            if self.me == 0:
                self.say(HEADER, index)
            self.held.add(index)
            self.say(ACK, index)
        self.acks[index] += 1
        if index in self.held and self.acks[index] >= (self.n + 1) // 2 + 1:
            self.applied.setdefault(index, time.monotonic())
        if self.acks[index] == self.n and index + 1 == self.moves:
            self.done.set()
        elif self.acks[index] == self.n and self.me == 1:
            self.loop.call_later(PAUSE, self.say, MOVE, index + 1)


async def play(pipe: Connection, me: int, n: int, moves: int) -> None:
    seat = Seat(me, n, moves)
    server = await seat.loop.create_server(lambda: Link(seat), "127.0.0.1", 0)
    pipe.send(server.sockets[0].getsockname()[1])
    for port in pipe.recv()[:me]:
        await seat.loop.create_connection(lambda: Link(seat), "127.0.0.1", port)
    while len(seat.links) < n - 1:
        await asyncio.sleep(0.01)
    pipe.send("linked")
    if pipe.recv() and me == 1:
        seat.say(MOVE, 0)
    await asyncio.wait_for(seat.done.wait(), SECONDS)
    pipe.send((seat.started, seat.applied))


def run(*arguments: Connection | int) -> None:
    asyncio.run(play(*arguments))


def measure(n: int, moves: int) -> list[float]:
    """Seconds of each of ``moves`` moves at ``n`` seats; EOFError after ``SECONDS`` without end."""
    pipes, ends = zip(*(multiprocessing.Pipe() for _ in range(n)), strict=True)
    start = multiprocessing.get_context("spawn").Process
    for me, end in enumerate(ends):
        start(target=run, args=(end, me, n, moves), daemon=True).start()
        end.close()
    said: list = [pipe.recv() for pipe in pipes]
    for say in (said, "go"):
        for pipe in pipes:
            pipe.send(say)
        said = [pipe.recv() for pipe in pipes]
    return [max(applied[i] for _, applied in said) - said[1][0][i] for i in range(moves)]


if __name__ == "__main__":
    for n in map(int, sys.argv[1:] or (2, 4, 10)):
        times = sorted(1e3 * seconds for seconds in measure(n, 200))
        print(f"n={n}: p50 {times[100]:.2f} ms, p99 {times[198]:.2f} ms")
