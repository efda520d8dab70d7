"""The form that makes a token, for a person or a bot, and the page behind the link in the mail about a new one."""

from __future__ import annotations

from contextlib import suppress

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Invalid, NotFound
from service.models import Account, ApiToken
from service.people.accounts import person_behind
from service.people.tokens import (
    LONGEST_LIFE,
    NewToken,
    create_token,
    end_of_life,
    is_live,
    revoke_token,
    token_numbered,
)
from service.post.links import read_token, token_key
from service.web.formats import number_in
from service.web.frame.blueprints import capability_pages
from service.web.frame.identity import speak_to

MAX_NAME = 80


def token_asked_for(account: Account) -> NewToken:
    """A new token of the account, as the form that was sent wants it; refused as `create_token` does."""
    name = request.form.get("name", "").strip()[:MAX_NAME] or "token"
    ends = end_of_life(now(), days=_days(request.form.get("days", "")))
    return create_token(account, name, request.form.getlist("scopes"), now(), ends)


@capability_pages.get("/k/<token>")
def warned_of_token(token: str) -> str:
    """Which token a mail told of, and whether it is good. Looking changes nothing: link scanners look."""
    found = _token(token)
    zone = person_behind(found.account).time_zone
    return render_template("token.html", found=found, live=is_live(found, now()), zone=zone, token=token)


@capability_pages.post("/k/<token>")
def revoke_by_link(token: str) -> ResponseReturnValue:
    """Revoke that token; doing it twice is doing it once."""
    found = _token(token)
    with suppress(NotFound):
        revoke_token(found.account_id, found.id, now())
    return redirect(url_for("links.warned_of_token", token=token), 303)


def _token(token: str) -> ApiToken:
    key = read_token(token)
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
