"""Declining with a reason: by an invitation's link and on the game's page, and what the host reads there."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.models import Game, GameStatus
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import game_seen_by
from tests.service.mail.inbound.correspondent import mailed
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in


@pytest.fixture
def game(app: Flask) -> Game:
    """Return a game to which Ann invites Bob."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], shuffle_seats=False)
    return create_game(person("ann"), wish, clock.now())


def test_the_link_of_an_invitation_takes_a_reason_and_the_host_reads_it(
    app: Flask, visitor: Visitor, game: Game
) -> None:
    page = visitor.open(links.invitation_link(game, 1))

    visitor.press(page, "Decline", reason="too-fast", text="A day is short.")

    assert "Reason: Too fast. “A day is short.”" in sign_in(app, "ann").open(f"/games/{game.id}").text


def test_the_page_of_the_game_takes_one_and_the_mail_tells_the_host(app: Flask, game: Game) -> None:
    bob = sign_in(app, "bob")

    page = bob.press(bob.open(f"/games/{game.id}"), "Decline", reason="busy", text="Next week?")

    assert "Reason" not in page.text
    mail = mailed("ann@example.net", "game-over")[-1].text
    assert "Reason: Too many games already." in mail
    assert "Next week?" in mail


def test_a_text_that_cannot_be_shown_is_refused_on_the_page_of_the_link(visitor: Visitor, game: Game) -> None:
    page = visitor.press(visitor.open(links.invitation_link(game, 1)), "Decline", text="a\u202eb")

    assert "control character" in page.text
    assert game_seen_by(game.id, person("ann")).status == GameStatus.INVITING
