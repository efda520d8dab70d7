"""The endpoints of OAuth that programs ask: forms come, JSON goes, errors are those of RFC 6749.

They stand beside the API and are not in its description: their own standards describe them, and RFC 8414 names them.
"""

from __future__ import annotations

from http import HTTPStatus

from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import InvalidRequestError
from flask import Blueprint, Response, jsonify, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from service.api.exchange import CROSS_ORIGIN, PREFLIGHT
from service.api.problems import RETRY_SECONDS
from service.core import rates
from service.core.errors import TooMany
from service.core.outages import met
from service.core.rates import SIGN_IN, WRITES
from service.people.oauth import server
from service.people.oauth.server import (
    DEVICE_PATH,
    INTROSPECTION_PATH,
    METADATA_PATH,
    REVOCATION_PATH,
    TOKEN_PATH,
    metadata,
)

AN_HOUR = 3600
FORM = "application/x-www-form-urlencoded"

blueprint = Blueprint("oauth", __name__)


class BusyError(OAuth2Error):
    """It can be asked again later."""

    error = "temporarily_unavailable"


@blueprint.get(METADATA_PATH)
def show_metadata() -> Response:
    """Where everything is."""
    answer = jsonify(metadata())
    answer.headers["Cache-Control"] = f"public, max-age={AN_HOUR}"
    return answer


@blueprint.post(TOKEN_PATH)
def give_token() -> Response:
    """Change what an app was given for a token."""
    return server.answered(server.TOKEN)


@blueprint.post(DEVICE_PATH)
def begin_device() -> Response:
    """Give a terminal its two codes."""
    return server.answered(server.DEVICE)


@blueprint.post(REVOCATION_PATH)
def revoke_known_token() -> Response:
    """End a token."""
    return server.answered(server.REVOCATION)


@blueprint.post(INTROSPECTION_PATH)
def introspect_token() -> Response:
    """Say what a token is worth."""
    return server.answered(server.INTROSPECTION)


@blueprint.before_request
def check() -> Response | None:
    """Count the request by its address; terminals ask often, so asking for a token counts among all else."""
    if request.method != "POST":
        return None
    rates.charge(*rates.of_stranger(WRITES if request.path == TOKEN_PATH else SIGN_IN))
    return None if request.mimetype == FORM else server.refused(InvalidRequestError(f"Send the body as {FORM}."))


@blueprint.after_request
def add_headers(answer: Response) -> Response:
    """Pages from anywhere may ask, as they may the API; answers are nobody else's."""
    answer.headers.update(CROSS_ORIGIN | (PREFLIGHT if request.method == "OPTIONS" else {}))
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers.setdefault("Cache-Control", "no-store")
    rates.add_headers(answer)
    return answer


@blueprint.errorhandler(TooMany)
def of_too_many(refused: TooMany) -> Response:
    """The answer to who asks too often."""
    seconds = refused.details["retry_after"]
    return _busy(HTTPStatus.TOO_MANY_REQUESTS, f"Too many requests in a minute. Wait {seconds} seconds.", seconds)


@blueprint.errorhandler(SQLAlchemyError)
def of_a_busy_database(error: SQLAlchemyError) -> Response:
    """The answer when the database does not; any other error is one of ours, and raised."""
    if not met(error):
        raise error
    return _busy(HTTPStatus.SERVICE_UNAVAILABLE, "Nothing was done. Ask again in some seconds.", RETRY_SECONDS)


@blueprint.errorhandler(HTTPException)
def of_http(error: HTTPException) -> Response:
    """The answer to a body that cannot be read, or is too large."""
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    code = "server_error" if status == HTTPStatus.INTERNAL_SERVER_ERROR else InvalidRequestError.error
    return server.refused(OAuth2Error(f"{status.phrase}.", error=code, status_code=status))


def _busy(status: HTTPStatus, description: str, seconds: int) -> Response:
    answer = server.refused(BusyError(description, status_code=status))
    answer.headers["Retry-After"] = str(seconds)
    return answer
