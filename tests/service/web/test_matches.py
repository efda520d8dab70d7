"""Matches on pages: creation, the match's page, and the lines on its games' pages."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.models import Game, GameStatus
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.seats import join, resign
from tests.service.tables import Table, person
from tests.service.web.visitor import Page, Visitor, sign_in


def games(*, simultaneous: bool = False, accepted: bool = True) -> list[Game]:
    """Create a match of Seasons to which Ann invited Bob; return its games."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], shuffle_seats=False)
    match = create_match(person("ann"), wish, clock.now(), simultaneous=simultaneous)
    if accepted:
        join(standing(match).games[0].id, person("bob"), clock.now())
    return list(standing(match).games)


def set_up(visitor: Visitor, ruleset: str, **chosen: str) -> Page:
    """Fill in the form for a new game, and begin it where that worked."""
    page = visitor.press(visitor.open(f"/games/new/{ruleset}"), "Start game", **chosen)
    return visitor.press(page, "Start game") if page.heading == "Waiting for you to start" else page


def checked(page: Page) -> list[str]:
    """Return the selected choices between a game and a match."""
    fields = page.tree.all("input")
    return [
        field.attributes["value"]
        for field in fields
        if field.attributes.get("name") == "form" and "checked" in field.attributes
    ]


def test_the_usual_form_of_a_game_is_chosen_already(app: Flask) -> None:
    ann = sign_in(app, "ann")
    assert checked(ann.open("/games/new/dawn")) == ["in-turn"]
    assert checked(ann.open("/games/new/seasons")) == ["one"]


def test_a_match_is_set_up_and_its_first_game_is_shown(app: Flask) -> None:
    page = set_up(sign_in(app, "ann"), "dawn", **{"seat-1": "invite", "who-1": "bob@example.net"})

    assert page.heading == "Waiting for one more player"
    assert "Game 1 of a match" in page.text
    assert "The higher total of points in both games wins the match" in page.text


def test_two_games_at_once_are_two_games_to_play(app: Flask) -> None:
    ann = sign_in(app, "ann")

    page = set_up(ann, "seasons", **{"form": "at-once", "seat-1": "computer-1"})

    assert "Game 2:" in page.text
    assert ann.open("/").text.count("of a match") == 2


def test_a_match_of_three_comes_back_with_the_reason(app: Flask) -> None:
    chosen = {"form": "in-turn", "seat-1": "computer-1", "seat-2": "computer-1"}

    page = set_up(sign_in(app, "ann"), "seasons", **chosen)

    assert page.status == 422
    assert "That cannot be played as a match." in page.text
    assert checked(page) == ["in-turn"]


def test_who_is_invited_to_a_match_is_told_so_and_accepts_all_of_it(app: Flask, visitor: Visitor) -> None:
    [game] = games(accepted=False)

    asked = visitor.open(links.invitation_link(game, 1))
    visitor.press(asked, "Accept and play")

    assert asked.heading == "ann invites you to a match"
    assert "two games with places swapped, one after the other" in asked.text
    assert Table(game.id, [person("ann")]).game.status == GameStatus.ACTIVE


def test_an_invitation_to_one_game_says_nothing_of_matches(app: Flask, visitor: Visitor) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")])
    game = create_game(person("ann"), wish, clock.now())

    assert "match" not in visitor.open(links.invitation_link(game, 1)).text


def test_the_page_of_a_match_shows_who_plays_how_it_stands_and_its_games(app: Flask) -> None:
    first = Table(games()[0].id, [person("ann"), person("bob")]).play_to_the_end()

    page = sign_in(app, "ann").open(f"/matches/{first.match_id}")

    assert page.heading == "Match between ann and bob"
    assert [score.text for score in page.tree.all("span") if score.attributes.get("class") == "score"] == [
        f"{points} points" for points in first.scores or []
    ]
    assert "in game 2" in page.text
    assert "Game 1 of a match" in page.text
    assert "Game 2 of a match" in page.text


@pytest.mark.parametrize("page", ["game", "turn", "turn that is over"])
def test_every_page_of_a_game_tells_the_match(app: Flask, visitor: Visitor, page: str) -> None:
    first = games(simultaneous=True)[0]
    link = links.turn_link(first, 0)
    if page == "turn that is over":
        Table(first.id, [person("ann"), person("bob")]).play("place max-15")
    shown = sign_in(app, "ann").open(f"/games/{first.id}") if page == "game" else visitor.open(link)

    assert "Game 1 of a match" in shown.text
    assert "The higher total of points in both games wins the match" in shown.text
    assert "Game 2: Waiting for bob" in shown.text
    assert f"/matches/{first.match_id}" in shown.response.text


def test_the_second_game_says_that_its_seats_are_exchanged(app: Flask) -> None:
    first, second = games(simultaneous=True)
    ann = sign_in(app, "ann")

    assert "Order of play order of invitation" in ann.open(f"/games/{first.id}").text
    assert "Order of play swapped" in ann.open(f"/games/{second.id}").text


def test_the_other_game_is_named_to_whoever_is_to_move_there(app: Flask, visitor: Visitor) -> None:
    second = games(simultaneous=True)[1]

    assert "Game 1: Waiting for ann" in visitor.open(links.turn_link(second, 0)).text


def test_who_resigns_is_warned_that_the_match_is_lost(app: Flask) -> None:
    first, second = games(simultaneous=True)
    ann = sign_in(app, "ann")

    asked = ann.open(f"/games/{first.id}/resign")
    ann.press(asked, "Yes, resign")

    assert "You also lose the whole match." in asked.text
    assert "bob won the match because ann resigned." in ann.open(f"/matches/{first.match_id}").text
    assert ann.open(f"/games/{second.id}").heading == "bob won"


def test_a_match_that_nobody_else_may_see_does_not_exist_for_others(app: Flask, visitor: Visitor) -> None:
    first = games()[0]

    for other in (visitor, sign_in(app, "eve")):
        assert other.open(f"/matches/{first.match_id}").status == 404
        assert other.open("/matches/aaaaaaaaaaaa").status == 404


def test_a_match_that_is_over_names_its_winner(app: Flask) -> None:
    first = games()[0]
    resign(first.id, person("bob"), clock.now())

    page = sign_in(app, "bob").open(f"/matches/{first.match_id}")

    assert "ann ★ winner" in page.text
    assert "If you resign one game, you lose the match" not in page.text
