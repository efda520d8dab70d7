"""The device flow (RFC 8628): a terminal has two codes, shows one, and asks with the other until it is let in."""

from __future__ import annotations

from authlib.oauth2.rfc6749 import InvalidGrantError
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialMixin
from flask import request

from service.core.browsers import device_of
from service.core.clock import now
from service.core.keys import new_secret
from service.core.settings import settings
from service.models import Account, DeviceGrant
from service.people import device_grants
from service.people.device_grants import DeviceCodes, asks_too_soon, device_of_code, keep_device, new_user_code
from service.people.oauth.clients import client_called

PAGE = "/device"
"""Where people type the code."""


class DeviceCodesEndpoint(DeviceAuthorizationEndpoint):
    """Gives a terminal its two codes."""

    CLIENT_AUTH_METHODS = ("none",)
    EXPIRES_IN = int(device_grants.GOOD_FOR.total_seconds())
    INTERVAL = device_grants.INTERVAL

    def generate_device_code(self) -> str:
        return new_secret()

    def generate_user_code(self) -> str:
        return new_user_code()

    def get_verification_uri(self) -> str:
        return f"{settings().public_url}{PAGE}"

    def save_device_credential(self, client_id: str, scope: str | None, data: dict[str, str]) -> None:
        client = client_called(client_id)
        if client is None:
            raise LookupError(client_id)
        network = device_of("", request.remote_addr or "").network
        codes = DeviceCodes(data["device_code"], data["user_code"])
        keep_device(codes, client_id, client.get_allowed_scope(scope).split(), network, now())


class Waiting(DeviceCredentialMixin):
    """What a terminal waits for, as Authlib asks about it."""

    def __init__(self, grant: DeviceGrant) -> None:
        self.grant = grant

    def get_client_id(self) -> str:
        return self.grant.app

    def get_scope(self) -> str:
        return " ".join(self.grant.scopes)

    def get_user_code(self) -> None:
        """It is not kept, and not needed here."""

    def is_expired(self) -> bool:
        return self.grant.expires_at <= now()


class DeviceCode(DeviceCodeGrant):
    """Gives a terminal its token once somebody has let it in, and forgets what it waited for."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def query_device_credential(self, device_code: str) -> Waiting:
        """What the code stands for, if it is the app's own."""
        grant = device_of_code(device_code)
        if grant is None or grant.app != self.request.payload.client_id:
            raise InvalidGrantError("There is no such device code, or it has given its token.")
        self._waiting = Waiting(grant)
        return self._waiting

    def query_user_grant(self, user_code: None) -> tuple[Account | None, bool] | None:
        """Who has let it in, or that somebody has sent it away; None as long as nobody has said anything."""
        grant = self._waiting.grant
        is_answered = grant.denied or grant.account is not None
        return (grant.account, not grant.denied) if is_answered else None

    def should_slow_down(self, credential: Waiting) -> bool:
        return asks_too_soon(credential.grant, now())
