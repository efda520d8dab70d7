"""Webhook signatures: verify that a request comes from Sundial, and answer it (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable
from typing import Protocol

from sundial_client.event_shapes import Event

PREFIX = "whsec_"
CHALLENGE = "webhook.challenge"
TOLERANCE = 300
"""Largest difference of the clocks in seconds. An older request may be a replay."""
_MOMENT = re.compile("[0-9]{1,12}")


class Headers(Protocol):
    """Headers of a request, in any web framework."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Return names, in upper or lower case, and values."""


class BadSignature(Exception):
    """A request that does not come from Sundial, or not just now. Answer with 401, and do nothing."""


def read_event(secret: str, headers: Headers, body: bytes, now: float | None = None) -> Event:
    """Verify and parse a webhook's event; raise BadSignature unless signed with the secret within five minutes.

    `webhook-id` of the headers is equal each time the event is sent again. `now` is in seconds since 1970.
    """
    said = {name.lower(): value for name, value in headers.items()}
    number, moment = said.get("webhook-id", ""), said.get("webhook-timestamp", "")
    if not _is_of(moment, time.time() if now is None else now):
        raise BadSignature("the time is missing or more than five minutes away")
    right = f"v1,{_signature(secret, f'{number}.{moment}.'.encode() + body)}".encode()
    signatures = said.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(right, signature) for signature in signatures):
        raise BadSignature("there is no signature that fits")
    event: Event = json.loads(body)
    return event


def answer_to(event: Event) -> bytes:
    """Return the body of the answer to an event, to send with a status of 2xx.

    It is the challenge of an endpoint's verification; empty for all other events.
    """
    challenge = event["data"].get("challenge") if event["type"] == CHALLENGE else None
    return b"" if challenge is None else challenge.encode()


def _is_of(moment: str, now: float) -> bool:
    return bool(_MOMENT.fullmatch(moment)) and abs(int(moment) - now) <= TOLERANCE


def _signature(secret: str, content: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
