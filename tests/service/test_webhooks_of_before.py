"""Webhooks that were there before they were challenged go on, and games with open seats can be given a link."""

from __future__ import annotations

from alembic import command
from flask import Flask
from sqlalchemy import select, text

from service.core import clock
from service.core.db import db, session
from service.core.key_ring import key_ring
from service.models import Game, SwitchedOff, Webhook, WebhookDelivery
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of, renew_key
from service.schema.upgrading import alembic_settings
from tests.service.tables import person, table
from tests.workers.receiving import FAULT, Receiving, endpoint, new_endpoint, send

BEFORE = "0009"


def test_what_is_there_goes_on_and_can_be_taken_back(app: Flask) -> None:
    told, asked = endpoint("ada", types=("turn.started",)).id, new_endpoint("bob").id
    table("ada", "bob")
    send(Receiving(lambda _: FAULT))
    game = create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock.now()).id
    db.session.remove()
    with db.engine.connect() as connection:
        settings = alembic_settings(connection, key_ring())
        command.downgrade(settings, BEFORE)
        connection.commit()
        off = connection.execute(text("SELECT switched_off FROM webhook ORDER BY id")).scalars().all()
        waiting = connection.execute(text("SELECT webhook_id FROM webhook_delivery")).scalars().all()
        command.upgrade(settings, "head")
        connection.commit()

    assert (off, waiting) == ([None, "owner"], [told]), "who has not asked for events gets none"
    found = {webhook.id: webhook for webhook in session().scalars(select(Webhook))}
    assert found[told].verified_at == found[told].created_at
    assert found[asked].switched_off == SwitchedOff.BY_OWNER
    assert {delivery.challenge for delivery in session().scalars(select(WebhookDelivery))} == {None}
    assert join_key_of(session().get_one(Game, game)) is None
    assert join_key_of(renew_key(game, person("ada"))) is not None
