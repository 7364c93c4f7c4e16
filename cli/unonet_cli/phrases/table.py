"""A talk with a person at a table: prompts, answers, help."""

from __future__ import annotations

HELP = """\
Type a number from the list, or a move:
  r5     play red 5; colours are r, y, g, b; +2 Draw Two, sk Skip, rv Reverse
  wi=b   play a Wild and name blue; w4=r is the Wild Draw Four
  names  work too: red 5, blue draw two, wild green, red 5 uno, draw, keep
  r5!    play red 5 and call UNO; a number takes it too: 3!
  r7@2   play a card that swaps hands with seat 2; wc=b@2 with a Wild Customizable
  >r5    jump in with red 5 out of turn
  d, k   draw a card; keep the card you drew
  ok, ch take a penalty; challenge a Wild Draw Four
  u      call UNO late; c@2 catches seat 2 without the UNO call
Or ask:
  hand, h      your cards            top, t     the card to match
  players, p   who holds how many    last, l    what happened last
  legal, m     what you may do now   why r5, w r5   why a move is not legal
  words, a     the table's words     chat, c    TEXT, or 1 to 8 for a ready-made phrase
  help, ?      this                  quit, q    close the table (Ctrl-C: or leave it)"""

WATCHING = "You are watching. Type ? for what you may ask, q to leave."
WATCH_HELP = """\
While you watch:
  top, t       the card to match     players, p   who holds how many
  last, l      what happened last    words, a     the table's words
  help, ?      this                  quit, q      leave; the match goes on"""
ONLY_WATCHING = "You are watching: you hold no cards, and nobody hears you. Type ? for help."
STOPS_WATCHING = "You leave; the match goes on without you."

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
PENALTY_FIRST = "A penalty of {cards} comes first. You may: {choices}"
ON_ITS_WAY = "Your move is on its way."
LEGAL = "That is legal now."
NOT_UNDERSTOOD = "Not understood: {text}. Type ? for help."
CLOSING = "You close the table; `unonet resume` takes you back to it."
LEAVE_OR_CLOSE = (
    "Leave the table for good (l: the others go on without you), or only close it "
    "(c: you can come back with `unonet resume`)? Enter: stay. "
)
CLOSE_ONLY = (
    "The others cannot go on without you: your seat orders all moves. Close the table "
    "(c: you can come back with `unonet resume`)? Enter: stay. "
)
LEAVING = "You leave for good, as soon as the others have that on disk. Ctrl-C: close at once."
STAYING = "You stay."
PROMPT = "> "

WELCOME = "You sit down with {bots}. Rules: {rules}. Type ? for help at any time."
KEPT = "Log kept: {log}"
FORGOTTEN = "The secrets of this seat are erased: it can only look on from now on. Log kept: {log}"

CHAT = (
    "Hello!",
    "Well played!",
    "Thank you.",
    "Hurry up, please.",
    "One moment, please.",
    "Sorry!",
    "That was close!",
    "Good game!",
)
"""Canned phrases: on the way each is #1 to #8, so that everybody reads it in their own language."""
