"""The two blueprints of pages: one with a session cookie, one for capability links.

Each has its checks, rate limits and headers. GET requests are not limited.
"""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import BadRequest

from service.accounts.accounts import is_visitor, note_network
from service.config.limits import Limit
from service.config.settings import settings
from service.models import Account
from service.notifications.links import read_link, read_row, read_unsubscribe
from service.play.seating import has_seat
from service.security import rates
from service.security.keys import RowPurpose, digest
from service.security.rates import LINK, MOVES, SIGN_IN, VISITOR, WRITES, Use
from service.web.frame.identity import (
    account_here,
    check_csrf,
    forget_new_visitor,
    is_looked_up,
    speak_to_viewer,
    viewer,
)
from service.web.frame.languages import offer

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
EMBEDDED = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors *"
)
"""Policy of pages that other sites may embed: they run no scripts and send no forms."""
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
VARY = ("Cookie", "Accept-Language")
"""The request headers that a page depends on."""
A_YEAR = 365 * 24 * 3600
LOOKING = ("GET", "HEAD", "OPTIONS")
SIGNING_IN = (
    "web.send_sign_in_mail",
    "web.sign_in_with_code",
    "web.sign_in_with_link",
    "web.sign_in_with_recovery_code",
)
TYPING_CODES = ("web.show_device", "web.answer_waiting_device")
"""Endpoints at which codes could be guessed."""
ROWS = (RowPurpose.APPROVAL, RowPurpose.ADDRESS, RowPurpose.ADDRESS_BEFORE)
"""Purposes of keys to rows in links whose forms count against the link."""
pages = Blueprint("web", __name__, template_folder="../templates")
"""Pages with a session cookie, for signed-in and anonymous viewers. Their forms carry a CSRF token."""
capability_pages = Blueprint("links", __name__, template_folder="../templates")
"""Pages of links in emails, without cookies. Caches and linked pages must not learn their addresses."""


@pages.before_request
@capability_pages.before_request
def check_text() -> None:
    """Raise BadRequest for a NUL character, which PostgreSQL does not store."""
    sent = (request.path, *request.args.values(), *request.form.values())
    if any("\0" in text for text in sent):
        raise BadRequest


pages.before_request(check_csrf)


@pages.before_request
def charge_form() -> None:
    """Count a form against the rate limit of its account or network; raises TooMany."""
    if request.method in LOOKING:
        return
    account, signs_in = viewer(), request.endpoint in SIGNING_IN
    if account is None or (signs_in and is_visitor(account)):
        rates.charge(*rates.of_stranger(SIGN_IN if signs_in else WRITES))
    elif is_visitor(account):
        note_network(account, rates.network_here())  # limits of games count against it
        rates.charge(rates.of_account(VISITOR, account.id), *rates.of_stranger(WRITES))
    else:
        rates.charge(rates.of_account(_limit(account), account.id))


@capability_pages.before_request
def charge_link() -> None:
    """Count a form on a capability page against the link's own rate limit; raises TooMany.

    So nobody else can keep the holder from moving or unsubscribing. Forms of invalid links count against the network.
    """
    if request.method in LOOKING:
        return
    token = str((request.view_args or {}).get("token", "")).lower()
    is_ours = any((read_link(token), read_unsubscribe(token), read_row(token, *ROWS)))
    rates.charge(*([Use(LINK, digest(token))] if is_ours else rates.of_stranger(WRITES)))


def _limit(account: Account) -> Limit:
    """Return the rate limit that applies; as in the REST API, moves in one's own games have a limit of their own."""
    if request.endpoint in (*SIGNING_IN, *TYPING_CODES):
        return SIGN_IN
    game_id = (request.view_args or {}).get("game_id", "")
    return MOVES if request.endpoint == "web.play" and has_seat(game_id, account) else WRITES


pages.before_request(speak_to_viewer)
pages.after_request(forget_new_visitor)
offer(pages)
offer(capability_pages)


@pages.after_request
def protect(response: Response) -> Response:
    """Set the headers of pages with a cookie: private caching, and no framing or foreign scripts."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if response.mimetype == "text/html" and is_looked_up():
        response.headers["Sundial-Account"] = account_here()  # for the service worker
    return secured(response)


@capability_pages.after_request
def protect_capability(response: Response) -> Response:
    """Set the headers of capability pages, so that their address does not leak."""
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return secured(response)


def secured(response: Response) -> Response:
    """Add the headers that every page has, and those of its rate limit.

    Existing headers are collected once; werkzeug would search all of them for each name.
    """
    headers = response.headers
    there = {name.lower() for name, _ in headers}
    for name, value in HEADERS.items():
        if name.lower() not in there:
            headers.add(name, value)
    if headers["Content-Security-Policy"] == EMBEDDED:
        del headers["X-Frame-Options"]
    if response.mimetype == "text/html":
        if "vary" in there:
            response.vary.update(VARY)
        else:
            headers.add("Vary", ", ".join(VARY))
    rates.add_headers(response)
    if settings().public_url.startswith("https:") and request.is_secure:
        response.headers["Strict-Transport-Security"] = f"max-age={A_YEAR}"
    return response
