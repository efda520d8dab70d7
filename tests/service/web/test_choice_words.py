"""Buttons, chips and lists of a turn are in the reader's language; what they send is the notation."""

from __future__ import annotations

import pytest
from flask import Flask

from service.notifications.links import turn_link
from service.play.moves import legal_actions
from tests.service.tables import table
from tests.service.web.html import Element
from tests.service.web.visitor import Page, Visitor


def turn_in(app: Flask, ruleset: str, language: str, chosen: str = "") -> tuple[Page, list[str]]:
    """The page of the first turn, and what may be played on it."""
    of = table("ann", "bob", ruleset=ruleset)
    game = of.game
    assert game.to_move is not None
    page = Visitor(app).open(f"{turn_link(game, game.to_move)}?language={language}&pick={chosen.replace(' ', '+')}")
    return page, list(legal_actions(game, chosen).actions)


def sent(elements: list[Element]) -> dict[str, str]:
    return {each.attributes["value"]: each.text for each in elements if each.attributes.get("value")}


@pytest.mark.parametrize(("language", "first"), [("en", "Sun on a1"), ("de", "Sonne auf a1"), ("it", "Sole su a1")])
def test_a_list_shows_words_and_sends_the_notation(app: Flask, language: str, first: str) -> None:
    page, actions = turn_in(app, "siesta", language)

    [select] = [each for each in page.tree.all("select") if each.attributes["name"] == "pick"]
    listed = sent(list(select.all("option")))

    assert list(listed) == actions
    assert listed["sun a1"] == first


@pytest.mark.parametrize(
    ("language", "chip", "legend"),
    [
        ("en", "winter (Choose a tribe)", "Choose a tribe choose"),
        ("de", "Winter (Stamm wählen)", "Stamm wählen choose"),
        ("it", "Inverno (Scegli una tribù)", "Scegli una tribù choose"),
    ],
)
def test_a_chip_shows_words_and_the_legend_how_they_are_written(
    app: Flask, language: str, chip: str, legend: str
) -> None:
    page, actions = turn_in(app, "tribes", language)

    chips = sent([each for each in page.tree.all("button") if each.attributes.get("name") == "pick"])

    assert list(chips) == actions
    assert chips["choose winter"] == chip
    assert legend in [each.text for each in page.tree.all("legend")]


def test_what_was_begun_stands_in_words_too(app: Flask) -> None:
    of = table("ann", "bob", ruleset="siesta")
    page = Visitor(app).open(f"{turn_link(of.game, of.game.to_move or 0)}?language=it&pick=sun")

    assert "sun …" in page.text
    assert "Sole …" in page.text


def test_what_was_chosen_stands_in_the_notation_and_in_words(app: Flask) -> None:
    page, _ = turn_in(app, "tribes", "de", "choose winter")

    assert "choose winter" in page.text
    assert "wählt den Winter" in page.text
