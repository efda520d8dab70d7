"""The emails that an installation without a mail server would have sent.

They hold sign-in codes, so only requests from the same machine may see them: not through a proxy, and not under a host
name that another server may own.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, render_template, request

from service.config.settings import settings
from service.embedded.mailbox import Mail, mails_in, page_after
from service.http.loopback_only import is_from_here
from service.language.errors import Invalid, NotFound, or_not_found
from service.web.frame.blueprints import pages

SHOWN = 100
"""Emails on a page; each is parsed for it."""
FRAMED = (
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; "
    "img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
)
"""Policy of an email's HTML: styled and clickable, without scripts."""


@pages.get("/mailbox")
def mailbox() -> str:
    """List all emails, newest first."""
    try:
        mails, more = page_after(_mails(), request.args.get("after"), SHOWN)
    except Invalid:
        raise NotFound("bad-cursor") from None
    return render_template("mailbox.html", mails=mails, next_page=mails[-1].number if more else None)


@pages.get("/mailbox/<number>")
def mail(number: str) -> str:
    """Show an email: its HTML, its text and its headers."""
    return render_template("mail.html", mail=_mail(number))


@pages.get("/mailbox/<number>/html")
def mail_html(number: str) -> Response:
    """Serve the HTML part of an email, to be framed."""
    html = or_not_found(_mail(number).html)
    response = Response(f'<base target="_top">{html}', mimetype="text/html")
    response.headers["Content-Security-Policy"] = FRAMED
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


def _mail(number: str) -> Mail:
    return or_not_found(next((mail for mail in _mails() if mail.number == number), None))


def _mails() -> Sequence[Mail]:
    if not (settings().mailbox_is_shown and is_from_here()):
        raise NotFound
    return mails_in(settings().mailbox)
