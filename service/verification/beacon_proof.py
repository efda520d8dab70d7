"""Verify a record's beacon: the promised round, that it was in the future, and the chain's signature.

The chain is identified by its hash. The time of the commitment rests on the record's signer alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.json_types import Json
from service.beacon.chain import CAN_VERIFY, KNOWN, SIGNATURE_DIGITS, is_hex, randomness_of
from service.beacon.promises import Promise
from service.models import GameStatus
from service.verification.recorded import BeaconRecord, Record, read
from service.verification.verify import Finding, Verdict, judged, moment

ABOUT = "beacon"
LAST_ROUND = 1 << 53
"""Larger numbers are not exact in every JSON parser."""


def promised(document: Json) -> Iterator[Finding]:
    """Check the beacon round of a record, and yield the findings; none without a beacon. BadRecord."""
    record = read(document)
    beacon = record.members["beacon"]
    if beacon is None:
        return
    promise = Promise.read(beacon)
    if not promise.chain.is_sound or promise.chain.hash != beacon["chain"]:
        yield Finding(ABOUT, Verdict.WRONG, "the chain has another hash than its members give")
        return
    number, chain = promise.round, promise.chain
    if not 0 < number < LAST_ROUND or beacon["at"].timestamp() != chain.seconds_of(number):
        yield Finding(ABOUT, Verdict.WRONG, f"round {number} is not of the time that is said")
    else:
        text = f"round {number}, of {moment(beacon['at'])}, was to come when the seed was committed to"
        yield judged(ABOUT, beacon["at"] > promise.committed_at, text)
        names = [f"drand's {name}" for name, known in KNOWN.items() if known == chain]
        whose = names[0] if names else f"{chain.hash}, which you are to know: compare it with what is published"
        text = f"the seed was committed to at {moment(promise.committed_at)}, as the signer says; the chain is {whose}"
        yield Finding(ABOUT, Verdict.TRUST, text)
    yield from _brought(record, beacon, promise)


def _brought(record: Record, beacon: BeaconRecord, promise: Promise) -> Iterator[Finding]:
    signature = promise.signature
    if signature is not None:
        is_right = is_hex(signature, SIGNATURE_DIGITS) and beacon["randomness"] == randomness_of(signature)
        yield judged(ABOUT, is_right, "the randomness is the SHA-256 of the signature")
        if CAN_VERIFY:
            is_signed = promise.chain.has_signed(promise.round, signature)
            yield judged(ABOUT, is_signed, "the chain has signed that round")
        else:
            text = "whether the chain has signed that round was not looked at: install requirements/extras.lock"
            yield Finding(ABOUT, Verdict.LATER, text)
    elif beacon["randomness"] is not None:
        yield Finding(ABOUT, Verdict.WRONG, "there is no signature for the randomness")
    elif record.members["setup"] is not None:
        text = "the game began without it: one trusts that the beacon was away, or that the host had no part in it"
        yield Finding(ABOUT, Verdict.TRUST, text)
    elif record.members["status"] == GameStatus.INVITING:
        yield Finding(ABOUT, Verdict.LATER, "the game waits for the round")
