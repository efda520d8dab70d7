"""Recompute the seats and all dice of a Sundial game from its seed: `python verify_dice.py record.json`.

Needs nothing but Python; checks the signature of a public beacon if py-arkworks-bls12381 is installed. It does not know
the rules: `sundial verify` checks those as well. See dice.md.
"""

import hashlib
import hmac
import itertools
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

try:
    import py_arkworks_bls12381 as curves
except ImportError:
    curves = None

FIRST_FACE = {"dawn": 2}
"""Lowest value of a die with six consecutive faces, where it is not 1."""
TRUST = {
    "own": "the player's own word, after the commitment was shown; they trust only that no later player knew the seed",
    "early": "the player's own word, from before there was a commitment; one trusts that the operator did not try many",
    "server": "made up by the server, out of the seed; one trusts that the operator did not try many seeds",
    None: "nothing was added",
}
"""Required trust by the origin of a place's contribution."""


def words(seed: bytes, context: bytes) -> Iterator[int]:
    """Yield the stream of one draw: 64-bit words of HMAC-SHA256(seed, context followed by a counter of 8 bytes)."""
    for block in itertools.count():
        digest = hmac.digest(seed, context + block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8))


def below(n: int, stream: Iterator[int]) -> int:
    """Draw a number from 0 to n - 1: the first word under the largest multiple of n that fits, modulo n."""
    return next(word for word in stream if word < 2**64 // n * n) % n


def stream_for(record: dict[str, Any], label: str) -> Iterator[int]:
    """Return the stream for a label; its context has the game, the contributions and the beacon's randomness."""
    added = [place["contribution"] or "" for place in record["places"]]
    added += [beacon["randomness"]] if (beacon := record["beacon"]) and beacon["randomness"] else []
    context = json.dumps([record["id"], added, label], separators=(",", ":"))
    return words(bytes.fromhex(record["seed"]), context.encode())


def made_up(record: dict[str, Any], place: int) -> str:
    """Derive the server's contribution for a place without a player's: eight bytes of the seed's HMAC."""
    context = json.dumps([record["id"], place, "contribution"], separators=(",", ":"))
    return hmac.digest(bytes.fromhex(record["seed"]), context.encode(), "sha256")[:8].hex()


def seating(record: dict[str, Any]) -> list[int]:
    """Return the place that takes each seat: the order of invitation, shuffled by Fisher and Yates from the last."""
    places, stream = list(range(len(record["places"]))), stream_for(record, "seats")
    for last in range(len(places) - 1, 0, -1) if record["shuffle_seats"] else ():
        other = below(last + 1, stream)
        places[last], places[other] = places[other], places[last]
    return places


def throw(dice: int, first: int, stream: Iterator[int]) -> str:
    """Draw a throw of dice: each set of values weighs as many of the 6^n throws as there are ways to throw it."""
    drawn = below(6**dice, stream)
    for values in itertools.combinations_with_replacement(range(first, first + 6), dice):
        drawn -= math.factorial(dice) // math.prod(math.factorial(times) for times in Counter(values).values())
        if drawn < 0:
            return "roll " + " ".join(map(str, values))
    raise AssertionError("the weights sum to 6^n")


def seconds(moment: str) -> float:
    """Convert a time in UTC into seconds since 1970."""
    return datetime.fromisoformat(moment).timestamp()


def beacon_differences(beacon: dict[str, Any]) -> Iterator[str]:
    """Yield contradictions in a public beacon: see https://docs.drand.love/docs/specification."""
    chain = beacon["period"].to_bytes(4, "big") + beacon["genesis_time"].to_bytes(8, "big")
    chain += bytes.fromhex(beacon["public_key"] + beacon["group_hash"])
    named = beacon["beacon_id"] if beacon["beacon_id"] != "default" else ""
    if hashlib.sha256(chain + named.encode()).hexdigest() != beacon["chain"]:
        yield "the chain of the beacon has another hash"
    if seconds(beacon["at"]) != beacon["genesis_time"] + (beacon["round"] - 1) * beacon["period"]:
        yield "the round of the beacon was at another time"
    if seconds(beacon["at"]) <= seconds(beacon["committed_at"]):
        yield "the round of the beacon was out when the seed was committed to"
    if beacon["signature"] and hashlib.sha256(bytes.fromhex(beacon["signature"])).hexdigest() != beacon["randomness"]:
        yield "what the beacon has brought is not the SHA-256 of its signature"
    if beacon["randomness"] and not beacon["signature"]:
        yield "what the beacon has brought is not signed"
    if beacon["signature"] and curves and not is_signed(beacon):
        yield "the chain of the beacon has not signed this round"


def is_signed(beacon: dict[str, Any]) -> bool:
    """Verify the chain's signature under the number of the round (BLS, signatures in G1)."""
    try:
        key = curves.G2Point.from_compressed_bytes(bytes.fromhex(beacon["public_key"]))
        signature = curves.G1Point.from_compressed_bytes(bytes.fromhex(beacon["signature"]))
    except ValueError:
        return False
    message = hashlib.sha256(beacon["round"].to_bytes(8, "big")).digest()
    signed = curves.G1Point.hash_to_curve(message, b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_")
    is_none = key == curves.G2Point.identity() or signature == curves.G1Point.identity()
    return not is_none and curves.GT.pairing(signature, curves.G2Point()) == curves.GT.pairing(signed, key)


def beacon_trust(beacon: dict[str, Any]) -> str:
    """Describe what a record cannot prove about a beacon."""
    if not beacon["randomness"]:
        return "the game began without its round; one trusts that it was away"
    checked = "its signature was checked" if curves else "its signature was not: pip install py-arkworks-bls12381"
    when = f"the seed was committed to at {beacon['committed_at']}, as the signer says"
    return f"round {beacon['round']} of chain {beacon['chain']}, which you are to know; {when}; {checked}"


def in_order(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Sort the places that contributed to the dice by contribution number."""
    added = (place for place in record["places"] if None not in (place["contribution_number"], place["contributed_at"]))
    return sorted(added, key=lambda place: place["contribution_number"])


def order_differences(record: dict[str, Any]) -> Iterator[str]:
    """Yield contradictions in the order and times of contributions; players' words precede a beacon's round."""
    places, beacon = in_order(record), record["beacon"]
    times = [seconds(place["contributed_at"]) for place in places]
    added = sum(place["contribution"] is not None for place in record["places"])
    if times != sorted(times) or len({place["contribution_number"] for place in places}) != added:
        yield "what was added to the dice is not in the order of its times"
    if any(seconds(entry["at"]) < time for entry in record["log"][:1] for time in times):
        yield "something was added to the dice after the game began"
    words = [seconds(place["contributed_at"]) for place in places if place["contributed"] == "own"]
    if beacon and beacon["randomness"] and any(word >= seconds(beacon["at"]) for word in words):
        yield "a word was added when the round of the beacon was out"


def differences(record: dict[str, Any]) -> Iterator[str]:
    """Yield all differences between the record and the seed; each roll has as many dice as are written."""
    if hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() != record["commitment"]:
        yield "the seed is not the one that was committed to"
    match = record["match"]
    if match and match["commitments"][match["round"] - 1] != record["commitment"]:
        yield "the commitment is not the one that was shown with those of the match"
    yield from beacon_differences(record["beacon"]) if record["beacon"] else ()
    yield from order_differences(record)
    for number, place in enumerate(record["places"]):
        if place["contributed"] == "server" and place["contribution"] != made_up(record, number):
            yield f"what the server added for place {number} is not what the seed gives"
    if [record["places"][place]["seat"] for place in seating(record)] != list(range(len(record["places"]))):
        yield "the seats were not drawn from the seed"
    for number, entry in enumerate(record["log"]):
        if entry["seat"] == -1:
            first = FIRST_FACE.get(record["ruleset"], 1)
            drawn = throw(entry["action"].count(" "), first, stream_for(record, f"log {number}"))
            if drawn != entry["action"]:
                yield f"entry {number} is '{entry['action']}', the seed gives '{drawn}'"


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = list(differences(given))
    for number, place in enumerate(given["places"]):
        print(f"place {number}: {TRUST[place['contributed']]}")  # noqa: T201
    for place in [place for place in in_order(given) if place["contributed"] == "own"][-1:]:
        last = f"that of place {place['place']}, at {place['contributed_at']}, as the signer says"
        print(f"last word: {last}; who gave it could choose the dice, if they knew the seed")  # noqa: T201
    if given["beacon"]:
        print(f"beacon: {beacon_trust(given['beacon'])}")  # noqa: T201
    print("\n".join(found) or "The dice are what the seed gives.")  # noqa: T201
    sys.exit(bool(found))
