"""Presence: open pages and moves on them suppress emails about what they show."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.db import clock
from service.db.engines import session
from service.models import Notice, WorkState
from service.notifications.timing import AWAY_AFTER
from tests.service.tables import Table, table
from tests.service.web.visitor import fields_of, returning


def mails_to(name: str) -> list[float]:
    """Return the seconds until each queued turn email of an account is due."""
    session().rollback()
    wanted = Notice.kind == "your-turn", Notice.email == f"{name}@example.net", Notice.state == WorkState.QUEUED
    return [(due - clock.now()).total_seconds() for due in session().scalars(select(Notice.due_at).where(*wanted))]


def look(app: Flask, of: Table, name: str, version: str = "") -> int:
    """Report presence like the page's script; return the version in the response."""
    visitor = returning(app, f"{name}@example.net")
    form = next(
        each for each in visitor.open(f"/games/{of.id}").tree.all("form") if each.attributes.get("id") == "here"
    )
    shown = {"version": version or str(of.game.version)}
    told: int = visitor.client.post(form.attributes["action"], data=fields_of(form) | shown).get_json()["version"]
    return told


def test_an_open_page_lets_the_mail_wait(app: Flask) -> None:
    of = table("ann", "bob")
    assert look(app, of, "bob") == of.game.version
    of.play("place max-15")
    assert mails_to("bob") == [AWAY_AFTER.total_seconds()]


@pytest.mark.parametrize("version", ["1", "none", "²"])
def test_a_page_that_shows_another_version_hears_of_the_present_one_and_lets_no_mail_wait(
    app: Flask, version: str
) -> None:
    of = table("ann", "bob")
    of.play("place max-15")
    assert look(app, of, "bob", version) == of.game.version
    assert mails_to("bob") == [0]
    assert [seat.looked_at for seat in of.game.seats] == [None, None]


def test_opening_a_page_alone_changes_nothing(app: Flask) -> None:
    of = table("ann", "bob")
    returning(app, "bob@example.net").open(f"/games/{of.id}")
    of.play("place max-15")
    assert mails_to("bob") == [0]


def test_who_plays_on_the_page_is_there_when_the_answer_comes(app: Flask) -> None:
    of = table("ann", "bob")
    visitor = returning(app, "ann@example.net")
    visitor.press(visitor.press(visitor.open(f"/games/{of.id}"), "place max-15"), "Play this move")
    of.play_anything()
    assert mails_to("ann") == [AWAY_AFTER.total_seconds()]
