"""Authorisation codes with PKCE (RFC 7636), whose method is S256 and no other."""

from __future__ import annotations

from authlib.oauth2.rfc6749 import AuthorizationCodeGrant, AuthorizationCodeMixin, InvalidRequestError
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter

from service.core.clock import now
from service.core.keys import new_secret
from service.core.settings import settings
from service.models import Account, AuthorizationCode
from service.people.authorization_codes import Permission, code_for_use, keep_code
from service.people.oauth.clients import PublicClient
from service.people.oauth.requests import AppRequest

METHOD = "S256"
CHALLENGE_LENGTH = 43
"""Of 256 bits in base64url."""


class KnownCode(AuthorizationCodeMixin):
    """A code, as Authlib asks about it."""

    code_challenge_method = METHOD

    def __init__(self, row: AuthorizationCode) -> None:
        self.row = row

    @property
    def code_challenge(self) -> str:
        """The hash of what the app alone knows."""
        return self.row.challenge

    def get_redirect_uri(self) -> str:
        return self.row.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.row.scopes)


class PkceCode(AuthorizationCodeGrant):
    """Gives an app a code, and a token for it."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def generate_authorization_code(self) -> str:
        return new_secret()

    def save_authorization_code(self, code: str, request: AppRequest) -> None:
        app, sent = request.client.get_client_id(), request.payload
        challenge = sent.data["code_challenge"]
        keep_code(code, Permission(request.user, app, request.scope.split(), sent.redirect_uri, challenge), now())

    def query_authorization_code(self, code: str, client: PublicClient) -> KnownCode | None:
        row = code_for_use(code, client.get_client_id(), now())
        return KnownCode(row) if row else None

    def delete_authorization_code(self, authorization_code: KnownCode) -> None:
        """It is kept with the token that it gave."""

    def authenticate_user(self, authorization_code: KnownCode) -> Account:
        return authorization_code.row.account


class Pkce(CodeChallenge):
    """Nobody is led on without a challenge."""

    SUPPORTED_CODE_CHALLENGE_METHOD = (METHOD,)

    def validate_code_challenge(self, grant: PkceCode, redirect_uri: str) -> None:
        sent = grant.request.payload.data
        if sent.get("code_challenge_method") != METHOD or len(sent.get("code_challenge", "")) != CHALLENGE_LENGTH:
            raise InvalidRequestError(f"A code_challenge is needed, of the method {METHOD}.")
        super().validate_code_challenge(grant, redirect_uri)


class Issuer(IssuerParameter):
    """Says in each answer who gives it (RFC 9207)."""

    def get_issuer(self) -> str:
        return settings().public_url
