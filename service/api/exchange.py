"""What holds for every exchange below the prefix, also where no route matches: problems, and headers for browsers."""

from __future__ import annotations

from flask import Flask, Response, request
from werkzeug.routing import RoutingException

from service.api import ageing
from service.api.problems import is_below, of_http
from service.core import rates

CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Location, Link, Retry-After, WWW-Authenticate, Allow, "
    "RateLimit, RateLimit-Policy, Deprecation, Sunset, X-Request-Id, Idempotent-Replayed",
}
"""Pages from anywhere may call us: whoever calls needs a token, and cookies mean nothing here."""
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
    "Last-Event-ID, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}


def init_app(app: Flask, prefix: str) -> None:
    """Answer what cannot be routed, and set the headers, for addresses below the prefix."""

    def answer_the_unroutable() -> Response | None:
        error = request.routing_exception
        if error is None or isinstance(error, RoutingException) or not is_below(prefix):
            return None
        return of_http(error)

    def add_headers(answer: Response) -> Response:
        if is_below(prefix):
            answer.headers.update(CROSS_ORIGIN | (PREFLIGHT if request.method == "OPTIONS" else {}))
            answer.headers["X-Content-Type-Options"] = "nosniff"
            answer.headers.setdefault("Cache-Control", "private, no-cache")
            answer.vary.update(["Accept", "Accept-Language", "Authorization"])
            rates.add_headers(answer)
            ageing.add_headers(answer)
        return answer

    app.before_request(answer_the_unroutable)
    app.after_request(add_headers)
