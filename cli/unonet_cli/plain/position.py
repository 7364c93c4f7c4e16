"""A scenario's report as lines for a person. Pure; reads the object that ``--json`` prints."""

from __future__ import annotations

from typing import Any

from unonet.game import parse_card
from unonet.game.cards import COLORS
from unonet_cli.output import clean
from unonet_cli.phrases import pages, table, words
from unonet_cli.presenter import Presenter


def page(report: dict[str, Any]) -> list[str]:
    """What a person should know of the position, or what is wrong with the file."""
    if not report["ok"]:
        return refusal(report["error"])
    seats = range(len(report["hands"]))
    return [_top(report), *(_seat_line(report, seat) for seat in seats), *_ending(report)]


def refusal(error: dict[str, Any]) -> list[str]:
    """Why a file is malformed, or which of its moves is illegal."""
    if "line" in error:
        return [pages.MALFORMED.format(line=error["line"], reason=clean(error["reason"]))]
    reason = words.REASONS[error["reason"]]
    token = clean(error["text"])
    return [pages.ILLEGAL_AT.format(move=error["move"], token=token, reason=reason)]


def _top(report: dict[str, Any]) -> str:
    presenter = Presenter()
    color = report["color"]
    return (table.TOP_OPENING if color is None else table.TOP).format(
        top=presenter.card(parse_card(report["top"])),
        color="" if color is None else presenter.color(COLORS.index(color)),
        direction=table.DIRECTIONS[1 if report["direction"] == "cw" else -1],
    )


def _seat_line(report: dict[str, Any], seat: int) -> str:
    status, legal = report["seats"][seat], report["legal"].get(str(seat))
    notes = (
        (seat == report["turn"], table.ON_TURN),
        (report["called"][seat], table.CALLED),
        (seat in report["exposed"], pages.EXPOSED),
        (status != "active", f", {status}"),
    )
    return pages.SEAT_LINE.format(
        seat=seat,
        hand=" ".join(report["hands"][seat]) or pages.NO_CARDS,
        notes="".join(note for holds, note in notes if holds),
        legal=pages.MAY.format(tokens=" ".join(legal)) if legal else "",
    )


def _ending(report: dict[str, Any]) -> list[str]:
    outcome = report["outcome"]
    if outcome is None:
        pending = table.PENDING.format(cards=words.cards(report["pending"]))
        return [pending] if report["pending"] else []
    winner = (
        words.NOBODY if outcome["winner"] is None else words.SEAT.format(seat=outcome["winner"])
    )
    points = ", ".join(map(str, outcome["points"]))
    return [pages.ENDED.format(winner=winner, reason=outcome["reason"], points=points)]
