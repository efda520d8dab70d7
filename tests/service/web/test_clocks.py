"""Clocks and vacations on pages."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.service.tables import Table, table
from tests.service.web.visitor import Visitor, sign_in


@pytest.fixture
def of(app: Flask) -> Table:
    return table("ann", "bob")


@pytest.fixture
def ann(app: Flask, of: Table) -> Visitor:
    return sign_in(app, "ann")


@pytest.fixture
def bob(app: Flask, of: Table) -> Visitor:
    return sign_in(app, "bob")


def test_a_vacation_is_taken_seen_at_the_table_and_taken_back(ann: Visitor, bob: Visitor, of: Table) -> None:
    page = ann.press(ann.open("/me/vacations"), "Add vacation", first="2026-05-05", last="2026-05-14")
    assert "5 May 2026 to 14 May 2026" in page.text
    assert "2026: 20 days left." in page.text
    seen = bob.open(f"/games/{of.id}").text
    assert "Vacation of ann: 5 May 2026 to 14 May 2026." in seen
    assert "Vacations do not count. This one ends Fri 15 May 2026, 00:00." in seen
    page = ann.press(ann.open("/me/vacations"), "Delete: 5 May 2026 to 14 May 2026")
    assert "5 May 2026" not in page.text
    seen = bob.open(f"/games/{of.id}").text
    assert "Vacation of ann" not in seen
    assert "Fri 15 May 2026" not in seen


def test_a_vacation_that_cannot_be_comes_back_with_its_days(ann: Visitor) -> None:
    page = ann.press(ann.open("/me/vacations"), "Add vacation", first="2026-05-05", last="2026-08-14")
    assert page.status == 409
    assert "You do not have that much vacation left in that year." in page.text
    typed = {field.attributes.get("name"): field.attributes.get("value") for field in page.tree.all("input")}
    assert (typed["first"], typed["last"]) == ("2026-05-05", "2026-08-14")
    assert ann.press(page, "Add vacation", first="soon", last="").status == 422


def test_clocks_are_stopped_by_both_and_go_on_by_one(ann: Visitor, bob: Visitor, of: Table) -> None:
    page = ann.press(ann.open(f"/games/{of.id}"), "Pause clocks")
    assert "You asked to pause the clocks. Waiting for the others" in page.text
    page = bob.open(f"/games/{of.id}")
    assert "ann would like to pause the clocks." in page.text
    page = bob.press(page, "Pause clocks")
    assert "Clocks paused: all players agreed. You can still move" in page.text
    assert "Deadline:" not in page.text
    page = bob.press(page, "Restart clocks")
    assert "Deadline: Thu 7 May, 12:00" in page.text


def test_how_time_goes_is_agreed_on_with_a_game(ann: Visitor) -> None:
    wish: dict[str, str | list[str]] = {"seat-1": "open", "days": "3", "bank": "12", "vacations": []}
    page = ann.press(ann.open("/games/new/seasons"), "Start game", weekends="yes", nights="yes", **wish)
    agreed = (
        "3 days for the whole game, plus 12 hours per move, up to 6 days; Saturdays and Sundays do not count; "
        "nights, from 22:00 to 8:00, do not count; vacations do not stop the clock"
    )
    assert agreed in page.text


def test_a_game_set_up_as_the_form_stands_has_days_for_each_move(ann: Visitor) -> None:
    page = ann.press(ann.open("/games/new/seasons"), "Start game", **{"seat-1": "open"})
    assert "Time control 3 days" in page.text


def test_a_fast_clock_is_agreed_on_with_a_game_and_ticks(ann: Visitor) -> None:
    page = ann.press(ann.open("/games/new/seasons"), "Start game", days="fast-15-20", **{"seat-1": "open"})
    first, then = "1 day for each player's first move", "15 minutes for the whole game plus 20 seconds per move"
    assert f"fast: {first}, then {then}" in page.text
    assert b"ticks.js" in page.response.data
