"""What a check-up finds, in words: what is so, and what to do about it where something is."""

from __future__ import annotations

from typing import NamedTuple


class Advice(NamedTuple):
    """``said`` is the finding, ``fix`` what to do; nothing where nothing is to be done."""

    said: str
    fix: str = ""


BEGINS = "Checking this machine and its network; this takes a few seconds."
VERDICTS = {"ok": "OK", "warn": "WARN", "fail": "FAIL"}
LINE = "{verdict:<4} {said}"
FIX = "     Fix: {fix}"
HEALTHY = "All is well."
NOT_HEALTHY = "{count} to look at."
NO_PEER = "--peer wants HOST, HOST:PORT or the five words of a lobby, {text!r} is none."

SKIPPED = {
    "loopback": "it reaches this machine only",
    "container": "it leads to containers or virtual machines",
    "tunnel": "it is a tunnel",
    "down": "it is not connected",
    "unwanted": "another one was asked for",
}
_ASK_THERE = "Run `unonet doctor --peer` there as well: one side cannot see the whole way back."
_BY_HAND = "Others can still join with the address or the five words that the lobby shows."
_OPEN_UDP = "Let UDP ports 5353 and 18866 in from your own network. "

FINDINGS = {
    "interface.used": Advice("Interface {name}, {address}: tables are shown and sought here."),
    "interface.skipped": Advice("Interface {name}, {address}, is left out: {reason}."),
    "interface.alone": Advice(
        "Loopback only: nobody but players on this machine can find each other.",
        "Connect to a network; leave --interface and UNONET_INTERFACE out.",
    ),
    "interface.strange": Advice(
        "No such interface: {reason}.", "Name an address of this machine, or leave it out."
    ),
    "mdns.free": Advice("UDP port 5353: no other program uses it."),
    "mdns.shared": Advice("UDP port 5353: shared with {programs}, as is usual."),
    "mdns.unknown": Advice("UDP port 5353: this system does not tell who uses it."),
    "multicast.heard": Advice("Multicast on {address}: heard ourselves after {ms:.0f} ms."),
    "multicast.silent": Advice(
        "Multicast on {address}: heard nothing of ourselves. Tables are found by broadcast only.",
        _OPEN_UDP + _BY_HAND,
    ),
    "multicast.refused": Advice(
        "Multicast on {address} is refused: {reason}.",
        "Stop the program that keeps UDP port 5353 for itself. " + _BY_HAND,
    ),
    "beacon.heard": Advice("Broadcast on {address}: answered ourselves after {ms:.0f} ms."),
    "beacon.silent": Advice(
        "Broadcast on {address}: our own question was not answered.", _OPEN_UDP + _BY_HAND
    ),
    "beacon.refused": Advice(
        "Broadcast on {address} is refused: {reason}.",
        "Stop the program that keeps UDP port 18866 for itself. " + _BY_HAND,
    ),
    "tcp.open": Advice("TCP on {address}: reached ourselves after {ms:.0f} ms."),
    "tcp.silent": Advice(
        "TCP on {address}: cannot reach our own listener, so others cannot either.",
        "Let Python, or unonet, take in TCP connections from your own network.",
    ),
    "firewall.none": Advice("Firewall: no ufw, firewalld or nftables seen that drops by default."),
    "firewall.ufw": Advice(
        "Firewall: ufw is on and may keep others out.",
        "sudo ufw allow from {network} (TCP for tables, UDP 5353 and 18866 to be found).",
    ),
    "firewall.firewalld": Advice(
        "Firewall: firewalld is on and may keep others out.",
        "sudo firewall-cmd --zone=trusted --add-source={network}",
    ),
    "firewall.nft": Advice(
        "Firewall: nftables drops by default and may keep others out.",
        "Accept from {network}: TCP, and UDP ports 5353 and 18866.",
    ),
    "disk.fast": Advice("Disk: a move is safe in {home} after {ms:.1f} ms."),
    "disk.slow": Advice(
        "Disk: a sync in {home} takes {ms:.0f} ms, and every move waits for one.",
        "Choose a folder on a faster disk with --home; network folders are slow.",
    ),
    "disk.refused": Advice(
        "Disk: {home} cannot be written: {reason}.",
        "Make room or change the rights, or choose another folder with --home.",
    ),
    "clock.plausible": Advice("Clock: {time}."),
    "clock.wrong": Advice(
        "Clock: {time} cannot be right; logs and people met would carry that date.",
        "Set the clock, or let the system set it (NTP).",
    ),
    "peer.far": Advice(
        "UDP to {host}: it is on another network, where nobody hears us ask.", _BY_HAND
    ),
    "peer.listens": Advice("TCP to {host} port {port}: open after {ms:.0f} ms."),
    "peer.refuses": Advice(
        "TCP to {host} port {port}: the machine is there, and no table listens at this port.",
        "Ask for the port or the words that its lobby shows now.",
    ),
    "peer.there": Advice("TCP to {host}: the machine answers."),
    "peer.filters": Advice(
        "TCP to {host}: the machine is there, and drops what we send.",
        "Let unonet through its firewall; `unonet doctor` there tells how.",
    ),
    "peer.absent": Advice(
        "TCP to {host}: nobody is there, as seen from here.",
        "Is it on, on the same network, with this address? Guest networks often keep their guests "
        "apart (client or AP isolation): turn that off, or use another network.",
    ),
    "peer.asked": Advice("UDP to {host} and back: its table answers when asked."),
    "peer.broadcast": Advice("Broadcast to {host} and back: its table answers to everybody."),
    "peer.multicast": Advice("Multicast from {host}: its table is announced here."),
    "peer.not_asked": Advice("UDP to {host}: no answer to a question of its own.", _ASK_THERE),
    "peer.not_broadcast": Advice(
        "Broadcast to {host}: no answer, so the network or a firewall filters it.", _ASK_THERE
    ),
    "peer.not_multicast": Advice(
        "Multicast from {host}: its table is not announced here; it is filtered on the way.",
        "Turn off IGMP snooping or multicast filtering in the access point. " + _BY_HAND,
    ),
    "peer.no_table": Advice(
        "UDP to {host}: nothing is heard of a table there.",
        "If one is open there, UDP is filtered. " + _ASK_THERE,
    ),
}
