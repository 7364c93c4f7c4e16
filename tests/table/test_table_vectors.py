"""Terms, genesis, records and state hashes against golden values made without the library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from unonet.game.ruleset import Ruleset
from unonet.ledger.entry import Entry
from unonet.ledger.identity import Identity
from unonet.ledger.ledger import Ledger
from unonet.order.chain import first_leader
from unonet.table.reducer import Fold
from unonet.table.terms import accept, read_genesis, ruleset_hash, write_genesis, write_terms

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "table.json").read_text()
)
GENESIS = read_genesis(bytes.fromhex(VECTORS["genesis"]))


def test_terms_and_genesis_are_the_golden_ones() -> None:
    terms = GENESIS.terms
    assert terms.raw.hex() == VECTORS["terms"]
    assert terms.table_id.hex() == VECTORS["table_id"]
    assert GENESIS.hash.hex() == VECTORS["genesis_hash"]
    assert [key.hex() for key in terms.keys] == VECTORS["keys"][:2]
    assert first_leader(terms.table_id, 2) == VECTORS["leader"]


def test_the_library_writes_the_same_bytes() -> None:
    identities = [Identity.from_seed(bytes.fromhex(seed)) for seed in VECTORS["seeds"]]
    old = GENESIS.terms
    terms = write_terms(old.lobby_id, Ruleset.parse("quick"), seats=old.seats, deal="open")
    assert terms.raw.hex() == VECTORS["terms"]
    genesis = write_genesis(terms, [accept(one, terms) for one in identities[:2]])
    assert genesis.raw.hex() == VECTORS["genesis"]


def test_ruleset_hashes_are_the_golden_ones() -> None:
    assert ruleset_hash(Ruleset.parse("quick")).hex() == VECTORS["ruleset_hash"]
    assert ruleset_hash(Ruleset.parse("classic")).hex() == VECTORS["classic_hash"]


def test_every_entry_leads_to_the_golden_state() -> None:
    terms = GENESIS.terms
    ledger, fold = Ledger(terms.table_id, terms.keys, GENESIS.hash), Fold(terms)
    assert fold.state_hash().hex() == VECTORS["first_state_hash"]
    noops = []
    for golden in VECTORS["entries"]:
        entry = Entry.unpack(bytes.fromhex(golden["entry"]))
        ledger.append(entry)
        if fold.apply(entry).noop:
            noops.append(entry.index)
        assert fold.state_hash().hex() == golden["state_hash"], entry.index
    assert noops == VECTORS["noops"]
