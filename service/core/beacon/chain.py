"""A public beacon as drand has it: rounds at fixed times, each with a signature that nobody can foresee or choose.

Here is what can be said of a chain without its signatures: https://docs.drand.love/docs/specification.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypedDict

from rules.json_types import Json

SCHEME = "bls-unchained-g1-rfc9380"
"""The scheme of signatures that we know: of 48 bytes, over the round's number alone."""
KEY_DIGITS, HASH_DIGITS, SIGNATURE_DIGITS = 192, 64, 96
HEX = re.compile(r"[0-9a-f]*")
LAST_ROUND = 1 << 53
"""Above that, not every JSON has a number."""
LONGEST_ID = 40


@dataclass(frozen=True)
class Chain:
    """What a chain of rounds is known by; all of it goes into its hash."""

    public_key: str
    period: int
    """Seconds from one round to the next."""
    genesis_time: int
    """When round 1 was, in seconds since 1970."""
    group_hash: str
    beacon_id: str

    @property
    def hash(self) -> str:
        """The name of the chain, in hexadecimal: whoever knows it knows the public key and the times of all rounds."""
        digest = hashlib.sha256(self.period.to_bytes(4, "big") + self.genesis_time.to_bytes(8, "big"))
        digest.update(bytes.fromhex(self.public_key) + bytes.fromhex(self.group_hash))
        if self.beacon_id not in ("", "default"):
            digest.update(self.beacon_id.encode())
        return digest.hexdigest()

    def seconds_of(self, round_number: int) -> int:
        """When a round is due, in seconds since 1970."""
        return self.genesis_time + (round_number - 1) * self.period

    def time_of(self, round_number: int) -> datetime:
        """When a round is due."""
        return datetime.fromtimestamp(self.seconds_of(round_number), UTC)

    def first_round_after(self, moment: datetime) -> int:
        """The first round that is due later than that."""
        return max(int((moment.timestamp() - self.genesis_time) // self.period) + 2, 1)


QUICKNET = Chain(
    public_key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c9"
    "21cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    period=3,
    genesis_time=1692803367,
    group_hash="f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    beacon_id="quicknet",
)
"""The chain of the League of Entropy with this scheme."""
KNOWN = {"quicknet": QUICKNET}
"""Chains by the names that everybody calls them."""


def chain_of(document: Json) -> Chain:
    """The chain that a beacon describes under `/<hash>/info`; ValueError where hash or scheme is another."""
    told: Any = document
    try:
        chain = Chain(
            str(told["public_key"]),
            int(told["period"]),
            int(told["genesis_time"]),
            str(told["groupHash"]),
            str(told["metadata"]["beaconID"]),
        )
        scheme, name = told["schemeID"], told["hash"]
    except (LookupError, TypeError, ValueError):
        message = "members are missing"
        raise ValueError(message) from None
    if scheme != SCHEME:
        message = f"the scheme must be {SCHEME}"
        raise ValueError(message)
    if not is_sound(chain) or chain.hash != name:
        message = "its hash is not that of its members"
        raise ValueError(message)
    return chain


def is_sound(chain: Chain) -> bool:
    """Whether the members are of the size that they must have."""
    return (
        is_hex(chain.public_key, KEY_DIGITS)
        and is_hex(chain.group_hash, HASH_DIGITS)
        and 0 < chain.period < 1 << 32
        and 0 <= chain.genesis_time < 1 << 33
        and len(chain.beacon_id) <= LONGEST_ID
    )


def is_hex(text: str, digits: int) -> bool:
    """Whether it is that many hexadecimal digits in small letters."""
    return len(text) == digits and HEX.fullmatch(text) is not None


def randomness_of(signature: str) -> str:
    """What a round brings: the SHA-256 of its signature, both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


class KeptPromise(TypedDict):
    """A promise in JSON."""

    chain: dict[str, str | int]
    round: int
    committed_at: str
    minutes: int
    signature: str | None
    given_up_at: str | None


@dataclass(frozen=True)
class Promise:
    """The round that a table's dice wait for: fixed with their commitment, before anybody knew what it would bring."""

    chain: Chain
    round: int
    committed_at: datetime
    minutes: int
    """How long after the commitment it was to be at least, as the table has agreed."""
    signature: str | None = None
    given_up_at: datetime | None = None
    """When the host began without it."""

    @classmethod
    def made(cls, chain: Chain, minutes: int, now: datetime) -> Promise:
        """The promise that is made now: of the first round after so many minutes."""
        return cls(chain, chain.first_round_after(now + timedelta(minutes=minutes)), now, minutes)

    @classmethod
    def read(cls, kept: KeptPromise) -> Promise:
        """The promise that was `kept`."""
        given_up = kept["given_up_at"]
        return cls(
            Chain(**kept["chain"]),  # type: ignore[arg-type]
            kept["round"],
            datetime.fromisoformat(kept["committed_at"]),
            kept["minutes"],
            kept["signature"],
            datetime.fromisoformat(given_up) if given_up else None,
        )

    @property
    def kept(self) -> KeptPromise:
        """The same in JSON, to be read again."""
        return {
            "chain": asdict(self.chain),
            "round": self.round,
            "committed_at": self.committed_at.isoformat(),
            "minutes": self.minutes,
            "signature": self.signature,
            "given_up_at": None if self.given_up_at is None else self.given_up_at.isoformat(),
        }

    @property
    def at(self) -> datetime:
        """When the round is due."""
        return self.chain.time_of(self.round)

    @property
    def randomness(self) -> str | None:
        """What the round has brought; None before, and where the table has begun without it."""
        return self.signature and randomness_of(self.signature)

    @property
    def is_open(self) -> bool:
        """Whether the dice still wait for it."""
        return self.signature is None and self.given_up_at is None

    def fulfilled(self, signature: str) -> Promise:
        """The promise with what the round has brought."""
        return replace(self, signature=signature)

    def given_up(self, now: datetime) -> Promise:
        """The promise of a table that begins without."""
        return replace(self, given_up_at=now)

    def json(self) -> dict[str, Json]:
        """All that there is to check, as records and the API have it."""
        return {
            "chain": self.chain.hash,
            "public_key": self.chain.public_key,
            "period": self.chain.period,
            "genesis_time": self.chain.genesis_time,
            "group_hash": self.chain.group_hash,
            "beacon_id": self.chain.beacon_id,
            "round": self.round,
            "at": _time(self.at),
            "committed_at": _time(self.committed_at),
            "randomness": self.randomness,
            "signature": self.signature,
            "given_up_at": _time(self.given_up_at),
        }


def read_known(text: str) -> Chain:
    """The chain of that name, or that the file of that name describes; ValueError says what to do."""
    if text in KNOWN:
        return KNOWN[text]
    try:
        return chain_of(json.loads(Path(text).read_text(encoding="utf-8")))
    except (OSError, ValueError) as wrong:
        told = wrong.strerror if isinstance(wrong, OSError) else wrong
        message = f"BEACON_CHAIN must be {', '.join(KNOWN)}, or a file with what BEACON_URL/<hash>/info says: {told}."
        raise ValueError(message) from None


def _time(moment: datetime | None) -> str | None:
    """As `core.clock` has it, which brings along Flask: who only reads the knobs does without."""
    return moment.isoformat().replace("+00:00", "Z") if moment else None
