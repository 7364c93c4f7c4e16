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
        "*": "A turn should take {value} seconds at most; no clock runs yet.",
    },
}
"""A sentence for each option and value of a ruleset; ``*`` for any number."""
