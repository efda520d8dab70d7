"""Authorisation codes with PKCE (RFC 7636), whose method is S256 and no other.

By such a code an app is told that somebody lets it in, and it changes the code for a token (RFC 6749, 4.1).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from authlib.oauth2.rfc6749 import AuthorizationCodeGrant, AuthorizationCodeMixin, InvalidRequestError
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from sqlalchemy import select

from service.core.clock import now
from service.core.db import session
from service.core.keys import digest, new_secret
from service.core.settings import settings
from service.models import Account, ApiToken, AuthorizationCode
from service.people.oauth.clients import AppRequest, PublicClient
from service.people.revocations import revoke_callers

METHOD = "S256"
CHALLENGE_LENGTH = 43
"""Of 256 bits in base64url."""
GOOD_FOR = timedelta(minutes=1)


def keep_code(
    code: str, account: Account, now: datetime, *, app: str, scopes: list[str], redirect_uri: str, challenge: str
) -> None:
    """Let a code stand for what somebody has allowed, in the transaction under way.

    That is an app, what for, where it is answered, and the hash of what it alone knows.
    """
    session().add(
        AuthorizationCode(
            hash=digest(code),
            app=app,
            redirect_uri=redirect_uri,
            challenge=challenge,
            scopes=scopes,
            account_id=account.id,
            created_at=now,
            expires_at=now + GOOD_FOR,
        )
    )


def code_for_use(code: str, app: str, now: datetime) -> AuthorizationCode | None:
    """What the app's code stands for, locked for the transaction under way; None if it is over.

    One that has given its token was stolen, before or after: that token ends (RFC 6749, 10.5).
    """
    kept = select(AuthorizationCode).where(AuthorizationCode.hash == digest(code))
    found = session().scalar(kept.with_for_update(of=AuthorizationCode).execution_options(populate_existing=True))
    if found is None:
        return None
    if found.token_id is not None:
        token = session().get_one(ApiToken, found.token_id)
        token.revoked_at = token.revoked_at or now
        revoke_callers([token.account_id])
        return None
    return found if found.app == app and found.expires_at > now else None


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
        sent = request.payload
        keep_code(
            code,
            request.user,
            now(),
            app=request.client.get_client_id(),
            scopes=request.scope.split(),
            redirect_uri=sent.redirect_uri,
            challenge=sent.data["code_challenge"],
        )

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
