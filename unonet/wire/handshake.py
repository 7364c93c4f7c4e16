"""Noise_XX and Noise_XXpsk3 with 25519, ChaChaPoly and SHA256 (noiseprotocol.org, revision 34).

Knows keys, transcripts and ciphers; knows nothing of identities, tables or what payloads mean.
The ephemeral and the static key are arguments: nothing here draws entropy.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from enum import IntEnum
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from unonet.errors import HandshakeFailed, LocalProtocolError, RemoteProtocolError

KEY_SIZE: Final = 32
TAG_SIZE: Final = 16


class Pattern(IntEnum):
    """The first byte of a link."""

    XX = 1
    XX_PSK3 = 2


_NAMES: Final = {
    Pattern.XX: b"Noise_XX_25519_ChaChaPoly_SHA256",
    Pattern.XX_PSK3: b"Noise_XXpsk3_25519_ChaChaPoly_SHA256",
}
_TOKENS: Final = {
    Pattern.XX: (("e",), ("e", "ee", "s", "es"), ("s", "se")),
    Pattern.XX_PSK3: (("e",), ("e", "ee", "s", "es"), ("s", "se", "psk")),
}


class CipherState:
    """One direction of an encrypted stream; the nonce counts up and is never sent."""

    __slots__ = ("_cipher", "_nonce")

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._nonce = 0

    def encrypt(self, plain: bytes, ad: bytes = b"") -> bytes:
        sealed = self._cipher.encrypt(_nonce(self._nonce), plain, ad)
        self._nonce += 1
        return sealed

    def decrypt(self, sealed: bytes, ad: bytes = b"") -> bytes:
        """Raises ``RemoteProtocolError`` for bytes that the other end did not seal just now."""
        try:
            plain = self._cipher.decrypt(_nonce(self._nonce), sealed, ad)
        except (InvalidTag, ValueError):
            raise RemoteProtocolError("a frame that does not decrypt") from None
        self._nonce += 1
        return plain


def _nonce(count: int) -> bytes:
    return b"\0\0\0\0" + count.to_bytes(8, "little")


def _hkdf(chaining_key: bytes, material: bytes, outputs: int) -> list[bytes]:
    secret = hmac.digest(chaining_key, material, "sha256")
    blocks = [b""]
    for number in range(1, outputs + 1):
        blocks.append(hmac.digest(secret, blocks[-1] + bytes([number]), "sha256"))
    return blocks[1:]


def public_key(private: bytes) -> bytes:
    """The X25519 public key, 32 bytes, of 32 private ones."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def _exchange(private: bytes, public: bytes) -> bytes:
    try:
        return X25519PrivateKey.from_private_bytes(private).exchange(
            X25519PublicKey.from_public_bytes(public)
        )
    except ValueError:
        raise HandshakeFailed("a key of small order") from None


class _Symmetric:
    """The SymmetricState of the Noise specification, section 5.2."""

    def __init__(self, name: bytes) -> None:
        self.h = name.ljust(32, b"\0") if len(name) <= 32 else hashlib.sha256(name).digest()
        self.chaining_key = self.h
        self.cipher: CipherState | None = None

    def mix_hash(self, value: bytes) -> None:
        self.h = hashlib.sha256(self.h + value).digest()

    def mix_key(self, material: bytes) -> None:
        self.chaining_key, key = _hkdf(self.chaining_key, material, 2)
        self.cipher = CipherState(key)

    def mix_key_and_hash(self, material: bytes) -> None:
        self.chaining_key, value, key = _hkdf(self.chaining_key, material, 3)
        self.mix_hash(value)
        self.cipher = CipherState(key)

    def encrypt(self, plain: bytes) -> bytes:
        sealed = self.cipher.encrypt(plain, self.h) if self.cipher else plain
        self.mix_hash(sealed)
        return sealed

    def decrypt(self, sealed: bytes) -> bytes:
        plain = self.cipher.decrypt(sealed, self.h) if self.cipher else sealed
        self.mix_hash(sealed)
        return plain


class Handshake:
    """Three messages between two ends; the initiator writes the first and the third.

    ``static`` and ``ephemeral`` are private X25519 keys, ``psk`` 32 bytes for ``XX_PSK3`` only.
    Any failure raises ``HandshakeFailed`` and leaves a handshake that must be thrown away.
    """

    def __init__(
        self,
        pattern: Pattern,
        *,
        initiator: bool,
        prologue: bytes,
        static: bytes,
        ephemeral: bytes,
        psk: bytes | None = None,
    ) -> None:
        self._symmetric = _Symmetric(_NAMES[pattern])
        self._symmetric.mix_hash(prologue)
        self._messages = list(_TOKENS[pattern])
        self._own = {"s": static, "e": ephemeral}
        self._remote: dict[str, bytes] = {}
        self._initiator = initiator
        if (psk is not None) is not (pattern is Pattern.XX_PSK3):
            raise LocalProtocolError("a pre-shared key belongs to XX_PSK3, and only there")
        self._psk = psk

    @property
    def hash(self) -> bytes:
        """The transcript hash h so far, 32 bytes."""
        return self._symmetric.h

    @property
    def done(self) -> bool:
        return not self._messages

    def write(self, payload: Callable[[bytes], bytes]) -> bytes:
        """The next message; ``payload`` is asked with h just before its result is encrypted."""
        keys = b"".join(map(self._write_token, self._messages.pop(0)))
        return keys + self._symmetric.encrypt(payload(self.hash))

    def read(self, message: bytes) -> tuple[bytes, bytes]:
        """The payload of the next message, and h just before it was decrypted."""
        try:
            for token in self._messages.pop(0):
                message = self._read_token(token, message)
            h = self.hash
            return self._symmetric.decrypt(message), h
        except RemoteProtocolError:
            raise HandshakeFailed("a handshake message that does not decrypt") from None

    def split(self) -> tuple[CipherState, CipherState]:
        """(sending, receiving) ciphers, once ``done``."""
        first, second = map(CipherState, _hkdf(self._symmetric.chaining_key, b"", 2))
        return (first, second) if self._initiator else (second, first)

    def _write_token(self, token: str) -> bytes:
        match token:
            case "e":
                own = public_key(self._own["e"])
                self._mix_ephemeral(own)
                return own
            case "s":
                return self._symmetric.encrypt(public_key(self._own["s"]))
            case _:
                self._mix_secret(token)
                return b""

    def _read_token(self, token: str, message: bytes) -> bytes:
        match token:
            case "e":
                self._remote["e"], rest = _cut(message, KEY_SIZE)
                self._mix_ephemeral(self._remote["e"])
            case "s":
                sealed, rest = _cut(message, KEY_SIZE + TAG_SIZE)
                self._remote["s"] = self._symmetric.decrypt(sealed)
            case _:
                self._mix_secret(token)
                rest = message
        return rest

    def _mix_ephemeral(self, public: bytes) -> None:
        self._symmetric.mix_hash(public)
        if self._psk is not None:
            self._symmetric.mix_key(public)

    def _mix_secret(self, token: str) -> None:
        if token == "psk" and self._psk is not None:
            self._symmetric.mix_key_and_hash(self._psk)
            return
        own, remote = (token[0], token[1]) if self._initiator else (token[1], token[0])
        self._symmetric.mix_key(_exchange(self._own[own], self._remote[remote]))


def _cut(message: bytes, size: int) -> tuple[bytes, bytes]:
    if len(message) < size:
        raise HandshakeFailed("a handshake message that is too short")
    return message[:size], message[size:]
