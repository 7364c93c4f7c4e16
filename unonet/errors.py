"""Every error that unonet raises on purpose, each class with a stable code.

UnonetError
├── RuleError
│   ├── IllegalMove(reason)        a move that the rules forbid; the reason is a code
│   ├── BadRuleset                 an option or a value that does not exist or is not built yet
│   ├── BadScenario(line)          a scenario file outside the grammar
│   └── BadBot                     a bot that does not exist or cannot be loaded
├── ProtocolError
│   ├── LocalProtocolError         we asked our own stack for something impossible
│   ├── RemoteProtocolError        a peer sent what the protocol forbids
│   └── SessionEnded               the same identity plays the same seat from elsewhere
├── LedgerError
│   ├── BrokenChain(index)         an entry that does not continue the one before it
│   │   ├── BadSignature(seat)     a record that its author or leader did not sign
│   │   └── BadEntry(seat)         a signed entry that no honest leader or author writes
│   ├── CorruptLog(offset)         a log file with bytes that no writer wrote
│   ├── Desync(index)              one entry, two states
│   └── ForkDetected(evidence)     one seat signed two histories
├── DealError
│   └── BadProof(seat)             an opening or a proof that does not fit its commitment
├── DecodeError(path)              bytes that are not what they claim to be
│   └── BadWords                   words to read aloud that say no code and no address
├── NetworkError
│   ├── CannotReach                nobody answers there
│   │   └── NoNetwork              this machine has no address
│   ├── TableRefused(reason)       whoever runs the table lets us not in
│   ├── StillSeated(table_id)      we have a seat in the match that is played there
│   ├── HandshakeFailed            the other end is not who it should be
│   │   ├── TableClosed            it wants a join code, or none
│   │   └── WrongCode              it did not take the join code
│   └── VersionMismatch            the other end speaks another version
└── StorageError                   a file or folder that cannot be read or written
    ├── DiskFull                   there is no room for it
    ├── SeatInUse                  another process of this home plays the same seat
    └── NothingToResume            no match that this home could go on with

This module knows no sentence for a person: the command line maps codes to sentences and exit codes.
"""

from __future__ import annotations

import errno

_FULL = (errno.ENOSPC, errno.EDQUOT)


class UnonetError(Exception):
    """Base of the tree; ``code`` is stable and safe to match on in scripts."""

    code = "error"


class RuleError(UnonetError):
    code = "rule"


class IllegalMove(RuleError):
    """A move or record that is refused; ``reason`` is a code, never shown to a person.

    The engine gives one of ``unonet.game.legality.REASONS``, a table one of
    ``unonet.table.events.NOOPS``.
    """

    code = "illegal_move"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadRuleset(RuleError):
    """An option, a value or a preset that does not exist, or that is not built yet."""

    code = "bad_ruleset"


class BadScenario(RuleError):
    """A scenario file outside the grammar of docs/rules.md section 10; ``line`` counts from 1."""

    code = "bad_scenario"

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class BadBot(RuleError):
    """No bot has this name, or what a package brings under it is none."""

    code = "bad_bot"


class ProtocolError(UnonetError):
    code = "protocol"


class LocalProtocolError(ProtocolError):
    code = "local_protocol"


class RemoteProtocolError(ProtocolError):
    code = "remote_protocol"


class SessionEnded(ProtocolError):
    """A newer ``hello`` of our own seat is in the log: whoever has our key has taken over."""

    code = "session_ended"


class LedgerError(UnonetError):
    code = "ledger"


class BrokenChain(LedgerError):
    """Entry ``index`` does not continue the entry before it.

    ``seat`` signed what is wrong; None when nobody did, as far as it is known.
    """

    code = "broken_chain"

    def __init__(self, message: str, index: int, seat: int | None = None) -> None:
        super().__init__(message)
        self.index = index
        self.seat = seat


class BadSignature(BrokenChain):
    """Entry ``index`` carries a signature that ``seat`` did not make: it is not to blame."""

    code = "bad_signature"


class BadEntry(BrokenChain):
    """Entry ``index`` is nothing that an honest seat writes."""

    code = "bad_entry"


class Desync(LedgerError):
    """Two honest folds of entry ``index`` differ: a bug, never a player's fault."""

    code = "desync"

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.index = index


class CorruptLog(LedgerError):
    """Byte ``offset`` of a log file starts something that no writer wrote.

    ``torn`` tells a cut last frame (nothing valid follows) from damage in the middle.
    """

    code = "corrupt_log"

    def __init__(self, message: str, offset: int, *, torn: bool = False) -> None:
        super().__init__(f"{message} at byte {offset}")
        self.offset = offset
        self.torn = torn


class ForkDetected(LedgerError):
    code = "fork"

    def __init__(self, message: str, evidence: bytes = b"") -> None:
        super().__init__(message)
        self.evidence = evidence


class DealError(UnonetError):
    code = "deal"


class BadProof(DealError):
    """An opening or proof of ``seat`` does not fit what it committed to."""

    code = "bad_proof"

    def __init__(self, message: str, seat: int) -> None:
        super().__init__(message)
        self.seat = seat


class DecodeError(UnonetError):
    """Bytes or values that are not what they claim; ``path`` names where (``entry[12].move.n``)."""

    code = "decode"

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path


class BadWords(DecodeError):
    """Words that somebody read aloud or typed; ``path`` counts from 0, the message from 1."""

    code = "bad_words"

    def __init__(self, message: str, path: str = "words") -> None:
        super().__init__(message)
        self.path = path


class NetworkError(UnonetError):
    code = "network"


class CannotReach(NetworkError):
    code = "cannot_reach"


class NoNetwork(CannotReach):
    """This machine has no address, not even for itself."""

    code = "no_network"


class TableRefused(NetworkError):
    """A host or a seat lets us not in; ``reason`` is its code for why."""

    code = "table_refused"

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class StillSeated(NetworkError):
    """The table plays a match in which this home has a seat, and has not finished with it."""

    code = "still_seated"

    def __init__(self, table_id: bytes) -> None:
        super().__init__("its match goes on, and this home has a seat in it")
        self.table_id = table_id


class HandshakeFailed(NetworkError):
    code = "handshake_failed"


class TableClosed(HandshakeFailed):
    """The other end answers only to those who bring a join code, or only to those who do not."""

    code = "table_closed"


class WrongCode(HandshakeFailed):
    code = "wrong_code"


class VersionMismatch(NetworkError):
    code = "version_mismatch"


class StorageError(UnonetError):
    code = "storage"

    @classmethod
    def of(cls, path: object, what: str, error: OSError) -> StorageError:
        """``path`` cannot be ``what`` (written, read …), for the reason that the system gives."""
        kind = DiskFull if error.errno in _FULL else StorageError
        return kind(f"{path} cannot be {what}: {error.strerror}")


class DiskFull(StorageError):
    """Nothing was half written: there is a way on once there is room."""

    code = "disk_full"


class SeatInUse(StorageError):
    """Another process of this home plays this seat, or is about to."""

    code = "seat_in_use"


class NothingToResume(StorageError):
    """There is no log, or its match is over, or our seat has left it."""

    code = "nothing_to_resume"
