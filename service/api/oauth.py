"""OAuth endpoints for programs: form bodies, JSON responses, and the errors of RFC 6749.

They are not part of the OpenAPI document: their own standards describe them, and RFC 8414 metadata lists them.
"""

from __future__ import annotations

from http import HTTPStatus

from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import InvalidRequestError
from flask import Blueprint, Response, jsonify, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from service.accounts.oauth import server
from service.accounts.oauth.server import (
    DEVICE_PATH,
    INTROSPECTION_PATH,
    METADATA_PATH,
    REVOCATION_PATH,
    TOKEN_PATH,
    metadata,
)
from service.api.exchange import CROSS_ORIGIN, PREFLIGHT
from service.api.problems import RETRY_SECONDS
from service.language.errors import TooMany
from service.security import rates
from service.security.rates import SIGN_IN, WRITES
from service.telemetry.outages import met

AN_HOUR = 3600
FORM = "application/x-www-form-urlencoded"

blueprint = Blueprint("oauth", __name__)


class BusyError(OAuth2Error):
    """The request can be repeated later."""

    error = "temporarily_unavailable"


@blueprint.get(METADATA_PATH)
def show_metadata() -> Response:
    """Return the metadata of the authorization server (RFC 8414)."""
    answer = jsonify(metadata())
    answer.headers["Cache-Control"] = f"public, max-age={AN_HOUR}"
    return answer


@blueprint.post(TOKEN_PATH)
def give_token() -> Response:
    """Exchange a grant for a token."""
    return server.answered(server.TOKEN)


@blueprint.post(DEVICE_PATH)
def begin_device() -> Response:
    """Start a device authorization, and return its two codes."""
    return server.answered(server.DEVICE)


@blueprint.post(REVOCATION_PATH)
def revoke_known_token() -> Response:
    """Revoke a token."""
    return server.answered(server.REVOCATION)


@blueprint.post(INTROSPECTION_PATH)
def introspect_token() -> Response:
    """Introspect a token."""
    return server.answered(server.INTROSPECTION)


@blueprint.before_request
def check() -> Response | None:
    """Check the rate limit of the network; requests for tokens count as ordinary writes, as devices poll."""
    if request.method != "POST":
        return None
    rates.charge(*rates.of_stranger(WRITES if request.path == TOKEN_PATH else SIGN_IN))
    return None if request.mimetype == FORM else server.refused(InvalidRequestError(f"Send the body as {FORM}."))


@blueprint.after_request
def add_headers(answer: Response) -> Response:
    """Set headers for access from any origin and against caching."""
    answer.headers.update(CROSS_ORIGIN | (PREFLIGHT if request.method == "OPTIONS" else {}))
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers.setdefault("Cache-Control", "no-store")
    rates.add_headers(answer)
    return answer


@blueprint.errorhandler(TooMany)
def of_too_many(refused: TooMany) -> Response:
    """Return the error for too many requests."""
    seconds = refused.details["retry_after"]
    return _busy(HTTPStatus.TOO_MANY_REQUESTS, f"Too many requests in a minute. Wait {seconds} seconds.", seconds)


@blueprint.errorhandler(SQLAlchemyError)
def of_a_busy_database(error: SQLAlchemyError) -> Response:
    """Return the error for an unavailable database; raise any other database error."""
    if not met(error):
        raise error
    return _busy(HTTPStatus.SERVICE_UNAVAILABLE, "Nothing was done. Ask again in some seconds.", RETRY_SECONDS)


@blueprint.errorhandler(HTTPException)
def of_http(error: HTTPException) -> Response:
    """Return the error for a body that is unreadable or too large."""
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    code = "server_error" if status == HTTPStatus.INTERNAL_SERVER_ERROR else InvalidRequestError.error
    return server.refused(OAuth2Error(f"{status.phrase}.", error=code, status_code=status))


def _busy(status: HTTPStatus, description: str, seconds: int) -> Response:
    answer = server.refused(BusyError(description, status_code=status))
    answer.headers["Retry-After"] = str(seconds)
    return answer
