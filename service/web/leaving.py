"""Export one's data, and delete one's account after typing its name."""

from __future__ import annotations

from flask import Response, after_this_request, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from service.bots.accounts import bots_of
from service.db.clock import now
from service.erasure.departures import games_of, leave
from service.http import long_polling
from service.http.streaming import PartAt, download
from service.models import Account
from service.notifications.mbox import mbox_part
from service.presentation.exports import export_part
from service.security import rates
from service.security.rates import WRITES
from service.web.errors import FormError, shown_again
from service.web.frame.blueprints import pages
from service.web.frame.identity import forget_pages, know_nobody, signed_in


@pages.get("/me/export.json")
def take_data() -> Response:
    """Download all data of the signed-in account."""
    owner = signed_in()
    return _download(owner, lambda at: export_part(owner, at, now()), "application/json", "sundial.json")


@pages.get("/me/export.mbox")
def take_mails() -> Response:
    """Download all emails to the signed-in account."""
    owner = signed_in()
    return _download(owner, lambda at: mbox_part(owner, at), "application/mbox", "sundial.mbox")


@pages.get("/me/delete")
def ask_to_delete(form_error: FormError | None = None) -> str:
    """Explain the deletion, and ask for confirmation."""
    account = signed_in()
    return render_template(
        "delete_me.html", account=account, games=games_of(account), bots=bots_of(account), form_error=form_error
    )


@pages.post("/me/delete")
@shown_again(ask_to_delete)
def delete_account() -> ResponseReturnValue:
    """Delete the account, if its name was typed correctly."""
    leave(signed_in(), now(), typed=request.form.get("name", ""))
    session.clear()
    know_nobody()
    after_this_request(forget_pages)
    return redirect(url_for("web.account_deleted"), 303)


@pages.get("/gone")
def account_deleted() -> str:
    """Confirm the deletion."""
    return render_template("gone.html")


def _download(owner: Account, part_at: PartAt, media_type: str, name: str) -> Response:
    """Stream a file; it costs more than a page view, so it counts as a form."""
    rates.charge(rates.of_account(WRITES, owner.id), counts=long_polling.position() is None)
    return download(part_at, media_type, name)
