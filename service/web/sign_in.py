"""Sign in by email: enter an address, then open the emailed link and press its button, or type the emailed code."""

from __future__ import annotations

from flask import after_this_request, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.sessions import device_in, end_session, end_sessions, is_over, session_numbered
from service.accounts.sign_in import link_is_good, request_sign_in, sign_in_by_code, sign_in_by_link
from service.db.clock import now
from service.language.catalogue import language_asked_for
from service.language.errors import NotFound, Refused, TooMany
from service.models import BrowserSession
from service.notifications.links import read_row, session_key
from service.security.keys import RowPurpose
from service.web.errors import form_error_of, shown_again, status_of
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import (
    asker,
    forget_pages,
    own_session,
    remember_wanted,
    sign_in,
    sign_out,
    signed_in,
    speak_to,
    wanted_page,
)
from service.web.frame.languages import chosen_here
from service.web.late_forms import resume

GLUED = " .,:;!?)>]'\""
"""Punctuation that may follow a link in a text; no address of ours ends in it."""


@pages.get("/sign-in")
def sign_in_page() -> str:
    """Show the form that asks for an address."""
    if wanted := request.args.get("next"):
        remember_wanted(wanted)
    return render_template("sign_in.html")


@pages.post("/sign-in")
def send_sign_in_mail() -> ResponseReturnValue:
    """Send the sign-in email and ask for its code; over the rate limit, earlier codes can still be entered."""
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
@shown_again(lambda error: render_template("sign_in_code.html", email=request.form.get("email", ""), form_error=error))
def sign_in_with_code() -> ResponseReturnValue:
    """Sign in with the code of an email that this browser requested."""
    email, code = request.form.get("email", ""), request.form.get("code", "")
    return resume(sign_in_by_code(email, code, asker(), now(), then=sign_in))


@pages.get("/sign-in/<secret>")
def sign_in_link(secret: str) -> ResponseReturnValue:
    """Show the button of a sign-in link. A GET signs nobody in, because mail scanners open links."""
    good = link_is_good(secret, now())
    return render_template("sign_in_link.html", good=good), {"Cache-Control": "no-store"}


@pages.post("/sign-in/<secret>")
def sign_in_with_link(secret: str) -> ResponseReturnValue:
    """Sign in with the link; it names the page to show, because another browser may have requested it."""
    if wanted := request.args.get("next"):
        remember_wanted(wanted.rstrip(GLUED))
    return redirect(sign_in_by_link(secret, asker(), now(), then=sign_in), 303)


@pages.post("/sign-out")
def leave() -> ResponseReturnValue:
    """Sign this browser out."""
    sign_out()
    return redirect(url_for("web.home"), 303)


@pages.post("/me/sign-out-everywhere")
def leave_everywhere() -> ResponseReturnValue:
    """Sign the account out of every browser."""
    end_sessions(signed_in().id, now())
    sign_out()
    return redirect(url_for("web.home"), 303)


@pages.post("/me/sessions/end-others")
def leave_elsewhere() -> ResponseReturnValue:
    """Sign the account out of every browser but this one."""
    own = own_session()
    end_sessions(signed_in().id, now(), besides=own.id if own else None)
    return redirect(url_for("web.my_sessions"), 303)


@pages.post("/me/sessions/<row:session_id>/end")
def leave_one(session_id: int) -> ResponseReturnValue:
    """Sign one browser out."""
    end_session(signed_in().id, session_id, now())
    return redirect(url_for("web.my_sessions"), 303)


@capability_pages.get("/s/<token>")
def warned_of_session(token: str) -> str:
    """Show the browser that a warning email names, and whether it is signed in. A GET changes nothing."""
    found = _session(token)
    over = is_over(found, now())
    return render_template("session.html", found=found, device=device_in(found), over=over, token=token)


@capability_pages.post("/s/<token>")
def end_by_link(token: str) -> ResponseReturnValue:
    """Sign that browser out; idempotent."""
    found = _session(token)
    end_session(found.account_id, found.id, now())
    after_this_request(forget_pages)  # it may be this browser; no cookie is read here
    return redirect(url_for("links.warned_of_session", token=token), 303)


def _session(token: str) -> BrowserSession:
    key = read_row(token, RowPurpose.SESSION)
    if key is None or session_key(found := session_numbered(key.number)) != key:
        raise NotFound
    speak_to(found.account)
    return found
