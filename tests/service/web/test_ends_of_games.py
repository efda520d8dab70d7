"""A game's page without a move to choose: the next game, and at the end points and a rematch."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import update

from service.db import clock
from service.db.engines import transaction
from service.models import Game, Visibility
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import join
from service.web.score_lines import HEIGHT, LETTER
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Page, returning, sign_in


def links(page: Page) -> dict[str, str]:
    """Where links lead, by their words."""
    return {link.text: link.attributes["href"] for link in page.tree.all("a") if "href" in link.attributes}


def golden(page: Page) -> list[str]:
    """Return the labels of highlighted buttons."""
    found = page.tree.all("a", "button")
    return [each.text for each in found if "primary" in each.attributes.get("class", "").split()]


def test_after_a_move_the_next_game_stands_where_the_move_was_and_is_fetched_before_it_is_wanted(app: Flask) -> None:
    first, urgent, later = (table("ann", "bob", days_per_move=days) for days in (3, 1, 14))
    ann = sign_in(app, "ann")
    page = ann.press(ann.open(f"/games/{first.id}"), "place max-15")

    played = ann.press(page, "Play this move")

    fetched = [link.attributes["href"] for link in played.tree.all("link") if link.attributes["rel"] == "prefetch"]
    assert links(played)["Next game (2)"] == f"/games/{urgent.id}"
    assert fetched == [f"/games/{urgent.id}"]
    assert later.id not in played.response.text


def test_who_has_no_other_game_is_told_that_there_is_nothing_to_do(app: Flask) -> None:
    page = sign_in(app, "bob").open(f"/games/{table('ann', 'bob').id}")

    assert "This page updates by itself." in page.text
    assert 'rel="prefetch"' not in page.response.text


def test_a_game_that_is_over_is_played_once_more_by_one_press_of_each(app: Flask) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    ann, bob = sign_in(app, "ann"), sign_in(app, "bob")

    asked = ann.press(ann.open(f"/games/{of.id}"), "Rematch")
    begun = bob.press(bob.open(f"/games/{of.id}"), "Accept rematch")

    assert asked.heading == "Waiting for one more player"
    assert begun.address == asked.address
    assert begun.heading == "Your turn"


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ([SeatWish(ai=1)], "with places swapped. It starts at once."),
        ([SeatWish(ai=1), SeatWish(email="bob@example.net")], "The others are invited."),
    ],
)
def test_of_a_rematch_against_the_computer_alone_it_is_said_that_it_begins_at_once(
    app: Flask, others: list[SeatWish], told: str
) -> None:
    ann, bob = person("ann"), person("bob")
    game = create_game(ann, NewGame("seasons", [SeatWish(me=True), *others], shuffle_seats=False), clock.now())
    if len(others) > 1:
        join(game.id, bob, clock.now())
    Table(game.id, [ann]).play_to_the_end()

    signed_in = sign_in(app, "ann")
    page = signed_in.open(f"/games/{game.id}")

    assert told in page.text
    assert ("The others are invited." in page.text) == (len(others) > 1)
    assert (signed_in.press(page, "Rematch").heading == "Waiting for one more player") == (len(others) > 1)


def test_one_thing_stands_out_when_a_game_is_over(app: Flask) -> None:
    over, _next = table("ann", "bob", ruleset="springtime"), table("ann", "bob")
    over.play_to_the_end()
    ann, eve = sign_in(app, "ann"), returning(app, "eve@example.net")
    with transaction() as current:
        current.execute(update(Game).values(visibility=Visibility.PUBLIC))

    assert golden(ann.open(f"/games/{over.id}")) == ["Rematch"]
    assert "Next game (1)" in links(ann.open(f"/games/{over.id}"))
    assert golden(eve.open(f"/games/{over.id}")) == []


def test_letters_of_lines_that_end_alike_stand_apart(app: Flask) -> None:
    of = table("ann", "bob", ruleset="springtime-puzzle")
    of.play_to_the_end()
    assert len(set(of.game.scores or [])) == 1

    page = sign_in(app, "ann").open(f"/games/{of.id}")

    [chart] = (each for each in page.tree.all("svg") if each.attributes.get("aria-labelledby") == "course-title")
    heights = sorted(float(letter.attributes["y"]) for letter in chart.all("text"))
    assert heights[1] - heights[0] >= LETTER
    assert heights[0] >= LETTER
    assert heights[1] <= HEIGHT


def test_the_end_shows_the_points_of_every_turn(app: Flask) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()

    page = sign_in(app, "ann").open(f"/games/{of.id}")

    [title] = (each for each in page.tree.all("title") if each.attributes.get("id") == "course-title")
    told = "".join(map(str, title.inside))
    for name, points in zip(("ann", "bob"), of.game.scores or [], strict=True):
        assert f"{name} 0, " in told
        assert f", {points}" in told


def test_where_all_points_come_at_the_end_no_line_of_nothings_is_drawn(app: Flask) -> None:
    of = table("ann", "bob", ruleset="dawn")
    of.play_to_the_end()
    assert any(of.game.scores or [])

    page = sign_in(app, "ann").open(f"/games/{of.id}")

    assert "Points, turn by turn" not in page.text
    assert "Analysis" in links(page)


def test_who_has_watched_may_share_and_has_no_rematch(app: Flask) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    with transaction() as current:
        current.execute(update(Game).values(visibility=Visibility.PUBLIC))

    page = returning(app, "eve@example.net").open(f"/games/{of.id}")

    assert "Rematch" not in page.buttons
    assert page.copied[0].endswith(f"/games/{of.id}")
