"""What ``unonet simulate`` and ``unonet stats`` say."""

from __future__ import annotations

PROGRESS = "{done} of {games} games played, about {left:.0f} seconds to go."
HEAD = "bot         seats    wins   share   95 % interval    even     points"
ROW = (
    "{bot:<10} {seats:>6} {wins:>7} {share:>6.1f}%  {low:>5.1f}% to {high:>4.1f}%  "
    "{even:>5.1f}% {points:>10}"
)
SUMMARY = (
    "{games} games, {moves_per_game} moves each, in {seconds:.1f} s: {games_per_s:.0f} games and "
    "{moves_per_s} moves a second. Seed: {seed}."
)
UNWON = "Without a winner: {without_winner}."

# Logs summed up.
MATCHES = "{matches}."
NO_MATCHES = "No match is kept here yet. Play one: unonet play."
BOT = " (bot {bot})"
PLAYER = (
    "{who}, key {key}: won {wins} of {games} and {rounds_won} of {rounds}, {points} points. "
    "Missed {calls}, caught {caught} times. Won {challenges_won} of {challenges} challenges. "
    "Longest stack: {longest_stack}."
)
UNREAD = "Left out, {log}: {reason} ({code})."
