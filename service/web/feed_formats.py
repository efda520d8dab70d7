"""Feeds as calendars (iCalendar, RFC 5545) and news (Atom, RFC 4287), answered with 304 while they are unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from flask import Response, render_template, request

from service.config.settings import settings
from service.web.frame.blueprints import pages

LINE = 75
"""Maximum bytes of an iCalendar line; longer lines are folded (RFC 5545, 3.1)."""
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": ""})
LENGTH = timedelta(hours=1)
"""Length of a calendar event, unless its entry is younger."""


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a news feed, and of a calendar if it `ends`; `id` is unique in its feed and never changes.

    In a calendar its reader counts as free, with an alarm at its beginning.
    """

    id: str
    title: str
    summary: str
    updated: datetime
    link: str
    ends: datetime | None = None


def calendar_of(name: str, entries: Sequence[FeedEntry]) -> Response:
    """Serve entries as a calendar to subscribe to."""
    events = [(max(each.updated, each.ends - LENGTH), each) for each in entries if each.ends is not None]
    text = render_template("calendar.ics", name=name, events=events, domain=settings().mail_domain)
    return served("".join(map(_folded, text.split("\n"))).encode(), "text/calendar")


def news_of(of: str, name: str, created: datetime, link: str, entries: Sequence[FeedEntry]) -> Response:
    """Serve entries as an Atom feed; `of` is its permanent name, unique among our feeds."""
    updated, domain = max([created, *(each.updated for each in entries)]), settings().mail_domain
    text = render_template("news.xml", of=of, name=name, updated=updated, link=link, entries=entries, domain=domain)
    return served(text.encode(), "application/atom+xml")


def served(body: bytes, media_type: str) -> Response:
    """Build the response with an ETag, so that unchanged feeds are answered with 304."""
    answer = Response(body, mimetype=media_type, headers={"Cache-Control": "private, no-cache"})
    answer.set_etag(sha256(body).hexdigest()[:32])
    answer.make_conditional(request)
    return answer


@pages.app_template_filter()
def ical(words: str) -> str:
    """Escape words for a calendar."""
    return words.translate(ESCAPED)


def _folded(line: str) -> str:
    """Fold a line into pieces of at most `LINE` bytes, without splitting a character."""
    pieces, piece = list[str](), ""
    for character in line:
        if len((piece + character).encode()) > LINE:
            pieces, piece = [*pieces, piece], " "
        piece += character
    return "\r\n".join([*pieces, piece]) + "\r\n"
