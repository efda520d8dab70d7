"""The device flow (RFC 8628): a terminal shows a short code, and polls with a long one until it is allowed.

Short codes have 8 of 20 letters, 25,600,000,000 of them, and last ten minutes. A signed-in account may try 30 in a
minute. A guessed code lets a stranger's terminal into the guesser's account, and into no other.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from authlib.oauth2.rfc6749 import InvalidGrantError
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialMixin
from flask import request
from sqlalchemy import Select, select

from service.accounts.oauth.clients import client_called
from service.config.settings import settings
from service.db.clock import now
from service.db.engines import session, transaction
from service.http.browsers import device_of
from service.language.errors import Invalid
from service.models import Account, DeviceGrant
from service.security.keys import digest, mark_of, new_secret, read_code

PAGE = "/device"
"""The page where people type the code."""
GOOD_FOR = timedelta(minutes=10)
POLLING_INTERVAL = 5
"""Seconds between two polls of a terminal; increased by as many each time it polls too early."""
GRACE = timedelta(seconds=1)
"""Tolerance for polling too early: clocks and networks are not exact."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that codes are not words (RFC 8628, 6.1)."""
HALF = 4


def read_user_code(typed: str) -> str:
    """Normalise a typed or pasted short code to its display form, without words before it."""
    letters = read_code(typed, LETTERS)[-2 * HALF :]
    return f"{letters[:HALF]}-{letters[HALF:]}" if letters else ""


def keep_device(device_code: str, user_code: str, app: str, scopes: list[str], network: str, now: datetime) -> None:
    """Store a device request with both codes, until somebody answers it."""
    grant = DeviceGrant(
        hash=digest(device_code),
        mark=_mark(user_code),
        app=app,
        scopes=scopes,
        network=network,
        created_at=now,
        expires_at=now + GOOD_FOR,
        interval=POLLING_INTERVAL,
        denied=False,
    )
    with transaction() as current:
        current.add(grant)


def device_waiting(user_code: str, now: datetime) -> DeviceGrant:
    """Find the device request with a short code, in any spelling; Invalid `bad-device-code`."""
    return _found(_waiting(user_code, now))


def answer_device(account: Account, user_code: str, now: datetime, *, allowed: bool) -> None:
    """Allow or deny a device for the account; Invalid `bad-device-code`."""
    with transaction():
        grant = _found(_waiting(user_code, now).with_for_update(of=DeviceGrant))
        grant.denied = not allowed
        grant.account_id = account.id if allowed else None


def device_of_code(device_code: str) -> DeviceGrant | None:
    """Load and lock the request with that device code."""
    mine = select(DeviceGrant).where(DeviceGrant.hash == digest(device_code))
    return session().scalar(mine.with_for_update(of=DeviceGrant).execution_options(populate_existing=True))


def asks_too_soon(grant: DeviceGrant, now: datetime) -> bool:
    """Record a poll, and lengthen the interval if it came too early; returns whether it did."""
    soon = grant.asked_at is not None and now - grant.asked_at <= timedelta(seconds=grant.interval) - GRACE
    grant.asked_at = now
    grant.interval += POLLING_INTERVAL if soon else 0
    return soon


def _waiting(user_code: str, now: datetime) -> Select[DeviceGrant]:
    is_open = DeviceGrant.expires_at > now, DeviceGrant.account_id.is_(None), DeviceGrant.denied.is_(False)
    return select(DeviceGrant).where(DeviceGrant.mark == _mark(user_code), *is_open)


def _found(waiting: Select[DeviceGrant]) -> DeviceGrant:
    grant = session().scalar(waiting)
    if grant is None:
        raise Invalid("bad-device-code")
    return grant


def _mark(user_code: str) -> str:
    return mark_of(settings().secret_key, f"device {read_user_code(user_code)}")


class DeviceCodesEndpoint(DeviceAuthorizationEndpoint):
    """The device authorization endpoint."""

    CLIENT_AUTH_METHODS = ("none",)
    EXPIRES_IN = int(GOOD_FOR.total_seconds())
    INTERVAL = POLLING_INTERVAL

    def generate_device_code(self) -> str:
        return new_secret()

    def generate_user_code(self) -> str:
        return read_user_code("".join(secrets.choice(LETTERS) for _ in range(2 * HALF)))

    def get_verification_uri(self) -> str:
        return f"{settings().public_url}{PAGE}"

    def save_device_credential(self, client_id: str, scope: str | None, data: dict[str, str]) -> None:
        client = client_called(client_id)
        if client is None:
            raise LookupError(client_id)
        scopes = client.get_allowed_scope(scope).split()
        network = device_of("", request.remote_addr or "").network
        keep_device(data["device_code"], data["user_code"], client_id, scopes, network, now())


class Waiting(DeviceCredentialMixin):
    """A device request, as Authlib's credential."""

    def __init__(self, grant: DeviceGrant) -> None:
        self.grant = grant

    def get_client_id(self) -> str:
        return self.grant.app

    def get_scope(self) -> str:
        return " ".join(self.grant.scopes)

    def get_user_code(self) -> None:
        """Return nothing: the short code is not stored, and not needed here."""

    def is_expired(self) -> bool:
        return self.grant.expires_at <= now()


class DeviceCode(DeviceCodeGrant):
    """The device grant: gives a terminal its token once it is allowed, and deletes the request."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def query_device_credential(self, device_code: str) -> Waiting:
        """Return the request with that device code, if it is the app's own."""
        grant = device_of_code(device_code)
        if grant is None or grant.app != self.request.payload.client_id:
            raise InvalidGrantError("There is no such device code, or it has given its token.")
        self._waiting = Waiting(grant)
        return self._waiting

    def query_user_grant(self, user_code: None) -> tuple[Account | None, bool] | None:
        """Return the account and whether it allowed the device; None before it is answered."""
        grant = self._waiting.grant
        is_answered = grant.denied or grant.account is not None
        return (grant.account, not grant.denied) if is_answered else None

    def should_slow_down(self, credential: Waiting) -> bool:
        return asks_too_soon(credential.grant, now())
