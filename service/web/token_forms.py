"""The form for a new API token of a person or bot, and the page behind the link in the email about it."""

from __future__ import annotations

from contextlib import suppress

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.accounts import person_behind
from service.accounts.tokens import (
    LONGEST_LIFE,
    NewToken,
    create_token,
    end_of_life,
    is_live,
    revoke_token,
    token_numbered,
)
from service.db.clock import now
from service.language.errors import Invalid, NotFound
from service.models import Account, ApiToken
from service.notifications.links import read_row, token_key
from service.security.keys import RowPurpose
from service.web.formats import number_in
from service.web.frame.blueprints import capability_pages
from service.web.frame.identity import speak_to

MAX_NAME = 80


def token_asked_for(account: Account) -> NewToken:
    """Create a token of the account from the submitted form; raises what `create_token` raises."""
    name = request.form.get("name", "").strip()[:MAX_NAME] or "token"
    ends = end_of_life(now(), days=_days(request.form.get("days", "")))
    return create_token(account, name, request.form.getlist("scopes"), now(), ends)


@capability_pages.get("/k/<token>")
def warned_of_token(token: str) -> str:
    """Show the token that an email reported, and whether it is valid. A GET changes nothing."""
    found = _token(token)
    zone = person_behind(found.account).time_zone
    return render_template("token.html", found=found, live=is_live(found, now()), zone=zone, token=token)


@capability_pages.post("/k/<token>")
def revoke_by_link(token: str) -> ResponseReturnValue:
    """Revoke that token; idempotent."""
    found = _token(token)
    with suppress(NotFound):
        revoke_token(found.account_id, found.id, now())
    return redirect(url_for("links.warned_of_token", token=token), 303)


def _token(token: str) -> ApiToken:
    key = read_row(token, RowPurpose.TOKEN)
    if key is None or token_key(found := token_numbered(key.number)) != key:
        raise NotFound
    speak_to(person_behind(found.account))
    return found


def _days(text: str) -> int | None:
    if text == "":
        return None
    days = number_in(text, digits=len(str(LONGEST_LIFE.days)))
    if days is None:
        raise Invalid("bad-expiry", longest_days=LONGEST_LIFE.days)
    return days
