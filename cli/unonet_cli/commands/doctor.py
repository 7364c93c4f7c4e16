"""``unonet doctor``: what keeps people from finding each other, and what to do about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unonet_cli.options import OnNetwork

if TYPE_CHECKING:
    from unonet.node.checkup import Finding
    from unonet_cli.output import Output


def doctor(
    common: OnNetwork,
    peer: Annotated[
        str | None,
        typer.Option(
            metavar="ADDR", help="Check the way to another machine: HOST, HOST:PORT or five words."
        ),
    ] = None,
) -> int:
    """Check what keeps this machine from playing. Exit 4 if something does."""
    from unonet_cli import failures
    from unonet_cli.commands.running import run
    from unonet_cli.phrases import doctor as phrases
    from unonet_cli.phrases import words

    other = None if peer is None else _address(peer)
    output = common.output()
    output.say(phrases.BEGINS)
    findings = run(_examine(common, other, output))
    bad = [finding for finding in findings if finding.verdict != "ok"]
    output.say(
        phrases.NOT_HEALTHY.format(count=words.count(len(bad), "thing", "things"))
        if bad
        else phrases.HEALTHY
    )
    failed = any(finding.verdict == "fail" for finding in findings)
    if common.json:
        output.result({"ok": not failed, "findings": [_as_json(one) for one in findings]})
    return failures.NETWORK if failed else failures.OK


async def _examine(
    common: OnNetwork, peer: tuple[str, int | None] | None, output: Output
) -> list[Finding]:
    """All findings, each said as it comes."""
    from unonet.node.checkup import check_up

    findings = []
    async for finding in check_up(common.home_folder(), common.interface, peer=peer):
        findings.append(finding)
        for line in _lines(finding):
            output.say(line)
    return findings


def _lines(finding: Finding) -> list[str]:
    from unonet_cli.phrases import doctor as phrases

    said, fix = _words(finding)
    lines = [phrases.LINE.format(verdict=phrases.VERDICTS[finding.verdict], said=said)]
    return [*lines, phrases.FIX.format(fix=fix)] if fix else lines


def _words(finding: Finding) -> tuple[str, str]:
    from unonet_cli.output import clean
    from unonet_cli.phrases import doctor as phrases

    facts = {
        key: clean(value) if isinstance(value, str) else value
        for key, value in finding.facts.items()
    }
    if finding.code == "interface.skipped":
        facts["reason"] = phrases.SKIPPED[str(facts["reason"])]
    advice = phrases.FINDINGS[finding.code]
    return advice.said.format(**facts), advice.fix.format(**facts)


def _as_json(finding: Finding) -> dict[str, Any]:
    said, fix = _words(finding)
    facts = dict(finding.facts)
    return {
        "code": finding.code,
        "verdict": finding.verdict.value,
        "said": said,
        "fix": fix or None,
        **({"facts": facts} if facts else {}),
    }


def _address(text: str) -> tuple[str, int | None]:
    """A numeric IPv4 address, with a port behind a colon, or in five words. BadParameter."""
    from ipaddress import AddressValueError, IPv4Address

    from unonet import words
    from unonet.errors import DecodeError
    from unonet_cli.output import clean
    from unonet_cli.phrases import doctor as phrases

    found = re.fullmatch(r"([0-9.]+)(?::([0-9]{1,5}))?", text.strip())
    try:
        if found is None:
            host, port, _ = words.read_address_words(text)
            return host, port
        host, port = str(IPv4Address(found[1])), int(found[2] or 0)
    except (DecodeError, AddressValueError):
        raise typer.BadParameter(phrases.NO_PEER.format(text=clean(text))) from None
    if port > 0xFFFF:
        raise typer.BadParameter(phrases.NO_PEER.format(text=clean(text)))
    return host, port or None
