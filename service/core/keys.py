"""Secrets that people and programs carry: API tokens, sign-in codes, and links that are good for one thing.

Only hashes of the random ones are stored. A link to a seat is computed from the secret key instead, so it need not be
stored at all: whoever holds it may act for that seat in that turn. So is what signs somebody in, from a salt.

A link names what it is good for by a number, and numbers come again when a backup is restored. So it holds some random
letters, too, which stand beside that number in the database and in no other history of it.
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
from enum import StrEnum

from rules import Seat
from service.core.key_ring import MAC_BYTES, PROOF_DIGITS, KeyRing, base32, derive

CODE_DIGITS = 8
GAME_ID_LENGTH = 12
NONCE_BYTES = 5
NONCE_LENGTH = NONCE_BYTES * 8 // 5
JOIN, WEBHOOK, FEED = "join key", "webhook", "feed key"
"""What secrets of endpoints are derived for, and keys to what is read without signing in."""
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
    body = base32(secrets.token_bytes(20))
    return f"{TOKEN_PREFIX}{body}{_checksum(body)}"


def is_well_formed_token(token: str) -> bool:
    """Whether the checksum fits."""
    body = token.removeprefix(TOKEN_PREFIX)[:-_CHECKSUM_DIGITS]
    return token.startswith(TOKEN_PREFIX) and token.endswith(_checksum(body)) and token.isascii()


def new_nonce() -> str:
    """What tells a turn, or a row, from another one of the same number in a database that was restored: 40 bits."""
    return base32(secrets.token_bytes(NONCE_BYTES))


def nonce_of(stored: str) -> str:
    """The same for a random secret of which the digest is stored: 40 bits of that."""
    return base32(bytes.fromhex(stored)[:NONCE_BYTES])


def webhook_secret(ring: KeyRing, salt: str) -> str:
    """The secret that an endpoint knows our requests by, as Standard Webhooks writes it: `whsec_` and 32 bytes."""
    return f"whsec_{base64.b64encode(derive(ring, WEBHOOK, salt)).decode()}"


def join_key(ring: KeyRing, salt: str) -> str:
    """The key to the open seats of a private game: 24 lower-case letters and digits."""
    return base32(derive(ring, JOIN, salt)[:MAC_BYTES])


def feed_key(ring: KeyRing, salt: str) -> str:
    """The key to the feeds of somebody's deadlines: 24 lower-case letters and digits."""
    return base32(derive(ring, FEED, salt)[:MAC_BYTES])


def new_secret() -> str:
    """A secret of 160 random bits: what a browser keeps in its cookie, or an endpoint is to send back."""
    return base32(secrets.token_bytes(20))


@dataclass(frozen=True)
class SignInKeys:
    """What signs somebody in: a code of eight digits to type, and a secret of 160 bits in a link."""

    code: str
    secret: str


def sign_in_keys(ring: KeyRing, salt: str) -> SignInKeys:
    """The keys of the sign-in with that salt. That the last digits of 256 bits stand for a code favours none."""
    code = int.from_bytes(derive(ring, "sign-in code", salt))
    secret = derive(ring, "sign-in link", salt)
    return SignInKeys(f"{code % 10**CODE_DIGITS:0{CODE_DIGITS}}", base32(secret[:20]))


def read_code(typed: str, alphabet: str) -> str:
    """Normalise a code that was typed or pasted: keep its letters or digits (NFKC, so full width works, too).

    Spaces, dashes, invisible characters and words between or around them are dropped.
    """
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(sign for sign in plain if sign in alphabet)


def mark_of(secret_key: str, told: str) -> str:
    """What stands for something in a table that nobody is to read there, such as an address: the same for the same."""
    return hmac.digest(secret_key.encode(), f"sundial mark {told}".encode(), "sha256").hex()[:_MARK_DIGITS]


def account_mark(account_id: int, created_at: datetime) -> str:
    """What an account is called where nothing of it may be told: SHA-256 of its number and birth, in hexadecimal.

    No key goes into it: after a theft the key is changed, and old deletions are to be found again all the same.
    """
    return hashlib.sha256(f"sundial account {account_id} {created_at.isoformat()}".encode()).hexdigest()


def new_message_id() -> str:
    """The id of a webhook's message: `msg_` and 32 random letters."""
    return f"msg_{base32(secrets.token_bytes(20))}"


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
    TALK = "m"
    """To say something to the others at the table."""
    ASIDE = "w"
    """To say something to one of them alone: the version is that one's seat."""
    PROPOSAL = "p"
    """To agree to what is proposed at that version, or not: the nonce is the proposal's id."""
    CLOCKS = "c"
    """To want the clocks stopped as others do, or not."""
    SUBSTITUTE = "v"
    """To take the seat over, or not: the version is the number of the account that is asked, and the nonce its own."""


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
        """What its proof is about."""
        return f"{self.nonce} sundial seat link {self.purpose} {self.game_id} {self.seat} {self.version}"

    def token(self, ring: KeyRing) -> str:
        """The link as lower-case letters and digits, at most 58 of them."""
        return f"{self.purpose}{self.game_id}{self.seat:x}{_proof(ring, self)}{self.version:x}"


def read_seat_link(token: str, ring: KeyRing) -> SeatLink | None:
    """The capability that a token stands for, or None if we have never given it out. Case does not matter."""
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
    """A capability: to stop, or take up again, mails of one kind to one account; and those about the game, if any."""

    account_id: int
    kind: str
    game_id: str
    nonce: str

    @property
    def told(self) -> str:
        """What its proof is about."""
        return f"{self.nonce} sundial unsubscribe {self.account_id} {self.kind} {self.game_id}"

    def token(self, ring: KeyRing) -> str:
        """The link as `kind.account.game.proof`."""
        return f"{self.kind}.{self.account_id}.{self.game_id}.{_proof(ring, self)}"


def read_unsubscribe_link(token: str, ring: KeyRing) -> UnsubscribeLink | None:
    """The capability that a token stands for, or None if we have never given it out."""
    kind, number, game_id, proved = (*token.split("."), "", "", "")[:4]
    if not (number.isascii() and number.isdecimal() and len(number) < _MAX_ID_DIGITS):
        return None
    proof, nonce, rest = _parts(proved)
    link = UnsubscribeLink(int(number), kind, game_id, nonce)
    return link if not rest and ring.knows(link.told, proof) else None


class RowPurpose(StrEnum):
    """What a key to one row is good for; its first letter."""

    APPROVAL = "a"
    BOUNCE = "b"
    QUESTION = "q"
    ROUND_UP = "r"
    SESSION = "s"
    TOKEN = "k"  # noqa: S105  # a purpose
    UNSUBSCRIBE = "u"


@dataclass(frozen=True)
class RowKey:
    """A capability that is about one row: to say that an inbound mail is one's own, to answer a round-up, and so on."""

    purpose: RowPurpose
    number: int
    nonce: str

    @property
    def told(self) -> str:
        """What its proof is about."""
        return f"{self.nonce} sundial row key {self.purpose} {self.number}"

    def token(self, ring: KeyRing) -> str:
        """The key as at most 45 lower-case letters and digits."""
        return f"{self.purpose}{_proof(ring, self)}{self.number:x}"


def read_row_key(token: str, ring: KeyRing) -> RowKey | None:
    """The capability that a token stands for, or None if we have never given it out. Case does not matter."""
    token = token.lower()
    proof, nonce, number = _parts(token[1:])
    try:
        key = RowKey(RowPurpose(token[:1]), _number(number), nonce)
    except ValueError:
        return None
    return key if key.number < _MAX_ROW and ring.knows(key.told, proof) else None


def _proof(ring: KeyRing, of: SeatLink | UnsubscribeLink | RowKey) -> str:
    """The proof and the nonce."""
    return f"{ring.sign(of.told)}{of.nonce}"


def _parts(text: str) -> tuple[str, str, str]:
    """The proof, the nonce and what follows them."""
    end = PROOF_DIGITS + NONCE_LENGTH
    return text[:PROOF_DIGITS], text[PROOF_DIGITS:end], text[end:]


def _number(text: str) -> int:
    """A hexadecimal number, written in the one way that we write it; or ValueError."""
    number = int(text, 16)
    if f"{number:x}" != text:
        raise ValueError(text)
    return number


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"[:_CHECKSUM_DIGITS]
