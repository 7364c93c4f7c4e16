"""``unonet rules``: a ruleset in words, what differs from classic, and what is not built yet."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from unonet_cli.options import Common


def rules(
    common: Common,
    preset: Annotated[
        str | None, typer.Argument(metavar="[PRESET]", help="One of the presets.")
    ] = None,
) -> None:
    """Explain a preset in words, or list the presets."""
    from unonet.game import PRESETS

    output = common.output()
    shown = [described(name) for name in PRESETS] if preset is None else described(preset)
    if common.json:
        output.result(shown)
    elif isinstance(shown, list):
        for one in shown:
            output.say(_line(one))
    else:
        for sentence in _page(shown):
            output.say(sentence)


def described(preset: str) -> dict[str, Any]:
    """A preset as JSON; ``options`` is null for another game. Raises BadRuleset for no preset."""
    from dataclasses import asdict

    from unonet.game import CLASSIC, PRESETS, Ruleset

    changes = PRESETS.get(preset, {})
    if preset not in PRESETS:
        Ruleset.parse(preset)
    options = None if changes is None else {**asdict(CLASSIC), **changes}
    missing = [f"{name}={value}" for name, value in (changes or {}).items() if not _built(name)]
    return {
        "preset": preset,
        "built": options is not None and not missing,
        "differences": changes or {},
        "not_built": missing,
        "options": options,
    }


def _built(option: str) -> bool:
    from unonet.game import OPTIONS

    return OPTIONS[option].built


def _line(shown: dict[str, Any]) -> str:
    from unonet_cli.phrases.rules import NOT_BUILT, PRESET_WORDS

    return (
        f"{shown['preset']}: {PRESET_WORDS[shown['preset']]}{'' if shown['built'] else NOT_BUILT}"
    )


def _page(shown: dict[str, Any]) -> list[str]:
    from unonet_cli.phrases.rules import RULES_ALWAYS

    if shown["options"] is None:
        return [_line(shown)]
    changes = [f"{option}={value}" for option, value in shown["differences"].items()]
    page = [_line(shown), f"Differs from classic: {', '.join(changes) or 'nothing'}."]
    if shown["not_built"]:
        page.append(f"Not built yet: {', '.join(shown['not_built'])}.")
    return [*page, *RULES_ALWAYS, *_sentences(shown)]


def _sentences(shown: dict[str, Any]) -> list[str]:
    from unonet.game import OPTIONS
    from unonet_cli.phrases.rules import NOT_BUILT, RULE_WORDS

    options, sentences = shown["options"], []
    for option, words in RULE_WORDS.items():
        value = options[option]
        if option == "target" and options["match"] == "round":
            continue
        sentence = words.get(str(value)) or words["*"].format(value=value)
        later = NOT_BUILT if f"{option}={value}" in shown["not_built"] else ""
        sentences.append(sentence + later)
    later = ", ".join(option for option in OPTIONS if not _built(option))
    return [*sentences, f"Options with their standard value only, for now: {later}."]
