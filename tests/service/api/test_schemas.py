"""What the schemas promise is there, and what a record holds is shown: marshmallow leaves out what it does not find."""

from __future__ import annotations

from flask import Flask

from service.api.schemas.game import GAME, LISTED
from service.api.schemas.match import MATCH
from service.api.schemas.move import EntrySchema, GameRecordSchema, PlaceSchema, RecordEntrySchema, SignatureSchema
from service.api.views import GameView, MatchView, seen_whole
from service.core import clock
from service.play.games import NewGame, SeatWish, create_match
from service.play.matches import standing
from service.play.positions import log_of
from service.play.records import entry_json
from service.play.signed_records import signed_record
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
    shown = MATCH.dump(MatchView(match, standing(match), ann, "Nobody has won."))
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
