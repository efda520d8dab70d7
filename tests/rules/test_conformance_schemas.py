"""The JSON of every game matches its schema, and the schema covers all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import jsonschema_rs

from rules import Game
from tests.rules.tables import Playout, Table


def test_every_position_is_as_its_schema_says(played: Sequence[Playout]) -> None:
    described = jsonschema_rs.Draft202012Validator(played[0].game.position_schema)
    for playout in played:
        for position in playout.positions:
            described.validate(position.to_json())


def test_every_setup_is_as_its_schema_says(table: Table) -> None:
    described = jsonschema_rs.Draft202012Validator(table.game.setup_schema)
    for seed in range(20):
        described.validate(table.setup(seed))


def test_the_setup_of_one_game_is_not_taken_for_that_of_another(game: Game, any_other_game: Game) -> None:
    setup = any_other_game.new_setup(any_other_game.players[0])
    assert jsonschema_rs.Draft202012Validator(game.setup_schema).is_valid(setup) == (game == any_other_game)


def test_a_described_object_has_all_of_its_members_and_no_others(game: Game) -> None:
    later = {name for name, option in game.options.items() if option.later}
    for described, spared in ((game.setup_schema, later), (game.position_schema, set[str]())):
        for schema in objects(described):
            if "properties" in schema:
                assert schema["additionalProperties"] is False
                assert schema["required"] == [name for name in schema["properties"] if name not in spared]


def test_a_setup_from_before_an_option_is_still_as_the_schema_says(game: Game) -> None:
    setup = game.new_setup(game.players[0])
    described = jsonschema_rs.Draft202012Validator(game.setup_schema)
    for name, option in game.options.items():
        before = {**setup, "options": {each: value for each, value in setup["options"].items() if each != name}}
        assert described.is_valid(before) == option.later


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield the object schemas inside a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for inner in schema.values():
            yield from objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from objects(inner)
