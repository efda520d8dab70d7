"""What serves apps: it gives them tokens, ends tokens, and says what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NotRequired, TypedDict

from authlib.oauth2 import AuthorizationServer, OAuth2Error
from authlib.oauth2.rfc6749 import AccessDeniedError
from flask import Response, json, request

from rules.json_types import Json
from service.core.clock import now
from service.core.db import session, transaction
from service.core.errors import Conflict
from service.core.telemetry.requests import seen
from service.people.apps import HOLDS
from service.people.oauth.clients import PublicClient, client_called
from service.people.oauth.codes import Issuer, Pkce, PkceCode
from service.people.oauth.devices import DeviceCode, DeviceCodesEndpoint
from service.people.oauth.known_tokens import Introspection, Revocation
from service.people.oauth.requests import AppRequest, app_request
from service.people.scopes import MEANINGS
from service.people.tokens import create_token

TOKEN = "token"  # noqa: S105  # an endpoint
DEVICE, REVOCATION, INTROSPECTION = (
    endpoint.ENDPOINT_NAME for endpoint in (DeviceCodesEndpoint, Revocation, Introspection)
)


class GivenToken(TypedDict):
    """What an app is told of its token (RFC 6749, 5.1)."""

    token_type: str
    scope: str
    access_token: NotRequired[str]
    expires_in: NotRequired[int]


class AppServer(AuthorizationServer):
    """Authlib's, on our tables."""

    def __init__(self) -> None:
        super().__init__(scopes_supported=tuple(MEANINGS))
        self.register_token_generator("default", _bearer)
        self.register_grant(DeviceCode)
        self.register_grant(PkceCode, [Pkce(required=True)])
        self.register_extension(Issuer())
        for endpoint in (DeviceCodesEndpoint, Revocation, Introspection):
            self.register_endpoint(endpoint)

    def query_client(self, client_id: str) -> PublicClient | None:
        return client_called(client_id)

    def save_token(self, token: GivenToken, request: AppRequest) -> None:
        """Make the token, and forget or mark what it was given for: both, or neither."""
        app = request.client.app
        try:
            made = create_token(request.user, app.name, token["scope"].split(), now(), now() + HOLDS, app=app.id)
        except Conflict:
            raise AccessDeniedError("The account has as many tokens as it can have.") from None
        token["access_token"] = made.secret
        token["expires_in"] = int(HOLDS.total_seconds())
        if request.authorization_code is None:
            session().delete(request.credential.grant)
        else:
            request.authorization_code.row.token_id = made.token.id

    def create_oauth2_request(self, request: AppRequest) -> AppRequest:
        return request

    def handle_response(self, status: int, body: Mapping[str, Json] | str, headers: list[tuple[str, str]]) -> Response:
        if isinstance(body, str):
            return Response(body, status, headers)
        seen().code = str(body["error"]) if "error" in body else None
        return Response(json.dumps(body), status, headers)

    def send_signal(self, name: str, *args: object, **details: object) -> None:
        """Nobody listens."""


@cache
def server() -> AppServer:
    """The one that there is; it holds nothing of any request."""
    return AppServer()


def answered(endpoint: str) -> Response:
    """The answer to the form that an app has sent to an endpoint; what a refusal has to note is kept, too."""
    try:
        asked = app_request(request.form)
    except OAuth2Error as error:
        return refused(error)
    with transaction():
        answer: Response = (
            server().create_token_response(asked)
            if endpoint == TOKEN
            else server().create_endpoint_response(endpoint, asked)
        )
    return answer


def refused(error: OAuth2Error) -> Response:
    """The answer to an app whose request was refused (RFC 6749, 5.2)."""
    return server().handle_response(*error())


def _bearer(scope: str, **_: object) -> GivenToken:
    """What Authlib writes into its log before the token is made, so there is no secret in it yet."""
    return {"token_type": "Bearer", "scope": scope}
