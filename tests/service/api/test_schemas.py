"""All members of the schemas exist, and all members of records are shown: marshmallow skips missing ones silently."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from flask import Flask
from marshmallow import fields

from service.api.resources.matches import MATCH
from service.api.schemas.base import Shown, moment
from service.api.schemas.game import GAME, LISTED
from service.api.schemas.move import EntrySchema, GameRecordSchema, PlaceSchema, RecordEntrySchema, SignatureSchema
from service.api.views import GameView, MatchView, seen_whole
from service.db import clock
from service.play.games import NewGame, SeatWish, create_match
from service.play.matches.standing import standing
from service.play.positions import log_of
from service.play.records import entry_json, signed_record
from tests.service.tables import person, table


def test_every_member_of_a_game_is_shown(app: Flask) -> None:
    game = table("ann", "bob").game
    shown = GAME.dump(seen_whole(game, None))
    assert set(shown) == set(GAME.fields)
    assert set(LISTED.dump(GameView(game, 0))) == set(LISTED.fields)
    assert set(shown["seats"][0]) == set(LISTED.fields["seats"].inner.schema.fields)  # type: ignore[attr-defined]


def test_every_member_of_a_match_is_shown(app: Flask) -> None:
    ann = person("ann")
    wish = NewGame("dawn", [SeatWish(me=True), SeatWish(email="bob@example.net")])
    match = create_match(ann, wish, clock.now())
    shown = MATCH.dump(MatchView(match, standing(match), ann, "Nobody won."))
    assert set(shown) == set(MATCH.fields)
    assert set(shown["places"][0]) == set(MATCH.fields["places"].inner.schema.fields)  # type: ignore[attr-defined]
    assert [place["you"] for place in shown["places"]] == [True, False]


def test_every_member_of_a_record_is_described(app: Flask) -> None:
    game = table("ann", "bob").game
    log = log_of(game)
    record = signed_record(game, log)
    for view, schema in (
        (entry_json(log[0]), EntrySchema()),
        (record["log"][0], RecordEntrySchema()),
        (record["signature"], SignatureSchema()),
        (record, GameRecordSchema()),
        (record["places"][0], PlaceSchema()),
    ):
        assert set(view) == set(schema.fields)


class SeatShown(Shown):
    """Something that is shown within another."""

    number = fields.Integer()


class TableShown(Shown):
    """A field of each kind that is written otherwise than by its name."""

    name = fields.String()
    nothing = fields.String()
    renamed = fields.String(data_key="as")
    other = fields.String(attribute="second")
    missed = fields.Integer(dump_default=3)
    left_out = fields.Integer()
    began = moment()
    seat = fields.Nested(SeatShown)
    seats = fields.List(fields.Nested(SeatShown))
    no_seat = fields.Nested(SeatShown)


@pytest.mark.parametrize("what", ["row", "mapping"])
def test_what_is_written_is_what_marshmallow_would_write(what: str) -> None:
    seat, began = SimpleNamespace(number=1), datetime(2026, 1, 2, tzinfo=UTC)
    told = {
        "name": "ann",
        "nothing": None,
        "renamed": "x",
        "second": "bob",
        "began": began,
        "seat": seat,
        "seats": [seat, seat],
    }
    told["no_seat"] = None
    shown = TableShown().dump(told if what == "mapping" else SimpleNamespace(**told))
    assert shown == {
        "name": "ann",
        "nothing": None,
        "as": "x",
        "other": "bob",
        "missed": 3,
        "began": "2026-01-02T00:00:00Z",
        "seat": {"number": 1},
        "seats": [{"number": 1}, {"number": 1}],
        "no_seat": None,
    }
