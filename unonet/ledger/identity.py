"""Ed25519 keys: who signs, over which bytes, and the file that keeps a seed (protocol.md, 3).

The module knows domains, contexts and bodies as bytes. It does not know records, seats or tables,
and draws no entropy: the seed of a new identity is an argument.
"""

from __future__ import annotations

import base64
import hashlib
import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from unonet.errors import LocalProtocolError, StorageError

DOMAINS: Final = ("move", "header", "ack", "vote", "seal", "operator", "accept", "link", "beacon")
KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64

# No domain is the prefix of another, so domain ‖ context ‖ body has one reading.
_PREFIXES: Final = {domain: b"unonet/1 " + domain.encode() for domain in DOMAINS}
_FILE_MAGIC: Final = b"\x93UNOKEY\n"
_CHECK_SIZE: Final = 8


class Identity:
    """A device's or bot's key pair; the seed never leaves it except into its own file."""

    __slots__ = ("_private", "key")

    key: bytes

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.key = private.public_key().public_bytes_raw()

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.key)})"

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a 32-byte seed; LocalProtocolError for any other length."""
        if len(seed) != KEY_SIZE:
            raise LocalProtocolError(f"a seed has {KEY_SIZE} bytes, not {len(seed)}")
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def create(cls, path: Path, seed: bytes) -> Identity:
        """Keep ``seed`` in a new file, mode 0600, whole or not at all; never over another."""
        identity = cls.from_seed(seed)
        try:
            _write_new(path, _FILE_MAGIC + seed + _checksum(seed))
        except FileExistsError:
            raise StorageError(f"{path} exists already and is never overwritten") from None
        except OSError as error:
            raise StorageError.of(path, "written", error) from error
        return identity

    def keep(self, path: Path) -> None:
        """The same for the seed of this identity."""
        Identity.create(path, self._private.private_bytes_raw())

    @classmethod
    def load(cls, path: Path) -> Identity:
        """The identity that ``create`` kept; StorageError if it cannot be read or is none."""
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise StorageError.of(path, "read", error) from error
        seed = raw[len(_FILE_MAGIC) : -_CHECK_SIZE]
        if len(seed) != KEY_SIZE or raw != _FILE_MAGIC + seed + _checksum(seed):
            raise StorageError(f"{path} is damaged or no unonet identity")
        return cls.from_seed(seed)

    def sign(self, domain: str, context: bytes, body: bytes) -> bytes:
        """64 bytes over ``"unonet/1 " ‖ domain ‖ context ‖ body``."""
        return self._private.sign(_prefix(domain) + context + body)


def verify(key: bytes, signature: bytes, *, domain: str, context: bytes, body: bytes) -> bool:
    """Whether ``key`` made ``signature``; false, never an error, for malformed ones.

    The GIL is released meanwhile, so threads help.
    """
    message = _prefix(domain) + context + body
    if len(key) != KEY_SIZE or len(signature) != SIGNATURE_SIZE:
        return False
    try:
        _public(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def fingerprint(key: bytes) -> str:
    """Eight characters that people compare: 40 bits of SHA-256 in lower-case base32."""
    return base64.b32encode(hashlib.sha256(key).digest()[:5]).decode().lower()


def _prefix(domain: str) -> bytes:
    try:
        return _PREFIXES[domain]
    except KeyError:
        raise LocalProtocolError(f"nothing is signed in a domain {domain!r}") from None


@lru_cache(maxsize=256)
def _public(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


def _checksum(seed: bytes) -> bytes:
    return hashlib.sha256(_FILE_MAGIC + seed).digest()[:_CHECK_SIZE]


def _write_new(path: Path, content: bytes) -> None:
    # A link, unlike a rename, never replaces a key that another process has just made.
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink()
