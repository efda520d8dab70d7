"""Ending a token (RFC 7009) and saying what it is worth (RFC 7662), for whoever has it: that is their proof."""

from __future__ import annotations

from datetime import datetime

from authlib.oauth2.rfc6749 import InvalidRequestError, TokenMixin
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from sqlalchemy import select

from rules.json_types import Json
from service.core.clock import now
from service.core.db import session
from service.core.keys import digest
from service.core.settings import settings
from service.models import ApiToken
from service.people.oauth.requests import AppRequest
from service.people.revocations import revoke_callers
from service.people.tokens import is_live


class KnownToken(TokenMixin):
    """A token of ours, as Authlib asks about it."""

    def __init__(self, row: ApiToken) -> None:
        self.row = row

    def check_client(self, client: None) -> bool:
        """Whoever has it may end it, also one who has found it."""
        return True

    def is_expired(self) -> bool:
        return not is_live(self.row, now())

    def is_revoked(self) -> bool:
        return self.row.revoked_at is not None


class KnownTokens:
    """How both endpoints find a token. There is one kind, so hints at a kind are passed over (RFC 7009, 2.1)."""

    def authenticate_endpoint_client(self, request: AppRequest) -> None:
        """No client is asked for: a token tells more than the id of a public one."""

    def check_params(self, request: AppRequest, client: None) -> None:
        if not request.form.get("token"):
            raise InvalidRequestError("The parameter token is missing.")

    def query_token(self, token_string: str, token_type_hint: str | None) -> KnownToken | None:
        row = session().scalar(select(ApiToken).where(ApiToken.hash == digest(token_string)))
        return KnownToken(row) if row else None


class Revocation(KnownTokens, RevocationEndpoint):
    """Ends a token; what is no token of ours is as good as ended (RFC 7009, 2.2)."""

    def revoke_token(self, token: KnownToken, request: AppRequest) -> None:
        token.row.revoked_at = token.row.revoked_at or now()
        revoke_callers([token.row.account_id])


class Introspection(KnownTokens, IntrospectionEndpoint):
    """Says what a token may do, for whom, for which app and until when."""

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
