"""Favourites: the star on a player's page, and the list among one's settings."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.accounts import account_named
from service.accounts.favourites import add_favourite, drop_favourite, favourites_of, is_favourite
from service.db.clock import now
from service.web.errors import shown_again
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in
from service.web.me import me
from service.web.profiles import page_about

pages.app_template_global("favourites_of")(favourites_of)
pages.app_template_global("is_favourite")(is_favourite)


@pages.post("/me/favourites/<account_name:person>")
@shown_again(lambda error, **_: me(error))
def add_to_favourites(person: str) -> ResponseReturnValue:
    """Add a player to one's favourites, and show their page again."""
    account = account_named(person)
    add_favourite(signed_in(), account, now())
    return redirect(page_about(account) or url_for("web.me"), 303)


@pages.post("/me/favourites/<account_name:person>/remove")
def drop_from_favourites(person: str) -> ResponseReturnValue:
    """Remove a player from one's favourites, and show the page where that was asked."""
    drop_favourite(signed_in(), person)
    on_page = page_about(account_named(person)) if "on_page" in request.form else None
    return redirect(on_page or url_for("web.me", _anchor="favourites"), 303)
