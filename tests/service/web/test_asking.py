"""Playing a bot now, on pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.db import clock
from service.db.engines import session, transaction
from service.models import Account, Challenge
from service.play.seats import join
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in
from workers.jobs import bot_challenges


@pytest.fixture
def ann(app: Flask) -> Visitor:
    person("ann")
    return sign_in(app, "ann")


@pytest.fixture
def bots() -> Callable[..., Account]:
    """Return a factory of online bots."""

    def made(name: str, **manifest: Any) -> Account:
        bot = create_bot(person("bob"), name, {**default_manifest(), **manifest}, clock.now())  # type: ignore[typeddict-item]
        with transaction():
            bot.last_seen_at = clock.now()
        return bot.account

    return made


@pytest.mark.parametrize("signs_in", [True, False])
def test_a_press_on_the_first_page_begins_a_game(
    app: Flask, ann: Visitor, bots: Callable[..., Account], *, signs_in: bool
) -> None:
    bots("rusty", auto_accept=True)
    visitor = ann if signs_in else Visitor(app)
    game = visitor.press(visitor.open("/"), "Play a bot now", ruleset="siesta")
    assert (game.status, game.address.startswith("/games/")) == (200, True)
    assert "rusty" in game.text


def test_the_first_page_offers_no_bot_where_none_is_there(ann: Visitor) -> None:
    assert "Play a bot now" not in ann.open("/").buttons
    assert "Play a bot now" in ann.open("/games/new").text
    assert "Play a bot now" in ann.open("/bots").text


def test_the_page_of_the_game_tells_who_is_asked_and_then_is_that_of_any_game(
    ann: Visitor, bots: Callable[..., Account]
) -> None:
    rusty = bots("rusty")
    game = ann.press(ann.open("/play/bot"), "Play a bot now", ruleset="siesta", days="5")
    assert "Waiting for rusty" in game.text
    assert "Open invitations" not in game.text
    again = ann.press(ann.open("/play/bot"), "Play a bot now", ruleset="dawn")
    assert (again.status, "We are already asking a bot to play with you." in again.text) == (409, True)
    join(session().scalars(select(Challenge.game_id)).one() or "", rusty, clock.now())
    assert "Stop waiting" not in ann.open(game.address).buttons


def test_whoever_waits_no_longer_calls_the_game_off_and_can_ask_anew(
    ann: Visitor, bots: Callable[..., Account]
) -> None:
    bots("rusty")
    game = ann.press(ann.open("/play/bot"), "Play a bot now", ruleset="siesta")
    page = ann.press(game, "Stop waiting")
    assert (page.address, "Bot search ended" in page.text) == (game.address, True)
    assert "Waiting for rusty" in ann.press(ann.open("/play/bot"), "Play a bot now", ruleset="siesta").text


def test_when_none_has_taken_the_seat_the_computer_is_offered(
    ann: Visitor, bots: Callable[..., Account], clock: Any
) -> None:
    bots("rusty")
    game = ann.press(ann.open("/play/bot"), "Play a bot now", ruleset="siesta")
    clock.advance(minutes=1)
    bot_challenges.run()
    page = ann.open(game.address)
    assert "No bot joined" in page.text
    assert "Computer, level 1" in ann.press(page, "Play the computer").text


def test_where_none_is_there_the_computer_is_offered_with_the_form_as_it_was(ann: Visitor) -> None:
    page = ann.press(ann.open("/play/bot"), "Play a bot now", ruleset="dawn", days="7")
    assert (page.status, "No bot can play that right now." in page.text) == (409, True)
    game = ann.press(page, "Play the computer")
    assert "DAWN" in game.text


def test_a_stranger_is_told_the_same_and_plays_the_computer(app: Flask) -> None:
    visitor = Visitor(app)
    page = visitor.press(visitor.open("/play/bot"), "Play a bot now", ruleset="dawn")
    assert (page.status, "No bot can play that right now." in page.text) == (409, True)
    assert visitor.open("/").status == 200
    assert visitor.press(page, "Play the computer").address.startswith("/games/")
