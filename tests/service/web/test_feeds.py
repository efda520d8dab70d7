"""Feeds of deadlines at a secret address, for calendars and feed readers."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from service.accounts.feeds import feed_token
from service.accounts.vacations import Vacation, take_vacation
from service.db import clock
from service.db.engines import transaction
from service.models import Game
from service.telemetry.redaction import redact
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Page, Visitor, returning

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def of(app: Flask) -> Table:
    """Create a game of Ann and Bob."""
    return table("ann", "bob")


def mine(app: Flask, of: Table) -> tuple[Visitor, Page]:
    """Return the browser of the player to move, and their page of feeds."""
    visitor = returning(app, of.mover.email or "")
    return visitor, visitor.press(visitor.open("/me/feeds"), "Create addresses")


def addresses(page: Page) -> list[str]:
    return [urlsplit(link).path for link in page.copied]


def events(text: str) -> list[dict[str, str]]:
    """Parse the events of a calendar by property, with folded lines joined."""
    lines = text.replace("\r\n ", "").split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    starts = [number for number, line in enumerate(lines) if line == "BEGIN:VEVENT"]
    ends = [number for number, line in enumerate(lines) if line == "BEGIN:VALARM"]
    pairs = zip(starts, ends, strict=True)
    return [dict(line.split(":", 1) for line in lines[start + 1 : end]) for start, end in pairs]


def test_a_calendar_has_the_deadline_of_each_turn_until_it_is_played(app: Flask, of: Table) -> None:
    visitor, page = mine(app, of)
    calendar, _ = addresses(page)
    answer = Visitor(app).client.get(calendar)

    [event] = events(answer.text)
    deadline = of.game.deadline
    assert deadline is not None
    assert (answer.mimetype, event["DTEND"]) == ("text/calendar", f"{deadline:%Y%m%dT%H%M%SZ}")
    assert event["SUMMARY"].startswith("Your turn in Seasons")
    assert event["URL"].endswith(f"/games/{of.id}")
    assert max(len(line) for line in answer.data.split(b"\r\n")) <= 75
    assert "no-store" not in answer.headers["Cache-Control"]

    again = Visitor(app).client.get(calendar, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")

    of.play_anything()
    assert events(Visitor(app).client.get(calendar, headers={"If-None-Match": answer.headers["ETag"]}).text) == []
    assert visitor.open("/me/feeds").response.headers["Cache-Control"] == "no-store"


def test_an_event_is_the_hour_before_the_deadline_and_rings_as_it_begins(app: Flask, of: Table) -> None:
    _, page = mine(app, of)
    text = Visitor(app).client.get(addresses(page)[0]).text

    [event] = events(text)
    start, end = (datetime.strptime(event[name], "%Y%m%dT%H%M%S%z") for name in ("DTSTART", "DTEND"))
    assert end - start == timedelta(hours=1)
    alarm = text.replace("\r\n ", "").partition("BEGIN:VALARM\r\n")[2].partition("END:VALARM\r\nEND:VEVENT")[0]
    names = dict(line.split(":", 1) for line in alarm.splitlines())
    assert (names["ACTION"], names["TRIGGER"]) == ("DISPLAY", "PT0S")
    assert names["DESCRIPTION"].startswith("Your turn in Seasons")


def test_the_event_of_a_turn_that_is_shorter_begins_with_it(app: Flask, of: Table, clock: FakeClock) -> None:
    _, page = mine(app, of)
    with transaction() as current:
        current.get_one(Game, of.id).deadline = clock() + timedelta(minutes=10)
    began = events(Visitor(app).client.get(addresses(page)[0]).text)[0]["DTSTART"]
    assert began == f"{clock():%Y%m%dT%H%M%SZ}"


def test_a_vacation_moves_the_deadline_in_both(app: Flask, of: Table) -> None:
    _, page = mine(app, of)
    calendar, feed = addresses(page)
    before = [Visitor(app).client.get(each).headers["ETag"] for each in (calendar, feed)]
    first = clock.now().date() + timedelta(days=1)
    due = of.game.deadline
    take_vacation(of.mover.id, Vacation(first, first + timedelta(days=4)), clock.now())

    moved = of.game.deadline
    assert due is not None
    assert moved is not None
    assert moved > due
    [event] = events(Visitor(app).client.get(calendar).text)
    assert event["DTEND"] == f"{moved:%Y%m%dT%H%M%SZ}"
    assert [Visitor(app).client.get(each).headers["ETag"] for each in (calendar, feed)] != before
    assert str(moved.day) in Visitor(app).client.get(feed).text


def test_a_feed_names_each_turn_by_an_id_of_its_own(app: Flask, of: Table) -> None:
    _, page = mine(app, of)
    with transaction():
        of.mover.language = "en"
    answer = Visitor(app).client.get(addresses(page)[1])
    root = ET.fromstring(answer.text)  # noqa: S314  # our own

    [entry] = root.findall(f"{ATOM}entry")
    assert answer.mimetype == "application/atom+xml"
    assert (entry.findtext(f"{ATOM}id") or "").endswith(f"turns/{of.id}-{of.game.turn}")
    assert all(root.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.attrib["href"].endswith(f"/games/{of.id}")


def test_an_address_that_was_ended_or_made_anew_leads_nowhere(app: Flask, of: Table) -> None:
    visitor, page = mine(app, of)
    first = addresses(page)
    second = addresses(visitor.press(page, "Create new addresses"))
    assert {Visitor(app).client.get(each).status_code for each in first} == {404}
    assert {Visitor(app).client.get(each).status_code for each in second} == {200}

    ended = visitor.press(visitor.open("/me/feeds"), "Disable addresses")
    assert addresses(ended) == []
    assert {Visitor(app).client.get(each).status_code for each in second} == {404}
    for wrong in ("zz", "1-" + "a" * 24, "ffffffff-" + "a" * 24, "x" * 500):
        assert Visitor(app).client.get(f"/f/{wrong}/turns.ics").status_code == 404


def test_no_log_has_the_address(app: Flask, of: Table, caplog: pytest.LogCaptureFixture) -> None:
    _, page = mine(app, of)
    token = feed_token(person(of.mover.name))
    assert token is not None
    with caplog.at_level(logging.DEBUG):
        Visitor(app).client.get(addresses(page)[0])

    assert token not in caplog.text
    assert token not in redact(f"GET {addresses(page)[0]}")
