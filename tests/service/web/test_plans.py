"""Plans on the page of a game."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.service.tables import Table, table
from tests.service.web.visitor import sign_in
from workers.jobs import plans


@pytest.fixture
def of(app: Flask) -> Table:
    return table("ann", "bob", ruleset="springtime")


def test_a_plan_is_written_mended_extended_and_ended_on_the_page(app: Flask, of: Table) -> None:
    bob, ann = sign_in(app, "bob"), sign_in(app, "ann")
    page = bob.open(f"/games/{of.id}?tab=plan")
    page = bob.press(page, "Save conditional moves", when="e5", play="a2")
    assert page.status == 422
    assert "One of the conditional moves is not legal there. The problem is here: if e5 (a2)." in page.text
    page = bob.press(page, "Save conditional moves", plan="if e5 then e7", when="anything", play="e5 or e6")
    area = next(each for each in page.tree.all("textarea") if each.attributes.get("name") == "plan")
    assert " ".join(area.text.split()) == "if e5 then e7 if anything then e5 or e6"
    assert "if e5" not in ann.open(f"/games/{of.id}?tab=plan").text
    page = bob.press(page, "Delete conditional moves")
    assert "Delete conditional moves" not in page.text


def test_the_page_says_why_a_plan_has_ended(app: Flask, of: Table) -> None:
    bob = sign_in(app, "bob")
    bob.press(bob.open(f"/games/{of.id}?tab=plan"), "Save conditional moves", when="e5", play="e7")
    of.play("e6")
    plans.run()
    page = bob.open(f"/games/{of.id}?tab=plan")
    assert "Your conditional moves ended: they have no answer to e6." in page.text
    assert "It's your turn: play first. You can set conditional moves during other players' turns" in page.text
