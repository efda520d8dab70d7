"""A player's deadlines as a calendar and a news feed, at a secret address."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask import Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from service.accounts.feeds import account_of_feed, end_feed, feed_token, renew_feed
from service.language.catalogue import gettext
from service.notifications.links import feed_link, home_link
from service.presentation.due_turns import DueTurn, due_turns
from service.web.feed_formats import CalendarEvent, FeedEntry, calendar_of, news_of
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import signed_in, speak_to

CALENDAR, FEED = "turns.ics", "turns.atom"
LENGTH = timedelta(hours=1)
"""Length of a calendar event, which ends at the deadline."""


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
    account = account_of_feed(token)
    speak_to(account)
    turns = due_turns(account)
    return calendar_of(_name(), [_event(turn, turn.deadline) for turn in turns if turn.deadline is not None])


@capability_pages.get("/f/<token>/turns.atom")
def feed(token: str) -> Response:
    """Serve the open turns as an Atom feed."""
    account = account_of_feed(token)
    speak_to(account)
    turns = due_turns(account)
    newest = max((turn.since for turn in turns), default=account.created_at)
    entries = [FeedEntry(f"turns/{turn.id}", turn.title, turn.since, turn.link, turn.sentence) for turn in turns]
    return news_of(f"turns/{account.id:x}", _name(), newest, home_link(), entries)


def _event(turn: DueTurn, deadline: datetime) -> CalendarEvent:
    """Return the hour before a deadline, or the whole of a shorter turn."""
    begins = max(turn.since, deadline - LENGTH)
    return CalendarEvent(turn.id, turn.title, turn.since, begins, deadline, turn.sentence, turn.link)


def _name() -> str:
    return gettext("Sundial: your turns")
