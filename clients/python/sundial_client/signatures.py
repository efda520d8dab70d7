"""Whether a request to one's own endpoint comes from Sundial (https://www.standardwebhooks.com), and what to answer."""

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
"""Seconds that the clocks may differ. What is older may be a copy that somebody has kept."""
_MOMENT = re.compile("[0-9]{1,12}")


class Headers(Protocol):
    """The headers of a request, as any server has them."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Names, in upper or lower case, and values."""


class BadSignature(Exception):
    """It does not come from Sundial, or not just now. Answer with 401, and do nothing."""


def read_event(secret: str, headers: Headers, body: bytes, now: float | None = None) -> Event:
    """The event that a webhook tells; BadSignature if the request was not signed with the secret within five minutes.

    `webhook-id` of the headers is the same each time the event is sent again. `now` is in seconds since 1970.
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
    """What to answer to that event, with a status of 2xx: the challenge where Sundial asks whether one wants events.

    All others need no body, and an empty one is what there is for them.
    """
    challenge = event["data"].get("challenge") if event["type"] == CHALLENGE else None
    return b"" if challenge is None else challenge.encode()


def _is_of(moment: str, now: float) -> bool:
    return bool(_MOMENT.fullmatch(moment)) and abs(int(moment) - now) <= TOLERANCE


def _signature(secret: str, content: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
