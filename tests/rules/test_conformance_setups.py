"""Conformance of every game's setups."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

import rules
from rules import BadSetup, Game
from tests.rules.tables import Table

WRONG_VALUES: Sequence[Any] = ("no-such-value", None, 1, [], {})
WRONG_PARTS: Sequence[Any] = (None, -1, "", [], {}, [None], {"a": 1})


def test_a_setup_round_trips_as_json_and_begins_the_same_game(table: Table) -> None:
    setup = table.setup(1)
    again = json.loads(json.dumps(setup))
    assert again == setup
    assert table.game.initial_position(again) == table.game.initial_position(setup)


def test_a_setup_is_drawn_from_the_random_numbers_handed_in_and_nothing_else(table: Table) -> None:
    assert table.setup(5) == table.setup(5)


def test_a_layout_that_was_drawn_is_accepted_when_it_is_given(table: Table) -> None:
    setup = table.setup(2)
    assert table.game.new_setup(table.players, dict(table.options), layout=setup["layout"]) == setup


def test_a_written_setup_is_complete(table: Table) -> None:
    setup = table.setup(3)
    assert set(setup) == {"game", "players", "options", "layout"}
    options = table.game.options
    assert setup["options"] == {name: value for name, value in table.options if options[name].is_written(value)}


def test_missing_options_are_their_defaults(game: Game) -> None:
    setup = game.new_setup(game.players[0])
    assert game.initial_position({**setup, "options": {}}) == game.initial_position(setup)


@pytest.mark.parametrize(
    ("change", "reason", "name"),
    [
        ({"players": 99}, "wrong-players", "players"),
        ({"players": 0}, "wrong-players", "players"),
        ({"players": True}, "wrong-players", "players"),
        ({"players": "2"}, "wrong-players", "players"),
        ({"players": 2.0}, "wrong-players", "players"),
        ({"players": None}, "wrong-players", "players"),
        ({"options": {"no-such-option": "x"}}, "unknown-option", "no-such-option"),
        ({"options": []}, "not-an-object", "options"),
        ({"options": None}, "not-an-object", "options"),
        ({"layout": []}, "not-an-object", "layout"),
        ({"layout": None}, "not-an-object", "layout"),
        ({"extra": 1}, "unknown-key", "extra"),
    ],
)
def test_a_wrong_setup_is_refused_by_name(game: Game, change: dict[str, Any], reason: str, name: str) -> None:
    refusal = refused(game, {**game.new_setup(game.players[0]), **change})
    assert (refusal.reason, refusal.name) == (reason, name)
    assert name in str(rules.explain(game, refusal)) or name == "players"


@pytest.mark.parametrize("key", ["game", "players", "options", "layout"])
def test_a_setup_that_lacks_a_key_is_refused_by_name(game: Game, key: str) -> None:
    setup: dict[str, object] = {**game.new_setup(game.players[0])}
    del setup[key]
    refusal = refused(game, setup)
    assert (refusal.reason, refusal.name) == ("missing-key", key)


def test_a_setup_of_another_game_is_refused(game: Game) -> None:
    assert refused(game, {**game.new_setup(game.players[0]), "game": "chess"}).reason == "wrong-game"


@pytest.mark.parametrize("setup", [None, [], "setup", 7])
def test_a_setup_must_be_an_object(game: Game, setup: object) -> None:
    assert refused(game, setup).reason == "not-an-object"


def test_an_unknown_value_of_an_option_is_refused_by_the_name_of_the_option(game: Game) -> None:
    setup = game.new_setup(game.players[0])
    for option in game.options:
        for value in WRONG_VALUES:
            refusal = refused(game, {**setup, "options": {option: value}})
            assert (refusal.reason, refusal.name) == ("bad-option", option)


def test_an_unknown_part_of_a_layout_is_refused(game: Game) -> None:
    setup = game.new_setup(game.players[0])
    refusal = refused(game, {**setup, "layout": {**setup["layout"], "no-such-part": 1}})
    assert str(rules.explain(game, refusal))


def test_a_layout_with_a_part_of_the_wrong_kind_is_refused(game: Game) -> None:
    setup = game.new_setup(game.players[0])
    for part in setup["layout"]:
        for value in WRONG_PARTS:
            refusal = refused(game, {**setup, "layout": {**setup["layout"], part: value}})
            assert str(rules.explain(game, refusal))


def refused(game: Game, setup: object) -> BadSetup:
    with pytest.raises(BadSetup) as refusal:
        game.completed(setup)
    return refusal.value
