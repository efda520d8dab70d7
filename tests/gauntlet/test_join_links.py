"""The link to an open seat is sent about like any other: opened in every way, it takes no seat; its button does."""

from __future__ import annotations

from flask import Flask

from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from tests.figures import Figures
from tests.gauntlet.state import changes, state
from tests.gauntlet.ways import WAYS, browsers
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.service.web.visitor import Visitor, path_of


def test_no_way_of_opening_it_takes_the_seat_and_the_button_works_once_afterwards(
    app: Flask, clock: FakeClock, figures: Figures
) -> None:
    game = create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock())
    key = join_key_of(game)
    assert key is not None
    link, everybody = path_of(links.join_link(game.id, key)), browsers(app, "bob@example.net")
    before, opened = state(), 0

    for way, open_link in WAYS.items():
        answers = open_link(everybody, link)
        assert max(answer.status_code for answer in answers) < 500, way
        assert changes(before, state()) == [], way
        opened += len(answers)
    bob = Visitor(app)
    bob.client = everybody.recipient
    offer = bob.open(link)
    joined = bob.press(offer, "Join game")
    after = state()
    again = bob.press(offer, "Join game")

    assert joined.address == again.address == f"/games/{game.id}"
    assert changes(before, after) != []
    assert changes(after, state()) == []
    figures("Scanner gauntlet", links=1, answers=opened, changes=0, buttons_that_worked=1)
