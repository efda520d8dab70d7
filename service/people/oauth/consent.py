"""What an app asks somebody for on a page, and the way back to it. Nobody is led back but by a button or a link."""

from __future__ import annotations

from dataclasses import dataclass

from authlib.oauth2 import OAuth2Error
from flask import Response, request

from service.core.db import transaction
from service.core.errors import Invalid
from service.models import Account
from service.people.apps import App, origin_of
from service.people.oauth.codes import Issuer
from service.people.oauth.requests import app_request
from service.people.oauth.server import server

LONGEST_ADDRESS = 2500
"""Characters of the address that an app leads to: who signs in first has it in a cookie meanwhile."""


@dataclass(frozen=True)
class AppWish:
    """An app that may be answered there, and the scopes that it asks for; empty where it has asked wrongly."""

    app: App
    redirect_uri: str
    scopes: tuple[str, ...] = ()
    error: str = ""
    """What is wrong, as RFC 6749 calls it."""
    way_back: str = ""
    """Where the app is told what is wrong."""

    @property
    def origin(self) -> str:
        """Where the answer goes."""
        return origin_of(self.redirect_uri)


def wish_of_app(account: Account) -> AppWish:
    """What the request under way asks somebody for; Invalid `bad-app-request` where it may not even be answered."""
    if len(request.full_path) > LONGEST_ADDRESS:
        raise Invalid("bad-app-request", reason="The address is too long.")
    try:
        asked = app_request(request.args)
        grant = server().get_consent_grant(asked, account)
    except OAuth2Error as error:
        return _wrong_wish(error)
    return AppWish(asked.client.app, grant.redirect_uri, tuple(asked.scope.split()))


def answer_app(account: Account, *, allowed: bool) -> Response:
    """Lead back to the app with a code, or with the news that there is none; the request has been looked at before."""
    asked = app_request(request.args)
    grant = server().get_authorization_grant(asked)
    with transaction():
        answer: Response = server().create_authorization_response(
            asked, grant_user=account if allowed else None, grant=grant
        )
    return answer


def _wrong_wish(error: OAuth2Error) -> AppWish:
    if not error.redirect_uri:
        raise Invalid("bad-app-request", reason=error.get_error_description())
    back: Response = server().handle_response(*error())
    Issuer().add_issuer_parameter(server(), back)
    return AppWish(App(request.args["client_id"]), error.redirect_uri, error=error.error, way_back=str(back.location))
