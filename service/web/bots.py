"""Bots to play with: the list of those that accept the visitor, and the page of each."""

from __future__ import annotations

from flask import render_template, request

from rules.prose import N_
from service.bots.accounts import bot_named, owner_of
from service.bots.invitations import games_under_way, is_accepted
from service.bots.search import BotQuery, find_bots
from service.core.clock import now
from service.models import Bot
from service.people.tokens import tokens_of
from service.play.games import rulesets
from service.web.bot_forms import Form, form_of
from service.web.form_errors import FormError
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer

PAGE = 20
MEANINGS = {
    "games:read": N_("see its games"),
    "games:play": N_("create, join and play games"),
    "messages": N_("read and write what is said at its tables"),
    "account": N_("change its settings, and end its tokens"),
    "webhooks": N_("have webhooks"),
    "bots": N_("change what it says of itself"),
}
"""What each scope lets the program of a bot do."""


@pages.get("/bots")
def bots() -> str:
    """The bots that accept the visitor, by name, as filtered."""
    search = _search()
    found, more = find_bots(viewer(), search)
    return render_template(
        "bots.html",
        bots=found,
        search=search,
        rulesets=rulesets(),
        next_page=found[-1][0].account.name if more else None,
    )


@pages.get("/bots/<account_name:bot>")
def show_bot(bot: str) -> str:
    """What a bot plays and how it does; its owner can change that."""
    return bot_page(bot_named(bot))


def bot_page(bot: Bot, form_error: FormError | None = None, form: Form | None = None, secret: str | None = None) -> str:
    """The page of a bot, with what came of a form that was sent from it."""
    account = viewer()
    return render_template(
        "bot.html",
        bot=bot,
        owner=owner_of(bot),
        is_own=account is not None and account.id == bot.account.owner_id and bot.retired_at is None,
        accepts_viewer=account is not None and is_accepted(bot, account),
        under_way=games_under_way(bot),
        rulesets=rulesets(),
        tokens=tokens_of(bot.account_id, now()),
        meanings=MEANINGS,
        form=form or form_of(bot),
        form_error=form_error,
        secret=secret,
    )


def _search() -> BotQuery:
    asked = request.args
    return BotQuery(
        ruleset=asked.get("ruleset") or None,
        free=asked.get("free") == "yes",
        text=asked.get("q", "").strip(),
        after=asked.get("after") or None,
        limit=PAGE,
    )
