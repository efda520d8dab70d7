"""Token without a browser: the device flow of OAuth (RFC 8628)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx

from sundial_client.account_shapes import USUAL, Scope
from sundial_client.connection import AGENT, TIMEOUT

METADATA = ".well-known/oauth-authorization-server"
GRANT = "urn:ietf:params:oauth:grant-type:device_code"
PENDING, SLOWER, BUSY = "authorization_pending", "slow_down", "temporarily_unavailable"
TOO_LATE = "expired_token"
LONGER = 5
"""Seconds to add to the interval after a `slow_down` (RFC 8628, 3.5)."""


class LoginFailed(Exception):
    """No token. `code` is that of RFC 6749 or RFC 8628, such as `access_denied` or `expired_token`."""

    def __init__(self, code: str, description: str = "") -> None:
        super().__init__(f"{code}: {description}" if description else code)
        self.code = code


@dataclass(frozen=True)
class DeviceCode:
    """Data to show: the page, the code to type there, and the address with the code included."""

    page: str
    user_code: str
    page_with_code: str
    minutes: int


def login(
    url: str,
    name: str,
    show: Callable[[DeviceCode], None],
    scopes: Sequence[Scope] = USUAL,
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Get a token that a person approves on a page, where they see `name`; raise LoginFailed without one.

    Raises httpx.HTTPError if there is no Sundial at that address.
    """
    with httpx.Client(headers={"User-Agent": AGENT}, timeout=TIMEOUT) as http:
        known = http.get(f"{url.rstrip('/')}/{METADATA}").raise_for_status().json()
        wish = {"client_id": name, "scope": " ".join(scopes)}
        codes = _body(http.post(known["device_authorization_endpoint"], data=wish))
        show(_shown(codes))
        form = {"grant_type": GRANT, "client_id": name, "device_code": codes["device_code"]}
        pause, waited = codes["interval"], 0
        while waited < codes["expires_in"]:
            sleep(pause)
            waited += pause
            try:
                token: str = _body(http.post(known["token_endpoint"], data=form))["access_token"]
            except httpx.TransportError:
                pause *= 2
            except LoginFailed as refusal:
                pause += _longer(refusal)
            else:
                return token
    raise LoginFailed(TOO_LATE)


def _longer(refusal: LoginFailed) -> int:
    """Return the seconds to add to the interval; raise a final refusal."""
    if refusal.code not in (PENDING, SLOWER, BUSY):
        raise refusal
    return 0 if refusal.code == PENDING else LONGER


def _shown(codes: dict[str, Any]) -> DeviceCode:
    minutes = codes["expires_in"] // 60
    return DeviceCode(codes["verification_uri"], codes["user_code"], codes["verification_uri_complete"], minutes)


def _body(answer: httpx.Response) -> dict[str, Any]:
    try:
        body: dict[str, Any] = answer.json()
    except ValueError:
        raise LoginFailed(BUSY if answer.is_server_error else f"http-{answer.status_code}") from None
    if answer.status_code != HTTPStatus.OK:
        raise LoginFailed(str(body.get("error")), str(body.get("error_description", "")))
    return body
