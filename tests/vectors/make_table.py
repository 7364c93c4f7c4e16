"""Writes table.json next to this file: terms, genesis, entries and state hashes of a table of two.

Run it only when the protocol version changes: `python tests/vectors/make_table.py`. Nothing here
calls unonet; sections 2, 3, 7, 9, 10 and 11 of protocol.md are written out a second time, as far as
a deal, a draw, a kept card and two records without effect need them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LOBBY = bytes(range(1, 17))
DECK = [card for card in range(54) for _ in range(4 if card > 51 else 1 if card % 13 == 0 else 2)]
COUNTS = [DECK.count(card) for card in range(54)] + [0, 0]
PAIRS = [["match", "round"]]


def sha(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def pack(value: Any) -> bytes:
    return bytes(msgpack.packb(value))


def h(tag: str, *fields: Any) -> bytes:
    return sha(tag.encode() + pack(list(fields)))


def fresh(*label: Any) -> bytes:
    return h("unonet/1 test vector", *label)


KEYS = [Ed25519PrivateKey.from_private_bytes(fresh("seed", seat)) for seat in (0, 1, 2)]
PUBLIC = [key.public_key().public_bytes_raw() for key in KEYS]
SESSIONS = [fresh("session", seat)[:8] for seat in (0, 1)]


def signed(seat: int, domain: str, context: bytes, body: bytes) -> bytes:
    return KEYS[seat].sign(b"unonet/1 " + domain.encode() + context + body)


def shuffle(items: list[int], seed: bytes) -> list[int]:
    items, counter = items[:], 0
    for last in range(len(items) - 1, 0, -1):
        while True:
            number = int.from_bytes(sha(seed + counter.to_bytes(8, "big"))[:8], "big")
            counter += 1
            if number < 2**64 // (last + 1) * (last + 1):
                break
        chosen = number % (last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    return items


def terms() -> bytes:
    rules_hash = sha(b"unonet/1 rules" + pack([1, PAIRS]))
    # Seat 1 is a bot that key 2 answers for.
    endorsement = signed(2, "operator", LOBBY, PUBLIC[1])
    seats = [
        [PUBLIC[0], "Ada", None, None, None, fresh("nonce", 0)],
        [PUBLIC[1], "robot", "greedy", PUBLIC[2], endorsement, fresh("nonce", 1)],
    ]
    return pack([1, LOBBY, PAIRS, rules_hash, "open", "majority", [60, 45, 10], None, seats])


TERMS = terms()
TABLE = sha(b"unonet/1 terms" + TERMS)[:16]
GENESIS = pack([1, TERMS, [signed(seat, "accept", b"", TERMS) for seat in (0, 1)]])
LEADER = int.from_bytes(sha(TABLE), "big") % 2


class State:
    """Section 11, with the names of its fields."""

    def __init__(self) -> None:
        self.index = self.last_turn = 0
        self.dealer = -1
        self.round: dict[str, Any] | None = None
        self.sessions: dict[int, list[Any]] = {}
        self.deal: dict[str, Any] = {
            "table": TABLE,
            "round": 0,
            "counts": COUNTS,
            "seats": [0, 1],
            "sealed": False,
            "strict": False,
            "first": 0,
            "attempt": 0,
            "epoch": 0,
            "step": "commit",
            "c1": {},
            "n1": {},
            "seed": b"",
            "c2": {},
            "n2": {},
            "pile": b"",
            "faces": b"",
            "keys": None,
            "mixing": None,
            "cards": None,
        }

    def hash(self) -> bytes:
        deal = {
            name: [[seat, value[seat]] for seat in sorted(value)]
            if isinstance(value, dict)
            else value
            for name, value in self.deal.items()
        }
        deal["faces"] = h("unonet/1 faces", self.deal["faces"])
        match = [[0, 0], 0, self.dealer, [0, 0], False, []]
        sessions = [[seat, *self.sessions[seat]] for seat in sorted(self.sessions)]
        round_ = self.round and list(self.round.values())
        counters = [1, self.index, self.last_turn, 0, False]
        values = [*counters, match, round_, list(deal.values()), [0, 1]]
        return sha(pack([*values, sessions]))

    def seeded(self) -> None:
        n1 = [self.deal["n1"][seat] for seat in (0, 1)]
        seed = h("unonet/1 seed", TABLE, 0, 0, n1)
        pile = bytes(shuffle(DECK, h("unonet/1 deck", seed)))
        self.deal |= {"seed": seed, "pile": pile, "step": "open2"}
        drawn = shuffle(DECK, h("unonet/1 dealer", seed))
        worth = [card % 13 if card < 52 and card % 13 < 10 else 0 for card in drawn]
        while worth[0] == worth[1]:
            del worth[:2]
        self.dealer = int(worth[1] > worth[0])
        self.deal["first"] = 1 - self.dealer
        self.round = {
            "ruleset": PAIRS,
            "statuses": [0, 0],
            "scores": [0, 0],
            "dealer": self.dealer,
            "epoch": -1,
            "faces": b"",
            "hands": [[], []],
            "draw": [],
            "discard": [],
            "aside": [],
            "color": -1,
            "direction": 1,
            "turn": -1,
            "phase": 0,
            "drawn": -1,
            "pending": 0,
            "accused": -1,
            "judged": [],
            "forbidden": -1,
            "called": 0,
            "exposed": 0,
            "jumpable": False,
            "last_player": -1,
            "other_player": -1,
            "idle": 0,
            "timeouts": [0, 0],
            "winner": -1,
            "todo": [],
            "wants": [0, [], [], -1],
            "outcome": None,
        }

    def ordered(self) -> None:
        n2 = [self.deal["n2"][seat] for seat in (0, 1)]
        order = h("unonet/1 order", TABLE, 0, 0, 0, n2)
        faces = bytes(shuffle(list(self.deal["pile"]), order))
        self.deal |= {"pile": b"", "faces": faces, "step": "ordered"}
        left = 1 - self.dealer
        hands = [list(range(int(seat != left), 14, 2)) for seat in (0, 1)]
        top = faces[14]
        assert top < 52 and top % 13 < 10, "take other inputs: the opening card must be a number"
        assert self.round is not None
        self.round |= {
            "epoch": 0,
            "faces": faces,
            "hands": hands,
            "draw": list(range(15, 108)),
            "discard": [14],
            "color": top // 13,
            "turn": left,
            "phase": 2,
            "wants": None,
        }

    def move(self, seat: int, token: str) -> None:
        state = self.round
        assert state is not None
        if token == "d":
            slot = state["draw"].pop(0)
            state["hands"][seat].append(slot)
            state |= {"phase": 3, "drawn": slot}
        else:
            state |= {"phase": 2, "drawn": -1, "turn": 1 - seat}
        self.last_turn = self.index


def play() -> list[dict[str, Any]]:
    state, entries = State(), []
    prev, numbers = sha(GENESIS), [-1, -1]

    def order(seat: int, kind: int, body: Any) -> None:
        nonlocal prev
        numbers[seat] += 1
        state.index += 1
        base = [state.index - 1, prev]
        move = pack([1, seat, SESSIONS[seat], numbers[seat], *base, kind, body])
        header = pack([1, 1, LEADER, state.index, prev, sha(move)])
        prev = sha(header)
        header_signature = signed(LEADER, "header", TABLE, header)
        entry = pack([header, header_signature, move, signed(seat, "move", TABLE, move)])
        state.sessions[seat] = [SESSIONS[seat], numbers[seat]]
        entries.append({"entry": entry.hex()})

    def kept() -> None:
        entries[-1]["state_hash"] = state.hash().hex()

    for seat in (0, 1):
        order(seat, 1, [])
        kept()
    n1, n2 = ([fresh(name, seat) for seat in (0, 1)] for name in ("n1", "n2"))
    for seat in (0, 1):
        c1 = h("unonet/1 commit-1", TABLE, 0, 0, seat, n1[seat], [], b"")
        c2 = h("unonet/1 commit-2", TABLE, 0, 0, 0, seat, n2[seat])
        order(seat, 2, [c1, c2, 0])
        state.deal["c1"][seat], state.deal["c2"][seat] = c1, c2
        state.deal["step"] = "open" if seat else "commit"
        kept()
    for seat in (0, 1):
        order(seat, 3, [n1[seat], [], b"", b""])
        state.deal["n1"][seat] = n1[seat]
        if seat:
            state.seeded()
        kept()
    for seat in (0, 1):
        order(seat, 8, [n2[seat]])
        state.deal["n2"][seat] = n2[seat]
        if seat:
            state.ordered()
        kept()
    assert state.round is not None
    turn = state.round["turn"]
    order(1 - turn, 11, ["d", None, None, []])  # no-op: not on turn
    kept()
    order(turn, 11, ["d", None, None, []])
    state.move(turn, "d")
    kept()
    order(turn, 11, ["r11", None, None, []])  # no-op: no move is written so
    kept()
    order(turn, 11, ["k", None, None, []])
    state.move(turn, "k")
    kept()
    return entries


def vectors() -> dict[str, Any]:
    return {
        "seeds": [fresh("seed", seat).hex() for seat in (0, 1, 2)],
        "keys": [key.hex() for key in PUBLIC],
        "ruleset_hash": sha(b"unonet/1 rules" + pack([1, PAIRS])).hex(),
        "classic_hash": sha(b"unonet/1 rules" + pack([1, []])).hex(),
        "terms": TERMS.hex(),
        "table_id": TABLE.hex(),
        "genesis": GENESIS.hex(),
        "genesis_hash": sha(GENESIS).hex(),
        "leader": LEADER,
        "first_state_hash": State().hash().hex(),
        "noops": [9, 11],
        "entries": play(),
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("table.json")
    path.write_text(json.dumps(vectors(), indent=1) + "\n")
