"""What a seat owes a deal now, and how it makes the record from its secrets.

A due record is made in two halves: what must be kept is drawn at once, what takes long is in
``make``, a function of values that do not change, to be called on any thread. Whoever posts it
keeps the secrets first. Cards that a seat must open because of the rules are not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from unonet.deal import group, mix, open_share, proofs, sealed, sealing, share
from unonet.deal.ciphertext import encode_deck
from unonet.deal.hashes import DIGEST
from unonet.deal.holdings import Ask
from unonet.deal.secrets import Secrets
from unonet.deal.session import DealState
from unonet.deal.shuffle import Hedge
from unonet.deal.steps import Step
from unonet.deal.transcript import Transcript

ENTROPY: Final = 4 * DIGEST
"""Fresh random bytes for whatever may be due: n1, n2, keys, and the nonces of proofs."""
QUICK: Final = 8
"""So many cards can be shared, or opened, without a worker thread."""

Body: TypeAlias = tuple[Any, ...]


class Due(NamedTuple):
    """One record that is due; ``key`` stays the same as long as it is the same record.

    ``name`` is a step, "share" or "complain"; ``long``: making it takes more than 5 ms; ``spare``:
    enough other seats owe the same, and it is wanted only if one of them does not come.
    """

    key: tuple[object, ...]
    name: str
    make: Callable[[], Body]
    long: bool = False
    spare: bool = False


class Fresh(NamedTuple):
    """Entropy, 32 bytes for each use."""

    n1: bytes
    n2: bytes
    keys: bytes
    nonces: bytes

    @classmethod
    def of(cls, entropy: bytes) -> Fresh:
        """From ``ENTROPY`` fresh random bytes."""
        return cls(*(entropy[start : start + DIGEST] for start in range(0, ENTROPY, DIGEST)))


def dues(state: DealState, seat: int, secrets: Secrets, entropy: bytes) -> Iterator[Due]:
    """Every record that the seat owes the deal now. Raises DealError if its secrets are lost.

    The body has the arguments of the ``DealState`` method, or of ``sealed.share``, after the seat.
    """
    fresh = Fresh.of(entropy)
    if _must_vouch(state, seat) and (dealer := secrets.bad_dealer(state, seat)) is not None:
        yield _complaint(state, seat, dealer, secrets, fresh)
    elif seat in state.due_seats():
        key = state.step, state.round, state.attempt, state.epoch
        make = _MAKERS[state.step](state, seat, secrets, fresh)
        yield Due(key, str(state.step), make, long=state.step is Step.MIX)
    if state.holdings is not None:
        for ask in state.holdings.asks.values():
            if sealed.gives(state, seat, ask):
                yield _share(state, seat, ask, secrets, fresh)


def _must_vouch(state: DealState, seat: int) -> bool:
    """Whether the seat has yet to say, by its first mix, that its key shares are good."""
    mixing = state.mixing
    return (
        mixing is not None and state.step is Step.MIX and not state.epoch and seat in mixing.queue
    )


def _commit(state: DealState, seat: int, secrets: Secrets, fresh: Fresh) -> Callable[[], Body]:
    n1, n2 = secrets.draw("n1", state, fresh.n1), secrets.draw("n2", state, fresh.n2)
    keys: Body = ()
    if state.sealed:
        secrets.draw("keys", state, fresh.keys)
        keys = _public_keys(state, secrets)
    return partial(tuple, (state.c1(seat, n1, *keys), state.c2(seat, n2), state.attempt))


def _public_keys(state: DealState, secrets: Secrets) -> Body:
    commitments = secrets.polynomial(state).commitments()
    return tuple(map(group.encode, commitments)), group.encode(secrets.round_key(state).public)


def _open(state: DealState, seat: int, secrets: Secrets, fresh: Fresh) -> Callable[[], Body]:
    n1 = secrets.reveal("n1", state)
    if not state.sealed:
        return partial(tuple, (n1, (), b"", b""))
    polynomial, own = secrets.polynomial(state), secrets.round_key(state)
    context, public = state.context(seat), _public_keys(state, secrets)

    def make() -> Body:
        known = polynomial.coefficients[0], own.secret
        transcript = Transcript("possession", context)
        commitments = polynomial.commitments()
        proof = proofs.prove_possession(transcript, commitments, own.public, known, fresh.nonces)
        return n1, *public, proof

    return make


def _key_shares(state: DealState, seat: int, secrets: Secrets, fresh: Fresh) -> Callable[[], Body]:
    keying = state.keying
    assert keying is not None
    polynomial, own = secrets.polynomial(state), secrets.round_key(state)
    context, keys = state.context(seat), dict(keying.round_keys)

    def make() -> Body:
        shares = (
            sealing.seal_share(context, other, own, keys[other], polynomial.share(other))
            for other in sorted(keys)
            if other != seat
        )
        return (tuple(shares),)

    return make


def _complaint(state: DealState, seat: int, dealer: int, secrets: Secrets, fresh: Fresh) -> Due:
    context, own, dealing = (
        state.context(seat),
        secrets.round_key(state),
        state.dealing(dealer, seat),
    )

    def make() -> Body:
        transcript = Transcript("complaint", context)
        return dealer, sealing.complain(transcript, dealing, own, fresh.nonces)

    return Due(("complain", state.round, state.attempt), "complain", make)


def _nonce(state: DealState, seat: int, secrets: Secrets, fresh: Fresh) -> Callable[[], Body]:
    n2 = secrets.draw("n2", state, fresh.n2)
    return partial(tuple, (state.c2(seat, n2), state.epoch))


def _mix(state: DealState, seat: int, secrets: Secrets, fresh: Fresh) -> Callable[[], Body]:
    assert state.keying is not None and state.mixing is not None
    context, key, deck = state.context(seat), state.keying.table_key, state.mixing.deck
    hedge = Hedge(secrets.reveal("keys", state), fresh.nonces)

    def make() -> Body:
        mixed, proof = mix.mix(Transcript("mix", context), key, deck, hedge)
        return encode_deck(mixed), proof

    return make


def _open2(state: DealState, seat: int, secrets: Secrets, fresh: Fresh) -> Callable[[], Body]:
    return partial(tuple, (secrets.reveal("n2", state),))


def _share(state: DealState, seat: int, ask: Ask, secrets: Secrets, fresh: Fresh) -> Due:
    context, by = state.card_context(seat, ask.hash), sealed.giver(state, seat)
    transfers, shown = sealed.transfers(state, ask), sealed.shown(state, ask)
    part, entropy = secrets.part(state, seat), fresh.nonces

    def make() -> Body:
        private = public = b""
        if transfers:
            transcript = Transcript("share", context)
            private = share.prove_shares(transcript, by, transfers, part, entropy)
        if shown:
            transcript = Transcript("open", context)
            public = open_share.prove_open_shares(transcript, by, shown, part, entropy)
        return ask.index, ask.hash, private, public

    key = "share", state.round, ask.index
    spare = not _goes_first(state, seat, ask)
    return Due(key, "share", make, long=len(ask.items) > QUICK, spare=spare)


def _goes_first(state: DealState, seat: int, ask: Ask) -> bool:
    """Whether the seat is one of the t that an ask turns to first: each time another one begins."""
    assert state.keying is not None
    holders = state.keying.holders(state.seats)
    place = (holders.index(seat) - ask.index) % len(holders)
    return place < state.keying.threshold


_MAKERS: Final = {
    Step.COMMIT: _commit,
    Step.OPEN: _open,
    Step.KEY_SHARES: _key_shares,
    Step.NONCE: _nonce,
    Step.MIX: _mix,
    Step.OPEN2: _open2,
}
