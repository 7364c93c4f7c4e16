"""Audit: what is found out about a file that somebody without keys has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.logs import END, FRAMES, ROUND, at, blamed, checked, exchanged
from tests.table.tabletop import VERSIONS, Frames, Tabletop
from unonet.errors import CorruptLog, UnonetError
from unonet.ledger import codec
from unonet.ledger.layout import FrameType, Versions
from unonet.table.audit import verify
from unonet.table.history import History

# One byte changed


def test_any_changed_byte_is_found_and_has_an_offset(tmp_path: Path) -> None:
    path = ROUND.write(tmp_path / "a.unolog", FRAMES)
    raw = path.read_bytes()
    for offset in range(len(raw)):
        path.write_bytes(raw[:offset] + bytes([raw[offset] ^ 0x01]) + raw[offset + 1 :])
        report = verify(path)
        assert blamed(report) == (None, None), offset
        assert report.error.offset is not None
        assert report.error.offset <= offset


@pytest.mark.parametrize(("mask", "stride"), [(0x01, 4), (0x80, 9)])
def test_any_changed_byte_of_a_body_is_found_although_its_checksum_is_mended(
    tmp_path: Path, mask: int, stride: int
) -> None:
    index = unsigned = 0
    for place, (kind, body) in enumerate(FRAMES):
        index += kind is FrameType.ENTRY
        # A certificate or seal that cannot even be read has no entry but the next one.
        named = {index} if kind in (FrameType.GENESIS, FrameType.ENTRY) else {index, index + 1}
        # Records of a kind are alike: over all of them every offset has its turn.
        for offset in range(place % stride, len(body), stride):
            changed = body[:offset] + bytes([body[offset] ^ mask]) + body[offset + 1 :]
            report = checked(tmp_path, exchanged(FRAMES, place, changed))
            where, seat = blamed(report)
            assert where in named, (kind, offset)
            assert report.error.code in ("bad_entry", "bad_signature", "broken_chain")
            # Whoever has no key gets nobody blamed: at most it is said who did not sign.
            assert seat is None or report.error.code == "bad_signature", (kind, offset)
            unsigned += kind is FrameType.ENTRY and seat is not None
    assert (
        unsigned > sum(len(body) for kind, body in FRAMES if kind is FrameType.ENTRY) / stride / 2
    )


def test_a_changed_file_header_is_found_although_its_checksum_is_mended(tmp_path: Path) -> None:
    for header in (
        {"table_id": bytes(16)},
        {"versions": VERSIONS._replace(rules=2)},
        {"versions": VERSIONS._replace(protocol=2)},
    ):
        report = checked(tmp_path, FRAMES, **header)
        assert blamed(report) == (0, None)
    raw = ROUND.write(tmp_path / "a.unolog", FRAMES).read_bytes()
    other = ROUND.write(tmp_path / "b.unolog", FRAMES, salt=bytes(16)).read_bytes()
    start = len(other) - sum(12 + len(body) for _, body in FRAMES)
    (tmp_path / "c.unolog").write_bytes(other[:start] + raw[start:])
    assert verify(tmp_path / "c.unolog").error.offset == start


def test_what_nobody_signs_may_differ(tmp_path: Path) -> None:
    versions = Versions("another program", 1, 1)
    assert checked(tmp_path, FRAMES, salt=bytes(16), versions=versions).ok


# Whole frames


def test_entries_exchanged_dropped_or_twice(tmp_path: Path) -> None:
    for number in range(END):
        place = at(FRAMES, FrameType.ENTRY, number)
        dropped = FRAMES[:place] + FRAMES[place + 1 :]
        twice = FRAMES[: place + 1] + FRAMES[place:]
        for frames in (dropped, twice):
            report = checked(tmp_path, frames)
            assert report.error is not None, number
            assert report.error.code in ("broken_chain", "bad_entry")
            assert report.error.index is not None
            assert report.error.index - number in (0, 1, 2)
    for number in range(END - 1):
        one, two = (at(FRAMES, FrameType.ENTRY, number + step) for step in (0, 1))
        report = checked(
            tmp_path, exchanged(exchanged(FRAMES, one, FRAMES[two][1]), two, FRAMES[one][1])
        )
        assert blamed(report) == (number + 1, None)


def test_entries_of_another_table(tmp_path: Path) -> None:
    other = Tabletop(2, "quick", seed=4, hand_size="1").dealt().finish()
    for number in range(4):
        place = at(FRAMES, FrameType.ENTRY, number)
        foreign = other.ledger.entry(number + 1).pack()
        report = checked(tmp_path, exchanged(FRAMES, place, foreign))
        assert blamed(report)[0] == number + 1
    # A whole foreign log under this table's genesis.
    assert blamed(checked(tmp_path, [FRAMES[0], *other.frames()[1:]]))[0] == 1
    # This table's log under a foreign genesis.
    foreign_genesis = [other.frames()[0], *FRAMES[1:]]
    assert blamed(checked(tmp_path, foreign_genesis)) == (0, None)
    assert blamed(checked(tmp_path, foreign_genesis, other))[0] == 1


def test_moves_of_another_table_under_this_leader(tmp_path: Path) -> None:
    """A leader who orders what was signed elsewhere: the same keys, another table."""
    other = Tabletop(2, "modern", seed=3).greet()
    stolen = other.ledger.entry(1)
    table = Tabletop(2, "quick", seed=3)
    entry = replace(table.ordered(stolen.move), move_signature=stolen.move_signature)
    table.ledger.append(entry, check=False)
    frames = [(FrameType.GENESIS, table.genesis.raw), (FrameType.ENTRY, entry.pack())]
    assert blamed(checked(tmp_path, frames, table)) == (1, 0)


def test_frames_that_nobody_writes_yet(tmp_path: Path) -> None:
    for kind in (
        FrameType.EVIDENCE,
        FrameType.ROLLBACK,
        FrameType.CHECKPOINT,
        FrameType.NOTE,
        FrameType.GENESIS,
    ):
        for place in (1, 3, len(FRAMES)):
            frames = [*FRAMES[:place], (kind, codec.encode(2)), *FRAMES[place:]]
            report = checked(tmp_path, frames)
            assert "has no place here" in report.error.reason


def test_other_proofs_may_be_missing_when_later_ones_stand(tmp_path: Path) -> None:
    """Which certificates a file keeps is its owner's choice; a later one covers them."""
    frames = [frame for frame in FRAMES if frame[0] is not FrameType.CERTIFICATE]
    report = checked(tmp_path, frames)
    assert report.ok
    assert (report.result, report.entries) == ("finished", END)
    unsealed = [frame for frame in FRAMES if frame[0] is not FrameType.SEAL]
    report = checked(tmp_path, unsealed)
    assert report.ok
    assert (report.result, report.entries) == ("unfinished", END - 1)


# Hostile files

BODIES = st.one_of(
    st.binary(min_size=1, max_size=80),
    st.sampled_from([body for _, body in FRAMES]),
    st.tuples(
        st.sampled_from([body for _, body in FRAMES]),
        st.integers(0, 2000),
        st.binary(max_size=3),
    ).map(lambda cut: (cut[0][: cut[1]] + cut[2] + cut[0][cut[1] + 1 :])[:4000] or b"x"),
)
TYPES = st.sampled_from([kind for kind in FrameType if kind is not FrameType.CONTINUATION])


@settings(max_examples=300, deadline=None)
@given(frames=st.lists(st.tuples(TYPES, BODIES), max_size=6), honest=st.integers(0, len(FRAMES)))
def test_random_frames_with_good_checksums_never_surprise(
    tmp_path_factory: pytest.TempPathFactory, frames: Frames, honest: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "hostile.unolog"
    ROUND.write(path, FRAMES[:honest] + frames)
    report = verify(path)
    assert (report.error is None) == report.ok
    try:
        History.load(path)
    except UnonetError as error:
        assert not report.ok
        assert type(error).__name__ in ("BadEntry", "BrokenChain", "BadSignature", "CorruptLog")


@settings(max_examples=200, deadline=None)
@given(raw=st.binary(max_size=300), keep=st.integers(0, 4000))
def test_random_bytes_are_corrupt(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, keep: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise.unolog"
    whole = ROUND.write(path, FRAMES).read_bytes()
    path.write_bytes(whole[:keep] + raw)
    report = verify(path)
    if not report.ok:
        assert report.error.code in ("corrupt_log", "bad_entry")
    try:
        History.load(path)
    except CorruptLog as error:
        assert 0 <= error.offset <= keep + len(raw)
    except UnonetError:
        pass
