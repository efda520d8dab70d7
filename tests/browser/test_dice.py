"""The browser's contribution to the dice, drawn after the fingerprint is shown unless the player typed a word."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from service.accounts.sessions import begin_session
from service.db import clock
from service.db.engines import session
from service.http.browsers import Device
from service.models import Contributed, Game, GameSeat, GameStatus
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from service.web.frame.identity import SESSION
from tests.service.tables import person
from tests.site import Site

DRAWN = re.compile("[0-9a-f]{32}")


def sign_in(page: Page, site: Site, name: str) -> None:
    """Give the browser the session cookie of an account."""
    client = site.app.test_client()
    with client.session_transaction() as cookie:
        cookie[SESSION] = begin_session(person(name), Device(), clock.now())
    value = client.get_cookie("sundial")
    assert value is not None
    page.context.add_cookies([{"name": "sundial", "value": value.value, "url": site.address}])


def part_of(name: str, game_id: str) -> GameSeat:
    """Read that person's seat in the game from the database."""
    session().expire_all()
    session().rollback()
    return next(seat for seat in session().get_one(Game, game_id).seats if seat.account_id == person(name).id)


def test_a_browser_adds_to_the_dice_by_itself_and_takes_a_word_that_was_typed(page: Page, site: Site) -> None:
    sign_in(page, site, "ann")
    page.goto(f"{site.address}/games/new/seasons")
    page.get_by_role("radio", name="The computer").check()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+$"))
    expect(page.get_by_role("heading", name="Waiting for you to start")).not_to_be_attached()
    drawn = part_of("ann", page.url.rsplit("/", 1)[1])
    assert (drawn.contributed, session().get_one(Game, drawn.game_id).status) == (Contributed.OWN, GameStatus.ACTIVE)
    assert DRAWN.fullmatch(drawn.contribution or "")

    asked = [SeatWish(me=True), SeatWish(email="bob@example.net")]
    game = create_game(person("ann"), NewGame("seasons", asked), clock.now())
    page.goto(links.invitation_link(game, 1))
    page.get_by_text("Word for the dice (optional)").click()
    expect(page.get_by_text(game.commitment)).to_be_visible()
    page.get_by_label("Your word for the dice").fill("old boots")
    page.get_by_role("button", name="Accept and play").click()
    page.wait_for_load_state()
    typed = part_of("bob", game.id)
    assert (typed.contribution, typed.contributed) == ("old boots", Contributed.OWN)


def test_a_stranger_who_plays_the_computer_by_one_press_has_a_part_in_the_dice(page: Page, site: Site) -> None:
    page.goto(site.address)
    page.get_by_label("Game").first.select_option("seasons")
    page.get_by_role("button", name="Play the computer").click()
    expect(page.locator("#move-heading, .rest").first).to_be_attached()

    session().rollback()
    game = session().query(Game).one()
    [own] = [seat for seat in game.seats if seat.account_id is not None]
    assert (own.contributed, game.status) == (Contributed.OWN, GameStatus.ACTIVE)
    assert DRAWN.fullmatch(own.contribution or "")
