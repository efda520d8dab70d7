"""Boards on pages: targets of the next action, their effects, and labels."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from service.play.moves import legal_actions
from tests.service.tables import Table, table
from tests.service.web.html import Element
from tests.service.web.turns import link
from tests.service.web.visitor import Page, Visitor

GAMES = ["seasons", "siesta", "springtime", "springtime-puzzle", "dawn", "tribes"]


@pytest.fixture
def village(app: Flask) -> Table:
    """Create a village after its first turn: a sun on f6, a roof on g6, a shadow on h6."""
    of = table("ann", "bob", ruleset="siesta")
    of.play("sun f6, roof g6, shadow h6")
    return of


def targets(page: Page) -> dict[str, Element]:
    """Return the clickable targets of the board, by word."""
    return {part.attributes["data-word"]: part for part in page.tree.all("g") if "data-word" in part.attributes}


def lit(page: Page) -> set[str]:
    """Return the words of highlighted targets."""
    return {word for word, part in targets(page).items() if part.attributes.get("class") == "can"}


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_disc_is_shown_where_some_legal_action_goes_and_nowhere_else(
    app: Flask, visitor: Visitor, ruleset: str
) -> None:
    of = table("ann", "bob", ruleset=ruleset)
    page = visitor.open(link(of))

    words = {word for action in legal_actions(of.game).actions for word in action.split(" ")}
    assert lit(page) == words & targets(page).keys()
    assert lit(page)


def test_what_begins_alike_lights_only_what_goes_on_from_there(visitor: Visitor, village: Table) -> None:
    page = visitor.open(f"{link(village)}?pick=roof")

    roofs = {action.split(" ")[1] for action in legal_actions(village.game).actions if action.startswith("roof")}
    assert lit(page) == roofs | {"roof"}


def test_each_square_says_what_stands_there(visitor: Visitor, village: Table) -> None:
    labels = {word: part.attributes["data-label"] for word, part in targets(visitor.open(link(village))).items()}

    assert [labels[word] for word in ("f6", "g6", "h6", "a1", "roof")] == [
        "sun",
        "roof of A",
        "shadow",
        "empty",
        "15 left",
    ]


def test_each_action_is_told_in_the_words_of_the_mail(visitor: Visitor, village: Table) -> None:
    turn = next(part for part in visitor.open(link(village)).tree.all("div") if part.attributes.get("id") == "turn")

    told = dict(
        zip(json.loads(turn.attributes["data-actions"]), json.loads(turn.attributes["data-tells"]), strict=True)
    )
    assert told["sun f5"] == "places a sun on f5"


def test_hundreds_of_actions_are_not_told_one_by_one(app: Flask, visitor: Visitor) -> None:
    dawn = table("ann", "bob", ruleset="dawn")
    dawn.play("vesta h6")

    turn = next(part for part in visitor.open(link(dawn)).tree.all("div") if part.attributes.get("id") == "turn")
    assert turn.attributes["data-tells"] == "[]"


def test_the_last_piece_of_a_whole_turn_is_taken_back_alone(app: Flask, visitor: Visitor) -> None:
    page = visitor.open(f"{link(table('ann', 'bob', ruleset='siesta'))}?chosen=sun+f6,+roof+g6,+shadow+h6")
    assert "Play this move" in page.buttons

    back = next(each for each in page.tree.all("a") if each.text == "Undo last piece")
    page = visitor.open(back.attributes["href"])

    assert "Continue your move" in page.text
    assert "sun f6, roof g6" in page.text
