"""Apps as Authlib asks about them: public ones, that keep no secret."""

from __future__ import annotations

from collections.abc import Collection

from authlib.oauth2.rfc6749 import ClientMixin, scope_to_list

from service.people.apps import App, app_called
from service.people.scopes import MEANINGS, READ

DEFAULT = READ
"""What an app may do that asks for nothing (RFC 6749, 3.3)."""


class PublicClient(ClientMixin):
    """An app."""

    def __init__(self, app: App) -> None:
        self.app = app

    def get_client_id(self) -> str:
        return self.app.id

    def get_default_redirect_uri(self) -> None:
        """There is none: an app says where it is to be answered."""

    def get_allowed_scope(self, scope: str | None) -> str:
        """The scopes that it asks for, in our order."""
        wanted: Collection[str] = scope_to_list(scope) or [DEFAULT]
        return " ".join(each for each in MEANINGS if each in wanted)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return self.app.is_at(redirect_uri)

    def check_client_secret(self, client_secret: str) -> bool:
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Whatever we know, but for tokens that renew others: there are none."""
        return grant_type != "refresh_token"


def client_called(client_id: str) -> PublicClient | None:
    """The app of that id, or None if no app can have it."""
    app = app_called(client_id)
    return PublicClient(app) if app else None
