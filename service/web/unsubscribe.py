"""Stopping a kind of mail: the page behind the link in each mail, and the one click of RFC 8058."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.actions.accounts import account_numbered, stop_mail, take_up_mail
from service.errors import NotFound
from service.keys import UnsubscribeLink
from service.links import read_unsubscribe
from service.web.blueprints import capability_pages

ONE_CLICK = "List-Unsubscribe"
"""The field that a mail program posts for its one click; RFC 8058, 3.1, forbids to answer that with a redirect."""


@capability_pages.get("/unsubscribe/<token>")
def unsubscribe(token: str) -> str:
    """What the link stops, and whether it is stopped. Looking changes nothing: link scanners look."""
    link = _link(token)
    stopped = link.kind in account_numbered(link.account_id).muted
    return render_template("unsubscribe.html", kind=link.kind, stopped=stopped, token=token)


@capability_pages.post("/unsubscribe/<token>")
def stop_or_take_up(token: str) -> ResponseReturnValue:
    """Stop these mails, as a mail program's one click does, or take them up again."""
    link = _link(token)
    if "again" in request.form:
        take_up_mail(link.account_id, link.kind)
    else:
        stop_mail(link.account_id, link.kind)
    if ONE_CLICK in request.form:
        return unsubscribe(token)
    return redirect(url_for("links.unsubscribe", token=token), 303)


def _link(token: str) -> UnsubscribeLink:
    link = read_unsubscribe(token)
    if link is None:
        raise NotFound
    return link
