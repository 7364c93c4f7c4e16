"""Every sentence that a person reads about a game, in one table keyed by the class of the event.

A placeholder names a field of the event; ``presenter`` puts its words there. Sentences say the most
important word first and stand alone. This module knows no table, no nickname and no event's values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from unonet.game import events as game
from unonet.node import events as node
from unonet.table import events as table


class Phrase(NamedTuple):
    """``you`` is said to the person it is about: the first placeholder of ``they``."""

    they: str
    you: str = ""


class Choice(NamedTuple):
    """Several phrases for one class; ``by(event)`` is the key of the right one."""

    by: Callable[[Any], Hashable]
    phrases: Mapping[Hashable, Phrase]


def _ending(event: game.RoundOver) -> Hashable:
    outcome = event.outcome
    return outcome.reason, outcome.winner is not None and any(outcome.points)


PHRASES: dict[type, Phrase | Choice] = {
    # the game
    game.RoundStarted: Phrase("{dealer} deals the cards.", "You deal the cards."),
    game.CardUp: Phrase("Opening card: {card}."),
    game.CardBuried: Phrase("{card} came up and goes to the bottom; the next card is turned up."),
    game.Played: Phrase(
        "{seat} plays {card}{color_named}{swap}{uno_called}.",
        "You play {card}{color_named}{swap}{uno_called}.",
    ),
    game.Drew: Choice(
        lambda event: bool(event.slots),
        {
            True: Phrase("{seat} draws {slots}.", "You draw {slots}."),
            False: Phrase("{seat} finds nothing to draw.", "You find nothing to draw."),
        },
    ),
    game.Kept: Phrase("{seat} keeps the card.", "You keep the card."),
    game.Passed: Phrase(
        "{seat} passes: there is nothing to draw.", "You pass: there is nothing to draw."
    ),
    game.Skipped: Phrase("{seat} loses the turn.", "You lose the turn."),
    game.DirectionTurned: Choice(
        lambda event: event.direction,
        {
            1: Phrase("Direction turns: clockwise now."),
            -1: Phrase("Direction turns: counter-clockwise now."),
        },
    ),
    game.ColorNamed: Phrase("{seat} names {color}.", "You name {color}."),
    game.PenaltyFaced: Phrase(
        "{seat} faces a penalty of {cards}.", "You face a penalty of {cards}."
    ),
    game.PenaltyForgotten: Phrase("{seat} is free of the penalty.", "You are free of the penalty."),
    game.Challenged: Phrase("{seat} challenges {accused}.", "You challenge {accused}."),
    game.Verdict: Choice(
        lambda event: event.guilty,
        {
            True: Phrase(
                "{accused} bluffed: the challenge succeeds.", "You bluffed: the challenge succeeds."
            ),
            False: Phrase(
                "{accused} played an honest Wild Draw Four: the challenge fails.",
                "You played an honest Wild Draw Four: the challenge fails.",
            ),
        },
    ),
    game.CalledUno: Phrase("{seat} calls UNO, late.", "You call UNO, late."),
    game.Caught: Phrase(
        "{by} catches {seat} without the UNO call.", "You catch {seat} without the UNO call."
    ),
    game.Reshuffled: Phrase("Reshuffled: {slots} to draw from again."),
    game.HandsDealtAgain: Phrase("All hands are shuffled and dealt again."),
    game.TimedOut: Phrase("{seat} took too long.", "You took too long."),
    game.Benched: Phrase("{seat} is away and is skipped.", "You are away and are skipped."),
    game.Returned: Phrase("{seat} is back.", "You are back."),
    game.Left: Phrase("{seat} left the match.", "You left the match."),
    game.HandOpened: Choice(
        lambda event: bool(event.cards),
        {
            True: Phrase("{seat} still held {cards}.", "You still held {cards}."),
            False: Phrase("{seat} holds nothing any more.", "You hold nothing any more."),
        },
    ),
    game.RoundOver: Choice(
        _ending,
        {
            ("out", True): Phrase(
                "{winner} goes out and wins the round. Gained: {points}.",
                "You go out and win the round. Gained: {points}.",
            ),
            ("out", False): Phrase(
                "{winner} goes out and wins the round.", "You go out and win the round."
            ),
            ("stalemate", True): Phrase("Stalemate: nobody can move. Gained: {points}."),
            ("stalemate", False): Phrase("Stalemate: nobody can move, nobody scores."),
            ("abandoned", True): Phrase(
                "{winner} is the last one left and wins.", "You are the last one left and win."
            ),
            ("abandoned", False): Phrase(
                "{winner} is the last one left and wins.", "You are the last one left and win."
            ),
        },
    ),
    # the table
    table.Agreed: Phrase("Agreed: {nicknames} signed the same rules. Table {table_id}."),
    table.SessionStarted: Phrase("{seat} is here.", "You are here."),
    table.Committed: Phrase(
        "{seat} committed to a secret for the shuffle.",
        "You committed to a secret for the shuffle.",
    ),
    table.Opened: Phrase(
        "{seat} opened the secret, and it fits the commitment.",
        "You opened the secret, and it fits the commitment.",
    ),
    table.Shuffled: Choice(
        lambda event: event.epoch > 0,
        {
            False: Phrase(
                "Shuffled {cards} for round {round}: everybody's secret, nobody's choice."
            ),
            True: Phrase("Shuffled {cards} again: everybody's secret, nobody's choice."),
        },
    ),
    table.DealerDrawn: Phrase(
        "Dealer: {dealer}, by drawing {draws}.", "Dealer: you, by drawing {draws}."
    ),
    table.RoundClosed: Choice(
        lambda event: any(event.scores),
        {
            True: Phrase("Scores after round {round}: {scores}."),
            False: Phrase("Round {round} is closed."),
        },
    ),
    table.MatchOver: Choice(
        lambda event: (min(len(event.winners), 2), any(event.scores)),
        {
            (0, False): Phrase("Match over: nobody wins."),
            (0, True): Phrase("Match over: nobody wins. Scores: {scores}."),
            (1, False): Phrase("{winners} wins the match.", "You win the match."),
            (1, True): Phrase(
                "{winners} wins the match. Scores: {scores}.",
                "You win the match. Scores: {scores}.",
            ),
            (2, False): Phrase("{winners} share the match."),
            (2, True): Phrase("{winners} share the match. Scores: {scores}."),
        },
    ),
    table.Ignored: Phrase("Entry {index} does nothing: {reason}."),
    # the node
    node.TableOpened: Phrase("Table open: {name}, at {address} port {port}."),
    node.TableFound: Phrase("Table found: {name}, at {address} port {port}."),
    node.GuestSat: Phrase("{nickname} sat down: {taken} of {seats} seats are taken."),
    node.LinkUp: Phrase("{nickname} is connected."),
    node.LinkLost: Phrase("{nickname} lost the connection."),
    node.MoveSent: Phrase("Sending {token}."),
    node.RoundSealed: Phrase("Sealed: {signatures} seats signed the result at entry {index}."),
    node.Halted: Phrase("Stopped on purpose: {code}. {report}"),
}

# Parts of sentences, each with its form for "you".
NAMES_COLOR = Phrase(", names {color}", ", name {color}")
SWAPS = Phrase(", swaps hands with {target}", ", swap hands with {target}")
CALLS_UNO = Phrase(", calls UNO", ", call UNO")

COLORS = ("red", "yellow", "green", "blue")
FACES = (*map(str, range(10)), "Skip", "Reverse", "Draw Two")
WILDS = ("Wild", "Wild Draw Four", "Wild Shuffle Hands", "Wild Customizable")
HIDDEN = "a hidden card"
YOU, YOU_FIRST = "you", "You"
NOBODY = "nobody"
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

REASONS = {
    "round_over": "The round is over.",
    "waiting": "Wait: cards are being shuffled or opened.",
    "no_such_seat": "There is no such seat.",
    "not_active": "That seat is away or gone.",
    "not_your_turn": "It is not your turn.",
    "wrong_phase": "That does not belong to this moment of the turn.",
    "not_in_hand": "You do not hold that card.",
    "not_drawn": "After a draw only the drawn card may be played, or kept with k.",
    "no_match": "It matches neither the colour nor the number nor the symbol.",
    "not_one_card": "UNO is called only with exactly one card left after the move.",
    "not_exposed": "Nobody there forgot to call UNO, or it is too late.",
    "own_catch": "You cannot catch yourself; u calls UNO late.",
    "bad_target": "That card names no seat under these rules.",
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

HELP = """\
Type a number from the list, or a move:
  r5     play red 5; colours are r, y, g, b; +2 Draw Two, sk Skip, rv Reverse
  wi=b   play a Wild and name blue; w4=r is the Wild Draw Four
  r5!    play red 5 and call UNO; a number takes it too: 3!
  d, k   draw a card; keep the card you drew
  ok, ch take a penalty; challenge a Wild Draw Four
  u      call UNO late; c@2 catches seat 2 without the UNO call
Or ask:
  hand, h      your cards            top, t     the card to match
  players, p   who holds how many    last, l    what happened last
  legal, m     what you may do now   why r5, w r5   why a move is not legal
  help, ?      this                  quit, q    leave the table"""

YOUR_TURN = "Your turn. Top: {top}. You hold {held}: {hand}."
YOU_ANSWER = "You may act now, before the next turn."
ADD_UNO = "One card would be left: add ! to call UNO, as in {number}!."
DREW_CARD = "You drew {card}."
TURN_OF = "{name} is on turn."
WHICH_COLOR = "Which colour: r red, y yellow, g green or b blue?"
TOP = "{top} is on top; {color} is in force. Play goes {direction}."
TOP_WILD = "{top}, {color} in force"
TOP_OPENING = "{top} is on top; its colour is not named yet. Play goes {direction}."
PENDING = "A penalty of {cards} waits for an answer."
DIRECTIONS = {1: "clockwise", -1: "counter-clockwise"}
HAND = "You hold {held}: {hand}."
NOTHING_YET = "Nothing to see yet: the cards are not dealt."
NOTHING_LEGAL = "Nothing to do for you now."
PLAYER = "{name}, seat {seat}: {held}{turn}{called}{status}, score {score}."
ON_TURN, CALLED, STATUSES = ", on turn", ", called UNO", ("", ", away", ", gone")
ON_ITS_WAY = "Your move is on its way."
LEGAL = "That is legal now."
NOT_UNDERSTOOD = "Not understood: {text}. Type ? for help."
LEAVING = "You leave the table."
PROMPT = "> "

WELCOME = "You sit down with {bots}. Rules: {rules}. Type ? for help at any time."
KEPT = "Log kept: {log}\nRead it again with: unonet replay {log}"

PRESET_WORDS = {
    "classic": "the standard rules, points up to 500.",
    "quick": "one round is the match.",
    "modern": "the deck of 112 cards, one round.",
    "progressive": "a penalty may be passed on with the same card.",
    "seven-o": "a 7 swaps hands, a 0 passes all hands on.",
    "jump-in": "the same card may be played out of turn.",
    "party": "progressive, seven-o and jump-in together.",
    "elimination": "who lets another go out leaves the match.",
    "speed": "two decks, ten cards, jump-ins, draw until playable.",
    "pirate": "stacked penalties and seven-o.",
    "dos": "another game on the same table.",
    "dos-2": "another game on the same table.",
}
NOT_BUILT = " (not built yet)"

RULES_ALWAYS = (
    "Play a card that matches the colour, the number or the symbol, or any wild; or draw one card.",
    "The drawn card may be played at once, or kept.",
    "Skip, Reverse, Draw Two: the next seat loses its turn, the direction turns, the next seat "
    "draws two and loses its turn. With two seats a Reverse is a Skip.",
    "Call UNO with the play that leaves you one card, or late while nobody has moved on.",
    "The first empty hand wins the round.",
)
RULE_WORDS: dict[str, dict[str, str]] = {
    "deck": {
        "108": "Deck: 108 cards.",
        "112": "Deck: 112 cards, with one Wild Shuffle Hands and three Wild Customizable.",
    },
    "decks": {
        "1": "One deck is used.",
        "*": "{value} decks are shuffled together.",
    },
    "hand_size": {"*": "Each seat gets {value} cards."},
    "match": {
        "points": "The winner of a round scores the cards of the others.",
        "round": "One round is the match.",
        "lowest": "Each seat scores its own cards, and the lowest total wins.",
    },
    "target": {"*": "A match by points ends at {value}."},
    "opening_reverse": {
        "dealer": "After an opening Reverse the dealer starts.",
        "right": "After an opening Reverse the dealer's right starts.",
    },
    "stacking": {
        "off": "A penalty cannot be passed on.",
        "same": "A penalty may be passed on with the same kind of card.",
        "any": "A penalty may be passed on, also a Draw Two with a Wild Draw Four.",
    },
    "seven_zero": {
        "off": "7 and 0 are plain numbers.",
        "on": "A 7 swaps hands with a seat of your choice; a 0 passes every hand on.",
    },
    "jump_in": {
        "off": "Nobody plays out of turn.",
        "exact": "Who holds the same coloured card may play it out of turn.",
        "all": "Who holds the same card, wilds too, may play it out of turn.",
    },
    "draw": {
        "one": "Who draws, draws one card.",
        "until_playable": "Who draws, draws until a card can be played.",
    },
    "force_play": {
        "off": "A drawn card need not be played.",
        "on": "A drawn card that can be played must be played.",
    },
    "wild_draw_four": {
        "challenge": "A Wild Draw Four is honest without a card of the colour in force in hand. "
        "The next seat may challenge: a bluffer draws the 4, a wrong challenger draws 6.",
        "free": "A Wild Draw Four may always be played, and nobody challenges.",
        "strict": "A Wild Draw Four may be played only without a card of the colour in force.",
    },
    "customizable": {
        "none": "A Wild Customizable is a Wild.",
        "skip_next": "A Wild Customizable skips the next seat.",
        "next_draws_2": "After a Wild Customizable the next seat draws two.",
        "others_draw_1": "After a Wild Customizable every other seat draws one.",
        "swap": "A Wild Customizable swaps hands with a seat of your choice.",
    },
    "uno_penalty": {"*": "Caught without the UNO call: draw {value}."},
    "finish": {
        "any": "Any card may be the last one.",
        "no_wild": "A wild cannot be the last card.",
        "no_action": "Neither an action card nor a wild can be the last card.",
        "no_draw_four": "A Wild Draw Four cannot be the last card.",
    },
    "elimination": {
        "off": "Nobody leaves the match by losing a round.",
        "enabler": "Whose play let another go out leaves the match.",
        "most_cards": "Who holds the most cards leaves the match.",
        "points": "Who reaches the target leaves the match.",
    },
    "turn_seconds": {
        "0": "A turn takes as long as it takes.",
        "*": "A turn takes {value} seconds.",
    },
}
"""A sentence for each option and value of a ruleset; ``*`` for any number."""

# A scenario file, read by a person.
MALFORMED = "Malformed at line {line}: {reason}."
ILLEGAL_AT = "Illegal move {move}, {token}: {reason}"
SEAT_LINE = "Seat {seat}: {hand}{notes}.{legal}"
MAY = " May: {tokens}."
NO_CARDS = "no cards"
EXPOSED = ", can be caught"
ENDED = "Round over: {winner} wins ({reason}). Points: {points}."
PERFT = "Legal sequences of exactly {depth} moves: {nodes}."
