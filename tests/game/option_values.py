"""The table of options of docs/rules.md section 8, row by row; some of many numbers."""

from __future__ import annotations

OPTION_ROWS = {
    "R8.option_deck": {"deck": "108 112", "decks": "1 2 3 4", "hand_size": "1 7 20"},
    "R8.option_match": {"match": "points round lowest", "target": "50 500 5000"},
    "R8.option_opening_reverse": {"opening_reverse": "dealer right"},
    "R8.option_stacking": {
        "stacking": "off same any",
        "seven_zero": "off on",
        "jump_in": "off exact all",
    },
    "R8.option_draw": {"draw": "one until_playable", "force_play": "off on"},
    "R8.option_wild_draw_four": {
        "wild_draw_four": "challenge free strict",
        "customizable": "none skip_next next_draws_2 others_draw_1 swap",
    },
    "R8.option_uno_penalty": {
        "uno_penalty": "0 2 10",
        "finish": "any no_wild no_action no_draw_four",
    },
    "R8.option_elimination": {"elimination": "off enabler most_cards points"},
    "R8.option_turn_seconds": {"turn_seconds": "0 60 3600"},
}
