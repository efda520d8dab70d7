"""Public beacons on pages: the round, its result, and the host's way to start without it."""

from __future__ import annotations

import pytest
from flask import Flask

from service.beacon.promises import promise_of
from service.beacon.source import BeaconSource
from service.db.engines import session
from service.models import Game
from service.notifications import links
from service.play.beacons import bring
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import join
from tests.beacon import CHAIN, signed
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in

ROUND = "of the public beacon ours (2026-05-04 12:05:03 UTC)"


@pytest.fixture
def offered(app: Flask) -> None:
    source = BeaconSource("https://beacon.example.net", CHAIN)
    app.config["BEACON"] = source


def named(app: Flask, name: str) -> Visitor:
    person(name)
    return sign_in(app, name)


def inviting_bob(clock: FakeClock) -> Game:
    seats = [SeatWish(me=True), SeatWish(account=person("bob").name)]
    return create_game(person("ann"), NewGame("seasons", seats, beacon_minutes=5), clock())


def newest() -> Game:
    session().rollback()
    return session().query(Game).order_by(Game.created_at.desc()).one()


def test_nothing_is_offered_where_there_is_none(app: Flask) -> None:
    assert "Public beacon" not in named(app, "ann").open("/games/new/seasons").text


@pytest.mark.usefixtures("offered")
def test_whoever_sets_a_game_up_chooses_when_its_round_comes_and_is_shown_which(app: Flask, clock: FakeClock) -> None:
    ann = named(app, "ann")
    form = ann.open("/games/new/seasons")
    waiting = ann.press(form, "Start game", **{"seat-1": "computer-1", "beacon": "5"})
    assert ROUND in waiting.text
    assert CHAIN.hash in waiting.text

    still = ann.press(waiting, "Start game", word="tuesday rain")

    assert still.heading == "Waiting for the public beacon"
    assert "Start without beacon" not in still.buttons
    game = newest()
    promise = promise_of(game)
    assert promise is not None
    clock.advance(minutes=6)
    bring(game.id, signed(promise.round), clock())
    begun = ann.open(f"/games/{game.id}")
    assert begun.heading != still.heading
    kept = promise_of(newest())
    assert kept is not None
    assert kept.randomness is not None
    assert kept.randomness in ann.open(f"/games/{game.id}").text


@pytest.mark.usefixtures("offered")
def test_whoever_is_invited_is_shown_the_round_and_told_when_words_are_too_late(app: Flask, clock: FakeClock) -> None:
    game = inviting_bob(clock)
    bob = Visitor(app)
    page = bob.open(links.invitation_link(game, 1))
    assert ROUND in page.text
    assert "Word for the dice (optional)" in page.text
    clock.advance(minutes=5)
    late = bob.open(links.invitation_link(game, 1))
    assert "It is too late for a word of your own" in late.text
    assert "Word for the dice (optional)" not in late.text
    assert "You are in the game" in bob.press(late, "Accept and play").text


@pytest.mark.usefixtures("offered")
def test_the_host_alone_has_a_button_when_the_beacon_is_late(app: Flask, clock: FakeClock) -> None:
    game = inviting_bob(clock)
    join(game.id, person("bob"), clock())
    clock.advance(hours=7)
    assert "Start without beacon" not in named(app, "bob").open(f"/games/{game.id}").buttons
    ann = named(app, "ann")
    begun = ann.press(ann.open(f"/games/{game.id}"), "Start without beacon")
    assert "the host started the game without it" in begun.text
    assert newest().status == "active"


@pytest.mark.usefixtures("offered")
def test_a_host_who_does_not_play_has_it_on_the_page_of_the_link(app: Flask, clock: FakeClock) -> None:
    seats = [SeatWish(account=person("bob").name), SeatWish(ai=1)]
    game = create_game(person("ann"), NewGame("seasons", seats, beacon_minutes=5), clock())
    join(game.id, person("bob"), clock())
    clock.advance(hours=7)
    ann = named(app, "ann")
    ann.press(ann.open(f"/games/{game.id}/join-link"), "Start without beacon")
    assert newest().status == "active"
