"""Dice on pages: the commitment is shown on each form that takes a seat, and a typed word counts."""

from __future__ import annotations

from flask import Flask

from service.db import clock
from service.db.engines import session
from service.models import Contributed, Game, GameStatus, Visibility
from service.notifications import links
from service.notifications.links import join_link
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.open_seats import join_key_of
from service.play.seats import resign
from tests.service.tables import person
from tests.service.web.visitor import Page, Visitor, sign_in

ALONE = {"seat-1": "computer-1"}
TO_BEGIN = "Waiting for you to start"


def set_up(visitor: Visitor, **chosen: str) -> tuple[Page, Game]:
    """Send the form for a game of Seasons; return the page and the game."""
    page = visitor.press(visitor.open("/games/new/seasons"), "Start game", **chosen)
    return page, newest()


def named(app: Flask, name: str) -> Visitor:
    """Return a signed-in browser of an account with a name."""
    person(name)
    return sign_in(app, name)


def newest() -> Game:
    """Load the newest game."""
    session().rollback()
    return session().query(Game).order_by(Game.created_at.desc()).first() or Game()


def inviting_bob() -> Game:
    """Create a game to which Ann invited Bob by email."""
    seats = [SeatWish(me=True), SeatWish(email="bob@example.net")]
    return create_game(person("ann"), NewGame("seasons", seats), clock.now())


def own_part(game: Game) -> tuple[str | None, Contributed | None]:
    """Return the contribution of the first seated player."""
    return next((seat.contribution, seat.contributed) for seat in game.seats if seat.account_id)


def test_a_game_of_ones_own_begins_once_the_fingerprint_was_shown(app: Flask) -> None:
    ann = named(app, "ann")
    page, game = set_up(ann, **ALONE)
    assert (page.heading, game.status) == (TO_BEGIN, GameStatus.INVITING)
    assert game.commitment in page.text

    ann.press(page, "Start game", word="tuesday rain")

    begun = newest()
    assert (begun.status, begun.commitment) == (GameStatus.ACTIVE, game.commitment)
    assert own_part(begun) == ("tuesday rain", Contributed.OWN)


def test_whoever_types_nothing_and_runs_no_scripts_is_told_that_the_server_made_it_up(app: Flask) -> None:
    ann = named(app, "ann")
    begun = ann.press(set_up(ann, **ALONE)[0], "Start game")
    assert own_part(newest())[1] == Contributed.SERVER
    assert "The server made up a word for ann" in begun.text


def test_a_game_that_was_not_begun_waits_where_its_host_sees_it_and_can_be_called_off(app: Flask) -> None:
    ann = named(app, "ann")
    page, game = set_up(ann, **ALONE)
    home = ann.open("/")
    assert TO_BEGIN in home.text
    assert "Waiting for players" not in home.text
    assert "Leave game" in page.buttons
    called_off = ann.press(ann.open(f"/games/{game.id}"), "Leave game")
    assert "Start game" not in called_off.buttons
    assert TO_BEGIN not in ann.open("/").text


def test_the_others_are_told_whom_the_game_waits_for(app: Flask) -> None:
    ann, bob = named(app, "ann"), named(app, "bob")
    _, game = set_up(ann, **{"seat-1": "open", "visibility": "public"})
    page = bob.press(bob.open(f"/games/{game.id}"), "Join game", word="old boots")
    assert page.heading == "Waiting for ann to start"
    assert TO_BEGIN not in bob.open("/").text
    assert ann.press(ann.open(f"/games/{game.id}"), "Start game").heading != TO_BEGIN
    assert newest().status == GameStatus.ACTIVE


def test_an_invitation_is_accepted_with_a_word_by_its_link(app: Flask) -> None:
    game = inviting_bob()
    bob = Visitor(app)
    page = bob.open(links.invitation_link(game, 1))
    assert game.commitment in page.text
    bob.press(page, "Accept and play", word=" old boots ")
    assert ("old boots", Contributed.OWN) in [(seat.contribution, seat.contributed) for seat in newest().seats]


def test_a_free_seat_is_taken_with_a_word_by_the_link_to_it(app: Flask) -> None:
    ann, bob = named(app, "ann"), named(app, "bob")
    _, game = set_up(ann, **{"seat-1": "open"})
    page = bob.open(join_link(game.id, join_key_of(game) or ""))
    assert game.commitment in page.text
    bob.press(page, "Join game", word="old boots")
    assert [(seat.contribution, seat.contributed) for seat in newest().seats][1] == ("old boots", Contributed.OWN)


def test_a_word_that_cannot_be_shown_is_refused_and_comes_back(app: Flask) -> None:
    game = inviting_bob()
    bob = Visitor(app)
    page = bob.press(bob.open(links.invitation_link(game, 1)), "Accept and play", word="x" * 65)
    assert page.status == 422
    assert "It is too long." in page.text
    assert newest().status == GameStatus.INVITING


def test_a_match_shows_the_fingerprints_of_all_its_games_before_anybody_joins(app: Flask) -> None:
    wish = NewGame("springtime", [SeatWish(me=True), SeatWish(open=True)], visibility=Visibility.PUBLIC)
    match = create_match(person("ann"), wish, clock.now())
    bob = named(app, "bob")
    page = bob.open(f"/games/{standing(match).games[0].id}").text
    assert page.count(standing(match).games[0].commitment) == 2
    assert len([word for word in page.split() if len(word) == 64]) == 4


def test_the_fingerprint_stands_with_what_was_agreed_and_no_heading_shouts_it(app: Flask) -> None:
    ann = person("ann")
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    game = create_game(ann, NewGame("seasons", seats, visibility=Visibility.PUBLIC), clock.now())
    page = Visitor(app).open(f"/games/{game.id}")
    assert not [heading for heading in page.tree.all("h2") if "dice" in heading.text.lower()]
    [agreed] = [part for part in page.tree.all("section") if part.attributes.get("class") == "facts"]
    assert game.commitment in agreed.text
    resign(game.id, ann, clock.now())
    assert game.seed.hex() in Visitor(app).open(f"/games/{game.id}").text


def test_a_button_that_is_pressed_twice_begins_once_and_the_first_word_stays(app: Flask) -> None:
    ann = named(app, "ann")
    page, _ = set_up(ann, **ALONE)
    begun = [ann.press(page, "Start game", word=word) for word in ("tuesday rain", "old boots")]
    assert [page.status for page in begun] == [200, 200]
    assert own_part(newest()) == ("tuesday rain", Contributed.OWN)
