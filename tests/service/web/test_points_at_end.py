"""A game without points before its end, such as DAWN, shows none until then."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.play.seats import resign
from tests.service.tables import table
from tests.service.web.visitor import Page, sign_in


def points(page: Page) -> list[str]:
    """Return the displayed points of the seats."""
    return [each.text for each in page.tree.all("span") if each.attributes.get("class") == "score"]


@pytest.mark.parametrize(("ruleset", "shown"), [("dawn", 0), ("springtime", 2)])
def test_points_are_shown_once_there_are_some(app: Flask, ruleset: str, shown: int) -> None:
    of = table("ann", "bob", ruleset=ruleset)
    ann = sign_in(app, "ann")
    assert len(points(ann.open(f"/games/{of.id}"))) == shown
    assert len(points(ann.open(f"/games/{of.id}?at=0"))) == shown

    of.play_to_the_end()

    assert len(points(ann.open(f"/games/{of.id}"))) == 2
    assert len(points(ann.open(f"/games/{of.id}?at=0"))) == shown


def test_a_game_that_was_resigned_before_it_brought_points_shows_none(app: Flask) -> None:
    of = table("ann", "bob", ruleset="dawn")
    resign(of.id, of.players[0], clock.now())
    assert points(sign_in(app, "bob").open(f"/games/{of.id}")) == []
