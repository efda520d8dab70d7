"""A browser with notifications: it subscribes, and reads what it is sent, as real ones do."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.accounts.sessions import begin_session, session_of
from service.db import clock
from service.http.browsers import Device
from service.models import Account, BrowserSession, PushDevice
from service.push.devices import register

HERE = Device("Firefox", "Linux", "198.51.100.*")


@dataclass(frozen=True)
class Browser:
    """A browser that a push service reaches at an endpoint."""

    endpoint: str = "https://push.example.net/201"
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def given(self) -> dict[str, str]:
        """What it hands in."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": _text(point), "auth": _text(self.secret)}

    def shown(self, body: bytes) -> dict[str, Any]:
        """Decrypt what it was sent."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        told: dict[str, Any] = json.loads(plain)
        return told


def signed_in_browser(account: Account) -> BrowserSession:
    """Sign an account in somewhere."""
    own = session_of(begin_session(account, HERE, clock.now()), clock.now())
    assert own is not None
    return own


def subscribed(account: Account, browser: Browser, own: BrowserSession | None = None) -> PushDevice:
    """Let a browser of the account have notifications."""
    return register(own or signed_in_browser(account), browser.given, clock.now())


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
