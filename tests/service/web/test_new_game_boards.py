"""Choosing the board and the opponents of a new game."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

import rules
from rules.games.springtime.puzzle_layout import FILES, Proven, looks, read_line
from rules.samples import sample
from service.db.clock import now
from service.db.engines import session
from service.models import Game, Visibility
from service.play.games import NewGame, SeatWish, create_game
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, mailed, sign_in

PASTED = json.dumps({"fields": sample("springtime-puzzle")[0].to_json()["fields"]})
ALONE = {"seat-0": "me", "seat-1": "nobody"}


@pytest.fixture
def ann(app: Flask) -> Visitor:
    return sign_in(app, "ann")


def text_of_layout(page: Page) -> str:
    """Return the content of the layout field."""
    [field] = [each for each in page.tree.all("input") if each.attributes.get("name") == "layout"]
    return field.attributes["value"]


def listed(difficulty: str) -> list[Proven]:
    """Return the boards of a difficulty."""
    return [read_line(line) for line in FILES[difficulty].read_text().splitlines()]


def test_a_layout_that_was_pasted_is_shown_and_played_on(ann: Visitor) -> None:
    form = ann.open("/games/new/springtime-puzzle")
    shown = ann.press(form, "Show this board", layout=PASTED, **ALONE)
    assert list(shown.tree.all("figure"))
    assert session().query(Game).count() == 0

    ann.press(shown, "Start game", layout=text_of_layout(shown), **ALONE)

    assert session().query(Game).one().given_layout == json.loads(PASTED)


@pytest.mark.parametrize("name", ["springtime", "springtime-puzzle", "tribes"])
def test_another_board_is_drawn_as_often_as_one_likes(ann: Visitor, name: str) -> None:
    form = ann.open(f"/games/new/{name}")

    boards = [text_of_layout(ann.press(form, "Draw a board")) for _ in range(3)]

    for board in boards:
        rules.game(name).new_setup(2, layout=json.loads(board))
    assert session().query(Game).count() == 0


def test_a_board_is_drawn_of_the_difficulty_that_was_chosen_and_the_choice_stays(ann: Visitor) -> None:
    form = ann.open("/games/new/springtime-puzzle")
    gentle = {fields for board in listed("gentle") for fields in looks(board.rows)}

    drawn = [ann.press(form, "Draw a board", **ALONE, **{"option-difficulty": "gentle"}) for _ in range(3)]
    ann.press(drawn[0], "Start game", layout="", **ALONE)

    assert {tuple(json.loads(text_of_layout(page))["fields"]) for page in drawn} <= gentle
    assert session().query(Game).one().options == {"difficulty": "gentle"}


@pytest.mark.parametrize("name", ["springtime", "seasons"])
@pytest.mark.parametrize("look", ["another", "this", "nonsense"])
def test_whoever_has_no_opponent_yet_is_told_so(ann: Visitor, name: str, look: str) -> None:
    form = ann.open(f"/games/new/{name}")

    page = ann.press(form, "Start game", look=look, layout=PASTED, **ALONE)

    assert page.status in (200, 422)
    assert session().query(Game).count() == 0


def test_the_board_of_another_game_is_taken_by_its_address(ann: Visitor) -> None:
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)], visibility=Visibility.PUBLIC)
    game = create_game(person("bob"), wish, now())
    assert game.setup is not None

    address = f"https://sundial.example/games/{game.id}"
    ann.press(ann.open("/games/new/springtime-puzzle"), "Start game", layout=address, **ALONE)

    [begun] = session().query(Game).where(Game.id != game.id)
    assert begun.given_layout == game.setup["layout"]


@pytest.mark.parametrize("text", ["nonsense", "[1]", '{"fields": 3}', "{" * 5000, "/games/none", "/games/private"])
@pytest.mark.parametrize("button", ["Start game", "Show this board"])
def test_what_is_no_layout_comes_back_with_the_reason(ann: Visitor, text: str, button: str) -> None:
    hidden = create_game(person("bob"), NewGame("springtime-puzzle", [SeatWish(me=True)]), now())
    text = text.replace("private", hidden.id)

    page = ann.press(ann.open("/games/new/springtime-puzzle"), button, layout=text, **ALONE)

    assert (page.status, session().query(Game).count()) == (422, 1)
    assert text_of_layout(page) == text


def test_who_is_invited_sees_the_board_before_they_say_yes(visitor: Visitor) -> None:
    wish = NewGame(
        "springtime-puzzle", [SeatWish(me=True), SeatWish(email="wren@example.net")], layout=json.loads(PASTED)
    )
    create_game(person("ann"), wish, now())

    page = visitor.open(mailed("invitation")["link"])

    assert "Starting position" in page.text
    assert list(page.tree.all("figure"))


def test_whom_one_has_played_with_is_offered_and_visitors_are_not(app: Flask, ann: Visitor) -> None:
    table("ann", "bob")
    table("cy", "ann")

    page = ann.open("/games/new/seasons")

    assert [option.attributes["value"] for each in page.tree.all("datalist") for option in each.all("option")] == [
        "cy",
        "bob",
    ]


def follow(visitor: Visitor, page: Page, words: str) -> Page:
    """Follow the first link with that label."""
    links = (link for link in page.tree.all("a") if link.text == words)
    return visitor.open(next(links).attributes["href"])


@pytest.mark.parametrize("anywhere", ["/help", "/me/webhooks", "/rules/dawn", "/challenges", "/nowhere"])
def test_a_game_with_somebody_is_begun_by_four_presses_from_anywhere(app: Flask, ann: Visitor, anywhere: str) -> None:
    table("ann", "bob")
    page = ann.open(anywhere)

    for words in ("Games", "New game", "Siesta"):
        page = follow(ann, page, words)
    begun = ann.press(page, "Start game", **{"seat-1": "invite", "who-1": "bob"})

    assert begun.heading == "Waiting for you to start"
    assert "bob" in begun.text


def test_from_ones_own_games_the_opponent_is_one_of_the_four_presses(app: Flask, ann: Visitor) -> None:
    table("ann", "bob")
    page = ann.open("/")

    for words in ("New game", "bob", "Siesta"):
        page = follow(ann, page, words)
    begun = ann.press(page, "Start game")

    assert "bob" in begun.text


def test_who_chooses_a_level_is_told_how_strong_each_is(ann: Visitor) -> None:
    page = ann.open("/games/new/siesta")
    assert re.search(r"level 2 about \d+, wins \d+ of \d+ games against level 1", page.text)
