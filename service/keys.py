"""Secrets that people and programs carry: API tokens, sign-in codes, and links that are good for one thing.

Only hashes of the random ones are stored. A link to a seat is computed from the secret key instead, so it need not be
stored at all: whoever holds it may act for that seat in that turn. So is what signs somebody in, from a salt.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import zlib
from dataclasses import dataclass
from enum import StrEnum

CODE_DIGITS = 8
GAME_ID_LENGTH = 12
MAC_BYTES = 15
TOKEN_PREFIX = "sdl_"  # noqa: S105  # it marks a token and is none
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_CHECKSUM_DIGITS = 6
_MARK_DIGITS = 16
_MAX_ID_DIGITS = 19
_MAX_ROW = 1 << 31


def new_game_id() -> str:
    """A game's public name: 12 letters and digits that are not mistaken for each other, 59 random bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(GAME_ID_LENGTH))


def new_token() -> str:
    """An API token: `sdl_`, 32 random letters, and a checksum that lets a typing error be told from a revoked token."""
    body = _base32(secrets.token_bytes(20))
    return f"{TOKEN_PREFIX}{body}{_checksum(body)}"


def is_well_formed_token(token: str) -> bool:
    """Whether the checksum fits."""
    body = token.removeprefix(TOKEN_PREFIX)[:-_CHECKSUM_DIGITS]
    return token.startswith(TOKEN_PREFIX) and token.endswith(_checksum(body)) and token.isascii()


def new_salt() -> str:
    """What a secret is computed from together with the secret key: 128 random bits."""
    return secrets.token_hex(16)


def webhook_secret(secret_key: str, salt: str) -> str:
    """The secret that an endpoint knows our requests by, as Standard Webhooks writes it: `whsec_` and 32 bytes."""
    key = hmac.digest(secret_key.encode(), f"sundial webhook {salt}".encode(), "sha256")
    return f"whsec_{base64.b64encode(key).decode()}"


def join_key(secret_key: str, game_id: str, salt: str) -> str:
    """The key to the open seats of a private game: 24 lower-case letters and digits."""
    told = f"sundial join key {game_id} {salt}"
    return _base32(hmac.digest(secret_key.encode(), told.encode(), "sha256")[:MAC_BYTES])


def new_secret() -> str:
    """A secret of 160 random bits: what a browser keeps in its cookie, or an endpoint is to send back."""
    return _base32(secrets.token_bytes(20))


@dataclass(frozen=True)
class SignInKeys:
    """What signs somebody in: a code of eight digits to type, and a secret of 160 bits in a link."""

    code: str
    secret: str


def sign_in_keys(secret_key: str, salt: str) -> SignInKeys:
    """The keys of the sign-in with that salt. That the last digits of 256 bits stand for a code favours none."""
    code = int.from_bytes(hmac.digest(secret_key.encode(), f"sundial sign-in code {salt}".encode(), "sha256"))
    secret = hmac.digest(secret_key.encode(), f"sundial sign-in link {salt}".encode(), "sha256")
    return SignInKeys(f"{code % 10**CODE_DIGITS:0{CODE_DIGITS}}", _base32(secret[:20]))


def mark_of(secret_key: str, told: str) -> str:
    """What stands for something in a table that nobody is to read there, such as an address: the same for the same."""
    return hmac.digest(secret_key.encode(), f"sundial mark {told}".encode(), "sha256").hex()[:_MARK_DIGITS]


def new_message_id() -> str:
    """The id of a webhook's message: `msg_` and 32 random letters."""
    return f"msg_{_base32(secrets.token_bytes(20))}"


def installation(secret_key: str) -> str:
    """What tells one installation from another, and nothing of its key: 16 hexadecimal digits."""
    return hmac.digest(secret_key.encode(), b"sundial installation", "sha256").hex()[:_MARK_DIGITS]


def digest(secret: str) -> str:
    """What is stored of a random secret: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Purpose(StrEnum):
    """What a link to a seat is good for; its first letter."""

    TURN = "t"
    INVITATION = "i"


@dataclass(frozen=True)
class SeatLink:
    """A capability: one seat (or place, for an invitation) of one game at one version of it."""

    purpose: Purpose
    game_id: str
    seat: int
    version: int

    def token(self, secret_key: str) -> str:
        """The link as lower-case letters and digits, at most 50 of them."""
        return f"{self.purpose}{self.game_id}{self.seat:x}{self._mac(secret_key)}{self.version:x}"

    def _mac(self, secret_key: str) -> str:
        told = f"sundial seat link {self.purpose} {self.game_id} {self.seat} {self.version}"
        return _base32(hmac.digest(secret_key.encode(), told.encode(), "sha256")[:MAC_BYTES])


def read_seat_link(token: str, secret_key: str) -> SeatLink | None:
    """The capability that a token stands for, or None if we have never given it out. Case does not matter."""
    token = token.lower()
    id_end = 1 + GAME_ID_LENGTH
    version_at = id_end + 1 + MAC_BYTES * 8 // 5
    try:
        link = SeatLink(Purpose(token[:1]), token[1:id_end], int(token[id_end], 16), int(token[version_at:], 16))
    except (ValueError, IndexError):
        return None
    return link if hmac.compare_digest(link.token(secret_key).encode(), token.encode()) else None


@dataclass(frozen=True)
class UnsubscribeLink:
    """A capability: to stop, or take up again, mails of one kind to one account; and those about the game, if any."""

    account_id: int
    kind: str
    game_id: str = ""

    def token(self, secret_key: str) -> str:
        """The link as `kind.account.game.proof`."""
        told = f"sundial unsubscribe {self.account_id} {self.kind} {self.game_id}"
        proof = _base32(hmac.digest(secret_key.encode(), told.encode(), "sha256")[:MAC_BYTES])
        return f"{self.kind}.{self.account_id}.{self.game_id}.{proof}"


def read_unsubscribe_link(token: str, secret_key: str) -> UnsubscribeLink | None:
    """The capability that a token stands for, or None if we have never given it out."""
    kind, number, game_id, _ = (*token.split("."), "", "", "")[:4]
    if not (number.isascii() and number.isdecimal() and len(number) < _MAX_ID_DIGITS):
        return None
    link = UnsubscribeLink(int(number), kind, game_id)
    return link if hmac.compare_digest(link.token(secret_key).encode(), token.encode()) else None


class RowPurpose(StrEnum):
    """What a key to one row is good for; its first letter."""

    APPROVAL = "a"
    BOUNCE = "b"
    ROUND_UP = "r"
    SESSION = "s"
    TOKEN = "k"  # noqa: S105  # a purpose


@dataclass(frozen=True)
class RowKey:
    """A capability that is about one row: to say that an inbound mail is one's own, to answer a round-up, and so on."""

    purpose: RowPurpose
    number: int

    def token(self, secret_key: str) -> str:
        """The key as at most 41 lower-case letters and digits."""
        told = f"sundial row key {self.purpose} {self.number}"
        proof = _base32(hmac.digest(secret_key.encode(), told.encode(), "sha256")[:MAC_BYTES])
        return f"{self.purpose}{proof}{self.number:x}"


def read_row_key(token: str, secret_key: str) -> RowKey | None:
    """The capability that a token stands for, or None if we have never given it out. Case does not matter."""
    token = token.lower()
    try:
        key = RowKey(RowPurpose(token[:1]), int(token[1 + MAC_BYTES * 8 // 5 :], 16))
    except ValueError:
        return None
    is_ours = hmac.compare_digest(key.token(secret_key).encode(), token.encode())
    return key if is_ours and key.number < _MAX_ROW else None


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().lower().rstrip("=")


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"[:_CHECKSUM_DIGITS]
