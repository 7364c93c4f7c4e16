"""Wrong join codes: counted by address, slowed down, and never let in."""

from __future__ import annotations

import asyncio

import pytest

from unonet.errors import HandshakeFailed, WrongCode
from unonet.ledger.identity import Identity
from unonet.net.tcp import TcpTransport
from unonet.net.throttle import FREE_TRIES, MAX_ADDRESSES, MAX_WAIT, Throttle
from unonet.net.transport import Link

TOPIC = b"t" * 16
RIGHT = b"r" * 32


def test_an_address_waits_longer_with_every_wrong_code() -> None:
    throttle, now, waits = Throttle(), 50.0, []
    for _ in range(FREE_TRIES - 1):
        throttle.failed("10.0.0.1", now)
        assert not throttle.waits("10.0.0.1", now)
    for _ in range(10):
        throttle.failed("10.0.0.1", now)
        waits.append(next(s for s in range(100) if not throttle.waits("10.0.0.1", now + s)))
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert max(waits) == MAX_WAIT


def test_addresses_are_counted_apart_and_the_right_code_clears() -> None:
    throttle = Throttle()
    for _ in range(FREE_TRIES):
        throttle.failed("10.0.0.1", 0.0)
    assert throttle.waits("10.0.0.1", 0.5)
    assert not throttle.waits("10.0.0.2", 0.5)
    throttle.succeeded("10.0.0.1")
    assert not throttle.waits("10.0.0.1", 0.5)


def test_many_addresses_do_not_fill_the_memory() -> None:
    throttle = Throttle()
    for number in range(3 * MAX_ADDRESSES):
        throttle.failed(str(number), 0.0)
    assert len(throttle._tries) == MAX_ADDRESSES


def test_a_thousand_guesses_open_nothing_and_are_throttled() -> None:
    async def main() -> None:
        async with asyncio.timeout(60):
            links: list[Link] = []
            host = TcpTransport(Identity.from_seed(b"h" * 32), TOPIC, psk=RIGHT)
            address = await host.listen(links.append, ("127.0.0.1", 0))
            wrong = throttled = 0
            for number in range(1_000):
                guess = number.to_bytes(32, "big")
                guest = TcpTransport(Identity.from_seed(guess), TOPIC, psk=guess)
                try:
                    with pytest.raises(HandshakeFailed) as caught:
                        await guest.dial(address)
                finally:
                    await guest.close()
                wrong += isinstance(caught.value, WrongCode)
                throttled += "no more links from here" in str(caught.value)
            await host.close()
            assert wrong + throttled == 1_000
            # Tries cost time: that many would fit into a minute, and no more.
            assert FREE_TRIES <= wrong <= FREE_TRIES + 6
            assert links == []

    asyncio.run(main())


def test_the_right_code_is_taken_once_the_wait_is_over() -> None:
    async def main() -> None:
        async with asyncio.timeout(20):
            links: list[Link] = []
            host = TcpTransport(Identity.from_seed(b"h" * 32), TOPIC, psk=RIGHT)
            address = await host.listen(links.append, ("127.0.0.1", 0))
            for code in (*[b"w" * 32] * FREE_TRIES, RIGHT):
                guest = TcpTransport(Identity.from_seed(b"g" * 32), TOPIC, psk=code)
                with pytest.raises(HandshakeFailed):
                    await guest.dial(address)
                await guest.close()
            await asyncio.sleep(1.1)
            guest = TcpTransport(Identity.from_seed(b"g" * 32), TOPIC, psk=RIGHT)
            assert (await guest.dial(address)).topic == TOPIC
            await guest.close()
            await host.close()

    asyncio.run(main())
