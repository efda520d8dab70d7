"""Devices with notifications: a browser hands in its subscription, which ends with its session."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from sqlalchemy import delete, select

from service.accounts.accounts import locked_account
from service.accounts.sessions import is_over
from service.config.key_ring import key_ring
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.language.errors import Invalid, or_not_found
from service.models import BrowserSession, PushDelivery, PushDevice
from service.push.keys import push_key
from service.security import rates
from service.security.encryption import decrypt, encrypt
from service.security.keys import digest
from service.security.ssrf import check_destination

DEVICES = limit("push-devices")
AUTH_BYTES = 16
"""RFC 8291, 3.2."""
POINT_BYTES = 65
"""An uncompressed point on P-256."""


@dataclass(frozen=True)
class PushSubscription:
    """The endpoint and keys of a browser, which let anybody send to it."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)

    @property
    def point(self) -> bytes:
        """The browser's public key."""
        return bytes_of(self.p256dh)

    @property
    def secret(self) -> bytes:
        """The secret that the browser shares with us."""
        return bytes_of(self.auth)


def register(own: BrowserSession, given: Mapping[str, str], now: datetime) -> PushDevice:
    """Let a signed-in browser get notifications, in the place of what it or its endpoint had before.

    Invalid `bad-push-subscription`. Over the limit, the oldest device ends.
    """
    subscription, public = _checked(given), push_key().public
    mark = digest(subscription.endpoint)
    with transaction() as current:
        account = locked_account(own.account_id)
        current.execute(delete(PushDevice).where((PushDevice.mark == mark) | (PushDevice.session_id == own.id)))
        known = devices_of(account.id, now)
        while not rates.has_room(DEVICES, len(known)):
            current.delete(known.pop())
        device = PushDevice(
            account_id=account.id,
            session_id=own.id,
            mark=mark,
            encrypted=encrypt(json.dumps(vars(subscription)).encode()),
            key_name=key_ring().name,
            public=public,
            failures=0,
            created_at=now,
        )
        current.add(device)
        account.pushed_since = account.pushed_since or now
    return device


def subscription_of(device: PushDevice) -> PushSubscription:
    """Return a device's subscription; Undecryptable."""
    return PushSubscription(**json.loads(decrypt(device.encrypted)))


def devices_of(account_id: int, now: datetime) -> list[PushDevice]:
    """List an account's devices whose session is not over, the newest first."""
    theirs = select(PushDevice).where(PushDevice.account_id == account_id).order_by(PushDevice.id.desc())
    found: Sequence[PushDevice] = session().scalars(theirs.execution_options(populate_existing=True)).all()
    return [device for device in found if not is_over(device.session, now)]


def remove_device(account_id: int, session_id: int) -> None:
    """End the notifications of a browser of the account; NotFound."""
    with transaction() as current:
        current.delete(_device(account_id, session_id))


def send_test(account_id: int, session_id: int, now: datetime) -> PushDelivery:
    """Send a test to a browser of the account; NotFound."""
    with transaction() as current:
        test = new_delivery(_device(account_id, session_id), now, now)
        current.add(test)
    return test


def new_delivery(device: PushDevice, now: datetime, due: datetime, **turn: str | int | None) -> PushDelivery:
    """Build the delivery of a turn; without one, of a test."""
    if due <= now:
        wake.wake(queues.PUSH)
    return PushDelivery(device_id=device.id, created_at=now, due_at=due, **turn)


def bytes_of(text: str) -> bytes:
    """Decode base64url with or without padding; ValueError."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError(text) from None


def _checked(given: Mapping[str, str]) -> PushSubscription:
    """Read a subscription whose endpoint we may send to, and whose keys are keys."""
    subscription = PushSubscription(*(given.get(name, "") for name in ("endpoint", "p256dh", "auth")))
    try:
        check_destination(subscription.endpoint)
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), subscription.point)
        is_secret = len(subscription.secret) == AUTH_BYTES
    except (Invalid, ValueError):
        is_secret = False
    if not is_secret or len(subscription.point) != POINT_BYTES:
        raise Invalid("bad-push-subscription")
    return subscription


def _device(account_id: int, session_id: int) -> PushDevice:
    theirs = PushDevice.account_id == account_id, PushDevice.session_id == session_id
    return or_not_found(session().scalar(select(PushDevice).where(*theirs).with_for_update(of=PushDevice)))
