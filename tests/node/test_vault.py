"""Secrets on disk: there before they are used, whole after a crash, gone after the seal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.tabletop import Tabletop
from unonet.deal.secrets import Secret
from unonet.errors import StorageError
from unonet.node.duties import Duties
from unonet.node.vault import Vault


def secret(name: str, round: int, epoch: int = 0) -> Secret:
    return Secret(name, round, 0, epoch, bytes([round, epoch]) * 16)


def commitment(duties: Duties, table: Tabletop) -> tuple[object, ...]:
    (record,) = duties.due(table.fold, sealed_index=0, now=0.0)
    return record.make()


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    assert vault.all() == ()
    vault.keep([secret("n1", 0), secret("n2", 0)])
    vault.keep([secret("n1", 0), secret("n2", 0, 1), secret("keys", 1)])
    again = Vault(tmp_path).all()
    assert again == (secret("n1", 0), secret("n2", 0, 1), secret("keys", 1))
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in tmp_path.iterdir())


def test_only_earlier_rounds_are_erased(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    vault.keep([secret("keys", number) for number in (0, 1, 10)])
    vault.erase(below=10)
    assert [one.round for one in vault.all()] == [10]
    assert [path.name for path in tmp_path.iterdir()] == ["secrets-10"]


@pytest.mark.parametrize("raw", [b"", b"\x91\x91\xc0", b"\xc1", bytes(99)])
def test_a_damaged_file_is_named(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "secrets-0").write_bytes(raw)
    with pytest.raises(StorageError, match="secrets-0"):
        Vault(tmp_path).all()


def test_a_draft_that_a_crash_left_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "secrets-0.new").write_bytes(b"half")
    assert Vault(tmp_path).all() == ()


def test_a_commitment_is_made_of_what_was_kept(tmp_path: Path) -> None:
    table = Tabletop(2, "quick", seed=1, deal="sealed").greet()
    first = commitment(Duties(0, Vault(tmp_path)), table)
    assert {one.name for one in Vault(tmp_path).all()} == {"keys", "n1", "n2"}
    assert commitment(Duties(0, Vault(tmp_path)), table) == first
    assert commitment(Duties(0), table) != first


def test_a_full_disk_keeps_the_commitment_back(tmp_path: Path) -> None:
    table = Tabletop(2, "quick", seed=1).greet()
    duties = Duties(0, Vault(tmp_path / "missing"))
    for _ in range(2):
        with pytest.raises(StorageError):
            commitment(duties, table)


def test_a_new_round_erases_the_secrets_of_the_last_one(tmp_path: Path) -> None:
    table = Tabletop(2, "classic", seed=1, deal="sealed", target="5000", hand_size="1").greet()
    duties = Duties(0, Vault(tmp_path))
    commitment(duties, table)
    table.until(lambda fold: fold.deal.round == 1)
    closed = table.fold.closed_at
    assert list(duties.due(table.fold, sealed_index=closed - 1, now=0.0)) == [], (
        "the seal is awaited"
    )
    assert {one.round for one in Vault(tmp_path).all()} == {0}
    (record,) = duties.due(table.fold, sealed_index=closed, now=0.0)
    assert record.make()
    assert {one.round for one in Vault(tmp_path).all()} == {1}
