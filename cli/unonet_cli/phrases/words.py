"""The small words: cards, colours, moves, reasons of a refusal; and the only English plurals."""

from __future__ import annotations

COLORS = ("red", "yellow", "green", "blue")
FACES = (*map(str, range(10)), "Skip", "Reverse", "Draw Two")
WILDS = ("Wild", "Wild Draw Four", "Wild Shuffle Hands", "Wild Customizable")
OTHER_FACES = {"+2": "Draw Two"}
OTHER_WILDS = {
    "draw four": "Wild Draw Four",
    "+4": "Wild Draw Four",
    "wild +4": "Wild Draw Four",
    "shuffle hands": "Wild Shuffle Hands",
    "customizable": "Wild Customizable",
}
"""What else a person calls them; the names above are taken as well."""
HIDDEN = "a hidden card"
YOU, YOU_FIRST = "you", "You"
NOBODY = "nobody"
SEAT = "seat {seat}"
YES = ("", "y", "yes")
FRIENDLY_NAMES = ("Badger", "Finch", "Hazel", "Heron", "Lynx", "Marten", "Otter", "Robin")
"""For players whom their system knows by no name of their own."""
AND = " and "


def count(number: int, one: str, many: str) -> str:
    """``1 card``, ``2 cards``; the only place that knows English plurals."""
    return f"{number} {one if number == 1 else many}"


def cards(number: int) -> str:
    return count(number, "card", "cards")


# What a person may do, by Verb name, where it is no play of a card.
MOVES = {
    "DRAW": "draw a card",
    "KEEP": "keep the card",
    "OK": "take the penalty",
    "CHALLENGE": "challenge the Wild Draw Four",
    "UNO": "call UNO late",
    "GUILTY": "admit the bluff",
    "INNOCENT": "show that it was honest",
    "CATCH": "catch {target} without the UNO call",
    "COLOR": "name {color}",
    "PLAY": "{card}{color_named}{swap}{uno_called}",
    "JUMP": "jump in with {card}{color_named}{swap}{uno_called}",
}

CALL = "uno"
SPOKEN_MOVES = {
    "draw": "d",
    "draw a card": "d",
    "keep": "k",
    "keep the card": "k",
    "take": "ok",
    "take the penalty": "ok",
    "challenge": "ch",
    "challenge the wild draw four": "ch",
    "uno": "u",
    "uno!": "u",
    "call uno": "u",
    **{f"catch {seat}": f"c@{seat}" for seat in range(10)},
}
"""Moves as a person may type them, beside their tokens; a play is the name of its card."""

REASONS = {
    "round_over": "The round is over.",
    "waiting": "Wait: cards are being shuffled or opened.",
    "no_such_seat": "There is no such seat.",
    "not_active": "That seat is away or gone.",
    "not_your_turn": "It is not your turn.",
    "wrong_phase": "That does not belong to this moment of the turn.",
    "not_in_hand": "You do not hold that card.",
    "not_drawn": "After a draw only the drawn card may be played, or kept with k.",
    "no_stacking": "Only a card of the same kind passes that penalty on.",
    "no_jump": "There is no card now that you could jump in on.",
    "holds_color": "A Wild Draw Four needs a hand without the colour in force.",
    "not_last": "These rules let nobody go out with that card.",
    "must_play": "The drawn card can be played, so it must be.",
    "must_draw": "The drawn card cannot be played, so you draw again: d.",
    "drawn_plays": "The drawn card can be played: play it, or keep it with k.",
    "nothing_left": "There is nothing left to draw.",
    "no_match": "It matches neither the colour nor the number nor the symbol.",
    "not_one_card": "UNO is called only with exactly one card left after the move.",
    "not_exposed": "Nobody there forgot to call UNO, or it is too late.",
    "own_catch": "You cannot catch yourself; u calls UNO late.",
    "bad_target": "A card names another active seat if it swaps hands, as in r7@2; else none.",
    "option_off": "These rules do not have that move.",
    "no_challenge": "That penalty cannot be challenged.",
    "not_innocent": "The hand held the colour in force, so it was a bluff.",
    "too_few": "Two other active seats are needed for that.",
    "not_away": "That seat is not away.",
    "no_hand": "That seat sits this round out.",
    "already_gone": "That seat is gone.",
    "not_wanted": "Nothing of the kind is awaited.",
    "bad_slots": "These are not the cards that are awaited.",
    "stale": "Too late: somebody moved first.",
}
"""Why a move is refused, by the reason of IllegalMove."""

PROGRESS = "{done} of {wanted}"
