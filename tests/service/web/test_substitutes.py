"""Seats that are left, on their page and on that of the game."""

from __future__ import annotations

from flask import Flask

from service.models import OnTimeout, Visibility
from service.play.seating import seat_of
from service.play.substitutes import volunteers_for
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import games
from tests.service.tables import Table, person, table
from tests.service.web.visitor import sign_in
from workers.jobs import clocks


def left(clock: FakeClock, visibility: Visibility = Visibility.PRIVATE) -> Table:
    """Create a game in which Ada's seat is abandoned."""
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE, visibility=visibility)
    of.look()
    clock.advance(days=3, seconds=1)
    clocks.run()
    return of


def test_a_seat_is_found_looked_at_and_taken_over(app: Flask, clock: FakeClock) -> None:
    of = left(clock)
    person("eve")
    eve = sign_in(app, "eve")
    page = eve.open("/left-seats")
    assert f"/games/{of.id}" in page.response.text
    assert "needs a substitute" in eve.open(f"/games/{of.id}").text

    page = eve.press(page, "Take over from ada")

    assert page.heading == "Your turn"
    assert seat_of(of.game, 0).account_id == person("eve").id
    assert "No games need a substitute right now." in eve.open("/left-seats").text


def test_who_is_too_late_reads_so_on_the_page_of_seats(app: Flask, clock: FakeClock) -> None:
    of = left(clock, Visibility.PUBLIC)
    for name in ("eve", "fay"):
        person(name)
    eve, fay = sign_in(app, "eve"), sign_in(app, "fay")
    page = fay.open("/left-seats")
    eve.press(eve.open("/left-seats"), "Take over from ada")
    assert "No substitute is needed there." in fay.press(page, "Take over from ada").text
    assert seat_of(of.game, 0).account_id == person("eve").id


def test_strangers_see_which_tables_wait_and_are_asked_to_sign_in(app: Flask, clock: FakeClock) -> None:
    left(clock, Visibility.PUBLIC)
    page = app.test_client().get("/left-seats").text
    assert "Take over from" not in page
    assert "Sign in first" in page


def test_games_are_ticked_for_which_one_is_asked(app: Flask) -> None:
    account = person("eve")
    eve = sign_in(app, "eve")
    page = eve.press(eve.open("/left-seats"), "Save", ruleset="siesta")
    assert volunteers_for(account) == ["siesta"]
    assert 'value="siesta" checked' in page.response.text


def test_the_form_of_a_new_game_lets_the_table_choose_substitutes(app: Flask) -> None:
    person("bob")
    ada = sign_in(app, "ada")
    ada.press(
        ada.open("/games/new/seasons"), "Start game", **{"seat-1": "invite", "who-1": "bob", "timeout": "substitute"}
    )
    [game] = games()
    assert game.on_timeout == OnTimeout.SUBSTITUTE
    assert "or a substitute takes over" in ada.open(f"/games/{game.id}").text
