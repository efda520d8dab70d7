"""The public page of a player: their results, as far as they share them."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from service.language.catalogue import gettext
from service.models import Account, Game, GameStatus
from service.play.games import rulesets
from service.play.head_to_head import head_to_head
from service.play.track_records import (
    has_page,
    median_answer,
    player_named,
    public_games_of,
    track_record,
)
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer
from service.web.offers import may_invite

pages.app_template_global("record_of")(track_record)
pages.app_template_global("head_to_head")(head_to_head)
pages.app_template_global("usual_answer")(median_answer)

SHOWN = 6
"""Number of running and of finished games shown."""


@pages.get("/players/<account_name:player>")
def show_player(player: str) -> ResponseReturnValue:
    """Show a player's results; a bot redirects to its own page."""
    account = player_named(player)
    if account.owner_id is not None:
        return redirect(url_for("web.show_bot", bot=account.name), 303)
    own = viewer()
    return render_template(
        "player.html",
        account=account,
        record=track_record(account),
        under_way=public_games_of(account, GameStatus.ACTIVE, SHOWN),
        over=public_games_of(account, GameStatus.FINISHED, SHOWN),
        is_own=own is not None and own.id == account.id,
        can_be_invited=may_invite() and own is not None and own.id != account.id,
    )


@pages.app_template_global()
def page_about(account: Account | None) -> str | None:
    """Return the address of a player's page; None if there is none."""
    if account is None or not has_page(account):
        return None
    if account.owner_id is not None:
        return url_for("web.show_bot", bot=account.name)
    return url_for("web.show_player", player=account.name)


@pages.app_template_global()
def named_ruleset(name: str) -> str:
    """Return the name of a ruleset, even if it is no longer offered."""
    found = rulesets().get(name)
    return gettext(found.name) if found else name


@pages.app_template_global()
def latest_of(account: Account) -> list[Game]:
    """Return a player's recent public games, for the page of a bot."""
    return [
        game for status in (GameStatus.ACTIVE, GameStatus.FINISHED) for game in public_games_of(account, status, SHOWN)
    ]
