"""What a person at the table can ask to see, as lines of text from a view. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from unonet.game.cards import FIRST_WILD
from unonet.game.moves import Move
from unonet_cli.phrases import table, words
from unonet_cli.presenter import Presenter

if TYPE_CHECKING:
    from unonet.game import PlayerView


def hand(view: PlayerView, presenter: Presenter) -> str:
    return table.HAND.format(
        held=words.cards(len(view.hand)), hand=presenter.cards(view.hand) or words.NOBODY
    )


def matching(view: PlayerView, presenter: Presenter) -> str:
    """The card to match in few words; a wild with the colour in force."""
    card = presenter.card(view.top)
    if view.top < FIRST_WILD or view.color is None:
        return card
    return table.TOP_WILD.format(top=card, color=presenter.color(view.color))


def top(view: PlayerView, presenter: Presenter) -> str:
    """The card to match, the colour in force, the direction, and a penalty that waits."""
    phrase = table.TOP_OPENING if view.color is None else table.TOP
    text = phrase.format(
        top=presenter.card(view.top),
        color="" if view.color is None else presenter.color(view.color),
        direction=table.DIRECTIONS[view.direction],
    )
    if view.pending:
        text += " " + table.PENDING.format(cards=words.cards(view.pending))
    return text


def players(view: PlayerView, presenter: Presenter) -> list[str]:
    """One sentence a seat, in the order of the table."""
    return [
        table.PLAYER.format(
            name=presenter.name(seat),
            seat=seat,
            held=words.cards(held),
            turn=table.ON_TURN if seat == view.turn else "",
            called=table.CALLED if view.called[seat] else "",
            status=table.STATUSES[view.statuses[seat]],
            score=view.scores[seat],
        )
        for seat, held in enumerate(view.counts)
    ]


def menu(moves: Sequence[Move], presenter: Presenter) -> str:
    """All choices in one sentence, numbered from 1."""
    numbered = (f"{n} {presenter.describe(move)}" for n, move in enumerate(moves, 1))
    return ", ".join(numbered) + "."


def legal(moves: Sequence[Move], presenter: Presenter) -> list[str]:
    """One choice a line, with what to type for it."""
    return [f"{n} {presenter.describe(move)} ({move})" for n, move in enumerate(moves, 1)]
