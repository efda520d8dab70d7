"""Headers and errors of all responses below the API's prefix, also without a matching route."""

from __future__ import annotations

from flask import Flask, Response, request
from werkzeug.datastructures import Headers
from werkzeug.routing import RoutingException

from service.api.problems import of_http
from service.security import rates

CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Location, Link, Retry-After, WWW-Authenticate, Allow, "
    "RateLimit, RateLimit-Policy, X-Request-Id, Idempotent-Replayed",
}
"""Pages of any origin may call the API: it requires a token, and ignores cookies."""
USUAL = {**CROSS_ORIGIN, "X-Content-Type-Options": "nosniff"}
VARYING = ("Accept", "Accept-Language", "Authorization")
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
    "Join-Key, Last-Event-ID, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}


def init_app(app: Flask, prefix: str) -> None:
    """Register handlers for addresses below the prefix: errors without a route, and common headers."""

    def answer_the_unroutable() -> Response | None:
        error = request.routing_exception
        if error is None or isinstance(error, RoutingException) or not is_below(prefix):
            return None
        return Response() if _asks_for_a_page() else of_http(error)

    def add_headers(answer: Response) -> Response:
        if is_below(prefix):
            _set_headers(answer.headers)
            if "Vary" in answer.headers:
                answer.vary.update(VARYING)
            else:
                answer.headers.add("Vary", ", ".join(VARYING))
            rates.add_headers(answer)
        return answer

    app.before_request(answer_the_unroutable)
    app.after_request(add_headers)


def _set_headers(headers: Headers) -> None:
    """Set the common headers with one pass over the existing ones; werkzeug would scan them for each header."""
    told = USUAL | PREFLIGHT if request.method == "OPTIONS" else USUAL
    there = {name.lower() for name, _ in headers}
    for name, value in told.items():
        (headers.set if name.lower() in there else headers.add)(name, value)
    if "cache-control" not in there:
        headers.add("Cache-Control", "private, no-cache")


def is_below(prefix: str) -> bool:
    """Return whether the current request is below the prefix; like the router, merge leading slashes."""
    return f"/{request.path.strip('/')}/".startswith(f"{prefix}/")


def _asks_for_a_page() -> bool:
    """Return whether this is a CORS preflight, which must succeed so that the page can read the error itself."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
