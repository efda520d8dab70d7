"""Each ruleset's own JSON in the OpenAPI document: its setup, its position, and its games told apart by `ruleset`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from apispec import APISpec

import rules
from rules import Game
from rules.schema import Schema, each, one_of, or_null

OWN = ("setup", "position")
"""The members of a game whose form depends on its ruleset."""


def ref(name: str) -> Schema:
    """A reference to a schema among the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def describe_games(spec: APISpec, games: Iterable[Game]) -> None:
    """Add the schemas of the games to the components, and to `Game`, whose members they tell more of."""
    schemas: dict[str, Schema] = spec.components.schemas
    named = {_name(game): game for game in games}
    schemas |= {f"{name}Setup": game.setup_schema for name, game in named.items()}
    schemas |= {f"{name}Position": game.position_schema for name, game in named.items()}
    schemas |= {f"{name}Game": _game(name, game.id) for name, game in named.items()}
    for part in ("Setup", "Position"):
        schemas[part] = {"anyOf": [ref(f"{name}{part}") for name in named]}
    schemas["Layout"] = {"anyOf": _layouts(game.setup_schema for game in named.values())}
    schemas["Game"] = _without(schemas["Game"], OWN) | {"oneOf": [ref(f"{name}Game") for name in named]}


def describe_wishes(spec: APISpec, games: Iterable[Game]) -> None:
    """Add to `NewGame` and `NewMatch` what each ruleset takes: how many seats, which options, what layout."""
    schemas: dict[str, Schema] = spec.components.schemas
    schemas["SeatWish"] |= {"minProperties": 1, "maxProperties": 1}
    by_kind = {
        "Game": {_name(game): _wish(game, game.players) for game in games},
        "Match": {_name(game): _wish(game, [rules.Match.SEATS]) for game in games if game.has_matches},
    }
    for manifest in ("NewBot", "BotChange"):
        schemas[manifest]["properties"]["games"] |= _played(games)
    for kind, wishes in by_kind.items():
        schemas |= {f"New{name}{kind}": wish for name, wish in wishes.items()}
        schemas[f"New{kind}"] |= {"oneOf": [ref(f"New{name}{kind}") for name in wishes]}


def _name(game: Game) -> str:
    return "".join(word.capitalize() for word in game.id.split("-"))


def _game(name: str, ruleset: str) -> Schema:
    own = {member: {"anyOf": [ref(f"{name}{member.capitalize()}"), {"type": "null"}]} for member in OWN}
    ruleset_only = {"ruleset": {"type": "string", "const": ruleset}}
    return {
        "type": "object",
        "description": "Its setup and position, both null before it begins.",
        "properties": {**ruleset_only, **own},
        "required": ["ruleset", *OWN],
    }


def _wish(game: Game, players: Sequence[int]) -> Schema:
    """What can be asked for when a game is set up."""
    options = {name: one_of(option.values) | {"default": option.default} for name, option in game.options.items()}
    layout = game.setup_schema["properties"]["layout"]
    return {
        "type": "object",
        "description": f"{game.name}.",
        "properties": {
            "ruleset": {"type": "string", "const": game.id},
            "seats": {"type": "array", "items": ref("SeatWish"), "minItems": min(players), "maxItems": max(players)},
            "options": _some_of(options),
            "layout": or_null(layout, "A layout of your own; null has one drawn."),
        },
        "required": ["ruleset", "seats"],
    }


def _played(games: Iterable[Game]) -> Schema:
    """What a bot can say that it plays."""
    return _some_of({game.id: _some_of(_terms(game)) for game in games})


def _terms(game: Game) -> dict[str, Schema]:
    options = {name: each(one_of(option.values)) for name, option in game.options.items()}
    return {"seats": each(one_of(game.players)), "options": _some_of(options)}


def _some_of(members: Mapping[str, Schema]) -> Schema:
    """An object with any of these members, and no others."""
    return {"type": "object", "properties": dict(members), "additionalProperties": False}


def _layouts(setups: Iterable[Mapping[str, Any]]) -> list[Schema]:
    """Each layout once: many games have none."""
    found: list[Schema] = []
    for setup in setups:
        layout = setup["properties"]["layout"]
        if layout not in found:
            found.append(layout)
    return found


def _without(schema: Schema, members: Iterable[str]) -> Schema:
    """An object's schema with nothing said about these members."""
    kept = {name: inner for name, inner in schema["properties"].items() if name not in members}
    return {**schema, "properties": kept, "required": [name for name in schema["required"] if name in kept]}
