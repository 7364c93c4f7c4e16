"""What commands report: positions, the demo, tables on the network, audits."""

from __future__ import annotations

# A scenario file, read by a person.
MALFORMED = "Malformed at line {line}: {reason}."
ILLEGAL_AT = "Illegal move {move}, {token}: {reason}"
SEAT_LINE = "Seat {seat}: {hand}{notes}.{legal}"
MAY = " May: {tokens}."
NO_CARDS = "no cards"
EXPOSED = ", can be caught"
ENDED = "Round over: {winner} wins ({reason}). Points: {points}."
PERFT = "Legal sequences of exactly {depth} moves: {nodes}."

# The demo.
PEERS_START = (
    "{peers} peers start, each a process with a key and a home of its own. Rules: {rules}."
)
DEALS = {
    "sealed": (
        "The deck is sealed: one honest peer is enough for an order that nobody chose, and fewer "
        "than {threshold} peers together cannot read a card of another hand."
    ),
    "open": (
        "NOTE: the deal is open, for teaching. One honest peer is enough for an order that nobody "
        "chose, but every peer's program knows every card, hands included."
    ),
}
IDENTICAL = "Identical: all {peers} peers hold the same state, {state}."
DIFFERENT = "DIFFERENT: the {peers} peers do not hold the same state. This is a bug."
VERIFIED = "Verified: {peers} logs of {entries} entries, from the files alone."
NOT_VERIFIED = "NOT VERIFIED: see `unonet verify` for each log below."
TIME = "Time: {wall_s:.1f} s, {setup_s:.1f} s of it from the signed rules to the first turn."
LOG = "Log: {log}"
READ_AGAIN = "Read it again with: unonet replay {log}"
STOPPED = "The demo stopped: {reason}."
HOMES_KEPT = "The homes of its peers are kept under --home, in demo/."
NO_RESULT = "no result after {limit_s:.0f} seconds"

# Tables on the network.
TABLES = "{tables} on this network."
NO_TABLES = "No tables on this network.\nOpen one: unonet host, or play against bots: unonet play."
TABLE = (
    "{name}: {taken} of {seats} seats, rules {rules}, {state}, {door}{pulse}. "
    "Id {id}, at {address} port {port}."
)
TABLE_NEWS = {"came": "New: ", "changed": "Changed: ", "gone": "Gone: "}
STATES = {"lobby": "waiting for players", "play": "playing"}
DOORS = {True: "closed", False: "open"}
NO_PULSE = ", does not answer"

# Keys and people.
OWN_KEY = "Your key: {key}, in short {fingerprint}."
OWN_WORDS = "In words, for others to compare: {words}."
MET_NOBODY = "You have met nobody yet."
MET = "You have met {players}, the last one first:"
MET_ONE = (
    "{nickname}, key {fingerprint}, in words {words}; first met {first_seen}, last {last_seen}."
)

# An audit.
OK = "OK: {log}."
NOT_OK = "NOT OK: {log}."
EXTENT = "{entries}, {rounds}, {seats} seats; the match is {result}."
CHECKED = "  {number:>7} {what}"
CHECKS = {
    "signatures": "signatures of authors, leaders, acknowledgers and seals",
    "chain": "links from entry to entry",
    "mixes": "steps of sealed shuffles",
    "shares": "shares of sealed cards",
    "plays": "plays against the cards dealt",
    "rules": "moves by the rules",
    "seals": "seals, each of a round and by every live seat",
}
FAULT = "At {places}: {reason} ({code})."
PLACES = {"index": "entry {}", "offset": "byte {}", "seat": "signed by seat {}"}
NO_PLACE = "the file"
UNKNOWABLE = (
    "Cannot be known from a log: whether a time-out was really due, whether a leader delayed "
    "moves or chose between racing ones, who stood behind a key, and whether entries after the "
    "last seal were cut off."
)

# A log, entry by entry.
EXPORTED_SEAT = "# seat {seat}: {name}"
EXPORTED_ROUND = "# round {round}, seat {dealer} deals"
LEADER, SEAT = "leader", "seat {seat}"
NOTHING_DONE = " (does nothing: {reason})"
