"""The page of a join link, and the host's view of it."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from service.config.key_ring import key_ring
from service.db import clock
from service.db.engines import session
from service.models import Game, GameStatus, Visibility
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.open_seats import join_key_of
from service.security.keys import join_key
from tests.service.mail.inbound.correspondent import mailed as mails_to
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, mailed, path_of, sign_in

OPEN = SeatWish(open=True)


def waiting(*others: SeatWish, ruleset: str = "seasons") -> Game:
    """Create a game of Ann's with open seats."""
    wish = NewGame(ruleset, [SeatWish(me=True), *(others or [OPEN])], shuffle_seats=False, days_per_move=5)
    return create_game(person("ann"), wish, clock.now())


def link_to(game: Game) -> str:
    """Return the join link."""
    session().expire_all()
    key = join_key_of(session().get_one(Game, game.id))
    assert key is not None
    return links.join_link(game.id, key)


def now_of(game: Game) -> Game:
    """Load the game again."""
    return session().get_one(Game, game.id, populate_existing=True)


def test_it_says_who_asks_to_what_and_opening_it_joins_nobody(app: Flask) -> None:
    game = waiting(OPEN, SeatWish(email="wren@example.net"))
    bob = sign_in(app, "bob")

    page = bob.open(link_to(game))

    assert page.heading == "ann invites you to a game"
    assert "Time control 5 days" in page.text
    assert "Full: you may reroll dice once per turn" in page.text
    assert page.buttons == ["Join game"]
    assert now_of(game).version == 0
    headers = page.response.headers
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "no-referrer")


@pytest.mark.parametrize("tail", [".", ")", ">", "%20", "/", "%E2%80%8B"])
def test_the_link_bears_what_is_glued_to_it(app: Flask, tail: str) -> None:
    bob, game = sign_in(app, "bob"), waiting()
    page = bob.open(link_to(game) + tail)
    assert page.heading == "ann invites you to a game"
    assert bob.press(page, "Join game").address == f"/games/{game.id}"


def test_who_is_signed_in_joins_by_one_press_and_comes_to_the_game(app: Flask) -> None:
    game = waiting()
    bob = sign_in(app, "bob")
    bob.press(bob.open("/me"), "Save", name="bob")

    page = bob.press(bob.open(link_to(game)), "Join game")

    assert page.address == f"/games/{game.id}"
    assert page.heading == "Waiting for ann"
    assert bob.open(link_to_before(game)).address == f"/games/{game.id}"
    assert sign_in(app, "cy").open(link_to_before(game)).heading == "This link no longer works"


def link_to_before(game: Game) -> str:
    """Return the join link from when a seat was open."""
    key = join_key(key_ring(), now_of(game).join_salt or "")
    return links.join_link(game.id, key)


def test_who_is_new_gives_an_address_and_comes_back_by_the_code_of_the_mail(visitor: Visitor) -> None:
    game = waiting()
    link = link_to(game)

    asked = visitor.press(visitor.open(link), "Email me a sign-in link", email="wren@example.net")
    page = visitor.press(asked, "Sign in", code=mailed("sign-in")["code"])
    assert page.address == path_of(link)
    page = visitor.press(page, "Join game", name="wren")

    assert page.heading == "Waiting for ann"
    assert [seat.account.name for seat in now_of(game).seats if seat.account] == ["ann", "wren"]


def test_the_link_in_the_mail_leads_back_in_any_browser(app: Flask, visitor: Visitor) -> None:
    game = waiting()
    visitor.press(visitor.open(link_to(game)), "Email me a sign-in link", email="wren@example.net")
    [mail] = mails_to("wren@example.net", "sign-in")
    [address] = re.findall(r"http://\S+/sign-in/\S+", mail.text)
    other = Visitor(app)

    page = other.press(other.open(address), "Sign in")

    assert page.address == path_of(link_to(game))
    assert "Join game" in page.buttons


@pytest.mark.parametrize("wanted", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"])
def test_no_link_in_a_mail_leads_to_another_site(visitor: Visitor, wanted: str) -> None:
    page = visitor.open("/sign-in")
    visitor.press(page, "Email me a sign-in link", email="wren@example.net", next=wanted)
    link = mailed("sign-in")["link"]

    page = visitor.press(visitor.open(f"{link}?next={wanted}"), "Sign in")

    assert "?" not in link
    assert page.address == "/"


def test_a_session_that_has_ended_leads_to_signing_in_and_back(app: Flask) -> None:
    game = waiting()
    bob = sign_in(app, "bob")
    page, away = bob.open(link_to(game)), bob.open("/me")
    bob.press(away, "Sign out")

    page = bob.press(page, "Join game")

    assert page.status == 403, "the form was made for another session"
    assert now_of(game).status == GameStatus.INVITING


def test_a_name_that_cannot_be_used_is_refused_and_kept(app: Flask) -> None:
    game = waiting()
    wren = sign_in(app, "wren")

    page = wren.press(wren.open(link_to(game)), "Join game", name="ann.com")

    field = next(field for field in page.tree.all("input") if field.attributes.get("id") == "name")
    assert (page.status, field.attributes["value"]) == (422, "ann.com")
    assert "That name cannot be used." in page.text
    assert now_of(game).status == GameStatus.INVITING


def test_who_comes_too_late_is_told_so(app: Flask) -> None:
    game = waiting(OPEN, SeatWish(email="wren@example.net"))
    bob, cy = sign_in(app, "bob"), sign_in(app, "cy")
    page = cy.open(link_to(game))
    bob.press(bob.open(link_to(game)), "Join game")

    page = cy.press(page, "Join game")

    assert (page.status, page.heading) == (409, "This link no longer works")
    assert "The game is full." in page.text
    assert "wren" not in page.text
    assert cy.open(f"/games/{game.id}").status == 404


def test_who_sits_there_already_comes_to_the_game(app: Flask) -> None:
    game = waiting(OPEN, OPEN)

    assert sign_in(app, "ann").open(link_to(game)).address == f"/games/{game.id}"


@pytest.mark.parametrize("wrong", ["{id}-aaaaaaaaaaaaaaaaaaaaaaaa", "{id}-", "{id}", "aaaaaaaaaaaa-aaaa", "-", "ü-ü"])
def test_a_wrong_key_leads_nowhere(app: Flask, visitor: Visitor, wrong: str) -> None:
    address = f"/j/{wrong.format(id=waiting().id)}"
    bob = sign_in(app, "bob")

    for other in (visitor, bob):
        assert other.open(address).status == 404
    csrf = next(field for field in bob.open("/me").tree.all("input") if field.attributes.get("name") == "csrf")
    assert bob.post(address, csrf=csrf.attributes["value"]).status == 404


def test_a_layout_that_was_chosen_is_shown(app: Flask) -> None:
    drawn = table("bob", "cy", ruleset="springtime").game
    assert drawn.setup is not None
    wish = NewGame("springtime", [SeatWish(me=True), OPEN], layout=drawn.setup["layout"])
    game = create_game(person("ann"), wish, clock.now())

    page = sign_in(app, "dan").open(link_to(game))

    assert "Starting position" in page.text
    assert "<svg" in page.response.text
    assert "Starting position" not in sign_in(app, "eve").open(link_to(waiting())).text


def test_a_match_is_said_to_be_one(app: Flask) -> None:
    match = create_match(person("ann"), NewGame("dawn", [SeatWish(me=True), OPEN]), clock.now(), simultaneous=True)
    [first] = standing(match).games

    page = sign_in(app, "bob").open(link_to(first))

    assert page.heading == "ann invites you to a match"
    assert "By accepting the first game, you accept the whole match." in page.text


def test_the_host_sees_the_link_on_the_page_of_the_game_and_nobody_else_does(app: Flask) -> None:
    game = waiting(OPEN, OPEN)
    ann, bob = sign_in(app, "ann"), sign_in(app, "bob")
    bob.press(bob.open(link_to(game)), "Join game")

    assert ann.open(f"/games/{game.id}").copied == [link_to(game)]
    assert link_to(game) not in bob.open(f"/games/{game.id}").response.text
    assert bob.open(f"/games/{game.id}/join-link").status == 403


def test_the_host_makes_a_new_link_withdraws_it_and_makes_one_again(app: Flask) -> None:
    game = waiting()
    ann, bob = sign_in(app, "ann"), sign_in(app, "bob")
    first = link_to(game)

    page = ann.press(ann.open(f"/games/{game.id}"), "Create a new link")
    second = link_to(game)
    assert page.copied == [second]
    assert bob.open(first).status == 404
    page = ann.press(page, "Disable link")
    assert "Nobody can join" in page.text
    assert bob.open(second).status == 404
    ann.press(page, "Create link")
    assert bob.open(link_to(game)).status == 200


def test_who_sets_a_game_up_for_others_comes_to_its_link(app: Flask) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/games/new/seasons"), "Start game", **{"seat-0": "open", "seat-1": "open"})

    assert page.heading == "Waiting for 2 more players"
    assert "You set up this game for others." in page.text
    page = ann.press(page, "Disable link")
    assert "Create link" in page.buttons


def test_a_game_that_is_set_up_with_a_free_seat_shows_its_link_at_once(app: Flask) -> None:
    ann = sign_in(app, "ann")

    page = ann.press(ann.open("/games/new/seasons"), "Start game", **{"seat-1": "open"})

    assert "/j/" in page.copied[0]
    assert "Try the board meanwhile" in page.text
    assert "Share this link. Anyone who has it can take the free place" in page.text


def test_a_public_game_has_no_link_but_a_button_for_everybody(app: Flask, visitor: Visitor) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), OPEN], visibility=Visibility.PUBLIC)
    game = create_game(person("ann"), wish, clock.now())

    assert "Anyone who has it" not in sign_in(app, "ann").open(f"/games/{game.id}").text
    assert game.id in visitor.open("/games?status=inviting").response.text
    assert has_link(visitor.open(f"/games/{game.id}"), "Sign in to join")


def has_link(page: Page, text: str) -> bool:
    return any(anchor.text == text for anchor in page.tree.all("a"))
