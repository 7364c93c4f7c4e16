"""A ruleset as sentences: what each option means, or only those that differ from classic.

Finds every sentence in ``phrases.rules``; decides nothing about the game.
"""

from __future__ import annotations

from collections.abc import Iterable

from unonet.game.ruleset import OPTIONS, Ruleset
from unonet_cli.phrases.rules import DIFFERS, NOT_SAID, NOTHING, RULE_WORDS
from unonet_cli.presenter import rules_changed


def changes(ruleset: Ruleset) -> str:
    """``Differs from classic: match=round.``"""
    return DIFFERS.format(changes=rules_changed(ruleset.differences()) or NOTHING)


def sentences(ruleset: Ruleset, options: Iterable[str] = OPTIONS) -> list[str]:
    """What ``options`` of ``ruleset`` mean, in the order of a page, without what says nothing."""
    values = {name: str(getattr(ruleset, name)) for name in OPTIONS}
    wanted = set(options)
    return [
        _sentence(ruleset, words, values[option])
        for option, words in RULE_WORDS.items()
        if option in wanted and not _idle(option, values)
    ]


def differing(ruleset: Ruleset) -> list[str]:
    """The sentences of the options that differ from classic."""
    return sentences(ruleset, dict(ruleset.differences()))


def _idle(option: str, values: dict[str, str]) -> bool:
    return any(values[other] in idle for other, idle in NOT_SAID.get(option, {}).items())


def _sentence(ruleset: Ruleset, words: dict[str, str], value: str) -> str:
    cards = sum(ruleset.counts()) // ruleset.decks
    return (words.get(value) or words["*"]).format(value=value, cards=cards, target=ruleset.target)
