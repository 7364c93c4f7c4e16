"""Terms and genesis: what is signed, what the table id binds, and every field that is refused."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from tests.table.tabletop import agreed, identity, place, seeded
from unonet.errors import BadSignature, DecodeError
from unonet.game.ruleset import Ruleset
from unonet.ledger import codec
from unonet.ledger.identity import Identity
from unonet.table import terms as terms_module
from unonet.table.terms import (
    Parent,
    Readers,
    Terms,
    Timers,
    accept,
    accepted,
    endorse,
    read_genesis,
    read_terms,
    readers,
    ruleset_hash,
    write_genesis,
    write_terms,
)

LOBBY = seeded("lobby", 0)[:16]
IDS = [identity(0, seat) for seat in range(4)]
OPERATOR = Identity.from_seed(seeded("operator"))
FIELDS = (
    *("v", "lobby_id", "ruleset", "ruleset_hash", "deal"),
    *("recovery", "timers", "parent", "seats"),
)
SEAT_FIELDS = ("key", "nickname", "bot", "operator", "endorsement", "nonce")


def values(terms: Terms) -> dict[str, Any]:
    return dict(zip(FIELDS, codec.decode(terms.raw), strict=True))


def with_fields(terms: Terms, **changes: Any) -> bytes:
    return codec.encode(tuple((values(terms) | changes).values()))


def with_seat(terms: Terms, seat: int, **changes: Any) -> bytes:
    seats = list(values(terms)["seats"])
    seats[seat] = tuple((dict(zip(SEAT_FIELDS, seats[seat], strict=True)) | changes).values())
    return with_fields(terms, seats=tuple(seats))


def bot(terms_lobby: bytes = LOBBY, **changes: Any) -> Any:
    key = IDS[3].key
    signature = endorse(OPERATOR, terms_lobby, key)
    return place(key, "robot", bot="greedy", operator=OPERATOR.key, endorsement=signature)._replace(
        **changes
    )


def plain() -> Terms:
    return agreed(IDS[:3], Ruleset.parse("quick"))


def test_terms_round_trip() -> None:
    ruleset = Ruleset.parse("quick", {"target": "300", "deck": "112"})
    seats = [place(IDS[0].key, "Ada"), place(IDS[1].key, "שרה"), bot()]
    timers = Timers(turn=9, grace=8, deal=7)
    terms = write_terms(LOBBY, ruleset, seats=seats, recovery="strict", timers=timers)
    again = read_terms(terms.raw)
    assert again == terms
    assert terms.lobby_id == LOBBY
    assert (terms.ruleset, terms.deal, terms.recovery) == (ruleset, "sealed", "strict")
    assert (terms.timers, terms.seats) == (timers, tuple(seats))
    assert terms.keys == (IDS[0].key, IDS[1].key, IDS[3].key)
    assert terms.nicknames == ("Ada", "שרה", "robot")
    assert len(terms.table_id) == 16


def test_the_turn_time_follows_the_ruleset() -> None:
    terms = agreed(IDS[:2], Ruleset.parse("classic", {"turn_seconds": "90"}))
    assert terms.timers == Timers(turn=90, grace=45, deal=10)


def test_genesis_round_trip() -> None:
    terms = plain()
    genesis = write_genesis(terms, [accept(one, terms) for one in IDS[:3]])
    again = read_genesis(genesis.raw)
    assert again == genesis
    assert again.terms == terms
    assert again.hash == genesis.hash
    assert all(accepted(terms, seat, genesis.acceptances[seat]) for seat in range(3))


def test_a_table_may_continue_another_one() -> None:
    parent = Parent(bytes(16), bytes(32), (0, 0))
    seats = [place(one.key, f"p{n}") for n, one in enumerate(IDS[:2])]
    terms = write_terms(LOBBY, Ruleset(), seats=seats, parent=parent)
    assert read_terms(terms.raw).parent == parent
    assert agreed(IDS[:2], Ruleset()).parent is None


OTHER_TERMS = {
    "lobby": with_fields(plain(), lobby_id=bytes(16)),
    "recovery": with_fields(plain(), recovery="strict"),
    "turn seconds": with_fields(plain(), timers=(61, 45, 10)),
    "grace": with_fields(plain(), timers=(60, 46, 10)),
    "deal seconds": with_fields(plain(), timers=(60, 45, 11)),
    "ruleset": agreed(IDS[:3], Ruleset.parse("modern")).raw,
    "parent": with_fields(plain(), parent=(bytes(16), bytes(32), (0, 0, 0))),
    "fewer seats": agreed(IDS[:2], Ruleset.parse("quick")).raw,
    "order of seats": with_fields(plain(), seats=values(plain())["seats"][::-1]),
    "key": with_seat(plain(), 2, key=IDS[3].key),
    "nickname": with_seat(plain(), 1, nickname="player X"),
    "bot": with_seat(plain(), 1, bot="greedy"),
    **{f"nonce of {seat}": with_seat(plain(), seat, nonce=bytes(32)) for seat in range(3)},
}


@pytest.mark.parametrize("raw", OTHER_TERMS.values(), ids=OTHER_TERMS)
def test_the_table_id_binds_every_field_and_nonce(raw: bytes) -> None:
    other = read_terms(raw)
    assert other.table_id != plain().table_id
    assert not accepted(other, 0, accept(IDS[0], plain()))


def test_every_field_of_terms_is_among_those_that_change_the_table_id() -> None:
    changed: set[str] = set()
    for raw in OTHER_TERMS.values():
        before, after = values(plain()), values(read_terms(raw))
        changed |= {name for name in FIELDS if before[name] != after[name]}
    # Of these there is only one value so far.
    assert changed == set(FIELDS) - {"v", "deal"}
    assert {field.name for field in fields(Terms)} <= {*FIELDS, "raw"}


def test_operators_change_the_table_id() -> None:
    alone = write_terms(LOBBY, Ruleset(), seats=[place(IDS[0].key, "Ada"), bot()])
    nobody = bot(operator=None, endorsement=None)
    free = write_terms(LOBBY, Ruleset(), seats=[place(IDS[0].key, "Ada"), nobody])
    assert alone.table_id != free.table_id


FORGED = endorse(IDS[0], LOBBY, IDS[1].key)
HOSTILE = {
    "v": (with_fields(plain(), v=2), "terms.v"),
    "v of another type": (with_fields(plain(), v=True), "terms.v"),
    "lobby too short": (with_fields(plain(), lobby_id=bytes(15)), "terms.lobby_id"),
    "ruleset no array": (with_fields(plain(), ruleset=1), "terms.ruleset"),
    "option of another type": (with_fields(plain(), ruleset=(("deck", 112),)), "terms.ruleset[0]"),
    "unknown option": (with_fields(plain(), ruleset=(("lives", "9"),)), "terms.ruleset"),
    "unknown value": (with_fields(plain(), ruleset=(("deck", "54"),)), "terms.ruleset"),
    "no such card": (with_fields(plain(), ruleset=(("customizable", "swap"),)), "terms.ruleset"),
    "no difference": (with_fields(plain(), ruleset=(("deck", "108"),)), "terms.ruleset"),
    "not sorted": (
        with_fields(plain(), ruleset=(("match", "round"), ("deck", "112"))),
        "terms.ruleset",
    ),
    "twice": (with_fields(plain(), ruleset=(("match", "round"),) * 2), "terms.ruleset"),
    "number with a zero": (with_fields(plain(), ruleset=(("target", "0300"),)), "terms.ruleset"),
    "rules hash": (with_fields(plain(), ruleset_hash=bytes(32)), "terms.ruleset_hash"),
    "deal": (with_fields(plain(), deal="marked"), "terms.deal"),
    "recovery": (with_fields(plain(), recovery="maybe"), "terms.recovery"),
    "timers": (with_fields(plain(), timers=(60, 45)), "terms.timers"),
    "negative time": (with_fields(plain(), timers=(60, -1, 10)), "terms.timers.grace"),
    "long time": (with_fields(plain(), timers=(1 << 16, 1, 10)), "terms.timers.turn"),
    "parent with scores": (
        with_fields(plain(), parent=(bytes(16), bytes(32), (0, 7, 0))),
        "terms.parent.scores",
    ),
    "parent of other seats": (
        with_fields(plain(), parent=(bytes(16), bytes(32), (0, 0))),
        "terms.parent.scores",
    ),
    "parent without a seal": (
        with_fields(plain(), parent=(bytes(16), b"", (0, 0, 0))),
        "terms.parent.seal_hash",
    ),
    "one seat": (with_fields(plain(), seats=values(plain())["seats"][:1]), "terms.seats"),
    "eleven seats": (with_fields(plain(), seats=values(plain())["seats"] * 4), "terms.seats"),
    "seat of five": (
        with_fields(plain(), seats=(values(plain())["seats"][0][:5],) * 2),
        "terms.seats[0]",
    ),
    "key": (with_seat(plain(), 1, key=bytes(31)), "terms.seats[1].key"),
    "key twice": (with_seat(plain(), 1, key=IDS[2].key), "terms.seats"),
    "nickname twice": (with_seat(plain(), 1, nickname="player 2"), "terms.seats"),
    "no nickname": (with_seat(plain(), 1, nickname=""), "terms.seats[1].nickname"),
    "long nickname": (with_seat(plain(), 1, nickname="x" * 41), "terms.seats[1].nickname"),
    "wide nickname": (with_seat(plain(), 1, nickname="x" * 21), "terms.seats[1].nickname"),
    "nickname with an escape": (with_seat(plain(), 1, nickname="\x1b[2J"), "terms.seats[1]"),
    "nickname turned round": (with_seat(plain(), 1, nickname="a\u202eb"), "terms.seats[1]"),
    "nickname with spaces": (with_seat(plain(), 1, nickname=" Ada"), "terms.seats[1].nickname"),
    "bot of spaces": (with_seat(plain(), 1, bot="a bot"), "terms.seats[1].bot"),
    "bot without a name": (with_seat(plain(), 1, bot=""), "terms.seats[1].bot"),
    "foreign bot": (with_seat(plain(), 1, bot="ббб"), "terms.seats[1].bot"),
    "long bot": (with_seat(plain(), 1, bot="b" * 33), "terms.seats[1].bot"),
    "operator": (with_seat(plain(), 1, operator=bytes(31)), "terms.seats[1].operator"),
    "no endorsement": (with_seat(plain(), 1, operator=IDS[0].key), "terms.seats[1].endorsement"),
    "no operator": (with_seat(plain(), 1, endorsement=FORGED), "terms.seats[1].endorsement"),
    "endorsement of another": (
        with_seat(plain(), 1, operator=OPERATOR.key, endorsement=FORGED),
        "terms.seats[1].endorsement",
    ),
    "endorsement of another key": (
        with_seat(plain(), 2, operator=IDS[0].key, endorsement=FORGED),
        "terms.seats[2].endorsement",
    ),
    "endorsement of another lobby": (
        with_seat(
            plain(),
            1,
            operator=IDS[0].key,
            endorsement=endorse(IDS[0], bytes(16), IDS[1].key),
        ),
        "terms.seats[1].endorsement",
    ),
    "short endorsement": (
        with_seat(plain(), 1, operator=IDS[0].key, endorsement=FORGED[:63]),
        "terms.seats[1].endorsement",
    ),
    "nonce": (with_seat(plain(), 1, nonce=bytes(33)), "terms.seats[1].nonce"),
    "field too many": (codec.encode((*values(plain()).values(), 1)), "terms"),
    "no array": (codec.encode(5), "terms"),
    "cut": (plain().raw[:-1], "terms"),
    "more behind it": (plain().raw + b"\0", "terms"),
    "empty": (b"", "terms"),
    "long form": (b"\xdc\x00\x09" + plain().raw[1:], "terms"),
}


@pytest.mark.parametrize(("raw", "path"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_terms_are_refused_with_a_path(raw: bytes, path: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_terms(raw)
    assert caught.value.path.startswith(path)


def test_an_honest_endorsement_passes_where_the_forged_ones_do_not() -> None:
    raw = with_seat(plain(), 1, operator=IDS[0].key, endorsement=FORGED)
    assert read_terms(raw).seats[1].operator == IDS[0].key


def test_a_deck_that_cannot_deal_every_hand_makes_no_table() -> None:
    ids = [identity(0, seat) for seat in range(10)]
    assert agreed(ids, Ruleset.parse("quick", {"hand_size": "10"})).keys
    with pytest.raises(DecodeError, match="cannot deal") as caught:
        agreed(ids, Ruleset.parse("quick", {"hand_size": "11"}))
    assert caught.value.path == "terms.seats"


def test_the_ruleset_hash_covers_options_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    classic, quick = ruleset_hash(Ruleset()), ruleset_hash(Ruleset.parse("quick"))
    assert classic != quick
    monkeypatch.setattr(terms_module, "RULES_VERSION", 2)
    assert ruleset_hash(Ruleset()) != classic


def genesis_raw(terms: Terms, signatures: list[bytes], /, **changes: Any) -> bytes:
    return codec.encode(
        tuple(({"v": 1, "terms": terms.raw, "signatures": tuple(signatures)} | changes).values())
    )


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("forger", ["nobody", "another seat", "over other terms", "other domain"])
def test_a_wrong_acceptance_names_its_seat(seat: int, forger: str) -> None:
    terms = plain()
    signatures = [accept(one, terms) for one in IDS[:3]]
    forged = {
        "nobody": bytes(64),
        "another seat": accept(IDS[(seat + 1) % 3], terms),
        "over other terms": accept(IDS[seat], agreed(IDS[:3], Ruleset())),
        "other domain": IDS[seat].sign("seal", b"", terms.raw),
    }
    signatures[seat] = forged[forger]
    with pytest.raises(BadSignature) as caught:
        read_genesis(genesis_raw(terms, signatures))
    assert (caught.value.index, caught.value.seat) == (0, seat)


def test_hostile_genesis_is_refused_with_a_path() -> None:
    terms = plain()
    good = [accept(one, terms) for one in IDS[:3]]
    bad_terms = with_fields(terms, deal="marked")
    for raw, path in (
        (genesis_raw(terms, good, v=2), "genesis.v"),
        (genesis_raw(terms, good, terms=b""), "genesis.terms"),
        (genesis_raw(terms, good, terms=bad_terms), "terms.deal"),
        (genesis_raw(terms, good, terms=bytes(9)), "terms"),
        (genesis_raw(terms, good[:2]), "genesis.acceptances"),
        (genesis_raw(terms, [*good, bytes(64)]), "genesis.acceptances"),
        (genesis_raw(terms, [*good[:2], bytes(63)]), "genesis.acceptances[2]"),
        (codec.encode((1, terms.raw)), "genesis"),
        (b"\xc1", "genesis"),
    ):
        with pytest.raises(DecodeError) as caught:
            read_genesis(raw)
        assert caught.value.path == path


# Who could read the deck


def test_a_person_answers_for_itself_and_for_its_bots() -> None:
    mine = endorse(IDS[0], LOBBY, IDS[3].key)
    seats = [
        place(IDS[0].key, "Ada"),
        place(IDS[1].key, "Bob"),
        bot(operator=IDS[0].key, endorsement=mine),
    ]
    terms = write_terms(LOBBY, Ruleset(), seats=seats)
    assert readers(terms) == Readers("sealed", 2, ((IDS[0].key, 2), (IDS[1].key, 1)))


def test_a_bot_of_somebody_who_does_not_sit_counts_for_its_operator() -> None:
    terms = write_terms(LOBBY, Ruleset(), seats=[place(IDS[0].key, "Ada"), bot()])
    assert dict(readers(terms).seats) == {IDS[0].key: 1, OPERATOR.key: 1}


@pytest.mark.parametrize(("seats", "threshold"), [(2, 2), (3, 2), (4, 3), (10, 6)])
def test_more_than_half_of_the_seats_could_read_a_sealed_deck(seats: int, threshold: int) -> None:
    ids = [identity(0, seat) for seat in range(seats)]
    assert readers(agreed(ids, Ruleset.parse("quick"))).threshold == threshold


def test_a_deck_too_big_to_be_mixed_is_refused_for_a_sealed_table() -> None:
    seats = [place(IDS[0].key, "Ada"), place(IDS[1].key, "Bob")]
    ruleset = Ruleset.parse("quick", {"decks": "3"})
    with pytest.raises(DecodeError, match="sealed table"):
        write_terms(LOBBY, ruleset, seats=seats)
    assert write_terms(LOBBY, ruleset, seats=seats, deal="open").ruleset == ruleset
