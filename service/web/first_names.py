"""Asking whoever is new what they are to be called, with the time zone that their browser knows."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Refused
from service.core.time_zones import zone_names
from service.models import Account
from service.people.accounts import change, is_guest
from service.people.first_names import name_offered
from service.post.preferences import choose
from service.web.errors import status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in


@pages.get("/me/name")
def ask_for_name() -> ResponseReturnValue:
    """The question; whoever has a name changes it on their own page."""
    if not is_guest(signed_in()):
        return redirect(url_for("web.me"), 303)
    return _page(name_offered(signed_in()))


@pages.post("/me/name")
def take_name() -> ResponseReturnValue:
    """Save the name, and the time zone if the browser sent a known one."""
    name, zone = request.form.get("name", "").strip(), request.form.get("time_zone", "").strip()
    try:
        change(signed_in().id, name=name, time_zone=zone if zone in zone_names() else None)
        choose(signed_in().id, now())
    except Refused as refused:
        return _page(name, form_error_of(refused)), status_of(refused)
    return redirect(url_for("web.home"), 303)


def name_to_ask_for(account: Account) -> str | None:
    """The name that is offered to whoever has none; None for who is not asked."""
    return name_offered(account) if account.email is not None and is_guest(account) else None


def _page(name: str, form_error: FormError | None = None) -> str:
    return render_template("first_name.html", name=name, form_error=form_error)
