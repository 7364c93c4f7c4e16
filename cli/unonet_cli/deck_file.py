"""Options of a ruleset as a person types them: ``deck=FILE.toml`` stands for what is in the file.

The only place that reads a deck from a disk; the rules take its text.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from unonet.errors import BadRuleset


def with_deck(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The options, a deck that is a file as its text. Raises BadRuleset if it cannot be read."""
    options = dict(pairs)
    if options.get("deck", "").endswith(".toml"):
        options["deck"] = _page(Path(options["deck"]))
    return options


def _page(path: Path) -> str:
    try:
        return path.expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, RuntimeError) as error:
        raise BadRuleset(f"the deck {path} cannot be read: {error}") from error
