"""Feeds as calendars (iCalendar, RFC 5545) and news (Atom, RFC 4287), answered with 304 while they are unchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from xml.etree import ElementTree as ET

from flask import Response, request

from service.config.settings import settings
from service.language.catalogue import language

ATOM = "http://www.w3.org/2005/Atom"
STAMP = "%Y%m%dT%H%M%SZ"
LINE = 75
"""Maximum bytes of an iCalendar line; longer lines are folded (RFC 5545, 3.1)."""
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": ""})
AN_HOUR = "PT1H"


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a news feed; `id` is unique in its feed and never changes."""

    id: str
    title: str
    updated: datetime
    link: str
    summary: str


@dataclass(frozen=True)
class CalendarEvent:
    """An event of a calendar, in which its reader counts as free, with an alarm at its beginning."""

    id: str
    title: str
    stamp: datetime
    begins: datetime
    ends: datetime
    description: str
    link: str


def calendar_of(name: str, events: Iterable[CalendarEvent]) -> Response:
    """Serve events as a calendar to subscribe to."""
    return served("".join(map(_folded, _calendar(name, events))).encode(), "text/calendar")


def news_of(of: str, name: str, updated: datetime, link: str, entries: Iterable[FeedEntry]) -> Response:
    """Serve entries as an Atom feed; `of` is its permanent name, unique among our feeds."""
    ET.register_namespace("", ATOM)
    feed = ET.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": language()})
    _fill(feed, of, name, updated, link)
    _child(_child(feed, "author"), "name", "Sundial")
    for each in entries:
        entry = _child(feed, "entry")
        _fill(entry, each.id, each.title, each.updated, each.link)
        _child(entry, "summary", each.summary)
    body: bytes = ET.tostring(feed, "utf-8", xml_declaration=True)
    return served(body, "application/atom+xml")


def served(body: bytes, media_type: str) -> Response:
    """Build the response with an ETag, so that unchanged feeds are answered with 304."""
    answer = Response(body, mimetype=media_type, headers={"Cache-Control": "private, no-cache"})
    answer.set_etag(sha256(body).hexdigest()[:32])
    answer.make_conditional(request)
    return answer


def _calendar(name: str, events: Iterable[CalendarEvent]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sundial//Deadlines//EN", "CALSCALE:GREGORIAN")
    yield from ("METHOD:PUBLISH", f"X-WR-CALNAME:{_text(name)}", f"NAME:{_text(name)}")
    yield from (f"REFRESH-INTERVAL;VALUE=DURATION:{AN_HOUR}", f"X-PUBLISHED-TTL:{AN_HOUR}")
    for event in events:
        yield from _event(event)
    yield "END:VCALENDAR"


def _event(event: CalendarEvent) -> Iterator[str]:
    yield from ("BEGIN:VEVENT", f"UID:{event.id}@{settings().mail_domain}", f"DTSTAMP:{_stamp(event.stamp)}")
    yield from (f"DTSTART:{_stamp(event.begins)}", f"DTEND:{_stamp(event.ends)}", f"SUMMARY:{_text(event.title)}")
    yield from (f"DESCRIPTION:{_text(event.description)}", f"URL:{event.link}", "TRANSP:TRANSPARENT")
    yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_text(event.title)}", "TRIGGER:PT0S", "END:VALARM")
    yield "END:VEVENT"


def _fill(element: ET.Element, of: str, title: str, updated: datetime, link: str) -> None:
    """Fill in the elements that a feed and an entry share."""
    _child(element, "id", f"tag:{settings().mail_domain},2026:{of}")  # a permanent tag URI (RFC 4151)
    _child(element, "title", title)
    _child(element, "updated", updated.isoformat().replace("+00:00", "Z"))
    _child(element, "link").set("href", link)


def _child(element: ET.Element, name: str, text: str | None = None) -> ET.Element:
    child = ET.SubElement(element, f"{{{ATOM}}}{name}")
    child.text = text
    return child


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
