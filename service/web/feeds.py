"""A player's deadlines as a calendar and a news feed, at a secret address."""

from __future__ import annotations

from flask import Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from service.accounts.feeds import account_of_feed, end_feed, feed_token, renew_feed
from service.language.catalogue import gettext
from service.models import Account
from service.notifications.links import feed_link, game_link, home_link
from service.play.game_search import find_games
from service.presentation.due_turns import MINE, began, turn_in_words
from service.web.feed_formats import FeedEntry, calendar_of, news_of
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import signed_in, speak_to

CALENDAR, FEED = "turns.ics", "turns.atom"


@pages.get("/me/feeds")
def my_feeds() -> ResponseReturnValue:
    """Show the addresses of one's feeds, with buttons to renew or remove them."""
    token = feed_token(signed_in())
    links = [feed_link(token, name) for name in (CALENDAR, FEED)] if token else []
    return render_template("my_feeds.html", part_of="web.my_times", links=links), {"Cache-Control": "no-store"}


@pages.post("/me/feeds")
def make_feeds() -> ResponseReturnValue:
    """Create new feed addresses; the old ones stop working."""
    renew_feed(signed_in().id)
    return redirect(url_for("web.my_feeds"), 303)


@pages.post("/me/feeds/end")
def end_feeds() -> ResponseReturnValue:
    """Remove one's feed addresses."""
    end_feed(signed_in().id)
    return redirect(url_for("web.my_feeds"), 303)


@capability_pages.get("/f/<token>/turns.ics")
def calendar(token: str) -> Response:
    """Serve the deadlines of one's turns as a calendar to subscribe to."""
    return calendar_of(_name(), _turns(_owner(token)))


@capability_pages.get("/f/<token>/turns.atom")
def feed(token: str) -> Response:
    """Serve the open turns as an Atom feed."""
    account = _owner(token)
    return news_of(f"turns/{account.id:x}", _name(), account.created_at, home_link(), _turns(account))


def _owner(token: str) -> Account:
    """Return the account of a feed, and speak its language."""
    account = account_of_feed(token)
    speak_to(account)
    return account


def _turns(account: Account) -> list[FeedEntry]:
    """Return an account's open turns, earliest deadline first, each with an id of its own."""
    games, _ = find_games(account, MINE)
    since = began(games)
    return [
        FeedEntry(
            f"turns/{game.id}-{game.turn}",
            *turn_in_words(game, account),
            since.get(game.id) or game.started_at or game.created_at,
            game_link(game),
            game.deadline,
        )
        for game in games
    ]


def _name() -> str:
    return gettext("Sundial: your turns")
