"""What happened, one sentence an event, keyed by its class.

A placeholder names a field of the event; ``presenter`` puts its words there.
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


_OPEN_DECK = Phrase(
    "The deal is open: every program at this table sees all cards, though it shows only yours."
)

PHRASES: dict[type, Phrase | Choice] = {
    # the game
    game.RoundStarted: Phrase("{dealer} deals the cards.", "You deal the cards."),
    game.CardUp: Phrase("Opening card: {card}."),
    game.CardBuried: Phrase("{card} came up and goes to the bottom; the next card is turned up."),
    game.Played: Phrase(
        "{seat} plays {card}{color_named}{swap}{uno_called}.",
        "You play {card}{color_named}{swap}{uno_called}.",
    ),
    game.JumpedIn: Phrase("{seat} jumps in.", "You jump in."),
    game.SwappedHands: Phrase("{seat} and {other} hold each other's cards now."),
    game.RotatedHands: Phrase("Every hand moves on by one seat."),
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
    game.Riffled: Phrase("{seat} riffles the hand.", "You riffle your hand."),
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
    game.Eliminated: Phrase("{seat} is out of the match.", "You are out of the match."),
    # the table
    table.Agreed: Phrase(
        "Agreed: {nicknames} signed the same rules. Table {table_id}, in words: {table_words}."
    ),
    table.SessionStarted: Phrase("{seat} is here.", "You are here."),
    table.Committed: Phrase(
        "{seat} committed to a secret for the shuffle.",
        "You committed to a secret for the shuffle.",
    ),
    table.Opened: Phrase(
        "{seat} opened the secret, and it fits the commitment.",
        "You opened the secret, and it fits the commitment.",
    ),
    table.Disproved: Phrase(
        "{seat} opened something else than the commitment and is out of the match: "
        "entry {index} proves it.",
        "You opened something else than your commitment and are out of the match: "
        "entry {index} proves it.",
    ),
    table.KeysMade: Phrase(
        "The keys of this round stand: only {threshold} of {seats} seats together can open a card."
    ),
    table.Complained: Phrase(
        "{seat} shows that the key share from {dealer} is bad.",
        "You show that the key share from {dealer} is bad.",
    ),
    table.Mixed: Phrase(
        "{seat} mixed the deck, {progress}, and proved that no card was added, dropped or seen.",
        "You mixed the deck, {progress}, and proved that no card was added, dropped or seen.",
    ),
    table.RoundVoid: Phrase(
        "The round is void: too few seats are left to open its cards. The scores stay."
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
    node.Seated: Phrase("At this table you are called {nickname}."),
    node.GuestSat: Phrase(
        "{nickname} sat down: {taken} of {seats} seats are taken.",
        "You sat down: {taken} of {seats} seats are taken.",
    ),
    node.HardToFind: Phrase(
        "Others may not find the table by themselves ({problem}): tell them its address, or the "
        "five words."
    ),
    node.OnlyHere: Phrase("No network: only programs on this machine can come to the table."),
    node.WayIn: Phrase(
        "Others join with: unonet join {address}:{port}, or with the words: {spoken}."
    ),
    node.CodeSet: Phrase("The table is closed. Its join code, for those you invite: {code}."),
    node.GuestLeft: Phrase(
        "{nickname} left: {taken} of {seats} seats are taken.",
        "You left: {taken} of {seats} seats are taken.",
    ),
    node.TermsShown: Phrase("Everybody should read the same four words: {table_words}."),
    node.RulesProposed: Phrase("Rules of this table: {rules_named}."),
    node.SeatReady: Phrase("{nickname} is ready.", "You are ready."),
    node.SeatUnready: Phrase("{nickname} is not ready any more.", "You are not ready any more."),
    node.PairApart: Phrase(
        "{first} and {second} cannot reach each other: nobody can start before they do."
    ),
    node.PairTogether: Phrase("{first} and {second} reach each other now."),
    node.CountdownStarted: Phrase("Starting in {seconds} seconds, unless somebody says unready."),
    node.CountdownStopped: Phrase("The start is called off."),
    node.DeckReaders: Choice(
        lambda event: (event.deal, event.own > 1),
        {
            ("open", False): _OPEN_DECK,
            ("open", True): _OPEN_DECK,
            ("sealed", False): Phrase(
                "Any {threshold} of these {seats} seats together could read the deck."
            ),
            ("sealed", True): Phrase(
                "Any {threshold} of these {seats} seats together could read the deck; "
                "{nickname} answers for {own} of them."
            ),
        },
    ),
    node.Met: Choice(
        lambda event: event.sighting,
        {
            "new": Phrase("{nickname} is new to you; the key in words: {key_words}."),
            "known": Phrase("{nickname} is known to you, with the same key as before."),
            "renamed": Phrase("{nickname} is known to you as {before}, with the same key."),
            "took the name of another": Phrase(
                "WARNING: {nickname} is the one you know as {before}, by the same key, and uses "
                "the name of somebody else you know."
            ),
            "name of another key": Phrase(
                "WARNING: {nickname} is not the {before} you know: the name is the same, the key "
                "is another one. Ask before you play whether these are the words of the new key: "
                "{key_words}."
            ),
        },
    ),
    node.WatcherCame: Phrase("{nickname} is watching."),
    node.WatcherLeft: Phrase("{nickname} stopped watching."),
    node.CompanyGone: Phrase("The host is gone: there is no other match at this table."),
    node.ChatHeard: Phrase("{nickname} says: {said}", "You say: {said}"),
    node.LogKept: Phrase("Log kept: {log}"),
    node.LinkUp: Phrase("{nickname} is connected."),
    node.LinkLost: Choice(
        lambda event: event.why,
        {
            "gone": Phrase("{nickname} has closed the game, and may come back."),
            "ended": Phrase("{nickname} lost the connection: the other end closed it."),
            "silent": Phrase("{nickname} lost the connection: nothing is heard any more."),
            "broken": Phrase("{nickname} lost the connection: the network failed."),
            "breach": Phrase("{nickname} lost the connection: it said what nobody may say."),
            "replaced": Phrase("{nickname} lost the connection, and has a new one."),
            "forgotten": Phrase("{nickname} lost the connection: it has no place here any more."),
        },
    ),
    node.Waiting: Phrase("The table waits for {nicknames}."),
    node.GoingOn: Phrase("The table goes on."),
    node.Resumed: Phrase("Back at the table; {entries} entries of its log are final."),
    node.Sidelined: Phrase(
        "What this seat had to keep secret is lost: it only looks on, and the table waits for it "
        "wherever it is needed."
    ),
    node.MoveSent: Phrase("Sending {token}."),
    node.RoundSealed: Phrase("Sealed: {signatures} seats signed the result at entry {index}."),
    node.Halted: Phrase("Stopped on purpose: {code}. {report}"),
}

QUIET = (
    *(table.SessionStarted, table.Committed, table.Opened, table.Ignored, node.MoveSent),
    game.SwappedHands,
)
"""What a person at a table need not hear, or hears with the play; logs show it on demand."""

# Parts of sentences, each with its form for "you".
NAMES_COLOR = Phrase(", names {color}", ", name {color}")
SWAPS = Phrase(", swaps hands with {target}", ", swap hands with {target}")
CALLS_UNO = Phrase(", calls UNO", ", call UNO")
