"""What the schemas show is all that there is: nothing that a view says is dropped on its way out."""

from __future__ import annotations

import pytest
from flask import Flask

from service.api.schemas.game import GameSchema, GameSummarySchema, SeatSchema
from service.api.schemas.move import EntrySchema, PlaceSchema, RecordSchema
from service.core.config import Config
from service.play.positions import log_of
from service.play.views import entry_json, game_json, game_summary, record_json, seat_json
from tests.service.tables import table


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Views say the same on every database."""
    return sqlite_settings


def test_every_member_of_a_view_is_shown_and_described(app: Flask) -> None:
    game = table("ann", "bob").game
    log = log_of(game)
    record = record_json(game, log)
    for view, schema in (
        (game_json(game, 0), GameSchema()),
        (game_summary(game, 0), GameSummarySchema()),
        (seat_json(game, game.seats[0], 0), SeatSchema()),
        (entry_json(log[0]), EntrySchema()),
        (record, RecordSchema()),
        (record["places"][0], PlaceSchema()),
    ):
        assert set(view) == set(schema.fields)
