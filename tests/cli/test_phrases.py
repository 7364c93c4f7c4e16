"""Every event has its sentence, and every sentence names only what its event has."""

from __future__ import annotations

import inspect
import string
from collections.abc import Iterator
from typing import get_args

import pytest

from unonet.game import OPTIONS, PRESETS, REASONS, Outcome, Verb
from unonet.game.events import Event as GameEvent
from unonet.game.ruleset import Ruleset
from unonet.node.events import NodeEvent
from unonet.table.events import TableEvent
from unonet_cli.phrases import events, rules, words
from unonet_cli.phrases.events import Choice, Phrase
from unonet_cli.presenter import DERIVED, OPTIONAL

EVENTS = [*get_args(GameEvent), *get_args(TableEvent), *get_args(NodeEvent)]


def said_of(event: type) -> Iterator[Phrase]:
    entry = events.PHRASES[event]
    yield from entry.phrases.values() if isinstance(entry, Choice) else (entry,)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_there_is_a_phrase_for_every_event_and_no_other() -> None:
    assert set(events.PHRASES) == set(EVENTS)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_phrase_names_only_fields_of_its_event(event: type) -> None:
    fields = set(inspect.signature(event).parameters)
    if "outcome" in fields:
        fields |= set(Outcome._fields)
    for more in (OPTIONAL, DERIVED):
        fields |= {name for name, (of, _) in more.items() if of in fields}
    for phrase in said_of(event):
        assert placeholders(phrase.they) | placeholders(phrase.you) <= fields


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_sentence_is_one_whole_sentence(event: type) -> None:
    for phrase in said_of(event):
        for text in filter(None, phrase):
            assert text.endswith((".", "{report}", "{said}", "{log}"))
            assert "\n" not in text


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_you_is_said_only_where_somebody_comes_first(event: type) -> None:
    for phrase in said_of(event):
        assert not phrase.you or phrase.they.startswith(("{", "Dealer: {dealer}"))


def test_every_reason_of_the_rules_has_words() -> None:
    assert set(words.REASONS) == set(REASONS) | {"stale"}


def test_every_verb_has_words() -> None:
    assert set(words.MOVES) == {verb.name for verb in Verb}


def test_every_preset_and_option_has_words() -> None:
    assert set(rules.PRESET_WORDS) == set(PRESETS)
    assert set(rules.RULE_WORDS) == set(OPTIONS)


def test_every_named_value_of_an_option_has_words() -> None:
    for option, sentences in rules.RULE_WORDS.items():
        for value in getattr(OPTIONS[option], "values", ()):
            assert value in sentences or "*" in sentences
        assert str(getattr(Ruleset(), option)) in sentences or "*" in sentences


def test_plurals() -> None:
    assert (words.cards(1), words.cards(0), words.cards(2)) == (
        "1 card",
        "0 cards",
        "2 cards",
    )
