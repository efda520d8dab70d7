"""One's own games by opponent, result, seats, rating and day, on both databases."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient

from service.db import clock
from service.db.engines import transaction
from service.models import Game
from service.play.seats import resign
from tests.service.api.program import program_of
from tests.service.conftest import settings
from tests.service.tables import person, table
from tests.service.web.test_history import finished, ids

__all__ = ["settings"]


def test_ones_games_are_found_by_opponent_result_seats_rating_and_day(client: FlaskClient, app: Flask) -> None:
    won, shared = finished("ann", "bob", winners=[0]), finished("ann", "bob", winners=[0, 1])
    lost = table("ann", "cyd")
    lost.play_anything()
    lost.play_anything()
    resign(lost.id, person("ann"), clock.now())
    three = finished("ann", "bob", "cyd", winners=[2])
    with transaction() as current:
        current.get_one(Game, won.id).rated = True
        current.get_one(Game, shared.id).finished_at = clock.now() - timedelta(days=3)
    ann, today = program_of(client, "ann"), clock.now().date()

    assert set(ids(ann, opponent="bob")) == {won.id, shared.id, three.id}
    assert ids(ann, result="won") == [won.id]
    assert ids(ann, result="shared") == [shared.id]
    assert set(ids(ann, result="lost")) == {lost.id, three.id}
    assert ids(ann, seats="3") == [three.id]
    assert ids(ann, rated="true") == [won.id]
    assert ids(ann, to=str(today - timedelta(days=1)), sort="finished") == [shared.id]
    assert shared.id not in ids(ann, **{"from": str(today)})
    assert set(ids(ann, mine="true", sort="finished")) == {won.id, shared.id, lost.id, three.id}
