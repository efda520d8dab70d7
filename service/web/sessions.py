"""Signing out: here, there, everywhere, and by the link in a mail that warns of a new browser."""

from __future__ import annotations

from flask import after_this_request, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import NotFound
from service.models import BrowserSession
from service.people.sessions import device_in, end_session, end_sessions, is_over, session_numbered
from service.post.links import read_session, session_key
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import forget_pages, own_session, sign_out, signed_in, speak_to


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
    """Which browser a mail warned of, and whether it is signed in. Looking changes nothing: link scanners look."""
    found = _session(token)
    over = is_over(found, now())
    return render_template("session.html", found=found, device=device_in(found), over=over, token=token)


@capability_pages.post("/s/<token>")
def end_by_link(token: str) -> ResponseReturnValue:
    """Sign that browser out; doing it twice is doing it once."""
    found = _session(token)
    end_session(found.account_id, found.id, now())
    after_this_request(forget_pages)  # the browser may be this one, which no cookie says here
    return redirect(url_for("links.warned_of_session", token=token), 303)


def _session(token: str) -> BrowserSession:
    key = read_session(token)
    if key is None or session_key(found := session_numbered(key.number)) != key:
        raise NotFound
    speak_to(found.account)
    return found
