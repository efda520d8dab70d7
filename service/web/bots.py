"""Pages of bots: the list of bots that accept the visitor, and each bot's page, where its owner edits it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from rules.prose import N_
from service.accounts.tokens import revoke_token, tokens_of
from service.bots.accounts import bot_named, change_bot, create_bot, own_bot, owner_of, retire_bot
from service.bots.invitations import games_under_way, is_accepted
from service.bots.manifests import DAY_SECONDS, BotManifest, Terms, default_manifest
from service.bots.search import BotQuery, find_bots
from service.db.clock import now
from service.models import Accepts, Bot
from service.play.games import rulesets
from service.web.errors import FormError, shown_again
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in, viewer
from service.web.token_forms import token_asked_for

BOT = "/bots/<account_name:bot>"
PAGE = 20
MEANINGS = {
    "games:read": N_("see its games"),
    "games:play": N_("create, join and play games"),
    "messages": N_("read and write messages in its games"),
    "account": N_("change its settings and revoke its tokens"),
    "webhooks": N_("manage webhooks"),
    "bots": N_("change its description"),
}
"""What each scope allows a bot's program to do."""
SPANS = (10, 60, 10 * 60, 3600, 12 * 3600, DAY_SECONDS, 3 * DAY_SECONDS, 7 * DAY_SECONDS)
"""Selectable times per move, in seconds."""


@dataclass(frozen=True)
class BotForm:
    """The fields of the manifest form. Seats and options of games can only be set through the API."""

    description: str = ""
    homepage: str = ""
    author: str = ""
    games: Sequence[str] = field(default_factory=lambda: list(rulesets()))
    seconds_per_move: int = default_manifest()["seconds_per_move"]
    at_once: int = default_manifest()["at_once"]
    accepts: str = Accepts.EVERYONE
    accounts: str = ""
    auto_accept: bool = False
    auto_agree: bool = default_manifest()["auto_agree"]
    name: str = ""

    @property
    def spans(self) -> list[int]:
        """Selectable times per move, including the current one."""
        return sorted({*SPANS, self.seconds_per_move})

    @classmethod
    def sent(cls, fields: MultiDict[str, str]) -> Self:
        """Parse a submitted form; fields that are not numbers become 0, which validation refuses."""
        return cls(
            description=fields.get("description", "").strip(),
            homepage=fields.get("homepage", "").strip(),
            author=fields.get("author", "").strip(),
            games=fields.getlist("games"),
            seconds_per_move=number_in(fields.get("seconds_per_move", "")) or 0,
            at_once=number_in(fields.get("at_once", "")) or 0,
            accepts=fields.get("accepts", ""),
            accounts=fields.get("accounts", "").strip(),
            auto_accept="auto_accept" in fields,
            auto_agree="auto_agree" in fields,
            name=fields.get("name", "").strip(),
        )

    def manifest(self, terms: Mapping[str, Terms]) -> BotManifest:
        """Convert the form to a manifest; games that stay keep their terms."""
        return BotManifest(
            description=self.description,
            homepage=self.homepage or None,
            author=self.author or None,
            games=self._games(terms),
            seconds_per_move=self.seconds_per_move,
            at_once=self.at_once,
            accepts=Accepts(self.accepts) if self.accepts in set(Accepts) else Accepts.OWNER,
            accounts=self.accounts.replace(",", " ").split(),
            auto_accept=self.auto_accept,
            auto_agree=self.auto_agree,
        )

    def _games(self, terms: Mapping[str, Terms]) -> Mapping[str, Terms]:
        """Return the chosen games by ruleset; all games without terms become empty, which includes future games."""
        chosen = {name: terms.get(name, Terms(seats=(), options={})) for name in self.games}
        has_terms = any(each["seats"] or each["options"] for each in chosen.values())
        return chosen if has_terms or set(chosen) != set(rulesets()) else {}


@pages.get("/bots")
def bots() -> str:
    """List the bots that accept the visitor, filtered, by name."""
    asked = request.args
    search = BotQuery(
        ruleset=asked.get("ruleset") or None,
        free=asked.get("free") == "yes",
        text=asked.get("q", "").strip(),
        after=asked.get("after") or None,
        limit=PAGE,
    )
    found, more = find_bots(viewer(), search)
    return render_template(
        "bots.html",
        bots=found,
        search=search,
        rulesets=rulesets(),
        next_page=found[-1][0].account.name if more else None,
    )


@pages.get(BOT)
def show_bot(bot: str) -> str:
    """Show a bot's games and results; its owner can edit it."""
    return _page(bot_named(bot))


@pages.get("/bots/new")
def new_bot() -> str:
    """Show the form of a new bot."""
    signed_in()
    return _new_page(BotForm())


@pages.post("/bots/new")
@shown_again(lambda error: _new_page(BotForm.sent(request.form), error))
def make_bot() -> ResponseReturnValue:
    """Create a bot and show it; a refused form is shown again with its content."""
    owner, form = signed_in(), BotForm.sent(request.form)
    create_bot(owner, form.name, form.manifest({}), now())
    return redirect(url_for("web.show_bot", bot=form.name), 303)


@pages.post(BOT)
@shown_again(lambda error, bot: _page(own_bot(signed_in(), bot), error, BotForm.sent(request.form)))
def change_manifest(bot: str) -> ResponseReturnValue:
    """Change the bot's manifest to the submitted form."""
    known, form = own_bot(signed_in(), bot), BotForm.sent(request.form)
    change_bot(signed_in(), bot, form.manifest(_terms_of(known)), now())
    return redirect(url_for("web.show_bot", bot=bot), 303)


@pages.post(f"{BOT}/pause")
def pause_bot(bot: str) -> ResponseReturnValue:
    """Pause the bot: nobody can invite it."""
    change_bot(signed_in(), own_bot(signed_in(), bot).account.name, {}, now(), paused=True)
    return redirect(url_for("web.show_bot", bot=bot), 303)


@pages.post(f"{BOT}/resume")
def resume_bot(bot: str) -> ResponseReturnValue:
    """Resume a paused bot."""
    change_bot(signed_in(), own_bot(signed_in(), bot).account.name, {}, now(), paused=False)
    return redirect(url_for("web.show_bot", bot=bot), 303)


@pages.post(f"{BOT}/retire")
def take_bot_away(bot: str) -> ResponseReturnValue:
    """Retire the bot for good, if the form confirms it."""
    if "sure" not in request.form:
        return redirect(url_for("web.show_bot", bot=own_bot(signed_in(), bot).account.name), 303)
    retire_bot(signed_in(), bot, now())
    return redirect(url_for("web.my_bots"), 303)


@pages.post(f"{BOT}/tokens")
@shown_again(lambda error, bot: _page(own_bot(signed_in(), bot), error))
def make_bot_token(bot: str) -> ResponseReturnValue:
    """Create a token for the bot's program and show its secret once."""
    known = own_bot(signed_in(), bot)
    return _page(known, secret=token_asked_for(known.account).secret), {"Cache-Control": "no-store"}


@pages.post(f"{BOT}/tokens/<row:token_id>/revoke")
def end_bot_token(bot: str, token_id: int) -> ResponseReturnValue:
    """Revoke a token of the bot."""
    revoke_token(own_bot(signed_in(), bot).account_id, token_id, now())
    return redirect(url_for("web.show_bot", bot=bot), 303)


def _page(bot: Bot, form_error: FormError | None = None, form: BotForm | None = None, secret: str | None = None) -> str:
    """Render a bot's page, with the result of a submitted form."""
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
        form=form or _form_of(bot),
        form_error=form_error,
        secret=secret,
    )


def _new_page(form: BotForm, form_error: FormError | None = None) -> str:
    return render_template("bot_new.html", form=form, rulesets=rulesets(), form_error=form_error)


def _form_of(bot: Bot) -> BotForm:
    """Fill the form with the bot's current manifest."""
    return BotForm(
        description=bot.description,
        homepage=bot.homepage or "",
        author=bot.author or "",
        games=[game.ruleset for game in bot.games] or list(rulesets()),
        seconds_per_move=bot.seconds_per_move,
        at_once=bot.at_once,
        accepts=bot.accepts,
        accounts=", ".join(guest.name for guest in bot.guests),
        auto_accept=bot.auto_accept,
        auto_agree=bot.auto_agree,
    )


def _terms_of(bot: Bot) -> dict[str, Terms]:
    """Return the bot's terms by ruleset."""
    return {game.ruleset: Terms(seats=game.seats, options=game.options) for game in bot.games}
