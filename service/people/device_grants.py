"""Terminals, bots and consoles that wait for somebody to let them in, by a short code typed on a page (RFC 8628).

Short codes have 8 of 20 letters, 25,600,000,000 of them, and are good for ten minutes. Who is signed in may try 30 in a
minute; who finds one lets a stranger's terminal into the own account, and gets into nobody's.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, select

from service.core.db import session, transaction
from service.core.errors import Invalid
from service.core.keys import digest, mark_of, read_code
from service.core.settings import settings
from service.models import Account, DeviceGrant

GOOD_FOR = timedelta(minutes=10)
KEPT_FOR = timedelta(hours=1)
"""After that, so that a terminal which comes late hears that it is."""
INTERVAL = 5
"""Seconds that a terminal waits between two questions; as many more each time that it did not."""
GRACE = timedelta(seconds=1)
"""Tolerance for polling too early: clocks and networks are not exact."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels, so that codes are no words (RFC 8628, 6.1)."""
HALF = 4


@dataclass(frozen=True)
class DeviceCodes:
    """What a terminal keeps to itself, and what it shows."""

    device: str
    user: str


def new_user_code() -> str:
    """A short code, as it is shown and typed."""
    return read_user_code("".join(secrets.choice(LETTERS) for _ in range(2 * HALF)))


def read_user_code(typed: str) -> str:
    """Return the short code that was typed or pasted, as it is shown, without words before it."""
    letters = read_code(typed, LETTERS)[-2 * HALF :]
    return f"{letters[:HALF]}-{letters[HALF:]}" if letters else ""


def keep_device(codes: DeviceCodes, app: str, scopes: Iterable[str], network: str, now: datetime) -> None:
    """Begin to wait for somebody who lets the terminal in that has these codes."""
    grant = DeviceGrant(
        hash=digest(codes.device),
        mark=_mark(codes.user),
        app=app,
        scopes=list(scopes),
        network=network,
        created_at=now,
        expires_at=now + GOOD_FOR,
        interval=INTERVAL,
        denied=False,
    )
    with transaction() as current:
        current.add(grant)


def device_waiting(user_code: str, now: datetime) -> DeviceGrant:
    """What waits under a short code, however it was typed; Invalid `bad-device-code`."""
    return _found(_waiting(user_code, now))


def answer_device(account: Account, user_code: str, now: datetime, *, allowed: bool) -> None:
    """Let a terminal act for the account, or send it away; Invalid `bad-device-code`."""
    with transaction():
        grant = _found(_waiting(user_code, now).with_for_update(of=DeviceGrant))
        grant.denied = not allowed
        grant.account_id = account.id if allowed else None


def device_of_code(device_code: str) -> DeviceGrant | None:
    """What the terminal with that code waits for, locked for the transaction under way."""
    mine = select(DeviceGrant).where(DeviceGrant.hash == digest(device_code))
    return session().scalar(mine.with_for_update(of=DeviceGrant).execution_options(populate_existing=True))


def asks_too_soon(grant: DeviceGrant, now: datetime) -> bool:
    """Note that the terminal has asked; if it did not wait, it is to wait longer from now on."""
    soon = grant.asked_at is not None and now - grant.asked_at <= timedelta(seconds=grant.interval) - GRACE
    grant.asked_at = now
    grant.interval += INTERVAL if soon else 0
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
