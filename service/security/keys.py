"""Secrets of people and programs: API tokens, sign-in codes, and single-purpose links.

We store only hashes of the random ones. A link to a seat is computed from the secret key and not stored; its holder may
act for that seat in that turn. Sign-in keys are computed from a salt.

A link names its target by a number, and after a restore from a backup numbers are used again. So it also holds a nonce,
which is stored beside that number only in this history of the database.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import unicodedata
import zlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique

from rules import Seat
from service.config.key_ring import MAC_BYTES, PROOF_DIGITS, KeyRing, base32, derive

CODE_DIGITS = 8
GAME_ID_LENGTH = 12
NONCE_BYTES = 5
NONCE_LENGTH = NONCE_BYTES * 8 // 5
JOIN, WEBHOOK, FEED = "join key", "webhook", "feed key"
"""Purposes of derived secrets: the key to open seats, the secret of a webhook, the key to feeds."""
TOKEN_PREFIX = "sdl_"  # noqa: S105  # a prefix of tokens
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_CHECKSUM_DIGITS = 6
_MARK_DIGITS = 16
_MAX_ID_DIGITS = 19
_MAX_ROW = 1 << 31


def new_game_id() -> str:
    """Generate a game's public id: 12 unambiguous letters and digits, 59 random bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(GAME_ID_LENGTH))


def new_token() -> str:
    """Generate an API token: `sdl_`, 32 random letters, and a checksum that separates a typo from a revoked token."""
    body = base32(secrets.token_bytes(20))
    return f"{TOKEN_PREFIX}{body}{_checksum(body)}"


def is_well_formed_token(token: str) -> bool:
    """Verify the prefix and checksum of a token."""
    body = token.removeprefix(TOKEN_PREFIX)[:-_CHECKSUM_DIGITS]
    return token.startswith(TOKEN_PREFIX) and token.endswith(_checksum(body)) and token.isascii()


def new_nonce() -> str:
    """Generate a nonce of 40 bits, so that a turn or row differs from its namesake in a restored database."""
    return base32(secrets.token_bytes(NONCE_BYTES))


def nonce_of(stored: str) -> str:
    """Derive a nonce from the stored digest of a random secret: its first 40 bits."""
    return base32(bytes.fromhex(stored)[:NONCE_BYTES])


def webhook_secret(ring: KeyRing, salt: str) -> str:
    """Derive the signing secret of a webhook, as in Standard Webhooks: `whsec_` and 32 bytes."""
    return f"whsec_{base64.b64encode(derive(ring, WEBHOOK, salt)).decode()}"


def join_key(ring: KeyRing, salt: str) -> str:
    """Derive the key to the open seats of a private game: 24 lower-case letters and digits."""
    return base32(derive(ring, JOIN, salt)[:MAC_BYTES])


def feed_key(ring: KeyRing, salt: str) -> str:
    """Derive the key to an account's deadline feeds: 24 lower-case letters and digits."""
    return base32(derive(ring, FEED, salt)[:MAC_BYTES])


def new_secret() -> str:
    """Generate a secret of 160 random bits, for a cookie or a webhook challenge."""
    return base32(secrets.token_bytes(20))


@dataclass(frozen=True)
class SignInKeys:
    """The keys of a sign-in: a code of eight digits to type, and a secret of 160 bits in a link."""

    code: str
    secret: str


def sign_in_keys(ring: KeyRing, salt: str) -> SignInKeys:
    """Derive the keys of a sign-in from its salt. The code is taken from 256 bits, so its modulo bias is negligible."""
    code = int.from_bytes(derive(ring, "sign-in code", salt))
    secret = derive(ring, "sign-in link", salt)
    return SignInKeys(f"{code % 10**CODE_DIGITS:0{CODE_DIGITS}}", base32(secret[:20]))


def read_code(typed: str, alphabet: str) -> str:
    """Normalise a typed or pasted code: keep its letters or digits (NFKC, so full width works, too).

    Spaces, dashes, invisible characters and words between or around them are dropped.
    """
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(sign for sign in plain if sign in alphabet)


def mark_of(secret_key: str, told: str) -> str:
    """Pseudonymise a value, such as an address, for storage: a keyed hash, equal for equal values."""
    return hmac.digest(secret_key.encode(), f"sundial mark {told}".encode(), "sha256").hex()[:_MARK_DIGITS]


def account_mark(account_id: int, created_at: datetime) -> str:
    """Pseudonymise an account for the list of deletions: SHA-256 of its number and creation time, in hexadecimal.

    It has no key: the secret key may change after a theft, and old deletions must still be found.
    """
    return hashlib.sha256(f"sundial account {account_id} {created_at.isoformat()}".encode()).hexdigest()


def new_message_id() -> str:
    """Generate the id of a webhook message: `msg_` and 32 random letters."""
    return f"msg_{base32(secrets.token_bytes(20))}"


def installation(secret_key: str) -> str:
    """Compute the id of an installation from its key, which it does not reveal: 16 hexadecimal digits."""
    return hmac.digest(secret_key.encode(), b"sundial installation", "sha256").hex()[:_MARK_DIGITS]


def digest(secret: str) -> str:
    """Hash a random secret for storage: SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Purpose(StrEnum):
    """The purpose of a link to a seat; its first letter."""

    TURN = "t"
    INVITATION = "i"
    TALK = "m"
    """To write to all players of the game."""
    ASIDE = "w"
    """To write to one player alone: the version is that player's seat."""
    PROPOSAL = "p"
    """To answer the proposal made at that version: the nonce is the proposal's id."""
    CLOCKS = "c"
    """To agree or refuse to stop the clocks."""
    SUBSTITUTE = "v"
    """To take over the seat or decline.

    The version is the number of the invited account, and the nonce that account's.
    """


@dataclass(frozen=True)
class SeatLink:
    """A capability: one seat (or place, for an invitation) of one game at one version of it."""

    purpose: Purpose
    game_id: str
    seat: Seat
    version: int
    nonce: str

    @property
    def told(self) -> str:
        """The text that is signed."""
        return f"{self.nonce} sundial seat link {self.purpose} {self.game_id} {self.seat} {self.version}"

    def token(self, ring: KeyRing) -> str:
        """Encode the link as at most 58 lower-case letters and digits."""
        return f"{self.purpose}{self.game_id}{self.seat:x}{_proof(ring, self)}{self.version:x}"


def read_seat_link(token: str, ring: KeyRing) -> SeatLink | None:
    """Verify a token and decode its capability, or return None. Case does not matter."""
    token = token.lower()
    purpose, game_id, seat = token[:1], token[1 : 1 + GAME_ID_LENGTH], token[1 + GAME_ID_LENGTH :][:1]
    proof, nonce, version = _parts(token[2 + GAME_ID_LENGTH :])
    try:
        link = SeatLink(Purpose(purpose), game_id, _number(seat), _number(version), nonce)
    except ValueError:
        return None
    return link if ring.knows(link.told, proof) else None


@dataclass(frozen=True)
class UnsubscribeLink:
    """A capability to unsubscribe an account from one kind of email, of one game if given, or to subscribe again."""

    account_id: int
    kind: str
    game_id: str
    nonce: str

    @property
    def told(self) -> str:
        """The text that is signed."""
        return f"{self.nonce} sundial unsubscribe {self.account_id} {self.kind} {self.game_id}"

    def token(self, ring: KeyRing) -> str:
        """Encode the link as `kind.account.game.proof`."""
        return f"{self.kind}.{self.account_id}.{self.game_id}.{_proof(ring, self)}"


def read_unsubscribe_link(token: str, ring: KeyRing) -> UnsubscribeLink | None:
    """Verify a token and decode its capability, or return None."""
    kind, number, game_id, proved = (*token.split("."), "", "", "")[:4]
    if not (number.isascii() and number.isdecimal() and len(number) < _MAX_ID_DIGITS):
        return None
    proof, nonce, rest = _parts(proved)
    link = UnsubscribeLink(int(number), kind, game_id, nonce)
    return link if not rest and ring.knows(link.told, proof) else None


@unique
class RowPurpose(StrEnum):
    """The purpose of a key to one row; its first letter."""

    ADDRESS = "e"
    ADDRESS_BEFORE = "o"
    APPROVAL = "a"
    """To confirm that an email is from the owner of its address."""
    BOUNCE = "b"
    ORDER = "g"
    """To reply to an answer from the general address, which only its reader knows."""
    QUESTION = "q"
    """To confirm the move that the writer was asked about."""
    ROUND_UP = "r"
    """To reply to a daily digest about several games."""
    SESSION = "s"
    TOKEN = "k"  # noqa: S105  # a purpose
    UNSUBSCRIBE = "u"
    """For unsubscribe emails of mail programs (RFC 2369, 3.2)."""


@dataclass(frozen=True)
class RowKey:
    """A capability for one row: for example to confirm an inbound email as one's own, or to answer a daily digest."""

    purpose: RowPurpose
    number: int
    nonce: str

    @property
    def told(self) -> str:
        """The text that is signed."""
        return f"{self.nonce} sundial row key {self.purpose} {self.number}"

    def token(self, ring: KeyRing) -> str:
        """Encode the key as at most 45 lower-case letters and digits."""
        return f"{self.purpose}{_proof(ring, self)}{self.number:x}"


def read_row_key(token: str, ring: KeyRing) -> RowKey | None:
    """Verify a token and decode its capability, or return None. Case does not matter."""
    token = token.lower()
    proof, nonce, number = _parts(token[1:])
    try:
        key = RowKey(RowPurpose(token[:1]), _number(number), nonce)
    except ValueError:
        return None
    return key if key.number < _MAX_ROW and ring.knows(key.told, proof) else None


def _proof(ring: KeyRing, of: SeatLink | UnsubscribeLink | RowKey) -> str:
    """Join the proof and the nonce."""
    return f"{ring.sign(of.told)}{of.nonce}"


def _parts(text: str) -> tuple[str, str, str]:
    """Split a text into its proof, its nonce and the rest."""
    end = PROOF_DIGITS + NONCE_LENGTH
    return text[:PROOF_DIGITS], text[PROOF_DIGITS:end], text[end:]


def _number(text: str) -> int:
    """Parse a hexadecimal number in canonical form, or raise ValueError."""
    number = int(text, 16)
    if f"{number:x}" != text:
        raise ValueError(text)
    return number


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"[:_CHECKSUM_DIGITS]
