"""One's own account: name, time zone, language, and the tokens of one's programs."""

from __future__ import annotations

from zoneinfo import available_timezones

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.bots.accounts import bots_of
from service.core.clock import now
from service.core.errors import Refused
from service.core.language import languages, own_name
from service.people.accounts import change, is_guest
from service.people.blocks import blocks_of
from service.people.scopes import MEANINGS
from service.people.sessions import device_in, sessions_of
from service.people.tokens import revoke_token, tokens_of
from service.post.kinds import kind_named, stoppable
from service.post.preferences import choose, choose_among
from service.web.errors import status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import own_session, signed_in
from service.web.token_forms import token_asked_for


@pages.get("/me")
def me() -> str:
    """The account as it is."""
    return _page()


@pages.post("/me")
def change_me() -> ResponseReturnValue:
    """Take another name, time zone or language."""
    account, language = signed_in(), request.form.get("language")
    name, zone = request.form.get("name", "").strip(), request.form.get("time_zone", "").strip()
    try:
        change(account.id, name=name or None, time_zone=zone or None, language=language)
        choose(account.id, now())
    except Refused as refused:
        return _page(form_error_of(refused), name=name, time_zone=zone, language=language or ""), status_of(refused)
    return redirect(url_for("web.me"), 303)


@pages.post("/me/mails")
def choose_mails() -> ResponseReturnValue:
    """Get, of the kinds of mail that the page has shown, those that are ticked and no others."""
    shown, ticked = request.form.getlist("shown"), request.form.getlist("kinds")
    choose_among(signed_in().id, shown, ticked, now())
    return redirect(url_for("web.me"), 303)


@pages.post("/me/tokens")
def make_token() -> ResponseReturnValue:
    """Make a token and show it this once."""
    try:
        made = token_asked_for(signed_in())
    except Refused as refused:
        return _page(form_error_of(refused)), status_of(refused)
    return _page(secret=made.secret), {"Cache-Control": "no-store"}


@pages.post("/me/tokens/<int(max=2147483647):token_id>/revoke")
def end_token(token_id: int) -> ResponseReturnValue:
    """End a token."""
    revoke_token(signed_in().id, token_id, now())
    return redirect(url_for("web.me"), 303)


def _page(form_error: FormError | None = None, secret: str | None = None, **typed: str) -> str:
    account = signed_in()
    return render_template(
        "me.html",
        account=account,
        name=typed.get("name", "" if is_guest(account) else account.name),
        time_zone=typed.get("time_zone", account.time_zone),
        zones=sorted(available_timezones()),
        language_chosen=typed.get("language", account.language),
        languages=[(tag, own_name(tag)) for tag in languages()],
        tokens=tokens_of(account.id, now()),
        mails=[kind_named(name) for name in stoppable()],
        blocks=blocks_of(account),
        bots=bots_of(account),
        meanings=MEANINGS,
        sessions=[(found, device_in(found)) for found in sessions_of(account.id, now())],
        own_session=own_session(),
        secret=secret,
        form_error=form_error,
    )
