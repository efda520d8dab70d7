"""What a record says of a public beacon: which round was promised, that it was to come, and that its chain has signed.

The chain is known by its hash; of the time of the commitment, only the signer of the record knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.json_types import Json
from service.core.beacon.chain import KNOWN, LAST_ROUND, SIGNATURE_DIGITS, Chain, is_hex, is_sound, randomness_of
from service.core.bls import has_signed
from service.models import GameStatus
from service.recorded import BeaconRecord, Record, read
from service.verify import Finding, Verdict, judged, moment

ABOUT = "beacon"


def promised(document: Json) -> Iterator[Finding]:
    """Every check of the round that the dice of a record take in, none where there is no such round; or BadRecord."""
    record = read(document)
    beacon = record.members["beacon"]
    if beacon is None:
        return
    chain = _chain(beacon)
    if chain is None:
        yield Finding(ABOUT, Verdict.WRONG, "the chain has another hash than its members give")
        return
    yield from _fixed(beacon, chain)
    yield from _brought(record, beacon, chain)


def _chain(beacon: BeaconRecord) -> Chain | None:
    members = beacon["public_key"], beacon["period"], beacon["genesis_time"], beacon["group_hash"], beacon["beacon_id"]
    chain = Chain(*members)
    return chain if is_sound(chain) and chain.hash == beacon["chain"] else None


def _fixed(beacon: BeaconRecord, chain: Chain) -> Iterator[Finding]:
    """Which round it is, and that nobody could know it when the seed was committed to."""
    number = beacon["round"]
    if not 0 < number < LAST_ROUND or beacon["at"].timestamp() != chain.seconds_of(number):
        yield Finding(ABOUT, Verdict.WRONG, f"round {number} is not of the time that is said")
        return
    text = f"round {number}, of {moment(beacon['at'])}, was to come when the seed was committed to"
    yield judged(ABOUT, beacon["at"] > beacon["committed_at"], text)
    names = [name for name, known in KNOWN.items() if known == chain]
    whose = (
        f"drand's {names[0]}" if names else f"{chain.hash}, which you are to know: compare it with what is published"
    )
    yield Finding(
        ABOUT,
        Verdict.TRUST,
        f"the seed was committed to at {moment(beacon['committed_at'])}, as the signer says; the chain is {whose}",
    )


def _brought(record: Record, beacon: BeaconRecord, chain: Chain) -> Iterator[Finding]:
    signature = beacon["signature"]
    if signature is not None:
        is_right = is_hex(signature, SIGNATURE_DIGITS) and beacon["randomness"] == randomness_of(signature)
        yield judged(ABOUT, is_right, "the randomness is the SHA-256 of the signature")
        is_signed = has_signed(chain.public_key, beacon["round"], signature)
        yield judged(ABOUT, is_signed, "the chain has signed that round")
    elif beacon["randomness"] is not None:
        yield Finding(ABOUT, Verdict.WRONG, "there is no signature for the randomness")
    elif record.members["setup"] is not None:
        text = "the game began without it: one trusts that the beacon was away, or that the host had no part in it"
        yield Finding(ABOUT, Verdict.TRUST, text)
    elif record.members["status"] == GameStatus.INVITING:
        yield Finding(ABOUT, Verdict.LATER, "the game waits for the round")
