"""``unonet rules``: any ruleset in words, and what differs from classic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from unonet_cli.commands import choices
from unonet_cli.options import Common


def rules(
    common: Common,
    preset: Annotated[
        str | None, typer.Argument(metavar="[PRESET]", help="One of the presets.")
    ] = None,
    rule: choices.Rule = None,
) -> None:
    """Explain a ruleset in words, or list the presets."""
    from unonet.game import PRESETS

    output = common.output()
    if preset is None and not rule:
        shown = [described(name) for name in PRESETS]
        if common.json:
            output.result(shown)
        for one in () if common.json else shown:
            output.say(_line(one))
        return
    one = described(preset or "classic", choices.options_of(rule))
    if common.json:
        output.result(one)
    for sentence in () if common.json else _page(one):
        output.say(sentence)


def described(preset: str, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A ruleset as JSON, every value as it is typed; null ``options`` for another game.

    Raises BadRuleset for what does not exist or does not go together.
    """
    from unonet.game import OPTIONS, PRESETS, Ruleset
    from unonet.table.terms import ruleset_hash

    if preset in PRESETS and PRESETS[preset] is None and not options:
        return {"preset": preset, "built": False, "differences": {}, "options": None, "hash": None}
    ruleset = Ruleset.parse(preset, options)
    return {
        "preset": preset,
        "built": True,
        "differences": dict(ruleset.differences()),
        "options": {name: str(getattr(ruleset, name)) for name in OPTIONS},
        "hash": ruleset_hash(ruleset).hex(),
    }


def _line(shown: dict[str, Any]) -> str:
    from unonet_cli.phrases.rules import NOT_BUILT, PRESET_WORDS

    words = PRESET_WORDS[shown["preset"]]
    return f"{shown['preset']}: {words}{'' if shown['built'] else NOT_BUILT}"


def _page(shown: dict[str, Any]) -> list[str]:
    from unonet.game import Ruleset
    from unonet_cli import rule_words
    from unonet_cli.phrases.rules import RULES_ALWAYS

    if shown["options"] is None:
        return [_line(shown)]
    ruleset = Ruleset.parse("classic", shown["differences"])
    said = rule_words.sentences(ruleset)
    return [_line(shown), rule_words.changes(ruleset), *RULES_ALWAYS, *said]
