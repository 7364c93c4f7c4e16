"""``unonet verify --explain``: in words, what a log proves, what it does not, what nobody can know.

The claims are those of SECURITY.md, no more and no less.
"""

from __future__ import annotations

ALWAYS = (
    "",
    "What was proved, from this file and nothing else:",
    "* Nothing was changed. Each entry carries the hash of the one before it ({chain} links), the "
    "leader's signature and, for a move, its author's: {signatures} signatures hold.",
    "* Everybody agreed. A quorum of the {seats} seats signed that each entry is final, together "
    "with the state that followed from it; every round that ended is sealed by all seats that were "
    "left ({seals} so far).",
    "* The rules were kept. All {rules} entries were played again through the rules, and give the "
    "same states and scores that the seats signed.",
    "* Nobody chose the order of the cards. Every seat put in a random number that it had to fix "
    "before it saw the others: one honest seat is enough. Whoever goes before he opens his number "
    "can stop a shuffle, visibly, and gets a new one.",
)

DEALS = {
    "sealed": (
        "* No card was added, changed or dropped. {mixes} times a seat mixed cards while they were "
        "encrypted, and proved that they stayed the same cards.",
        "* Each card went where it had to. {shares} times a seat handed on its part of the key of "
        "a card, with a proof that it was the right part.",
        "* Each card that was laid, shown or judged was the one dealt: {plays} moves hold.",
        "",
        "What was not proved, and cannot be:",
        "* That nobody looked. Fewer than {threshold} seats together learn no hidden card of the "
        "others; {threshold} seats that work together can read all of them and leave no trace. A "
        "person answers for the bots at its machine: they count as one.",
        "* That a player did not tell another one what it holds.",
        "* That a time-out was due, that a leader did not delay moves or choose between racing "
        "ones, who stood behind a key, and that no entries after the last seal were cut off.",
        "* A seat that could have stopped the match did not; at two seats either one can.",
    ),
    "open": (
        "",
        "What was not proved, and cannot be:",
        "* That nobody looked. This deal was open: the program of every seat knew every card.",
        "* That a time-out was due, that a leader did not delay moves or choose between racing "
        "ones, who stood behind a key, and that no entries after the last seal were cut off.",
    ),
}
