"""Bots of one's own: making one, changing it, letting it rest, and its tokens."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.bots.accounts import change_bot, create_bot, own_bot
from service.bots.retirement import retire_bot
from service.core.clock import now
from service.core.errors import Refused
from service.people.tokens import revoke_token
from service.play.games import rulesets
from service.web.bot_forms import Form, terms_of
from service.web.bots import bot_page
from service.web.errors import status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in
from service.web.token_forms import token_asked_for

BOT = "/bots/<account_name:bot>"


@pages.get("/bots/new")
def new_bot() -> str:
    """What there is to say of a bot."""
    signed_in()
    return _new_page(Form())


@pages.post("/bots/new")
def make_bot() -> ResponseReturnValue:
    """Make the bot and show it; what cannot be comes back with the form as it was."""
    owner, form = signed_in(), Form.sent(request.form)
    try:
        create_bot(owner, form.name, form.manifest({}), now())
    except Refused as refused:
        return _new_page(form, form_error_of(refused)), status_of(refused)
    return redirect(url_for("web.show_bot", bot=form.name), 303)


@pages.post(BOT)
def change_manifest(bot: str) -> ResponseReturnValue:
    """Let the bot be as the form says."""
    known, form = own_bot(signed_in(), bot), Form.sent(request.form)
    try:
        change_bot(signed_in(), bot, form.manifest(terms_of(known)), now())
    except Refused as refused:
        return bot_page(known, form_error_of(refused), form), status_of(refused)
    return redirect(url_for("web.show_bot", bot=bot), 303)


@pages.post(f"{BOT}/pause")
def pause_bot(bot: str) -> ResponseReturnValue:
    """Let nobody invite the bot for now."""
    change_bot(signed_in(), own_bot(signed_in(), bot).account.name, {}, now(), paused=True)
    return redirect(url_for("web.show_bot", bot=bot), 303)


@pages.post(f"{BOT}/resume")
def resume_bot(bot: str) -> ResponseReturnValue:
    """Let it be invited again."""
    change_bot(signed_in(), own_bot(signed_in(), bot).account.name, {}, now(), paused=False)
    return redirect(url_for("web.show_bot", bot=bot), 303)


@pages.post(f"{BOT}/retire")
def take_bot_away(bot: str) -> ResponseReturnValue:
    """Take the bot away for good, if that is what is wanted."""
    if "sure" not in request.form:
        return redirect(url_for("web.show_bot", bot=own_bot(signed_in(), bot).account.name), 303)
    retire_bot(signed_in(), bot, now())
    return redirect(url_for("web.my_bots"), 303)


@pages.post(f"{BOT}/tokens")
def make_bot_token(bot: str) -> ResponseReturnValue:
    """Make a token for the bot's program and show it this once."""
    known = own_bot(signed_in(), bot)
    try:
        made = token_asked_for(known.account)
    except Refused as refused:
        return bot_page(known, form_error_of(refused)), status_of(refused)
    return bot_page(known, secret=made.secret), {"Cache-Control": "no-store"}


@pages.post(f"{BOT}/tokens/<row:token_id>/revoke")
def end_bot_token(bot: str, token_id: int) -> ResponseReturnValue:
    """End a token of the bot."""
    revoke_token(own_bot(signed_in(), bot).account_id, token_id, now())
    return redirect(url_for("web.show_bot", bot=bot), 303)


def _new_page(form: Form, form_error: FormError | None = None) -> str:
    return render_template("bot_new.html", form=form, rulesets=rulesets(), form_error=form_error)
