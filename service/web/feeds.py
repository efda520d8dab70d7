"""A player's deadlines as a calendar (iCalendar, RFC 5545) and a news feed (Atom, RFC 4287), at a secret address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from xml.etree import ElementTree as ET

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.feeds import account_of_feed, end_feed, feed_token, renew_feed
from service.config.settings import settings
from service.language.catalogue import gettext, language
from service.models import Account
from service.notifications.links import feed_link, home_link
from service.presentation.due_turns import DueTurn, due_turns
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import signed_in, speak_to

ATOM = "http://www.w3.org/2005/Atom"
CALENDAR, FEED = "turns.ics", "turns.atom"
STAMP = "%Y%m%dT%H%M%SZ"
LINE = 75
"""Maximum bytes of an iCalendar line; longer lines are folded (RFC 5545, 3.1)."""
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": ""})
AN_HOUR = "PT1H"
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
    return _told("".join(map(_folded, _calendar(due_turns(account)))).encode(), "text/calendar")


@capability_pages.get("/f/<token>/turns.atom")
def feed(token: str) -> Response:
    """Serve the open turns as an Atom feed."""
    account = account_of_feed(token)
    speak_to(account)
    return _told(_atom(account, due_turns(account)), "application/atom+xml")


def _told(body: bytes, media_type: str) -> Response:
    """Build the response with an ETag, so that unchanged feeds are answered with 304."""
    answer = Response(body, mimetype=media_type, headers={"Cache-Control": "private, no-cache"})
    answer.set_etag(sha256(body).hexdigest()[:32])
    answer.make_conditional(request)
    return answer


def _calendar(turns: Sequence[DueTurn]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sundial//Deadlines//EN", "CALSCALE:GREGORIAN")
    yield from ("METHOD:PUBLISH", f"X-WR-CALNAME:{_text(_name())}", f"NAME:{_text(_name())}")
    yield from (f"REFRESH-INTERVAL;VALUE=DURATION:{AN_HOUR}", f"X-PUBLISHED-TTL:{AN_HOUR}")
    for turn in turns:
        if turn.deadline is not None:
            yield from _event(turn, turn.deadline)
    yield "END:VCALENDAR"


def _event(turn: DueTurn, deadline: datetime) -> Iterator[str]:
    """Render the hour before a deadline, or the whole of a shorter turn, as a free event with an alarm at its start."""
    begins = max(turn.since, deadline - LENGTH)
    yield from ("BEGIN:VEVENT", f"UID:{turn.id}@{settings().mail_domain}", f"DTSTAMP:{_stamp(turn.since)}")
    yield from (f"DTSTART:{_stamp(begins)}", f"DTEND:{_stamp(deadline)}", f"SUMMARY:{_text(turn.title)}")
    yield from (f"DESCRIPTION:{_text(turn.sentence)}", f"URL:{turn.link}", "TRANSP:TRANSPARENT")
    yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_text(turn.title)}", "TRIGGER:PT0S", "END:VALARM")
    yield "END:VEVENT"


def _atom(account: Account, turns: Sequence[DueTurn]) -> bytes:
    ET.register_namespace("", ATOM)
    feed = ET.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": language()})
    newest = max((turn.since for turn in turns), default=account.created_at)
    _filled(feed, _tag(f"{account.id:x}"), _name(), newest, home_link())
    _child(_child(feed, "author"), "name", "Sundial")
    for turn in turns:
        entry = _child(feed, "entry")
        _filled(entry, _tag(turn.id), turn.title, turn.since, turn.link)
        _child(entry, "summary", turn.sentence)
    body: bytes = ET.tostring(feed, "utf-8", xml_declaration=True)
    return body


def _filled(element: ET.Element, tag: str, title: str, updated: datetime, link: str) -> None:
    """Fill in the elements that a feed and an entry share."""
    _child(element, "id", tag)
    _child(element, "title", title)
    _child(element, "updated", updated.isoformat().replace("+00:00", "Z"))
    _child(element, "link").set("href", link)


def _child(element: ET.Element, name: str, text: str | None = None) -> ET.Element:
    child = ET.SubElement(element, f"{{{ATOM}}}{name}")
    child.text = text
    return child


def _tag(of: str) -> str:
    """Return a permanent tag URI (RFC 4151)."""
    return f"tag:{settings().mail_domain},2026:turns/{of}"


def _name() -> str:
    return gettext("Sundial: your turns")


def _stamp(time: datetime) -> str:
    return time.strftime(STAMP)


def _text(words: str) -> str:
    return words.translate(ESCAPED)


def _folded(line: str) -> str:
    """Fold a line into pieces of at most `LINE` bytes, without splitting a character."""
    pieces, piece = list[str](), ""
    for character in line:
        if len((piece + character).encode()) > LINE:
            pieces, piece = [*pieces, piece], " "
        piece += character
    return "\r\n".join([*pieces, piece]) + "\r\n"
