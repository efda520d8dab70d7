"""The page of a turn: choose, see what it does, play; by link, without account, cookie or script."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import select

from service.core import clock
from service.core.db import session
from service.models import GameStatus, Notice
from service.play.clocks import enforce_deadline
from service.play.moves import legal_actions
from service.play.positions import log_of
from service.play.seats import resign
from service.post import links
from service.telling.offers import FEW
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.service.web.visitor import Page, Visitor


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


def link(of: Table) -> str:
    """Where the mail of the turn under way leads."""
    game = of.game
    assert game.to_move is not None
    return links.turn_link(game, game.to_move)


def placing(of: Table) -> str:
    """A move that ends the turn."""
    return next(action for action in legal_actions(of.game).actions if action.startswith("place"))


def play(visitor: Visitor, of: Table, move: str) -> Page:
    """Play a move of one action through the page of its turn."""
    return visitor.press(visitor.press(visitor.open(link(of)), move), "Play this move")


def test_a_turn_shows_the_board_the_deadline_and_every_legal_action(visitor: Visitor, seasons: Table) -> None:
    page = visitor.open(link(seasons))

    offered = [button.attributes["value"] for button in page.tree.all("button") if "value" in button.attributes]
    assert page.heading == "It is your turn"
    assert sorted(offered) == sorted(legal_actions(seasons.game).actions)
    assert "Play by Thu 7 May 2026, 12:00 UTC (in 3 days)" in page.text
    assert len(list(page.tree.all("svg"))) >= 1


def test_a_preview_shows_what_the_move_does_and_plays_nothing(visitor: Visitor, seasons: Table) -> None:
    version = seasons.game.version

    page = visitor.press(visitor.open(link(seasons)), "place max-15")

    assert "Your move, not played yet" in page.text
    assert re.search(r"ann places \d+ on max-15", page.text)
    assert seasons.game.version == version


def test_the_button_plays_the_move_and_shows_what_came_of_it(visitor: Visitor, seasons: Table) -> None:
    page = play(visitor, seasons, "place max-15")

    assert "Your move is played" in page.text
    assert page.heading == "bob to move"
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

    assert "Your move is played" in page.text
    assert village.game.log_length == 3


def test_the_last_action_chosen_can_be_taken_back(app: Flask, visitor: Visitor) -> None:
    village = table("ann", "bob", ruleset="siesta")
    page = visitor.press(visitor.open(link(village)), "Preview", pick="sun f6, roof g6")

    back = next(a for a in page.tree.all("a") if a.text == "Take the last back")

    assert "sun f6" in visitor.open(back.attributes["href"]).text
    assert "roof g6" not in visitor.open(back.attributes["href"]).tree.one("main").text


def test_after_a_reroll_the_same_seat_goes_straight_on_to_its_new_turn(visitor: Visitor, seasons: Table) -> None:
    first = link(seasons)
    reroll = next(action for action in legal_actions(seasons.game).actions if action.startswith("reroll"))

    page = play(visitor, seasons, reroll)

    assert page.heading == "It is your turn"
    assert links.turn_link(seasons.game, 0).endswith(page.address)
    assert not first.endswith(page.address)


def test_a_move_sent_twice_is_played_once_and_answered_alike(visitor: Visitor, seasons: Table) -> None:
    page = visitor.press(visitor.open(link(seasons)), "place max-15")

    first = visitor.press(page, "Play this move")
    second = visitor.press(page, "Play this move")

    assert (first.status, second.status) == (200, 200)
    assert first.text == second.text
    assert [entry.action for entry in log_of(seasons.game)].count("place max-15") == 1


def offered(of: Table, text: str) -> str:
    """Where the mail's link for a small choice leads."""
    game = of.game
    assert game.to_move is not None
    return links.offer_link(game, game.to_move, text)


def test_the_link_of_a_small_choice_shows_it_and_one_button_plays_it(visitor: Visitor, seasons: Table) -> None:
    version, address = seasons.game.version, offered(seasons, "place max-15")

    visitor.peek(address)
    page = visitor.open(address)
    assert "Your move, not played yet" in page.text
    assert re.search(r"ann places \d+ on max-15", page.text)
    assert seasons.game.version == version

    page = visitor.press(page, "Play this move")
    assert "Your move is played" in page.text
    assert seasons.game.to_move == 1


def test_the_link_of_a_small_choice_shows_what_happened_once_its_turn_is_over(visitor: Visitor, seasons: Table) -> None:
    old = offered(seasons, "place max-8")
    seasons.play("place max-15")

    page = visitor.open(old)

    assert page.status == 200
    assert re.search(r"ann places \d+ on max-15", page.text)
    assert "Play this move" not in page.buttons


def test_after_dice_are_thrown_again_the_page_shows_them_and_a_mail_is_written(
    visitor: Visitor, seasons: Table
) -> None:
    reroll = next(action for action in legal_actions(seasons.game).actions if action.startswith("reroll"))

    page = visitor.press(visitor.open(offered(seasons, reroll)), "Play this move")

    assert re.search(r"Dice come up \d", page.text)
    assert "Choose your move" in page.text
    assert not any(button.startswith("reroll") for button in page.buttons)
    newest = session().scalars(select(Notice).where(Notice.kind == "your-turn").order_by(Notice.id.desc())).first()
    assert newest is not None
    assert (newest.seat, newest.version) == (0, seasons.game.version)


@pytest.mark.parametrize("text", ["place max-99", "reroll 7", "place", "place max-15, place max-8", ",", "x" * 2000])
def test_a_link_that_names_no_move_gets_a_sentence_or_the_choice(visitor: Visitor, seasons: Table, text: str) -> None:
    page = visitor.open(offered(seasons, text))

    assert page.status == 200
    assert "Play this move" not in page.buttons
    assert any(heading in page.text for heading in ("Choose your move", "Go on with your move"))


def test_how_an_action_begins_leaves_only_what_goes_on_from_there(app: Flask, visitor: Visitor) -> None:
    village = table("ann", "bob", ruleset="siesta")
    village.play("sun f6, roof g6, shadow h6")

    page = visitor.open(offered(village, "roof"))

    values = [button.attributes["value"] for button in page.tree.all("button") if "value" in button.attributes]
    assert values
    assert all(value.startswith("roof ") for value in values)
    assert "Go on with your move" in page.text
    assert "roof …" in page.text
    assert "Preview" in visitor.press(page, values[0]).buttons


def test_many_squares_are_chosen_by_kind_first(app: Flask, visitor: Visitor) -> None:
    dawn = table("ann", "bob", ruleset="dawn")
    dawn.play("vesta h6")
    length = legal_actions(dawn.game).actions[0].split(" ")[1]
    lengths = {action.split(" ")[1] for action in legal_actions(dawn.game).actions}
    assert lengths == {length}

    page = visitor.open(offered(dawn, f"bar {length}"))

    options = list(page.tree.all("option"))
    assert len(options) > 40
    assert "Play this move" in visitor.press(page, "Preview", pick=f"bar {length} upright a1").buttons


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
    assert "could not be read as a move" in page.text
    assert "Possible instead" in page.text
    assert typed.attributes["value"] == "reroll 7 7"


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
    assert "The game has gone on" in page.text
    assert "Choose your move" in page.text
    assert "cy resigned" in page.text


def test_an_old_link_shows_the_game_and_says_that_its_turn_is_over(visitor: Visitor, seasons: Table) -> None:
    old = link(seasons)
    seasons.play("place max-15")

    page = visitor.open(old)

    assert page.status == 200
    assert page.heading == "bob to move"
    assert "Your move is played" in page.text
    assert "Play this move" not in page.buttons


def drawn(page: Page) -> str:
    """The board as text, as a page shows it."""
    return page.tree.one("pre").text


def test_what_others_play_later_is_not_shown_to_who_has_an_old_link(visitor: Visitor, seasons: Table) -> None:
    old = link(seasons)
    seasons.play("place max-15")
    then = drawn(visitor.open(old))
    while seasons.game.to_move != 0:
        seasons.play_anything()
    assert drawn(visitor.open(link(seasons))) != then

    page = visitor.open(old)

    assert page.heading == "This turn is over"
    assert drawn(page) == then
    assert re.search(r"ann places \d+ on max-15", page.text)
    assert "as it was when this turn ended" in page.text
    assert "bob" not in page.text
    assert "players" not in [each.attributes.get("class") for each in page.tree.all("ol")]


def test_an_old_link_tells_that_the_game_is_over_and_no_more(visitor: Visitor, seasons: Table) -> None:
    old = link(seasons)
    seasons.play("place max-15")
    then = drawn(visitor.open(old))
    over = seasons.play_to_the_end()

    page = visitor.open(old)

    assert drawn(page) == then
    assert "The game is over, too" in page.text
    assert not any(f"{points} points" in page.text for points in over.scores or [])
    assert "won" not in page.text


def test_the_link_to_the_last_turn_shows_how_it_came_out(visitor: Visitor, seasons: Table) -> None:
    last = link(seasons)
    while seasons.game.status == GameStatus.ACTIVE:
        last = link(seasons)
        seasons.play(placing(seasons))

    assert "This turn is over, and so is the game." in visitor.open(last).text
    assert "won" in visitor.open(last).text


def test_what_the_computer_plays_for_who_was_late_is_not_taken_for_their_move(
    app: Flask, visitor: Visitor, clock: FakeClock
) -> None:
    three = table("ann", "bob", "cy")
    old = link(three)
    before = drawn(visitor.open(old))
    three.look()
    enforce_deadline(three.id, clock.advance(days=3, seconds=1))
    assert three.game.to_move == 0
    three.play(placing(three))

    page = visitor.open(old)

    assert "The turn of this link is over." in page.text
    assert "Your move" not in page.text
    assert drawn(page) == before


def test_an_old_link_does_not_give_away_the_next_turn(visitor: Visitor, seasons: Table) -> None:
    old, version = link(seasons), seasons.game.version
    seasons.play("place max-15")
    while seasons.game.to_move != 0:
        seasons.play_anything()
    new_path = links.turn_link(seasons.game, 0).rsplit("/", 1)[1]

    seen = visitor.open(old)
    repeated = visitor.post(old, move="place max-15", version=str(version))
    tried = visitor.post(old, move=placing(seasons), version=str(seasons.game.version))

    assert "a newer mail has the link" in seen.text
    assert all(new_path not in page.response.text for page in (seen, repeated, tried))
    assert tried.status == 409
    assert seasons.game.to_move == 0


def test_a_move_after_the_deadline_is_not_played(visitor: Visitor, seasons: Table, clock: FakeClock) -> None:
    seasons.look()
    page = visitor.press(visitor.open(link(seasons)), "place max-15")
    clock.advance(days=3, seconds=1)

    page = visitor.press(page, "Play this move")

    assert page.status == 409
    assert "deadline of this turn had passed" in page.text
    assert seasons.game.status == GameStatus.FINISHED


@pytest.mark.parametrize("token", ["x", "t" + "a" * 40, "i" + "a" * 40, "ü" * 30])
def test_a_link_that_we_have_never_given_out_leads_nowhere(visitor: Visitor, token: str) -> None:
    assert visitor.open(f"/t/{token}").status == 404
    assert visitor.post(f"/t/{token}", move="place max-15", version="1").status == 404


def test_two_people_play_a_whole_game_by_their_links(app: Flask, seasons: Table) -> None:
    people = [Visitor(app), Visitor(app)]
    last = ""

    while seasons.game.status == GameStatus.ACTIVE:
        last = play(people[seasons.game.to_move or 0], seasons, placing(seasons)).text

    assert "This turn is over, and so is the game." in last
    assert seasons.game.winners
    assert not any(person.has_cookie() for person in people)
