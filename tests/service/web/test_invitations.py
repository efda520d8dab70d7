"""The page of an invitation: yes or no, without an account."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from service.db import clock
from service.db.engines import session, transaction
from service.models import Account, Game, GameSeat, GameStatus, SeatState
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import game_seen_by, invite
from service.play.seats import decline
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor

WISH = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], shuffle_seats=False)


@pytest.fixture
def ann(app: Flask) -> Account:
    return person("ann")


@pytest.fixture
def game(ann: Account) -> Game:
    """Create a game of Ann's that waits for Bob, a stranger."""
    return create_game(ann, WISH, clock.now())


def test_it_says_who_invites_to_what(visitor: Visitor, game: Game) -> None:
    page = visitor.open(links.invitation_link(game, 1))

    assert page.heading == "ann invites you to a game"
    assert "Time control 3 days" in page.text
    assert "Full: you may reroll dice once per turn" in page.text


def test_it_shows_what_the_board_of_such_a_game_looks_like(visitor: Visitor, game: Game) -> None:
    page = visitor.open(links.invitation_link(game, 1))

    [board] = (each for each in page.tree.all("img") if each.attributes.get("class") == "thumb")
    assert visitor.client.get(board.attributes["src"]).mimetype == "image/svg+xml"


def test_accepting_takes_the_seat_under_the_name_given(visitor: Visitor, game: Game, ann: Account) -> None:
    page = visitor.press(visitor.open(links.invitation_link(game, 1)), "Accept and play", name="bob")

    assert page.heading == "You are in the game"
    assert game_seen_by(game.id, ann).status == GameStatus.ACTIVE
    assert "bob" in page.text


def test_who_accepts_and_is_to_move_goes_straight_to_the_turn(app: Flask, visitor: Visitor, ann: Account) -> None:
    wish = NewGame("seasons", [SeatWish(email="bob@example.net"), SeatWish(me=True)], shuffle_seats=False)
    game = create_game(ann, wish, clock.now())
    link = links.invitation_link(game, 0)

    page = visitor.press(visitor.open(link), "Accept and play")
    again = visitor.open(link)

    assert page.heading == "Your turn"
    assert "Each turn comes by email, with its own link." in again.text
    assert visitor.press(again, "Save", name="Zoë").text.count("The others see you as Zoë.") == 1


def test_a_name_that_looks_like_the_hosts_is_refused_and_kept(visitor: Visitor, game: Game) -> None:
    page = visitor.press(visitor.open(links.invitation_link(game, 1)), "Accept and play", name="ann")

    field = next(field for field in page.tree.all("input") if field.attributes.get("id") == "name")
    assert page.status == 409
    assert "Another player in one of your games has a name that looks the same." in page.text
    assert field.attributes["value"] == "ann"


def test_declining_calls_the_game_off(visitor: Visitor, game: Game, ann: Account) -> None:
    page = visitor.press(visitor.open(links.invitation_link(game, 1)), "Decline")

    assert page.heading == "This invitation is no longer open"
    assert game_seen_by(game.id, ann).status == GameStatus.CANCELLED


def test_an_invitation_is_no_permission_to_play(visitor: Visitor) -> None:
    game = table("ann", "bob").game

    page = visitor.open(links.invitation_link(game, 1))

    assert page.heading == "You are in the game"
    assert links.turn_link(game, 1).rsplit("/", 1)[1] not in page.response.text
    assert page.buttons == []


def test_what_happens_in_the_game_is_not_shown_to_who_was_invited_to_it(visitor: Visitor, game: Game) -> None:
    link = links.invitation_link(game, 1)
    visitor.press(visitor.open(link), "Accept and play", name="bob")
    Table(game.id, [person("ann"), person("bob")]).play("place max-15")

    page = visitor.open(link)

    assert page.heading == "You are in the game"
    assert "current turn" not in page.text
    assert "points" not in page.text


def test_a_link_does_not_answer_for_whom_the_place_is_offered_to_later(visitor: Visitor, game: Game) -> None:
    first = links.invitation_link(game, 1)
    with transaction() as current:
        seat = current.get_one(GameSeat, (game.id, 1))
        invite(seat, person("cyd"), "cyd")
    second = links.invitation_link(game, 1)

    for page in (visitor.open(first), visitor.post(f"{first}/accept"), visitor.post(f"{first}/decline")):
        assert (page.status, page.heading) == (404, "This invitation is no longer valid.")
        assert "ann" not in page.text
    assert visitor.open(second).heading == "ann invites you to a game"
    assert session().get_one(GameSeat, (game.id, 1), populate_existing=True).state == SeatState.INVITED


def test_where_the_game_does_not_come_about_an_invitation_that_was_accepted_is_over(visitor: Visitor) -> None:
    three = replace(WISH, seats=[*WISH.seats, SeatWish(email="cyd@example.net")])
    link = links.invitation_link(game := create_game(person("ann"), three, clock.now()), 1)
    visitor.press(visitor.open(link), "Accept and play", name="bob")
    decline(game.id, person("bob"), clock.now())

    assert visitor.open(link).heading == "This invitation is no longer open"


def test_a_link_to_a_turn_is_no_invitation(visitor: Visitor) -> None:
    token = links.turn_link(table("ann", "bob").game, 0).rsplit("/", 1)[1]

    assert visitor.open(f"/i/{token}").status == 404
