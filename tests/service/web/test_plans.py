"""Plans on the page of a game."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db.engines import session, transaction
from service.models import Account
from tests.service.tables import Table, table
from tests.service.web.visitor import Page, sign_in
from workers.jobs import plans


@pytest.fixture
def of(app: Flask) -> Table:
    return table("ann", "bob", ruleset="springtime")


def test_a_plan_is_written_mended_extended_and_ended_on_the_page(app: Flask, of: Table) -> None:
    bob, ann = sign_in(app, "bob"), sign_in(app, "ann")
    page = bob.open(f"/games/{of.id}?tab=plan")
    page = bob.press(page, "Save conditional moves", plan="if e5 then e7\nif zz then e6")
    assert page.status == 422
    assert "One of the conditional moves is not legal there." in page.text
    assert "The problem is here: if zz (zz)." in page.text
    assert typed(page) == "if e5 then e7 if zz then e6"
    page = bob.press(page, "Save conditional moves", plan="if e5 then e7\nif anything then e5 or e6")
    assert typed(page) == "if e5 then e7 if anything then e5 or e6"
    assert "if e5" not in ann.open(f"/games/{of.id}?tab=plan").text
    page = bob.press(page, "Delete conditional moves")
    assert "Delete conditional moves" not in page.text


def test_the_form_explains_conditional_moves_in_the_words_of_the_reader(app: Flask, of: Table) -> None:
    with transaction():
        session().get_one(Account, of.players[1].id).language = "de"
    bob = sign_in(app, "bob")
    page = bob.open(f"/games/{of.id}?tab=plan")
    assert "„wenn“ ihr Zug „dann“ dein Zug. Mehrere Züge mit „oder“, beliebige mit „alles“" in page.text
    page = bob.press(page, "Zugplan speichern", plan="wenn e5 dann e7 oder e8")
    assert typed(page) == "wenn e5 dann e7 oder e8"


def typed(page: Page) -> str:
    """Return the text of the conditional moves in the form."""
    area = next(each for each in page.tree.all("textarea") if each.attributes.get("name") == "plan")
    return " ".join(area.text.split())


def test_a_conditional_move_that_was_played_is_named_to_its_player_until_they_move_themselves(
    app: Flask, of: Table
) -> None:
    bob, ann = sign_in(app, "bob"), sign_in(app, "ann")
    played = "Your conditional move was played: e7."
    bob.press(bob.open(f"/games/{of.id}?tab=plan"), "Save conditional moves", plan="if e5 then e7")
    assert played not in bob.open(f"/games/{of.id}").text
    of.play("e5")
    plans.run()
    assert played in bob.open(f"/games/{of.id}").text
    of.play("a7")
    assert played in bob.open(f"/games/{of.id}").text
    assert "Your conditional move was" not in ann.open(f"/games/{of.id}").text
    of.play("a1")
    assert played not in bob.open(f"/games/{of.id}").text


def test_the_page_says_why_a_plan_has_ended(app: Flask, of: Table) -> None:
    bob = sign_in(app, "bob")
    bob.press(bob.open(f"/games/{of.id}?tab=plan"), "Save conditional moves", plan="if e5 then e7")
    of.play("e6")
    plans.run()
    page = bob.open(f"/games/{of.id}?tab=plan")
    assert "Your conditional moves ended: they have no answer to e6." in page.text
    assert "It's your turn: play first. You can set conditional moves during other players' turns" in page.text
