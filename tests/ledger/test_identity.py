from __future__ import annotations

import pytest

from unonet.errors import LocalProtocolError, StorageError
from unonet.ledger.identity import DOMAINS, Identity, fingerprint, verify

SEED = bytes(range(32))


@pytest.fixture
def identity():
    return Identity.from_seed(SEED)


def test_a_signature_holds_for_its_key_domain_context_and_body_only(identity):
    signature = identity.sign("move", b"table", b"body")
    told = {"domain": "move", "context": b"table", "body": b"body"}
    assert verify(identity.key, signature, **told)
    other = Identity.from_seed(bytes(32)).key
    assert not verify(other, signature, **told)
    for change in ({"domain": "header"}, {"context": b"tablf"}, {"body": b"bodz"}):
        assert not verify(identity.key, signature, **(told | change))


def test_no_domain_reads_as_another():
    assert not [(a, b) for a in DOMAINS for b in DOMAINS if a != b and b.startswith(a)]


def test_every_changed_bit_of_a_signature_is_noticed(identity):
    signature = identity.sign("ack", b"", b"x")
    for bit in range(len(signature) * 8):
        changed = bytearray(signature)
        changed[bit // 8] ^= 1 << bit % 8
        assert not verify(identity.key, bytes(changed), domain="ack", context=b"", body=b"x")


@pytest.mark.parametrize(
    ("key", "signature"), [(b"", bytes(64)), (bytes(33), bytes(64)), (bytes(32), bytes(63))]
)
def test_malformed_keys_and_signatures_are_false_not_errors(key, signature):
    assert not verify(key, signature, domain="ack", context=b"", body=b"")


def test_an_unknown_domain_is_our_own_mistake(identity):
    with pytest.raises(LocalProtocolError, match="domain 'mvoe'"):
        identity.sign("mvoe", b"", b"")
    with pytest.raises(LocalProtocolError):
        verify(identity.key, bytes(64), domain="mvoe", context=b"", body=b"")


def test_a_seed_has_32_bytes():
    with pytest.raises(LocalProtocolError, match="not 31"):
        Identity.from_seed(bytes(31))


def test_the_file_is_private_and_loads_as_the_same_key(identity, tmp_path):
    path = tmp_path / "identity.key"
    assert Identity.create(path, SEED).key == identity.key
    assert path.stat().st_mode & 0o777 == 0o600
    assert Identity.load(path).key == identity.key
    assert [entry.name for entry in tmp_path.iterdir()] == ["identity.key"]


def test_an_identity_is_never_overwritten(identity, tmp_path):
    path = tmp_path / "identity.key"
    Identity.create(path, SEED)
    with pytest.raises(StorageError, match="exists already"):
        Identity.create(path, bytes(32))
    assert Identity.load(path).key == identity.key
    assert [entry.name for entry in tmp_path.iterdir()] == ["identity.key"]


def test_every_changed_or_missing_byte_of_the_file_is_noticed(tmp_path):
    path = tmp_path / "identity.key"
    Identity.create(path, SEED)
    raw = path.read_bytes()
    broken = [raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :] for at in range(len(raw))]
    for content in [*broken, *(raw[:size] for size in range(len(raw))), raw + b"\n"]:
        path.write_bytes(content)
        with pytest.raises(StorageError, match="damaged or no unonet identity"):
            Identity.load(path)


def test_a_missing_file_or_folder_is_a_sentence(tmp_path):
    with pytest.raises(StorageError, match="cannot be read: No such file"):
        Identity.load(tmp_path / "identity.key")
    with pytest.raises(StorageError, match="cannot be written: No such file"):
        Identity.create(tmp_path / "missing" / "identity.key", SEED)


def test_the_seed_does_not_show(identity):
    assert repr(identity) == f"Identity({fingerprint(identity.key)})"


def test_a_fingerprint_is_eight_characters(identity):
    assert len(fingerprint(identity.key)) == 8
    assert fingerprint(identity.key).islower()
