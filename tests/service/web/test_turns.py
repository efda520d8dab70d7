"""The page of a turn: choose, preview and play by link, without account, cookie or script."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from service.db import clock
from service.models import GameStatus
from service.notifications import links
from service.play.moves import legal_actions, preview
from service.play.positions import log_of
from service.play.seats import resign
from service.presentation.offers import FEW
from tests.service.tables import Table, table
from tests.service.web.turns import link, placing, seasons
from tests.service.web.visitor import Page, Visitor

__all__ = ["seasons"]


def play(visitor: Visitor, of: Table, move: str) -> Page:
    """Play a move of one action through the page of its turn."""
    return visitor.press(visitor.press(visitor.open(link(of)), move), "Play this move")


def test_a_turn_shows_the_board_the_deadline_and_every_legal_action(visitor: Visitor, seasons: Table) -> None:
    page = visitor.open(link(seasons))

    offered = [button.attributes["value"] for button in page.tree.all("button") if "value" in button.attributes]
    assert page.heading == "Your turn"
    assert sorted(offered) == sorted(legal_actions(seasons.game).actions)
    assert "3 days left (Thu 7 May, 12:00)" in page.text
    assert len(list(page.tree.all("svg"))) >= 1


def test_a_preview_shows_what_the_move_does_and_plays_nothing(visitor: Visitor, seasons: Table) -> None:
    version = seasons.game.version

    page = visitor.press(visitor.open(link(seasons)), "place max-15")

    assert "Your move, not played yet" in page.text
    assert re.search(r"ann places \d+ on max-15", page.text)
    assert seasons.game.version == version


def test_the_button_plays_the_move_and_shows_what_came_of_it(visitor: Visitor, seasons: Table) -> None:
    page = play(visitor, seasons, "place max-15")

    assert "Move played" in page.text
    assert page.heading == "Waiting for bob"
    assert seasons.game.to_move == 1


def test_a_move_can_be_written_instead(visitor: Visitor, seasons: Table) -> None:
    page = visitor.press(visitor.open(link(seasons)), "Preview", pick="  PLACE   Max-15. ")

    assert "Play this move" in page.buttons
    assert "place max-15" in page.text


def test_a_turn_of_several_actions_is_chosen_one_after_the_other(app: Flask, visitor: Visitor) -> None:
    village = table("ann", "bob", ruleset="siesta")
    page = visitor.open(link(village))

    page = visitor.press(page, "Preview", pick="sun f6")
    page = visitor.press(page, "roof g6")
    page = visitor.press(page, "shadow h6")
    page = visitor.press(page, "Play this move")

    assert "Move played" in page.text
    assert village.game.log_length == 3


def test_the_last_action_chosen_can_be_taken_back(app: Flask, visitor: Visitor) -> None:
    village = table("ann", "bob", ruleset="siesta")
    page = visitor.press(visitor.open(link(village)), "Preview", pick="sun f6, roof g6")

    back = next(a for a in page.tree.all("a") if a.text == "Undo last step")

    assert "sun f6" in visitor.open(back.attributes["href"]).text
    assert "roof g6" not in visitor.open(back.attributes["href"]).tree.one("main").text


def test_after_a_reroll_the_same_seat_goes_straight_on_to_its_new_turn(visitor: Visitor, seasons: Table) -> None:
    first = link(seasons)
    reroll = next(action for action in legal_actions(seasons.game).actions if action.startswith("reroll"))

    page = play(visitor, seasons, reroll)

    assert page.heading == "Your turn"
    assert links.turn_link(seasons.game, 0).endswith(page.address)
    assert not first.endswith(page.address)


def test_a_move_sent_twice_is_played_once_and_answered_alike(visitor: Visitor, seasons: Table) -> None:
    page = visitor.press(visitor.open(link(seasons)), "place max-15")

    first = visitor.press(page, "Play this move")
    second = visitor.press(page, "Play this move")

    assert (first.status, second.status) == (200, 200)
    assert first.text == second.text
    assert [entry.action for entry in log_of(seasons.game)].count("place max-15") == 1


def test_squares_that_are_few_stand_side_by_side(app: Flask, visitor: Visitor) -> None:
    of = table("ann", "bob", ruleset="springtime")
    while len(legal_actions(of.game).actions) > FEW:
        of.play_anything()

    page = visitor.open(link(of))

    assert len(list(page.tree.all("fieldset"))) == 1
    assert set(legal_actions(of.game).actions) <= set(page.buttons)


def test_the_move_can_be_reached_without_going_through_the_board(visitor: Visitor, seasons: Table) -> None:
    page = visitor.open(link(seasons))

    [skip] = [a for a in page.tree.all("a") if a.text == "Skip to your move"]

    assert skip.attributes["href"] == "#move-heading"
    assert "move-heading" in [heading.attributes.get("id") for heading in page.tree.all("h2")]


def test_a_refused_move_says_why_and_keeps_what_was_written(visitor: Visitor, seasons: Table) -> None:
    page = visitor.press(visitor.open(link(seasons)), "Preview", pick="reroll 7 7")

    typed = next(field for field in page.tree.all("input") if field.attributes.get("id") == "typed")
    assert "That is not a move in this game's notation" in page.text
    assert "Legal alternatives" in page.text
    assert typed.attributes["value"] == "reroll 7 7"


def test_in_place_of_a_refused_move_stand_whole_moves_that_go_on_from_what_was_chosen(
    visitor: Visitor, app: Flask
) -> None:
    about = table("ada", "bob", ruleset="siesta")
    first = about.whole_moves(1)[0].split(", ")[0]

    page = visitor.open(f"{link(about)}?chosen={first}&pick=sun+a1")

    values = [button.attributes.get("value") or "" for button in page.tree.all("button")]
    offered = [value for value in values if ", " in value]
    assert offered
    for rest in offered:
        assert not preview(about.game, seat=0, version=about.game.version, move=f"{first}, {rest}").mid_turn


def test_a_refused_move_that_was_posted_is_answered_in_the_same_way(visitor: Visitor, seasons: Table) -> None:
    page = visitor.post(link(seasons), move="place max-99", version=str(seasons.game.version))

    typed = next(field for field in page.tree.all("input") if field.attributes.get("id") == "typed")
    assert page.status == 422
    assert typed.attributes["value"] == "place max-99"


def test_a_form_from_before_somebody_resigned_is_refused_and_shown_anew(app: Flask, visitor: Visitor) -> None:
    three = table("ann", "bob", "cy")
    page = visitor.press(visitor.open(link(three)), placing(three))
    resign(three.id, three.players[2], clock.now())

    page = visitor.press(page, "Play this move")

    assert page.status == 409
    assert "The game has changed" in page.text
    assert "Choose your move" in page.text
    assert "cy resigned" in page.text


@pytest.mark.parametrize("token", ["x", "t" + "a" * 40, "i" + "a" * 40, "ü" * 30])
def test_a_link_that_we_have_never_given_out_leads_nowhere(visitor: Visitor, token: str) -> None:
    assert visitor.open(f"/t/{token}").status == 404
    assert visitor.post(f"/t/{token}", move="place max-15", version="1").status == 404


def test_two_people_play_a_whole_game_by_their_links(app: Flask, seasons: Table) -> None:
    people = [Visitor(app), Visitor(app)]
    last = ""

    while seasons.game.status == GameStatus.ACTIVE:
        last = play(people[seasons.game.to_move or 0], seasons, placing(seasons)).text

    assert "This turn and the game are over." in last
    assert seasons.game.winners
    assert not any(person.has_cookie() for person in people)
