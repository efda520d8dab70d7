"""Stopping a kind of mail: the page behind the link in each mail, and the one click of RFC 8058."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.db import session
from service.core.errors import NotFound
from service.core.keys import UnsubscribeLink
from service.models import Account, Delivery, Game
from service.people.accounts import account_numbered
from service.post.kinds import ALL_KINDS, kind_named, kinds_meant, stoppable
from service.post.links import read_unsubscribe
from service.post.notices import delivery_chosen
from service.post.preferences import choose_for_game, resume_mail, stop_mail
from service.web.frame.blueprints import capability_pages
from service.web.frame.identity import speak_to

ONE_CLICK = "List-Unsubscribe"
"""The field that a mail program posts for its one click; RFC 8058, 3.1, forbids to answer that with a redirect."""


@capability_pages.get("/unsubscribe/<token>")
def unsubscribe(token: str) -> str:
    """What the link stops, and whether it is stopped. Looking changes nothing: link scanners look."""
    link = _link(token)
    account, meant = _account(link), kinds_meant(link.kind)
    game = session().get(Game, link.game_id, populate_existing=True)
    return render_template(
        "unsubscribe.html",
        mails=kind_named(link.kind).mails,
        are_of_turns="your-turn" in meant,
        stopped=set(meant) <= set(account.muted),
        all_stopped=set(stoppable()) <= set(account.muted),
        game=game,
        game_stopped=delivery_chosen(account, game) == Delivery.OFF,
        token=token,
    )


@capability_pages.post("/unsubscribe/<token>")
def stop_or_resume(token: str) -> ResponseReturnValue:
    """Stop mails of the kind, as a mail program's one click does, all mails or those about the game; or undo it."""
    link, again = _link(token), "again" in request.form
    account = _account(link)
    match request.form.get("what"):
        case "game" if link.game_id:
            choose_for_game(link.game_id, account, None if again else Delivery.OFF, now())
        case "all":
            _stop(account.id, ALL_KINDS, again=again)
        case _:
            _stop(account.id, link.kind, again=again)
    if ONE_CLICK in request.form:
        return unsubscribe(token)
    return redirect(url_for("links.unsubscribe", token=token), 303)


def _stop(account_id: int, kind: str, *, again: bool) -> None:
    if again:
        resume_mail(account_id, kind, now())
    else:
        stop_mail(account_id, kind)


def _account(link: UnsubscribeLink) -> Account:
    account = account_numbered(link.account_id)
    if account.nonce != link.nonce:
        raise NotFound
    speak_to(account)
    return account


def _link(token: str) -> UnsubscribeLink:
    link = read_unsubscribe(token)
    if link is None:
        raise NotFound
    return link
