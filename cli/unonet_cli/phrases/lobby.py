"""A talk with a person in a lobby: prompts, answers, help."""

from __future__ import annotations

HELP = """\
In the lobby:
  ready, r      you agree to the rules and the players as they are now
  unready, u    you do not, or not any more
  players, p    who sits here, who is ready, whose programs could read the deck
  rules, l      the rules of this table
  words, w      the four words that everybody should read the same
  chat, t TEXT  say something; chat 1 to chat 8 are ready-made (chat alone lists them)
  help, ?       this
  quit, q       leave the table"""

HOST_HELP = """\
As the host:
  start, s      begin with those who sit, though seats are free
  bots, b N     N bots of yours take free seats
  kick, k NAME  send somebody away for good
  rules NAME    other rules: a preset and options, as in: rules classic target=300"""

READY_WHEN = "Type ready when you want to play, ? for help."
AGAIN = "Play again? Type ready for another match with the same company, quit to leave."
ALONE = "Nobody else is here yet. Type bots 1 for a bot, ? for help, quit to leave."
SEAT_LINE = "{name}: {notes}."
NOTE_YOU, NOTE_HOST, NOTE_BOT, NOTE_BOT_OF = "you", "host", "bot", "bot of {operator}"
NOTE_READY, NOTE_NOT_READY = "ready", "not ready"
FREE = "{seats} of {wanted} seats are taken."
RULES = "Rules of this table: {rules}, hash {hash}. All of them in words: unonet rules."
NO_TERMS = "There is nothing to agree to while you are alone."
NO_WORDS = "There are no words yet: they come with the second player."
WORDS = "Everybody should read the same four words: {words}. If not, somebody sits in between."
WAITING_FOR = "You will be ready once there is a link to {names}."
NOT_READY = "You are not ready."
WHY_NOT = {
    "alone": "Nobody else is here: a match needs two.",
    "not_ready": "Not yet: {names} must be ready first.",
    "too_few": "Not yet: these rules need more seats.",
    "apart": "Not yet: {pairs} cannot reach each other.",
}
PAIR, SOME = "{first} and {second}", "some"
CANNOT_REACH = " cannot reach each other."
ONLY_HOST = "Only the host does that."
KICKED = "{name} was sent away."
NOBODY_CALLED = "No guest is called {name}."
KICK_WHOM = "Whom? Type kick and the name."
HOW_MANY_BOTS = "How many? Type bots and a number, as in: bots 2."
BOTS = "{bots} will sit here."
NO_SUCH_RULES = "These rules cannot be played: {reason}."
CANNED = "chat {number}: {text}"
LEAVING = "You leave the lobby."

# Before the lobby.
UNFINISHED = "You have a seat in a match with {names} that is not over."
GO_BACK = "Go back to it? Enter: yes; n: look for another table. "
WAY_BACK = "`unonet resume` takes you back to it."
BACK = "Your match with {names} is not over: back to your seat."
LOOKING = "Looking for tables on this network."
BY_NAME = "These are no address words: {why}. So a table of that name is looked for."
WHICH_TABLE = "Which table? Type its number."
WHICH_MATCH = "Which match? Type its number."
NUMBERED = "{number} {choice}"
MATCH = "with {names}, last played {seen}"
CHOICE = "{name}: {taken} of {seats} seats, rules {rules}, {state}, {door}."
CODE = "Join code, seven words: "
BAD_CODE = "That is no join code: {reason}."
NOT_A_NUMBER = "Type a number from 1 to {count}."
