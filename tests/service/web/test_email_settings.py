"""Email settings on pages."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.engines import session
from service.models import Account, Delivery
from tests.service.tables import table
from tests.service.web.visitor import Page, Visitor, sign_in


@pytest.fixture
def ann(app: Flask) -> Visitor:
    return sign_in(app, "ann")


def chosen() -> Account:
    session().rollback()
    session().expire_all()
    return session().scalars(select(Account).where(Account.email == "ann@example.net")).one()


def ticked(page: Page, name: str) -> list[str]:
    fields = [field.attributes for field in page.tree.all("input") if field.attributes.get("name") == name]
    return [field["value"] for field in fields if "checked" in field]


def test_when_mails_come_is_chosen_on_ones_own_page(ann: Visitor) -> None:
    before = ann.open("/me/times")
    assert ticked(before, "delivery") == ["at-once"]
    page = ann.press(before, "Save when emails come", delivery="digest", digest_hour="8", quiet_from="22", quiet_to="7")
    assert ticked(page, "delivery") == ["digest"]
    assert "once a day, at 8:00" in page.text
    account = chosen()
    assert (account.delivery, account.digest_hour, account.quiet_from, account.quiet_to) == ("digest", 8, 22, 7)


@pytest.mark.parametrize(
    "typed",
    [{"delivery": "whenever"}, {"idle_minutes": "0"}, {"idle_minutes": "٣"}, {"quiet_to": "24"}, {"digest_hour": ""}],
)
def test_what_no_clock_has_is_refused(ann: Visitor, typed: dict[str, str]) -> None:
    page = ann.press(ann.open("/me/times"), "Save when emails come", **typed)
    assert page.status == 422
    assert "Those email settings are not valid." in page.text
    assert chosen().delivery == Delivery.AT_ONCE


def test_mails_are_paused_and_come_again(ann: Visitor) -> None:
    page = ann.press(ann.open("/me/times"), "Pause", days="3")
    assert "paused until Thu 7 May, 12:00" in page.text
    assert "paused" in ann.open("/").text
    page = ann.press(page, "End pause")
    assert "paused until" not in page.text
    assert chosen().paused_until is None


@pytest.mark.parametrize("days", ["0", "91", "-1", "9999"])
def test_a_pause_that_cannot_be_is_refused(ann: Visitor, days: str) -> None:
    assert ann.press(ann.open("/me/times"), "Pause", days=days).status == 422
    assert chosen().paused_until is None


def test_the_mails_about_one_game_come_otherwise(app: Flask, ann: Visitor) -> None:
    of = table("ann", "bob")
    save = "Save when emails about this game are sent"
    page = ann.press(ann.open(f"/games/{of.id}"), save, delivery="off")
    assert [seat.delivery for seat in of.game.seats] == [Delivery.OFF, None]
    page = ann.press(page, save, delivery="")
    assert page.status == 200
    session().expire_all()
    assert [seat.delivery for seat in of.game.seats] == [None, None]


def test_somebody_who_only_watches_has_nothing_to_choose(app: Flask) -> None:
    of = table("ann", "bob")
    eve = sign_in(app, "eve")
    assert eve.post(f"/games/{of.id}/delivery", delivery="off").status in (403, 404)
    assert [seat.delivery for seat in of.game.seats] == [None, None]
