"""The page of a past turn: its result, and nothing that others have played since."""

from __future__ import annotations

import re

from flask import Flask

from service.models import GameStatus
from service.notifications import links
from service.play.clocks import enforce_deadline
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.service.web.turns import link, placing, seasons
from tests.service.web.visitor import Page, Visitor

__all__ = ["seasons"]


def test_an_old_link_shows_the_game_and_says_that_its_turn_is_over(visitor: Visitor, seasons: Table) -> None:
    old = link(seasons)
    seasons.play("place max-15")

    page = visitor.open(old)

    assert page.status == 200
    assert page.heading == "Waiting for bob"
    assert "Move played" in page.text
    assert "Play this move" not in page.buttons


def drawn(page: Page) -> str:
    """Return the board as text."""
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
    assert "The board shows the end of this turn. Anything later is in your emails" in page.text
    assert "bob" not in page.text
    assert "players" not in [each.attributes.get("class") for each in page.tree.all("ol")]


def test_of_the_turns_before_nothing_is_told_where_a_later_one_is_over(visitor: Visitor, seasons: Table) -> None:
    seasons.play("place max-15")
    while seasons.game.to_move != 0:
        seasons.play_anything()
    second = link(seasons)
    while seasons.game.to_move == 0:
        seasons.play(placing(seasons))

    page = visitor.open(second)

    assert [sector != "max-15" for sector in re.findall(r"ann places \d+ on (\S+)", page.text)] == [True]


def test_an_old_link_tells_that_the_game_is_over_and_no_more(visitor: Visitor, seasons: Table) -> None:
    old = link(seasons)
    seasons.play("place max-15")
    then = drawn(visitor.open(old))
    over = seasons.play_to_the_end()

    page = visitor.open(old)

    assert drawn(page) == then
    assert "The game is over, too. You'll find the result in the email about it" in page.text
    assert not any(f"{points} points" in page.text for points in over.scores or [])
    assert "won" not in page.text


def test_the_link_to_the_last_turn_shows_how_it_came_out(visitor: Visitor, seasons: Table) -> None:
    last = link(seasons)
    while seasons.game.status == GameStatus.ACTIVE:
        last = link(seasons)
        seasons.play(placing(seasons))

    assert "This turn and the game are over." in visitor.open(last).text
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

    assert "This link was for an earlier turn." in page.text
    assert "Your move" not in page.text
    assert "Move played" not in page.text
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

    assert "It's your turn again. Use the link in the newer email" in seen.text
    assert all(new_path not in page.response.text for page in (seen, repeated, tried))
    assert tried.status == 409
    assert seasons.game.to_move == 0


def test_a_move_after_the_deadline_is_not_played(visitor: Visitor, seasons: Table, clock: FakeClock) -> None:
    seasons.look()
    page = visitor.press(visitor.open(link(seasons)), "place max-15")
    clock.advance(days=3, seconds=1)

    page = visitor.press(page, "Play this move")

    assert page.status == 409
    assert "The deadline for this turn has passed" in page.text
    assert seasons.game.status == GameStatus.FINISHED
