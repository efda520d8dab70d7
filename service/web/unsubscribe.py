"""Unsubscribe from a kind of email: the page behind the link in each email, and one-click unsubscribe (RFC 8058)."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.accounts import account_numbered
from service.db.clock import now
from service.db.engines import session
from service.language.errors import NotFound
from service.models import Account, Delivery, Game
from service.notifications.kinds import ALL_KINDS, kind_named, kinds_meant, stoppable
from service.notifications.links import read_unsubscribe
from service.notifications.notices import delivery_chosen
from service.notifications.preferences import choose_for_game, resume_mail, stop_mail
from service.security.keys import UnsubscribeLink
from service.web.frame.blueprints import capability_pages
from service.web.frame.identity import speak_to


@capability_pages.get("/unsubscribe/<token>")
def unsubscribe(token: str) -> str:
    """Show what the link stops, and whether it is stopped. A GET changes nothing: link scanners follow links."""
    link, account = _asked(token)
    meant = kinds_meant(link.kind)
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
    """Stop or resume emails of the link's kind, all emails, or those about the game; handles one-click unsubscribe."""
    link, account = _asked(token)
    what, again = request.form.get("what"), "again" in request.form
    kind = ALL_KINDS if what == "all" else link.kind
    if what == "game" and link.game_id:
        choose_for_game(link.game_id, account, None if again else Delivery.OFF, now())
    elif again:
        resume_mail(account.id, kind, now())
    else:
        stop_mail(account.id, kind)
    if what is None:
        return unsubscribe(token)  # no form of ours, so a mail program, which RFC 8058, 3.1, forbids to redirect
    return redirect(url_for("links.unsubscribe", token=token), 303)


def _asked(token: str) -> tuple[UnsubscribeLink, Account]:
    link = read_unsubscribe(token)
    if link is None or (account := account_numbered(link.account_id)).nonce != link.nonce:
        raise NotFound
    speak_to(account)
    return link, account
