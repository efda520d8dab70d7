"""Pages about ratings: the best players of a pool, and what other pages show of ratings."""

from __future__ import annotations

from flask import render_template

from rules import Game as Ruleset
from service.db.clock import now
from service.language.catalogue import gettext
from service.models import Account, Game, GameStatus
from service.presentation.rated_words import is_rated_in_words, why_not_in_words
from service.ratings.curves import rating_curves
from service.ratings.eligibility import why_not_counted
from service.ratings.pools import pool_named, pools
from service.ratings.ratings import AWAY, leaders, rating_json, ratings_of
from service.ratings.results import pool_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer

pages.app_template_global("pool_of")(pool_of)
pages.app_template_global("rating_curves")(rating_curves)


@pages.get("/ratings/<pool>")
def show_leaders(pool: str) -> str:
    """Show the best players of a pool."""
    shown = pool_named(pool)
    return render_template(
        "ratings.html",
        pool=shown.id,
        name=pool_title(shown.id),
        pools=[(each, pool_title(each)) for each in pools()],
        leaders=leaders(shown.id, now()),
        days=AWAY.days,
    )


@pages.app_template_global()
def ratings_shown(account: Account) -> list[tuple[str, str, dict[str, int | bool]]]:
    """Return an account's ratings in the pools that are still played: id, name and rating of each."""
    known, at = pools(), now()
    rows = [row for row in ratings_of(account) if row.pool in known]
    return [(row.pool, pool_title(row.pool), rating_json(row, at)) for row in rows]


@pages.app_template_global()
def rated_for_viewer(game: Game) -> str:
    """Say whether a game is rated; before it begins, also whether it would be with the viewer."""
    account = viewer()
    if account is not None and game.may_count and game.status == GameStatus.INVITING:
        is_in = any(seat.account_id == account.id for seat in game.seats)
        why = None if is_in else why_not_counted(game, now(), account)
        if why is not None:
            return gettext("Not rated: %(why)s", why=why_not_in_words(why))
    return is_rated_in_words(game)


@pages.app_template_global()
def why_not_rated(ruleset: Ruleset) -> str:
    """Say why the viewer can play no rated game of a ruleset; empty if they can."""
    account = viewer()
    if max(ruleset.players) == 1 or pool_of(ruleset.id, {}) is None:
        return gettext("Co-operative games are not rated.")
    if account is None or account.visitor_since is not None:
        return gettext("Sign in to play rated games.")
    return ""


@pages.app_template_global()
def pool_title(name: str) -> str:
    """Return the name of a pool for people: that of its ruleset, with the short names of unusual options."""
    pool = pools().get(name)
    if pool is None:
        return name
    chosen = [gettext(pool.ruleset.options[option].values[value]) for option, value in pool.unusual.items()]
    return ", ".join([gettext(pool.ruleset.name), *(each.partition(":")[0] for each in chosen)])
