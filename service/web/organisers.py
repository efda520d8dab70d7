"""Consent to an organiser: given and ended on their profile, and ended on one's own page."""

from __future__ import annotations

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from service.accounts.accounts import account_named
from service.accounts.tokens import tokens_of
from service.competitions.consents import agree, consents_of, end_consent
from service.db.clock import now
from service.models import Account
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in, viewer
from service.web.offers import may_invite
from service.web.profiles import page_about

pages.app_template_global("organisers_of")(consents_of)


@pages.app_template_global()
def may_seat_viewer(account: Account) -> bool | None:
    """Return whether the viewer lets the account seat them in games; None if it has no token that may."""
    own = viewer()
    if own is None or own.id == account.id or not may_invite():
        return None
    is_organiser = any("organise" in token.scopes for token in tokens_of(account.id, now()))
    return any(each.organiser_id == account.id for each in consents_of(own)) or (False if is_organiser else None)


@pages.post("/me/organisers/<account_name:organiser>")
def let_organise(organiser: str) -> ResponseReturnValue:
    """Let an organiser seat one in games."""
    account = account_named(organiser)
    agree(signed_in(), account, now())
    return redirect(page_about(account) or url_for("web.me"), 303)


@pages.post("/me/organisers/<account_name:organiser>/end")
def end_organising(organiser: str) -> ResponseReturnValue:
    """End one's consent to an organiser; games go on."""
    end_consent(signed_in(), organiser)
    return redirect(url_for("web.me"), 303)
