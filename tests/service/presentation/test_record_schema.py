"""The JSON Schema of records: it accepts every kind of record, refuses anything else, and is public."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask

import rules
from service.db import clock
from service.models import Game, GameStatus
from service.play.clocks import enforce_deadline
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seats import decline, resign
from service.verification.record_chain import FORMAT
from tests.openapi import record_schema
from tests.service.on_sqlite import settings
from tests.service.tables import person, table

__all__ = ["settings"]

WRITTEN = Path(__file__).parents[3] / "docs" / f"{FORMAT}.schema.json"
SCHEMA: dict[str, Any] = json.loads(WRITTEN.read_text())
SCHEMAS = jsonschema_rs.Draft202012Validator(SCHEMA, validate_formats=True)
Record = dict[str, Any]


def record_of(game: Game) -> Record:
    """Return the record as the API does."""
    record: Record = json.loads(json.dumps(signed_record(game, log_of(game))))
    return record


def faults(record: Record) -> list[str]:
    """Return the schema violations with their places."""
    return [f"{error.instance_path}: {error.message}" for error in SCHEMAS.iter_errors(record)]


def begun(ruleset: str = "seasons", **wish: Any) -> Game:
    """Create a game of Ada's against the computer."""
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    return create_game(person("ada"), NewGame(ruleset, seats, **wish), clock.now())


def inviting() -> Game:
    seats = [SeatWish(me=True), SeatWish(email="bob@example.net"), SeatWish(open=True)]
    return create_game(person("ada"), NewGame("seasons", seats), clock.now())


def declined() -> Game:
    seats = [SeatWish(me=True), SeatWish(email="bob@example.net")]
    game = create_game(person("ada"), NewGame("seasons", seats), clock.now())
    return decline(game.id, person("bob"), clock.now())


def left() -> Game:
    playing = table("ada", "bob")
    playing.play_anything()
    return resign(playing.id, playing.players[0], clock.now())


def out_of_time() -> Game:
    playing = table("ada", "bob")
    playing.look()
    enforce_deadline(playing.id, clock.now() + timedelta(days=30))
    return playing.game


def of_a_match() -> Game:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)])
    return standing(create_match(person("ada"), wish, clock.now())).games[0]


def with_a_layout() -> Game:
    return begun("tribes", layout=rules.game("tribes").new_setup(2, {}, Random(4))["layout"])


KINDS: dict[str, tuple[Callable[[], Game], str]] = {
    "whose seats are not taken": (inviting, "inviting"),
    "that was declined": (declined, "cancelled"),
    "under way": (lambda: table("ada", "bob").game, "active"),
    "against the computer": (begun, "active"),
    "that somebody left": (left, "finished"),
    "that ended by the clock": (out_of_time, "finished"),
    "of a match": (of_a_match, "active"),
    "with a layout of its own": (with_a_layout, "active"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_record_of_a_game_fits(app: Flask, kind: str) -> None:
    make, status = KINDS[kind]
    record = record_of(make())
    assert record["status"] == status
    assert not faults(record)


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_the_record_of_every_game_fits_from_beginning_to_end(app: Flask, ruleset: str) -> None:
    players = "ada", "bob", "cyd", "dan"
    playing = table(*players[: max(rules.game(ruleset).players)], ruleset=ruleset)
    assert not faults(record_of(playing.game))
    while playing.game.status == GameStatus.ACTIVE:
        playing.play(*playing.whole_moves(1))
    record = record_of(playing.game)
    assert record["status"] == "finished"
    assert not faults(record)


CHANGES: dict[str, Callable[[Record], object]] = {
    "a member is missing": lambda record: record.pop("commitment"),
    "a member is added": lambda record: record.update(comment="well played"),
    "the format is another": lambda record: record.update(format="sundial-record-0"),
    "an entry has no action": lambda record: record["log"][0].pop("action"),
    "an entry is not chained": lambda record: record["log"][0].pop("previous"),
    "a word has no time": lambda record: record["places"][0].pop("contributed_at"),
    "there is no signature": lambda record: record.pop("signature"),
    "a time is none": lambda record: record["log"][0].update(at="yesterday"),
    "the setup is another game's": lambda record: record.update(setup=rules.game("dawn").new_setup(2, {}, Random(4))),
    "the seed is no number": lambda record: record.update(seed="x" * 64),
    "a place is a name": lambda record: record.update(places=["ada", "bob"]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_no_record_does_not_fit(app: Flask, change: str) -> None:
    record = record_of(table("ada", "bob").game)
    changed = copy.deepcopy(record)
    CHANGES[change](changed)
    assert not faults(record)
    assert faults(changed)


def test_the_file_in_the_docs_is_what_is_served(app: Flask) -> None:
    served = app.test_client().get(f"/docs/{FORMAT}.schema.json")
    assert served.mimetype == "application/schema+json"
    assert json.loads(served.text) == SCHEMA


def test_the_file_in_the_docs_is_what_make_openapi_writes() -> None:
    assert record_schema() == WRITTEN.read_text(), "write it anew: make openapi"
