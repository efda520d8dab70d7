"""What stood in the database, and in people's mails, when links had no time of their own and keys no names."""

from __future__ import annotations

from alembic import command
from flask import Flask
from sqlalchemy import Connection, select, text

from service.core import clock
from service.core.db import db, session, transaction
from service.core.key_ring import key_ring
from service.models import Envelope, Notice, Webhook, WebhookDelivery, WorkState
from service.play.games import NewGame, SeatWish, create_game
from service.post import links
from service.post.boxes import box_at
from service.schema.upgrading import alembic_settings
from service.webhooks.carrying import carry_secrets_over
from service.webhooks.endpoints import create_webhook, secret_of
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor

BEFORE = "0009"


def filled() -> Table:
    """A game under way with its notices, an invitation, a mail that was sent, and a webhook with something to tell."""
    begun = table("ada", "bob")
    create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="cyd@example.net")]), clock.now())
    webhook = create_webhook(person("ada"), "https://bot.example.net/hook", (), clock.now())
    with transaction() as current:
        current.add(envelope())
        current.add(
            WebhookDelivery(webhook_id=webhook.id, message_id="msg_1", created_at=clock.now(), due_at=clock.now())
        )
    return begun


def envelope() -> Envelope:
    now = clock.now()
    address = {"recipient": "b@example.net", "message_id": "<1@example.net>"}
    return Envelope(**address, encrypted=b"", created_at=now, due_at=now, state=WorkState.DONE)


def down_and_up() -> None:
    """Have the tables of before, and then those of today."""
    db.session.remove()
    with db.engine.connect() as connection:
        _go(connection, command.downgrade, BEFORE)
        assert connection.scalar(text("SELECT length(salt) FROM webhook")) == 32
        _go(connection, command.upgrade, "head")


def _go(connection: Connection, there: object, revision: str) -> None:
    assert callable(there)
    there(alembic_settings(connection, key_ring()), revision)
    connection.commit()


def test_links_that_are_out_hold_for_the_turn_under_way_and_not_for_the_next(app: Flask) -> None:
    begun = filled()
    down_and_up()
    link, box = links.turn_link(begun.game, 0), links.turn_box(begun.game, 0)
    assert (begun.game.turn_nonce, len(box)) == (None, 39)

    assert Visitor(app).open(link).heading == "It is your turn"
    begun.play("place max-15")
    while begun.game.to_move != 0:
        begun.play_anything()

    assert "It is your turn again" in Visitor(app).open(link).text
    assert links.turn_link(begun.game, 0) != link
    assert box_at(box) is not None


def test_a_link_of_before_fits_no_later_turn_of_its_number(app: Flask) -> None:
    begun = filled()
    begun.play("place max-15")
    game = begun.game
    with transaction():
        nonce, game.turn_nonce = game.turn_nonce, None
        old = links.turn_link(game, 1)
        game.turn_nonce = nonce

    assert "no longer good" in Visitor(app).open(old).text
    assert Visitor(app).open(links.turn_link(begun.game, 1)).heading == "It is your turn"


def test_what_was_out_is_good_for_the_rows_that_were_there(app: Flask) -> None:
    filled()
    down_and_up()
    [invitation] = session().scalars(
        select(Notice).where(Notice.kind == "invitation", Notice.email == "cyd@example.net")
    )
    assert (invitation.nonce, person("ada").nonce) == (None, None)

    assert Visitor(app).open(links.unsubscribe_link(person("ada"), "your-turn")).status == 200
    assert box_at(links.bounce_box(invitation)) is not None


def test_the_secret_of_a_webhook_is_the_same_before_and_after(app: Flask) -> None:
    filled()
    before = secret_of(session().scalars(select(Webhook)).one())

    down_and_up()

    webhook = session().scalars(select(Webhook)).one()
    assert len(webhook.secret_salt) == 32
    assert secret_of(webhook) == before
    carry_secrets_over()
    assert secret_of(session().get_one(Webhook, webhook.id, populate_existing=True)) == before
    down_and_up()
    assert secret_of(session().scalars(select(Webhook)).one()) == before
