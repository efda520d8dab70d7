"""The OAuth endpoints for apps: metadata, consent, tokens, revocation and introspection.

A browser returns to an app only by a button or a link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import NotRequired, TypedDict

from authlib.oauth2 import AuthorizationServer, OAuth2Error
from authlib.oauth2.rfc6749 import AccessDeniedError, InvalidRequestError, TokenMixin
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from flask import Response, json, request
from sqlalchemy import select

from rules.json_types import Json
from service.accounts.oauth.clients import HOLDS, App, AppRequest, PublicClient, app_request, client_called, origin_of
from service.accounts.oauth.codes import Issuer, Pkce, PkceCode
from service.accounts.oauth.devices import DeviceCode, DeviceCodesEndpoint
from service.accounts.revocations import revoke_callers
from service.accounts.scopes import MEANINGS
from service.accounts.tokens import create_token, is_live
from service.config.settings import settings
from service.db.clock import now
from service.db.engines import session, transaction
from service.language.errors import Conflict, Invalid
from service.models import Account, ApiToken
from service.security.keys import digest
from service.telemetry.requests import seen

AUTHORIZATION_PATH = "/oauth/authorize"
TOKEN_PATH = "/oauth/token"  # noqa: S105  # an address
DEVICE_PATH = "/oauth/device"
REVOCATION_PATH = "/oauth/revoke"
INTROSPECTION_PATH = "/oauth/introspect"
METADATA_PATH = "/.well-known/oauth-authorization-server"
NO_SECRET = ["none"]
LONGEST_ADDRESS = 2500
"""Characters of an authorization request's address: it is kept in a cookie during sign-in."""
TOKEN = "token"  # noqa: S105  # an endpoint


def metadata() -> dict[str, str | bool | list[str]]:
    """Build the authorization server metadata (RFC 8414). The issuer is `PUBLIC_URL`."""
    base = settings().public_url
    return {
        "issuer": base,
        "authorization_endpoint": base + AUTHORIZATION_PATH,
        "token_endpoint": base + TOKEN_PATH,
        "device_authorization_endpoint": base + DEVICE_PATH,
        "revocation_endpoint": base + REVOCATION_PATH,
        "introspection_endpoint": base + INTROSPECTION_PATH,
        "scopes_supported": list(MEANINGS),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "grant_types_supported": ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
        "token_endpoint_auth_methods_supported": NO_SECRET,
        "revocation_endpoint_auth_methods_supported": NO_SECRET,
        "introspection_endpoint_auth_methods_supported": NO_SECRET,
        "service_documentation": f"{base}/docs",
    }


class KnownToken(TokenMixin):
    """A token of ours, as Authlib's, for revocation (RFC 7009) and introspection (RFC 7662)."""

    def __init__(self, row: ApiToken) -> None:
        self.row = row

    def check_client(self, client: None) -> bool:
        """Allow anybody who has the token, including a finder, to revoke it."""
        return True

    def is_expired(self) -> bool:
        return not is_live(self.row, now())

    def is_revoked(self) -> bool:
        return self.row.revoked_at is not None


class KnownTokens:
    """Token lookup for both endpoints. There is one kind of token, so type hints are ignored (RFC 7009, 2.1)."""

    def authenticate_endpoint_client(self, request: AppRequest) -> None:
        """Skip client authentication: the token proves more than a public client id."""

    def check_params(self, request: AppRequest, client: None) -> None:
        if not request.form.get("token"):
            raise InvalidRequestError("The parameter token is missing.")

    def query_token(self, token_string: str, token_type_hint: str | None) -> KnownToken | None:
        row = session().scalar(select(ApiToken).where(ApiToken.hash == digest(token_string)))
        return KnownToken(row) if row else None


class Revocation(KnownTokens, RevocationEndpoint):
    """Token revocation; an unknown token counts as revoked (RFC 7009, 2.2)."""

    def revoke_token(self, token: KnownToken, request: AppRequest) -> None:
        token.row.revoked_at = token.row.revoked_at or now()
        revoke_callers([token.row.account_id])


class Introspection(KnownTokens, IntrospectionEndpoint):
    """Token introspection: scopes, account, app and expiry."""

    def check_permission(self, token: KnownToken, client: None, request: AppRequest) -> bool:
        return True

    def introspect_token(self, token: KnownToken) -> dict[str, Json]:
        row = token.row
        known: dict[str, Json] = {
            "active": True,
            "scope": " ".join(row.scopes),
            "client_id": row.app,
            "username": row.account.name,
            "token_type": "Bearer",
            "exp": _seconds(row.expires_at),
            "iat": _seconds(row.created_at),
            "iss": settings().public_url,
        }
        return {name: value for name, value in known.items() if value is not None}


def _seconds(time: datetime | None) -> int | None:
    return int(time.timestamp()) if time else None


DEVICE, REVOCATION, INTROSPECTION = (
    endpoint.ENDPOINT_NAME for endpoint in (DeviceCodesEndpoint, Revocation, Introspection)
)


class GivenToken(TypedDict):
    """The token response (RFC 6749, 5.1)."""

    token_type: str
    scope: str
    access_token: NotRequired[str]
    expires_in: NotRequired[int]


def _bearer(scope: str, **_: object) -> GivenToken:
    """Build the token response without its secret, because Authlib logs it."""
    return {"token_type": "Bearer", "scope": scope}


class AppServer(AuthorizationServer):
    """Authlib's server on our tables."""

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
        """Create the token, and delete or mark its grant, in one transaction."""
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
        """Ignore signals; there are no subscribers."""


@cache
def server() -> AppServer:
    """Return the OAuth server, which holds no state of requests."""
    return AppServer()


def answered(endpoint: str) -> Response:
    """Answer an app's POST to an endpoint; what a refusal records is committed, too."""
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
    """Build the error response to an app (RFC 6749, 5.2)."""
    return server().handle_response(*error())


@dataclass(frozen=True)
class AppWish:
    """An authorization request of a valid app: its redirect URI and scopes, or its error."""

    app: App
    redirect_uri: str
    scopes: tuple[str, ...] = ()
    error: str = ""
    """The error code of RFC 6749."""
    way_back: str = ""
    """The address that reports the error to the app."""

    @property
    def origin(self) -> str:
        """The origin that gets the answer."""
        return origin_of(self.redirect_uri)


def wish_of_app(account: Account) -> AppWish:
    """Validate the current authorization request; Invalid `bad-app-request` if the app may not even be answered."""
    if len(request.full_path) > LONGEST_ADDRESS:
        raise Invalid("bad-app-request", reason="The address is too long.")
    try:
        asked = app_request(request.args)
        grant = server().get_consent_grant(asked, account)
    except OAuth2Error as error:
        if not error.redirect_uri:
            raise Invalid("bad-app-request", reason=error.get_error_description()) from None
        back: Response = server().handle_response(*error())
        Issuer().add_issuer_parameter(server(), back)
        app, way_back = App(request.args["client_id"]), str(back.location)
        return AppWish(app, error.redirect_uri, error=error.error, way_back=way_back)
    return AppWish(asked.client.app, grant.redirect_uri, tuple(asked.scope.split()))


def answer_app(account: Account, *, allowed: bool) -> Response:
    """Redirect to the app with a code, or with a denial; the request has been validated before."""
    asked = app_request(request.args)
    grant = server().get_authorization_grant(asked)
    with transaction():
        answer: Response = server().create_authorization_response(
            asked, grant_user=account if allowed else None, grant=grant
        )
    return answer
