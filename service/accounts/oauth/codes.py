"""Authorization codes with PKCE (RFC 7636), method S256 only.

The code tells an app that somebody allows it; the app exchanges it for a token (RFC 6749, 4.1).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from authlib.oauth2.rfc6749 import AuthorizationCodeGrant, AuthorizationCodeMixin, InvalidRequestError
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from sqlalchemy import select

from service.accounts.oauth.clients import AppRequest, PublicClient
from service.accounts.revocations import revoke_callers
from service.config.settings import settings
from service.db.clock import now
from service.db.engines import session
from service.models import Account, ApiToken, AuthorizationCode
from service.security.keys import digest, new_secret

METHOD = "S256"
CHALLENGE_LENGTH = 43
"""256 bits in base64url."""
GOOD_FOR = timedelta(minutes=1)


def keep_code(
    code: str, account: Account, now: datetime, *, app: str, scopes: list[str], redirect_uri: str, challenge: str
) -> None:
    """Store an authorization code in the current transaction.

    Its row holds the account, the app, its scopes, its redirect URI and its code challenge.
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
    """Load and lock the app's unexpired authorization code; None if there is none.

    A code that was used before was stolen, so its token is revoked (RFC 6749, 10.5).
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
    """An authorization code, as Authlib's."""

    code_challenge_method = METHOD

    def __init__(self, row: AuthorizationCode) -> None:
        self.row = row

    @property
    def code_challenge(self) -> str:
        """The code challenge."""
        return self.row.challenge

    def get_redirect_uri(self) -> str:
        return self.row.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.row.scopes)


class PkceCode(AuthorizationCodeGrant):
    """The authorization code grant."""

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
        """Keep the code, together with its token, to detect reuse."""

    def authenticate_user(self, authorization_code: KnownCode) -> Account:
        return authorization_code.row.account


class Pkce(CodeChallenge):
    """PKCE, required for every app."""

    SUPPORTED_CODE_CHALLENGE_METHOD = (METHOD,)

    def validate_code_challenge(self, grant: PkceCode, redirect_uri: str) -> None:
        sent = grant.request.payload.data
        if sent.get("code_challenge_method") != METHOD or len(sent.get("code_challenge", "")) != CHALLENGE_LENGTH:
            raise InvalidRequestError(f"A code_challenge is needed, of the method {METHOD}.")
        super().validate_code_challenge(grant, redirect_uri)


class Issuer(IssuerParameter):
    """Adds the issuer to each authorization response (RFC 9207)."""

    def get_issuer(self) -> str:
        return settings().public_url
