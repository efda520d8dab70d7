"""Problem details (RFC 9457) for every refusal: type, title, status, detail, code, and members for programs."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from flask import Response, json
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from rules.json_types import Json
from service.config.settings import settings
from service.language.catalogue import gettext
from service.language.errors import Conflict, Forbidden, Forgotten, Invalid, NotFound, Refused, TooMany, Unauthenticated
from service.language.refusals import AGAINST_THE_RULES, EXPLANATIONS, Explanation
from service.play.moves import RuleRefused
from service.telemetry.outages import met
from service.telemetry.requests import seen

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5

STATUS_OF_CLASS = {
    NotFound: HTTPStatus.NOT_FOUND,
    Unauthenticated: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    Forgotten: HTTPStatus.GONE,
    TooMany: HTTPStatus.TOO_MANY_REQUESTS,
    Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
}
STATUS_OF_CODE = {
    "bad-json": HTTPStatus.BAD_REQUEST,
    "bad-cursor": HTTPStatus.BAD_REQUEST,
    "idempotency-key-reused": HTTPStatus.UNPROCESSABLE_ENTITY,
    "precondition-failed": HTTPStatus.PRECONDITION_FAILED,
    "not-upgraded": HTTPStatus.SERVICE_UNAVAILABLE,
    "foreign-tables": HTTPStatus.SERVICE_UNAVAILABLE,
    "disk-full": HTTPStatus.SERVICE_UNAVAILABLE,
    "not-ready": HTTPStatus.SERVICE_UNAVAILABLE,
}
CODE_OF_STATUS = {
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method-not-allowed",
    HTTPStatus.NOT_ACCEPTABLE: "not-acceptable",
    HTTPStatus.REQUEST_TIMEOUT: "too-slow",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported-media-type",
    HTTPStatus.INTERNAL_SERVER_ERROR: "internal-error",
    HTTPStatus.SERVICE_UNAVAILABLE: "not-ready",
}


def of_refusal(refusal: Refused) -> Response:
    """Return the problem for a refused request."""
    known = AGAINST_THE_RULES if isinstance(refusal, RuleRefused) else EXPLANATIONS[refusal.code]
    status = STATUS_OF_CODE.get(refusal.code) or next(
        status for kind, status in STATUS_OF_CLASS.items() if isinstance(refusal, kind)
    )
    detail = refusal.sentence.translated(gettext) if refusal.sentence else None
    return problem(status, refusal.code, known, detail, **refusal.details)


def of_http(error: HTTPException) -> Response:
    """Return the problem for an error of Flask or Werkzeug, with its headers (such as Allow)."""
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    code = CODE_OF_STATUS.get(status, "bad-request")
    answer = problem(status, code, EXPLANATIONS[code])
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            answer.headers[name] = value
    return answer


def of_a_busy_database(error: SQLAlchemyError) -> Response:
    """Return the problem for an unavailable database; raise any other database error."""
    if not met(error):
        raise error
    return unavailable()


def unavailable(seconds: int = RETRY_SECONDS) -> Response:
    """Return the problem for a temporary outage: nothing was changed, and the request may be repeated."""
    answer = problem(HTTPStatus.SERVICE_UNAVAILABLE, "not-ready", EXPLANATIONS["not-ready"])
    answer.headers["Retry-After"] = str(seconds)
    return answer


def problem(
    status: HTTPStatus,
    code: str,
    known: Explanation,
    detail: str | None = None,
    **members: Json,
) -> Response:
    """Build a problem document with the headers of its status."""
    title = gettext(known.title)
    asked = seen()
    asked.code = code
    document = {
        "type": f"{settings().public_url}/api/v1/problems/{code}",
        "title": title,
        "status": status,
        "detail": detail or title,
        "code": code,
        "advice": gettext(known.advice),
        "request_id": asked.id,
        **members,
    }
    answer = Response(json.dumps(document), status, mimetype=MEDIA_TYPE)
    answer.headers.update(_headers(code, members))
    return answer


def _headers(code: str, members: Mapping[str, Json]) -> dict[str, str]:
    headers = {"Cache-Control": "no-store"}
    if code == "unauthenticated":
        headers["WWW-Authenticate"] = 'Bearer realm="Sundial"'
    elif code in ("bad-token", "revoked-token", "expired-token"):
        headers["WWW-Authenticate"] = 'Bearer realm="Sundial", error="invalid_token"'
    elif code == "missing-scope":
        headers["WWW-Authenticate"] = f'Bearer realm="Sundial", error="insufficient_scope", scope="{members["scope"]}"'
    if "retry_after" in members:
        headers["Retry-After"] = str(members["retry_after"])
    return headers
