"""A ruleset in words: presets, and a sentence for each value of each option."""

from __future__ import annotations

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
DIFFERS = "Differs from classic: {changes}."
NOTHING = "nothing"

RULES_ALWAYS = (
    "Play a card that matches the colour, the number or the symbol, or any wild; or draw.",
    "Skip, Reverse: the next seat loses its turn, the direction turns. With two seats a Reverse "
    "is a Skip.",
    "Call UNO with the play that leaves you one card, or late while nobody has moved on.",
    "The first empty hand wins the round; after a last Draw Two or Wild Draw Four the next seat "
    "draws first.",
)
RULE_WORDS: dict[str, dict[str, str]] = {
    "deck": {
        "108": "Deck: 108 cards.",
        "112": "Deck: 112 cards, with three Wild Customizable and one Wild Shuffle Hands, which "
        "collects all hands and deals them again.",
        "*": "Deck: {cards} cards of the table's own choice.",
    },
    "decks": {
        "1": "One deck is used.",
        "*": "{value} decks are shuffled together.",
    },
    "hand_size": {"1": "Each seat gets 1 card.", "*": "Each seat gets {value} cards."},
    "match": {
        "points": "The winner of a round scores the cards of the others.",
        "round": "One round is the match.",
        "lowest": "Each seat scores its own cards, and the lowest total wins.",
    },
    "target": {"*": "The match ends when a score reaches {value}."},
    "opening_reverse": {
        "dealer": "After an opening Reverse the dealer starts.",
        "right": "After an opening Reverse the dealer's right starts.",
    },
    "stacking": {
        "off": "A Draw Two: the next seat draws two and loses its turn. A penalty cannot be "
        "passed on.",
        "same": "Who faces a penalty may pass it on with the same kind of card, Draw Two on Draw "
        "Two, Wild Draw Four on Wild Draw Four; whoever cannot or will not takes the sum and loses "
        "the turn.",
        "any": "Who faces a penalty may pass it on with the same kind of card, a Draw Two also "
        "with a Wild Draw Four; whoever cannot or will not takes the sum and loses the turn.",
    },
    "seven_zero": {
        "off": "7 and 0 are plain numbers.",
        "on": "A 7 swaps hands with a seat of your choice; a 0 passes every hand on in the "
        "direction of play. As a last card neither does anything.",
    },
    "jump_in": {
        "off": "Nobody plays out of turn.",
        "exact": "Who holds the very card that was just played, colour and face, may play it out "
        "of turn, and play goes on from there; wilds cannot.",
        "all": "Who holds the very card that was just played, wilds too, may play it out of turn, "
        "and play goes on from there.",
    },
    "draw": {
        "one": "Who draws, draws one card and plays that or keeps it.",
        "until_playable": "Who draws, draws until a card can be played, and plays that or keeps "
        "it.",
    },
    "force_play": {
        "off": "A drawn card need not be played.",
        "on": "A drawn card that can be played must be played, a Wild Draw Four excepted.",
    },
    "wild_draw_four": {
        "challenge": "A Wild Draw Four: the next seat draws four and loses its turn. It is honest "
        "without a card of the colour in force in hand; the next seat may challenge: a bluffer "
        "draws the penalty, a wrong challenger two more.",
        "free": "A Wild Draw Four: the next seat draws four and loses its turn. It may always be "
        "played, and nobody challenges.",
        "strict": "A Wild Draw Four: the next seat draws four and loses its turn. It may be played "
        "only without a card of the colour in force in hand, and the play proves it.",
    },
    "customizable": {
        "none": "A Wild Customizable is a Wild.",
        "skip_next": "A Wild Customizable is a Wild and skips the next seat.",
        "next_draws_2": "A Wild Customizable is a Wild, and the next seat draws two and keeps its "
        "turn.",
        "others_draw_1": "A Wild Customizable is a Wild, and every other seat draws one.",
        "swap": "A Wild Customizable is a Wild and swaps hands with a seat of your choice.",
    },
    "uno_penalty": {
        "0": "Caught without the UNO call: nothing is drawn.",
        "*": "Caught without the UNO call: draw {value}.",
    },
    "finish": {
        "any": "Any card may be the last one.",
        "no_wild": "A wild cannot be the last card.",
        "no_action": "Neither an action card nor a wild can be the last card.",
        "no_draw_four": "A Wild Draw Four cannot be the last card.",
    },
    "elimination": {
        "off": "Nobody leaves the match by losing a round.",
        "enabler": "Who was the last to play before another went out leaves the match; the last "
        "seat left wins it.",
        "most_cards": "Who holds the most cards at the end of a round leaves the match; the last "
        "seat left wins it.",
        "points": "Each seat scores its own cards; who reaches {target} leaves the match, and the "
        "last seat left wins it.",
    },
    "turn_seconds": {
        "0": "A turn takes as long as it takes.",
        "*": "A turn should take {value} seconds at most; no clock runs yet.",
    },
}
"""A sentence for each option and value of a ruleset; ``*`` for any other value."""

_ELIMINATING = ("enabler", "most_cards", "points")
NOT_SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "match": {"elimination": _ELIMINATING},
    "target": {"elimination": _ELIMINATING, "match": ("round",)},
    "customizable": {"deck": ("108",)},
    "elimination": {"elimination": ("off",)},
}
"""By option: values of others (or its own) under which it is not worth a sentence."""
