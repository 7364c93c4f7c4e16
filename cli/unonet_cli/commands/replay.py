"""``unonet replay``: a log read as the game that it is."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from unonet_cli.commands.choices import Log
from unonet_cli.options import Common

if TYPE_CHECKING:
    from unonet.table.replay import Step


def replay(common: Common, log: Log) -> None:
    """Read a log as sentences. With --json: an object for each entry, also those without effect."""
    from unonet.table.replay import replay as steps
    from unonet_cli.presenter import Presenter

    output = common.output()
    speak = Presenter(painted=output.painted).speaker(output.say)
    for step in steps(log):
        if common.json:
            output.result(as_json(step))
            continue
        for event in step.events:
            speak(event)


def as_json(step: Step) -> dict[str, Any]:
    """``noop`` is null, or why the entry does nothing."""
    return {
        "index": step.index,
        "kind": step.kind,
        "seat": step.seat,
        "token": step.token,
        "noop": step.noop,
        "events": [_event(event) for event in step.events],
    }


def _event(event: Any) -> dict[str, Any]:
    return {"event": type(event).__name__, **_plain(event)}


def _plain(value: Any) -> Any:
    """Records as objects, bytes as hex, tuples as lists."""
    if hasattr(value, "_asdict"):
        return {key: _plain(part) for key, part in value._asdict().items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value
