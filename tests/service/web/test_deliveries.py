"""Delivery status on pages: turn emails, failing addresses and extra time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from service.db.engines import transaction
from service.models import Account, Envelope, Notice, Visibility
from service.notifications import links
from service.notifications.preferences import stop_mail
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor, sign_in
from tests.workers.post import Post
from workers.jobs import clocks
from workers.jobs.notices import seal_due, send_due
from workers.transports import Letter, TransportError


@pytest.fixture
def seasons(app: Flask) -> Table:
    return table("ann", "bob")


@pytest.fixture
def bob(app: Flask, seasons: Table) -> Visitor:
    return sign_in(app, "bob")


def drain(clock: FakeClock, post: Post | None = None) -> None:
    seal_due(clock)
    send_due(clock, post or Post())


def say(reply: str, *, permanent: bool) -> Post:
    """Return a server that refuses every email with this reply."""

    def refuse(letter: Letter) -> None:
        raise TransportError(reply, permanent=permanent)

    return Post(refuse)


def test_opponents_see_what_became_of_the_mail_about_the_turn(seasons: Table, bob: Visitor, clock: FakeClock) -> None:
    def told() -> str:
        return bob.open(f"/games/{seasons.id}").text

    assert "ann – Email about the turn: about to be sent." in told()
    drain(clock, say("451 4.3.0 Not now", permanent=False))
    assert "failed once (4.3.0), next attempt 12:00." in told()
    clock.advance(seconds=10)
    drain(clock)
    assert "ann – Email about the turn: sent 12:00." in told()
    with transaction() as current:
        current.execute(update(Envelope).values(bounced_at=clock(), last_reply="failed 5.1.1"))
    assert "bounced 12:00 (5.1.1)." in told()


def test_the_mails_of_a_game_that_is_long_over_are_said_to_be_forgotten(
    seasons: Table, bob: Visitor, clock: FakeClock
) -> None:
    resign(seasons.id, seasons.players[0], clock())
    clock.advance(days=89)
    assert "ann" in bob.open(f"/games/{seasons.id}/deliveries").text
    clock.advance(days=1)
    assert "We no longer keep data about its emails" in bob.open(f"/games/{seasons.id}/deliveries").text


def test_opponents_see_who_cannot_be_reached(seasons: Table, bob: Visitor, clock: FakeClock) -> None:
    drain(clock, say("550 5.1.1 Nobody of that name", permanent=True))
    page = bob.open(f"/games/{seasons.id}")
    assert "ann unreachable by email · current turn" in page.text
    assert "ann – Email about the turn: could not be delivered (5.1.1)." in page.text
    assert "Nobody of that name" not in page.text


def test_the_owner_sees_it_too_and_mends_it_by_signing_in(
    app: Flask, seasons: Table, bob: Visitor, clock: FakeClock
) -> None:
    with transaction() as current:
        current.execute(update(Account).where(Account.name == "bob").values(unreachable_since=clock()))
    page = bob.open("/me")
    assert "Emails to this address have failed since" in page.text
    assert bob.press(page, "Email me a sign-in link").status == 200
    assert "Emails to this address have failed since" not in sign_in(app, "bob").open("/me").text


def test_there_is_a_page_of_all_turns(seasons: Table, bob: Visitor, clock: FakeClock) -> None:
    drain(clock)
    stop_mail(seasons.players[1].id, "your-turn")
    seasons.play("place max-15")
    page = bob.open(f"/games/{seasons.id}/deliveries")
    assert page.heading == "Emails about turns"
    assert page.text.index("No email: the player wants none") < page.text.index("Email about the turn: sent")


def test_older_turns_are_on_further_pages(seasons: Table, bob: Visitor) -> None:
    for _ in range(21):
        seasons.play_anything()
    first = bob.open(f"/games/{seasons.id}/deliveries")
    assert len(list(first.tree.one("ul").all("li"))) == 20
    [older] = [link for link in first.tree.all("a") if link.text == "Older turns"]
    last = bob.open(older.attributes["href"])
    assert len(list(last.tree.one("ul").all("li"))) == 2
    assert bob.open(f"/games/{seasons.id}/deliveries?before=x").status == 404


def test_whoever_watches_sees_neither_the_line_nor_the_page(app: Flask, bob: Visitor, clock: FakeClock) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC)
    game = create_game(person("cyd"), wish, clock())
    assert "Email" not in bob.open(f"/games/{game.id}").text
    assert bob.open(f"/games/{game.id}/deliveries").status == 403


def test_a_credit_is_shown_to_the_table_and_told_to_its_player(seasons: Table, bob: Visitor, clock: FakeClock) -> None:
    drain(clock, say("550 5.1.1 Nobody of that name", permanent=True))
    clock.advance(days=3, seconds=1)
    clocks.run()
    page = bob.open(f"/games/{seasons.id}")
    assert "ann got the full time for a move again, because email had failed: 12:00" in page.text
    assert "Email about more time: about to be sent." in page.text


def test_a_player_who_has_tried_a_move_has_been_told(seasons: Table, app: Flask, clock: FakeClock) -> None:
    ann = sign_in(app, "ann")
    page = ann.open(f"/games/{seasons.id}?pick=place+max-15")
    [form] = [form for form in page.tree.all("form") if form.attributes["action"].endswith("/move")]
    token = next(field for field in form.all("input") if field.attributes["name"] == "csrf").attributes["value"]
    ann.post(f"/games/{seasons.id}/move", csrf=token, version="1", move="place nowhere")
    clock.advance(days=3, seconds=1)
    clocks.run()
    assert seasons.game.ended_by == "time"


def test_to_open_pages_is_not_to_have_been_told(seasons: Table, app: Flask, clock: FakeClock) -> None:
    sign_in(app, "ann").open(f"/games/{seasons.id}")
    Visitor(app).open(links.turn_link(seasons.game, 0))
    clock.advance(days=3, seconds=1)
    clocks.run()
    assert seasons.game.seats[0].credited_at == clock()


def test_a_mail_that_its_reader_has_put_off_says_so(seasons: Table, bob: Visitor, clock: FakeClock) -> None:
    with transaction() as current:
        current.execute(update(Notice).values(due_at=clock() + timedelta(hours=6)))
    assert (
        "waits until 18:00: the player chose this time or is viewing the game." in bob.open(f"/games/{seasons.id}").text
    )
