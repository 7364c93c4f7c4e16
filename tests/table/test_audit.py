"""Audit and replay: what a log says that nobody has touched, and where it ends."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.table.logs import END, FRAMES, MATCH, MATCH_FRAMES, ROUND, at, blamed, checked, exchanged
from tests.table.tabletop import SALT, VERSIONS, Tabletop
from unonet.errors import StorageError
from unonet.ledger import codec
from unonet.ledger.kinds import Kind
from unonet.ledger.layout import FrameType
from unonet.ledger.store import LogWriter, read_log
from unonet.table.audit import verify
from unonet.table.replay import replay

# Good logs


def test_a_whole_match_verifies(tmp_path: Path) -> None:
    report = checked(tmp_path, MATCH_FRAMES, MATCH)
    assert report.ok
    assert report.result == "finished"
    assert report.error is None
    entries = MATCH.ledger.last_index
    certificates = [frame for frame in MATCH_FRAMES if frame[0] is FrameType.CERTIFICATE]
    assert (report.entries, report.rounds, report.seats, report.noops) == (entries, 1, 4, 0)
    assert report.checks.chain == report.checks.rules == entries
    moves = sum(entry.kind != Kind.ROUND_END for entry in MATCH.ledger.slice(1, entries + 1))
    # Headers, moves, three acks a certificate, a seal of four, four acceptances.
    assert report.checks.signatures == entries + moves + 3 * len(certificates) + 4 + 4
    assert report.checks.seals == 1
    assert report.as_json() == {
        "log": str(tmp_path / "a.unolog"),
        "ok": True,
        "entries": entries,
        "rounds": 1,
        "seats": 4,
        "checks": {
            "signatures": report.checks.signatures,
            "chain": entries,
            "mixes": 0,
            "shares": 0,
            "plays": report.checks.plays,
            "rules": entries,
            "seals": 1,
        },
        "result": "finished",
        "error": None,
    }


def test_a_log_verifies_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, elsewhere = tmp_path / "written", tmp_path / "elsewhere"
    written.mkdir()
    elsewhere.mkdir()
    path = written / "a.unolog"
    log = LogWriter.create(path, ROUND.table_id, salt=SALT, versions=VERSIONS)
    for frame_type, body in FRAMES:
        log.write(frame_type, body)
    log.close()
    assert path.read_bytes() == ROUND.write(tmp_path / "b.unolog", FRAMES).read_bytes()
    path.rename(elsewhere / "other name")
    monkeypatch.chdir(elsewhere)
    assert verify(Path("other name")).ok
    assert sorted(os.listdir(elsewhere)) == ["other name"]


def test_noops_are_counted_and_hurt_nobody(tmp_path: Path) -> None:
    table = Tabletop(2, "quick", seed=3).dealt()
    table.post(0, Kind.MOVE, ("zz", None, None, ()))
    table.post(1, Kind.RIFFLE, ())
    table.system(Kind.TIMEOUT, (0,))
    report = checked(tmp_path, table.finish().frames(), table)
    assert report.ok
    assert report.noops == 3


def test_a_match_of_many_rounds(tmp_path: Path) -> None:
    table = Tabletop(2, "classic", seed=3).dealt().finish()
    report = checked(tmp_path, table.frames(certified=(50, 100)), table)
    assert report.ok
    assert report.rounds == report.checks.seals == table.fold.match.round > 2


def test_a_match_is_finished_when_all_its_rounds_are_sealed(tmp_path: Path) -> None:
    table = Tabletop(2, "classic", seed=3).dealt().finish()
    frames = table.frames()
    places = [place for place, (kind, _) in enumerate(frames) if kind is FrameType.SEAL]
    assert len(places) > 2
    for place in places:
        report = checked(tmp_path, frames[:place] + frames[place + 1 :], table)
        assert report.ok
        assert report.result == "unfinished"
        assert report.checks.seals == len(places) - 1


def test_a_seal_that_is_there_twice_is_one(tmp_path: Path) -> None:
    seal = MATCH_FRAMES[at(MATCH_FRAMES, FrameType.SEAL)]
    report = checked(tmp_path, [*MATCH_FRAMES, seal, seal], MATCH)
    assert (report.ok, report.result, report.checks.seals) == (True, "finished", 1)


def test_the_lowest_fault_is_told_whatever_finds_it(tmp_path: Path) -> None:
    def unsigned(index: int) -> tuple[int, bytes]:
        entry = ROUND.ledger.entry(index)
        return at(FRAMES, FrameType.ENTRY, index - 1), replace(
            entry, header_signature=bytes(64)
        ).pack()

    for low, high in ((2, 6), (6, 2)):
        # A frame that is missing at one place, a signature that is none at the other.
        frames = exchanged(FRAMES, *unsigned(low))
        del frames[at(FRAMES, FrameType.ENTRY, high - 1)]
        report = checked(tmp_path, frames)
        assert report.error is not None
        expected = (low, "bad_signature") if low < high else (high, "broken_chain")
        assert (report.error.index, report.error.code) == expected
    poor = certified_by_one(3)
    for place in (4, 2):
        # Too few acks below or above a signature that is none.
        frames = exchanged([*FRAMES, poor], *unsigned(place))
        report = checked(tmp_path, frames)
        assert report.error is not None
        expected = (3, "bad_entry") if place > 3 else (place, "bad_signature")
        assert (report.error.index, report.error.code) == expected


def certified_by_one(index: int) -> tuple[FrameType, bytes]:
    return FrameType.CERTIFICATE, ROUND.certificate(index, ROUND.ack(1, index)).raw


def test_whoever_changes_a_number_that_it_did_not_sign_blames_nobody(tmp_path: Path) -> None:
    """An ``n`` that is not due, with the leader's signature over it or without."""
    move = ROUND.signed(0, Kind.LEAVE, (), n=77)
    signed = ROUND.ordered(move)
    report = checked(tmp_path, [*FRAMES, (FrameType.ENTRY, signed.pack())])
    assert blamed(report) == (END + 1, ROUND.leader)
    assert report.error is not None
    assert report.error.code == "broken_chain"
    forged = replace(signed, header_signature=bytes(64))
    report = checked(tmp_path, [*FRAMES, (FrameType.ENTRY, forged.pack())])
    assert report.error is not None
    assert report.error.code == "bad_signature"


def test_a_missing_file_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        verify(tmp_path / "nowhere.unolog")


# Replay


def test_replay_goes_through_the_states_that_the_table_had(tmp_path: Path) -> None:
    path = MATCH.write(tmp_path / "a.unolog", MATCH_FRAMES)
    states, kinds = [], []
    for step in replay(path):
        states.append(step.fold.state_hash())
        kinds.append((step.index, step.kind, step.seat, step.token, step.noop))
    assert states == MATCH.states
    assert kinds[0] == (0, "genesis", None, None, None)
    entries = MATCH.ledger.slice(1, MATCH.ledger.last_index + 1)
    assert [kind[2] for kind in kinds[1:]] == [entry.seat for entry in entries]
    assert kinds[1] == (1, "hello", 0, None, None)
    assert kinds[-1] == (len(entries), "round_end", None, None, None)
    tokens = [entry.body[0] if entry.kind == Kind.MOVE else None for entry in entries]
    assert [kind[3] for kind in kinds[1:]] == tokens


def test_replay_gives_the_events_that_the_table_had(tmp_path: Path) -> None:
    path = MATCH.write(tmp_path / "a.unolog", MATCH_FRAMES)
    assert [step.events for step in replay(path)][1:] == [one.events for one in MATCH.folded]


def test_unknown_kinds_are_replayed_by_number(tmp_path: Path) -> None:
    table = Tabletop(2, "quick", seed=3).dealt()
    table.post(0, 31, ())
    table.post(1, Kind.MOVE, (5,))
    frames = table.frames(certified=(table.ledger.last_index,))
    last, before = list(replay(table.write(tmp_path / "a.unolog", frames)))[:-3:-1]
    assert (before.kind, before.noop) == ("31", "decode")
    assert (last.kind, last.token, last.noop) == ("move", None, "decode")


# Where a log ends


def test_truncated_at_a_frame_it_is_unfinished_and_ok(tmp_path: Path) -> None:
    for count in range(1, len(FRAMES) + 1):
        report = checked(tmp_path, FRAMES[:count])
        assert report.ok, report.error
        assert report.result == ("finished" if count == len(FRAMES) else "unfinished")
        proven = [
            codec.decode(body)[1]
            for kind, body in FRAMES[:count]
            if kind in (FrameType.CERTIFICATE, FrameType.SEAL)
        ]
        assert report.entries == max(proven, default=0)


def test_an_end_that_is_final_but_not_sealed_is_unfinished(tmp_path: Path) -> None:
    frames = [frame for frame in ROUND.frames(certified=(END,)) if frame[0] is not FrameType.SEAL]
    report = checked(tmp_path, frames)
    assert report.ok
    assert (report.result, report.entries, report.rounds) == ("unfinished", END, 1)


def test_truncated_inside_a_frame_it_is_torn_at_an_offset(tmp_path: Path) -> None:
    path = ROUND.write(tmp_path / "a.unolog", FRAMES)
    raw = path.read_bytes()
    starts = [0, *(frame.offset for frame in read_log(path).frames), len(raw)]
    for size in range(len(raw)):
        if size in starts[1:]:
            continue
        path.write_bytes(raw[:size])
        report = verify(path)
        assert blamed(report) == (None, None)
        assert report.error.offset == max(start for start in starts if start <= size)
        assert report.error.code == "corrupt_log"


def test_a_log_without_genesis_is_none(tmp_path: Path) -> None:
    assert blamed(checked(tmp_path, [])) == (0, None)
    assert blamed(checked(tmp_path, FRAMES[1:])) == (0, None)
    assert blamed(checked(tmp_path, [FRAMES[0], *FRAMES])) == (1, None)
