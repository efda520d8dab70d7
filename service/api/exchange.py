"""What holds for every exchange below the prefix, also where no route matches: problems, and headers for browsers."""

from __future__ import annotations

from flask import Flask, Response, request
from werkzeug.datastructures import Headers
from werkzeug.routing import RoutingException

from service.api.problems import of_http
from service.core import rates

CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Location, Link, Retry-After, WWW-Authenticate, Allow, "
    "RateLimit, RateLimit-Policy, X-Request-Id, Idempotent-Replayed",
}
"""Pages from anywhere may call us: whoever calls needs a token, and cookies mean nothing here."""
USUAL = {**CROSS_ORIGIN, "X-Content-Type-Options": "nosniff"}
VARYING = ("Accept", "Accept-Language", "Authorization")
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
    "Join-Key, Last-Event-ID, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}


def init_app(app: Flask, prefix: str) -> None:
    """Answer what cannot be routed, and set the headers, for addresses below the prefix."""

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
    """Set those of every answer: in one look at what is there, where werkzeug looks through all of it for each."""
    told = USUAL | PREFLIGHT if request.method == "OPTIONS" else USUAL
    there = {name.lower() for name, _ in headers}
    for name, value in told.items():
        (headers.set if name.lower() in there else headers.add)(name, value)
    if "cache-control" not in there:
        headers.add("Cache-Control", "private, no-cache")


def is_below(prefix: str) -> bool:
    """Whether the request under way is for an address below the prefix; to the router, slashes before it are one."""
    return f"/{request.path.strip('/')}/".startswith(f"{prefix}/")


def _asks_for_a_page() -> bool:
    """Whether a browser asks if a page may ask; were it refused, the page could not be told that there is nothing."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
