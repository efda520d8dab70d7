"""Signing in: an address, then a link or a code from the mail. Opening the link signs nobody in; its button does."""

from __future__ import annotations

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Refused, TooMany
from service.core.language import language_asked_for
from service.people.sign_in import link_is_good, request_sign_in, sign_in_by_code, sign_in_by_link
from service.web.errors import status_of
from service.web.form_errors import form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import asker, remember_wanted, sign_in, wanted_page
from service.web.frame.languages import chosen_here

GLUED = " .,:;!?)>]'\""
"""Characters that may follow a link in a text, and that end no address of ours."""


@pages.get("/sign-in")
def sign_in_page() -> str:
    """Where to send the mail."""
    if wanted := request.args.get("next"):
        remember_wanted(wanted)
    return render_template("sign_in.html")


@pages.post("/sign-in")
def send_sign_in_mail() -> ResponseReturnValue:
    """Send the mail and ask for its code; also who has asked too often has one, and may type it."""
    email = request.form.get("email", "")
    if wanted := request.form.get("next"):
        remember_wanted(wanted)
    try:
        asked = request_sign_in(email, asker(), now(), wanted_page(), chosen_here() or language_asked_for())
    except Refused as refused:
        page = "sign_in_code.html" if isinstance(refused, TooMany) else "sign_in.html"
        return render_template(page, email=email, form_error=form_error_of(refused)), status_of(refused)
    return render_template("sign_in_code.html", email=email, asked=asked)


@pages.post("/sign-in/code")
def sign_in_with_code() -> ResponseReturnValue:
    """Sign in by the code of the mails that this browser has asked for."""
    email = request.form.get("email", "")
    try:
        wanted = sign_in_by_code(email, request.form.get("code", ""), asker(), now(), then=sign_in)
    except Refused as refused:
        return render_template("sign_in_code.html", email=email, form_error=form_error_of(refused)), status_of(refused)
    return redirect(wanted, 303)


@pages.get("/sign-in/<secret>")
def sign_in_link(secret: str) -> ResponseReturnValue:
    """The button that the link from the mail leads to. Programs that look into mails may open it as they like."""
    good = link_is_good(secret, now())
    return render_template("sign_in_link.html", good=good), {"Cache-Control": "no-store"}


@pages.post("/sign-in/<secret>")
def sign_in_with_link(secret: str) -> ResponseReturnValue:
    """Sign in by the link, which says what was wanted: it may be opened in another browser than asked for it."""
    if wanted := request.args.get("next"):
        remember_wanted(wanted.rstrip(GLUED))
    return redirect(sign_in_by_link(secret, asker(), now(), then=sign_in), 303)
