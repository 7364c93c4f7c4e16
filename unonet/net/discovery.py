"""Tables on this network over multicast DNS: announce one's own, hear of the others'.

Knows zeroconf. What it says is only a candidate, since a record outlives its process for up to an
hour; who still answers is the ``finder``'s business, what an announcement contains
``announcement``'s.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from typing import Final

from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, NonUniqueNameException, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from unonet.errors import CannotReach, DecodeError, LocalProtocolError
from unonet.net.announcement import Announcement, from_txt, to_txt
from unonet.net.notice import Notice, OnGone, OnSeen, name_of

SERVICE: Final = "_unonet._tcp.local."
MAX_ADDRESSES: Final = 4
_ASK_MS: Final = 1_200
_ASKS_AT_A_TIME: Final = 8
_ASKS_IN_A_ROW: Final = 5
_PAUSE_SECONDS: Final = 5.0
_MAX_WATCHED: Final = 128


@dataclass(slots=True)
class _Watch:
    """One name seen on the network: who looks after it, and what is known so far."""

    task: asyncio.Task[None]
    notice: Notice | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Discovery:
    """One zeroconf instance on these IPv4 addresses of this machine, one per process.

    Use as ``async with Discovery(choose_interfaces()) as discovery``, or call ``close``.
    """

    def __init__(self, interfaces: Sequence[str]) -> None:
        self._interfaces = tuple(interfaces)
        try:
            self._zeroconf = AsyncZeroconf(
                interfaces=list(self._interfaces), ip_version=IPVersion.V4Only
            )
        except OSError as error:
            raise CannotReach(f"no multicast on {', '.join(interfaces)}: {error}") from error
        self._own: AsyncServiceInfo | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._asks = asyncio.Semaphore(_ASKS_AT_A_TIME)
        self._watches: dict[str, _Watch] = {}
        self._on_seen: OnSeen
        self._on_gone: OnGone

    async def __aenter__(self) -> Discovery:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    async def announce(self, announcement: Announcement, port: int) -> None:
        """Publish a table that listens at ``port``; about a second until others can see it.

        Called again it replaces the announcement, at once. Raises ``CannotReach``.
        """
        info = self._service(announcement, port)
        if self._own is not None and self._own.name == info.name:
            await (await self._zeroconf.async_update_service(info))
        else:
            await self.withdraw()
            await self._register(info)
        self._own = info

    async def withdraw(self) -> None:
        """Take the own announcement back."""
        if self._own is not None:
            await (await self._zeroconf.async_unregister_service(self._own))
            self._own = None

    def browse(self, on_seen: OnSeen, on_gone: OnGone) -> None:
        """From now on tell ``on_seen`` of every table that comes or changes, ``on_gone`` of every
        one that says goodbye."""
        if self._browser is not None:
            raise LocalProtocolError("browsing already")
        self._on_seen, self._on_gone = on_seen, on_gone
        self._browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf, SERVICE, handlers=[self._noticed]
        )

    async def close(self) -> None:
        """Say goodbye and stop; nobody is told anything after it."""
        if self._browser is not None:
            await self._browser.async_cancel()
        tasks = [watch.task for watch in self._watches.values()]
        self._watches.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.withdraw()
        await self._zeroconf.async_close()

    # Announcing

    def _service(self, announcement: Announcement, port: int) -> AsyncServiceInfo:
        name = announcement.fingerprint
        return AsyncServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            port=port,
            properties=dict(to_txt(announcement)),
            server=f"unonet-{name}.local.",
            addresses=[IPv4Address(address).packed for address in self._interfaces],
        )

    async def _register(self, info: AsyncServiceInfo) -> None:
        try:
            await (await self._zeroconf.async_register_service(info))
        except NonUniqueNameException:
            raise CannotReach("this identity announces a table already") from None
        except ZeroconfError as error:
            raise CannotReach(f"multicast does not work: {type(error).__name__}") from error

    # Browsing

    def _noticed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        match state_change:
            case ServiceStateChange.Added if self._is_new(name):
                self._watches[name] = _Watch(asyncio.create_task(self._watch(name)))
            case ServiceStateChange.Removed if name in self._watches:
                watch = self._watches.pop(name)
                watch.task.cancel()
                self._see(watch, None)
            case _ if name in self._watches:
                self._watches[name].changed.set()

    def _is_new(self, name: str) -> bool:
        # Anybody can announce any number of names: look after so many and no more.
        return name not in self._watches and len(self._watches) < _MAX_WATCHED

    async def _watch(self, name: str) -> None:
        """Resolve ``name`` until it answers, and again whenever its records change."""
        watch = self._watches[name]
        asked = 0
        while True:
            watch.changed.clear()
            info = await self._resolve(name)
            if info is not None:
                self._see(watch, _notice(info))
            elif (asked := asked + 1) < _ASKS_IN_A_ROW:
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(None if info else _PAUSE_SECONDS):
                    await watch.changed.wait()

    async def _resolve(self, name: str) -> AsyncServiceInfo | None:
        """The records of ``name``; None when they do not come within 1.2 s or make no sense."""
        try:
            info = AsyncServiceInfo(SERVICE, name)
            async with self._asks:
                known = await info.async_request(self._zeroconf.zeroconf, _ASK_MS)
        except ZeroconfError:
            return None
        return info if known and info.port else None

    def _see(self, watch: _Watch, notice: Notice | None) -> None:
        before, watch.notice = watch.notice, notice
        if before is not None and (
            notice is None or name_of(notice.announcement) != name_of(before.announcement)
        ):
            self._on_gone(name_of(before.announcement))
        if notice is not None:
            self._on_seen(notice)


def _notice(info: AsyncServiceInfo) -> Notice | None:
    assert info.port is not None
    try:
        announcement = from_txt(info.properties)
    except DecodeError:
        return None
    hosts = info.parsed_addresses(IPVersion.V4Only)[:MAX_ADDRESSES]
    return Notice(announcement, tuple((host, info.port) for host in hosts))
