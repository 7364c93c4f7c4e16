from __future__ import annotations

from unonet.ledger.kinds import Kind, is_system


def test_leaders_and_seats_share_no_kind():
    assert [kind.name for kind in Kind if is_system(kind)] == [
        "TIMEOUT",
        "BENCH",
        "RETURN",
        "NEW_TERM",
        "ROUND_END",
        "VOID",
    ]
