"""The host manages invitations on the game's page; late answers get a friendly page."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask

from service.db import clock
from service.db.engines import transaction
from service.models import Game, Outcome
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from tests.service.mail.inbound.correspondent import mailed as mail_to
from tests.service.mail.inbound.correspondent import write
from tests.service.tables import person
from tests.service.web.visitor import Visitor, sign_in
from workers.jobs.notices import seal_due

BOB = "bob@example.net"


def game_made_a_day_ago(game: Game) -> None:
    with transaction():
        game.created_at -= timedelta(days=1)


def test_a_host_reminds_and_withdraws_and_the_late_guest_is_told(
    app: Flask,
    visitor: Visitor,
) -> None:
    ann = sign_in(app, "ann")
    game = create_game(person("ann"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=BOB)]), clock.now())
    seal_due(clock.now)
    link, box = links.invitation_link(game, 1), links.invitation_box(game, 1)
    assert "Open invitations" in ann.open(f"/games/{game.id}").text
    assert "Open invitations" not in visitor.open(link).text

    assert f"Remind {BOB}" not in ann.open(f"/games/{game.id}").buttons
    game_made_a_day_ago(game)
    reminded = ann.press(ann.open(f"/games/{game.id}"), f"Remind {BOB}")
    assert (reminded.status, "Next reminder possible:" in reminded.text) == (200, True)
    [_, again] = mail_to(BOB, "invitation")
    assert "This invitation is still waiting for your answer" in again.text

    freed = ann.press(reminded, f"Withdraw the invitation to {BOB}")
    assert "Share this link." in freed.text
    assert "Open invitations" not in freed.text

    late = visitor.open(link)
    assert (late.status, "It was withdrawn" in late.text) == (404, True)
    assert visitor.post(f"{link}/accept").status == 404
    assert write(BOB, box, "yes") == Outcome.ANSWERED
