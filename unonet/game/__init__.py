"""UNO as rules over slots: cards, rulesets, moves, the engine, scoring, matches and scenarios.

It knows seats and card types; it does not know how cards are hidden, who sits at the table, what
time it is or where bytes come from.
"""

from unonet.game.cards import CARD_TEXTS, COLORS, DECKS, HIDDEN, parse_card
from unonet.game.engine import apply, dealt, opened, record, settle, start, up, verdict
from unonet.game.events import Event, Outcome
from unonet.game.legality import REASONS, legal_moves, must_prove, slot_to_play, why_illegal
from unonet.game.match import MatchState, draw_dealer, next_dealer
from unonet.game.moves import Move, Record, RecordKind, Verb
from unonet.game.notation import parse_move, parse_record
from unonet.game.ruleset import CLASSIC, OPTIONS, PRESETS, Ruleset
from unonet.game.state import PHASE_NAMES, State, Status, Want, WantKind
from unonet.game.view import PlayerView, view

__all__ = [
    "CARD_TEXTS",
    "CLASSIC",
    "COLORS",
    "DECKS",
    "HIDDEN",
    "OPTIONS",
    "PHASE_NAMES",
    "PRESETS",
    "REASONS",
    "Event",
    "MatchState",
    "Move",
    "Outcome",
    "PlayerView",
    "Record",
    "RecordKind",
    "Ruleset",
    "State",
    "Status",
    "Verb",
    "Want",
    "WantKind",
    "apply",
    "dealt",
    "draw_dealer",
    "legal_moves",
    "must_prove",
    "next_dealer",
    "opened",
    "parse_card",
    "parse_move",
    "parse_record",
    "record",
    "settle",
    "slot_to_play",
    "start",
    "up",
    "verdict",
    "view",
    "why_illegal",
]
