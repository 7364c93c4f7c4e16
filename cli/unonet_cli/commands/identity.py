"""``unonet identity``: own key, and the people this home has met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unonet_cli.options import AtHome

if TYPE_CHECKING:
    from unonet.node.known import Acquaintance


def identity(common: AtHome) -> None:
    """Show your key in words, and the players you have met."""
    from unonet.node.home import load_identity
    from unonet.node.known import Known
    from unonet_cli.phrases import pages, words

    output, home = common.output(), common.home_folder()
    own = load_identity(home)
    players = Known.load(home).players()
    if common.json:
        known = [_person(player) for player in players]
        output.result({**_key(own.key), "home": str(home), "known": known})
        return
    shown = _key(own.key)
    output.say(pages.OWN_KEY.format(**shown))
    output.say(pages.OWN_WORDS.format(**shown))
    met = words.count(len(players), "player", "players")
    output.say(pages.MET.format(players=met) if players else pages.MET_NOBODY)
    for player in players:
        output.say(pages.MET_ONE.format(**_person(player)))


def _key(key: bytes) -> dict[str, Any]:
    from unonet.ledger.identity import fingerprint
    from unonet.words import fingerprint_words

    return {"key": key.hex(), "fingerprint": fingerprint(key), "words": fingerprint_words(key)}


def _person(player: Acquaintance) -> dict[str, Any]:
    """As JSON; times are days in UTC."""
    from datetime import UTC, datetime

    first, last = (
        datetime.fromtimestamp(seen, UTC).date().isoformat()
        for seen in (player.first_seen, player.last_seen)
    )
    return {"nickname": player.nickname, **_key(player.key), "first_seen": first, "last_seen": last}
