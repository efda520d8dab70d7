"""The page on which the owner of an address approves a suspicious email. It needs no account and no cookie."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.accounts import account_numbered
from service.db.clock import now
from service.language.errors import or_not_found
from service.models import Outcome
from service.notifications.links import read_row
from service.notifications.questions import accept_writer, approve, held_mail
from service.security.keys import RowKey, RowPurpose
from service.web.frame.blueprints import capability_pages
from service.web.frame.identity import speak_to


@capability_pages.get("/a/<token>")
def approval(token: str) -> str:
    """Ask whether the email is the owner's, or show the answer. A GET changes nothing: link scanners follow links."""
    held = held_mail(_key(token))
    speak_to(account_numbered(held.account_id or 0))
    waits = held.outcome == Outcome.HELD
    doubt = held.doubt if waits else {}
    return render_template("approval.html", waits=waits, doubt=doubt, token=token)


@capability_pages.post("/a/<token>")
def approve_mail(token: str) -> ResponseReturnValue:
    """Accept the email as its owner's own, and all later answers from its address if that was chosen."""
    (accept_writer if "always" in request.form else approve)(_key(token), now())
    return redirect(url_for("links.approval", token=token), 303)


def _key(token: str) -> RowKey:
    return or_not_found(read_row(token, RowPurpose.APPROVAL))
