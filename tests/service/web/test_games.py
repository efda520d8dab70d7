"""Setting up games, finding them, watching them, and playing them from their own page."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from sqlalchemy import update

from service.db import clock
from service.db.engines import transaction
from service.models import Game, GameStatus, Visibility
from service.play.games import NewGame, SeatWish, create_game
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, mailed, sign_in


def open_game() -> Game:
    """Create a game of Ann's with an open seat."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)], visibility=Visibility.PUBLIC)
    return create_game(person("ann"), wish, clock.now())


def set_up(visitor: Visitor, **chosen: str) -> Page:
    """Fill in the form for a game of Seasons, and begin it where that worked."""
    page = visitor.press(visitor.open("/games/new/seasons"), "Start game", **chosen)
    return visitor.press(page, "Start game") if page.heading == "Waiting for you to start" else page


def test_a_game_is_set_up_with_what_was_chosen(app: Flask) -> None:
    ann = sign_in(app, "ann")
    chosen = {"seat-1": "invite", "who-1": "bob@example.net", "seat-2": "computer-2"}

    page = set_up(ann, **chosen, **{"option-version": "basic", "days": "7", "visibility": "public"})

    assert page.heading == "Waiting for one more player"
    assert "Computer, level 2" in page.text
    assert "Basic: no reroll" in page.text
    assert "7 days" in page.text


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"seat-1": "invite", "who-1": ""}, "That is not an email address."),
        ({"seat-1": "invite", "who-1": "nobody-here"}, "There is no account with that name."),
        ({"seat-1": "me"}, "One player would be in this game twice."),
        ({"seat-0": "computer-1", "seat-1": "computer-1"}, "That choice of players is not possible."),
        ({"seat-1": "nobody"}, "This game is not for that number of players."),
        ({"seat-1": "open", "option-version": "other"}, "That value is not allowed for the option version."),
    ],
)
def test_what_cannot_be_set_up_comes_back_with_the_reason(app: Flask, chosen: dict[str, str], sentence: str) -> None:
    page = set_up(sign_in(app, "ann"), **chosen)

    assert page.status in (404, 422)
    assert sentence in page.text
    assert "Start game" in page.buttons


def test_an_open_game_is_listed_and_joined(app: Flask) -> None:
    game = open_game()
    bob = sign_in(app, "bob")

    listed = bob.open("/games?status=inviting")
    page = bob.press(bob.open(f"/games/{game.id}"), "Join game")

    assert "Seasons of the Sun" in listed.text
    assert page.heading in ("Your turn", "Waiting for ann")


def test_a_stranger_may_watch_a_public_game_and_is_asked_to_sign_in_to_join(visitor: Visitor, app: Flask) -> None:
    page = visitor.open(f"/games/{open_game().id}")

    assert page.heading == "Waiting for one more player"
    assert "Sign in to join" in page.text


def test_a_private_game_does_not_exist_for_others(app: Flask, visitor: Visitor) -> None:
    game = table("ann", "bob").game
    eve = sign_in(app, "eve")

    for other in (visitor, eve):
        assert other.open(f"/games/{game.id}").status == 404
        assert other.open(f"/games/{game.id}/record").status == 404
        assert game.id not in other.open("/games").response.text
    for action in ("join", "decline", "resign", "move"):
        form = eve.open("/me")
        csrf = next(field for field in form.tree.all("input") if field.attributes.get("name") == "csrf")
        assert eve.post(f"/games/{game.id}/{action}", csrf=csrf.attributes["value"]).status == 404


def test_who_follows_a_mail_to_a_private_game_may_sign_in_and_comes_back_to_it(visitor: Visitor) -> None:
    game = table("ann", "bob").game
    missing = visitor.open(f"/games/{game.id}")
    offer = next(anchor for anchor in missing.tree.all("a") if anchor.text == "Sign in")

    asked = visitor.press(visitor.open(offer.attributes["href"]), "Email me a sign-in link", email="bob@example.net")
    page = visitor.press(asked, "Sign in", code=mailed("sign-in")["code"])

    assert page.address == f"/games/{game.id}"
    assert page.heading == "Waiting for ann"


def test_who_is_signed_in_is_not_asked_to_sign_in_again_for_what_is_not_theirs(app: Flask) -> None:
    page = sign_in(app, "eve").open(f"/games/{table('ann', 'bob').id}")

    assert page.status == 404
    assert "Sign in" not in [anchor.text for anchor in page.tree.all("a")]


def test_who_is_invited_and_signed_in_answers_on_the_page_of_the_game(app: Flask) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")])
    game = create_game(person("ann"), wish, clock.now())
    bob = sign_in(app, "bob")

    page = bob.press(bob.open(f"/games/{game.id}"), "Accept invitation")

    assert "Resign …" in page.text


def test_a_turn_can_be_played_on_the_page_of_the_game(app: Flask) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    page = ann.press(ann.open(f"/games/{of.id}"), "place max-15")

    page = ann.press(page, "Play this move")

    assert page.heading == "Waiting for bob"
    assert of.game.to_move == 1


def test_a_stale_form_on_the_page_of_the_game_says_so(app: Flask) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    page = ann.press(ann.open(f"/games/{of.id}"), "place max-15")
    of.play("place max-13")

    page = ann.press(page, "Play this move")

    assert page.status == 409
    assert "The game has changed" in page.text


@pytest.mark.parametrize("is_posted", [True, False], ids=["played", "previewed"])
def test_a_chosen_move_is_kept_when_the_game_has_changed(app: Flask, *, is_posted: bool) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    page = ann.press(ann.open(f"/games/{of.id}"), "place max-15")
    with transaction() as current:
        current.execute(update(Game).values(version=Game.version + 1))

    page = ann.press(page, "Play this move") if is_posted else ann.open(page.address)

    assert "The game has changed" in page.text
    assert ann.press(page, "Play this move").heading == "Waiting for bob"


@pytest.mark.parametrize("at", ["-1", "9999", "x", "1" * 30, "²"])
def test_there_is_no_position_beyond_the_log(app: Flask, at: str) -> None:
    of = table("ann", "bob")

    assert sign_in(app, "ann").open(f"/games/{of.id}?at={at}").status == 404


def test_resigning_asks_once_more(app: Flask) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")

    asked = ann.open(f"/games/{of.id}/resign")
    assert of.game.status == GameStatus.ACTIVE
    page = ann.press(asked, "Yes, resign")

    assert page.heading == "bob won"
    assert "a player resigned" in page.text


def test_the_record_is_a_file_that_holds_the_seed_once_the_game_is_over(app: Flask) -> None:
    of = table("ann", "bob")
    client = sign_in(app, "ann").client

    running = client.get(f"/games/{of.id}/record")
    of.play_to_the_end()
    over = client.get(f"/games/{of.id}/record")

    assert json.loads(running.text)["seed"] is None
    assert json.loads(over.text)["seed"] == of.game.seed.hex()
    assert f"sundial-{of.id}.json" in over.headers["Content-Disposition"]


def test_the_page_of_a_game_that_is_over_shows_the_seed(app: Flask) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    assert of.game.seed.hex() not in ann.open(f"/games/{of.id}").response.text

    game = of.play_to_the_end()

    assert game.seed.hex() in ann.open(f"/games/{of.id}").text


def test_the_first_page_tells_whose_turn_it_is(app: Flask) -> None:
    table("ann", "bob")
    ann, bob = sign_in(app, "ann"), sign_in(app, "bob")

    assert "Your turn Seasons of the Sun" in ann.open("/").text
    assert "Other players' turn Seasons of the Sun" in bob.open("/").text


def test_a_long_list_goes_on_on_another_page(app: Flask) -> None:
    ann = person("ann")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)], visibility=Visibility.PUBLIC)
    games = {create_game(ann, wish, clock.now()).id for _ in range(23)}
    visitor = Visitor(app)

    first = visitor.open("/games")
    more = next(link for link in first.tree.all("a") if link.text == "Show more")
    second = visitor.open(more.attributes["href"])

    assert {game for game in games if game in first.response.text + second.response.text} == games
    assert visitor.open("/games?after=nonsense~x").status == 404
