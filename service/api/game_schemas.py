"""Rulesets in the OpenAPI document: a variant of each schema for each game, discriminated by `ruleset`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from apispec import APISpec

import rules
from rules import Game
from rules.schema import Schema, each, number, one_of, or_null
from service.api.unions import extended, only, ref, union, without, without_patterns_beside_null

BY, SETUP_BY = "ruleset", "game"
"""The discriminators; a setup has always had its own."""
DESCRIBED: Mapping[str, Mapping[str, str]] = {
    "Game": {"setup": "Setup", "position": "Position"},
    "Preview": {"position": "Position"},
    "GameRecord": {"setup": "Setup", "given_layout": "Layout"},
}
"""Schemas of games and their members that depend on the ruleset, with the name of each member's schema."""
ALWAYS_THERE = ("Preview",)
"""Schemas in which those members are never null."""
WISHED = (BY, "options", "layout", "seats")
"""The members of a game request that depend on the ruleset."""


def describe_games(spec: APISpec, games: Iterable[Game]) -> None:
    """Add the schemas of each game, and split schemas that show a game into a variant for each."""
    schemas: dict[str, Schema] = spec.components.schemas
    named = {name_of(game): game for game in games}
    for name, game in named.items():
        setup = game.setup_schema
        parts = {"layout": "Layout", "options": "Options"}
        schemas[f"{name}Ruleset"] = only(game.id)
        schemas |= {f"{name}{part}": setup["properties"][member] for member, part in parts.items()}
        told = {member: ref(f"{name}{part}") for member, part in parts.items()}
        schemas[f"{name}Setup"] = _with(setup, {**told, SETUP_BY: ref(f"{name}Ruleset")})
        position = without_patterns_beside_null(game.position_schema)
        schemas[f"{name}Position"] = _with(position, {BY: ref(f"{name}Ruleset")})
    for part, by in {"Setup": SETUP_BY, "Position": BY}.items():
        places = {game.id: f"{name}{part}" for name, game in named.items()}
        union(schemas, part, by, {ruleset: (place, schemas[place]) for ruleset, place in places.items()})
    schemas["GamePosition"]["properties"] |= {"setup": ref("Setup"), "position": ref("Position")}
    schemas["Supposed"]["properties"] |= {"position": ref("Position")}
    for kind, forms in DESCRIBED.items():
        _vary(schemas, kind, forms, named)


def describe_wishes(spec: APISpec, games: Iterable[Game]) -> None:
    """Split the requests for a game or a match into a variant for each ruleset, with its seats, options and layout."""
    schemas: dict[str, Schema] = spec.components.schemas
    schemas["SeatWish"] |= {
        "minProperties": 1,
        "if": {"properties": {"contributes": {}}, "required": ["contributes"]},
        "then": {"properties": {"me": {}}, "required": ["me"], "maxProperties": 2},
        "else": {"maxProperties": 1},
    }
    for manifest in ("BotRequest", "BotChange"):
        schemas[manifest]["properties"]["games"] |= _played(games)
    _vary_wish(schemas, "Game", games, lambda game: game.players)
    _vary_wish(schemas, "Match", [game for game in games if game.has_matches], lambda _: [rules.Match.SEATS])


def name_of(game: Game) -> str:
    """Return the prefix of a game's schema names."""
    return "".join(word.capitalize() for word in game.id.split("-"))


def _vary(schemas: dict[str, Schema], kind: str, forms: Mapping[str, str], named: Mapping[str, Game]) -> None:
    """Replace a schema by a union of variants for the rulesets."""
    whole = schemas[kind]
    schemas[f"{kind}Base"] = without(whole, (BY, *forms)) | {
        "description": "Members that do not depend on the ruleset."
    }

    def variant(name: str, game: Game) -> tuple[str, Schema]:
        told = {member: whole["properties"][member] | _form(kind, f"{name}{form}") for member, form in forms.items()}
        own = {BY: ref(f"{name}Ruleset"), **told}
        return f"{name}{kind}", extended(f"{kind}Base", f"Of {game.name}.", own)

    union(schemas, kind, BY, {game.id: variant(name, game) for name, game in named.items()})


def _with(schema: Schema, members: Mapping[str, Schema]) -> Schema:
    """Add required members to the schema of an object, or replace them."""
    required = [*schema["required"], *(name for name in members if name not in schema["required"])]
    return {**schema, "properties": {**schema["properties"], **members}, "required": required}


def _form(kind: str, name: str) -> Schema:
    return ref(name) if kind in ALWAYS_THERE else or_null(ref(name))


def _vary_wish(
    schemas: dict[str, Schema], kind: str, games: Iterable[Game], players: Callable[[Game], Sequence[int]]
) -> None:
    """Replace the request for a game or a match by a union of variants for the rulesets."""
    whole, base = schemas[f"{kind}Request"], f"{kind}RequestBase"
    schemas[base] = without(whole, WISHED) | {"description": "Members that do not depend on the ruleset."}
    del schemas[base]["additionalProperties"]  # it would exclude the members of the variants

    def variant(game: Game) -> tuple[str, Schema]:
        name = name_of(game)
        options = {each: one_of(option.values) | {"default": option.default} for each, option in game.options.items()}
        said = {"description": "Options of the ruleset; the others have their default."}
        schemas[f"{name}OptionsRequest"] = _some_of(options) | said
        seats = {"minItems": min(players(game)), "maxItems": max(players(game))}
        own = {
            BY: ref(f"{name}Ruleset"),
            "options": ref(f"{name}OptionsRequest"),
            "layout": or_null(ref(f"{name}Layout"), "A layout of your own; null to draw one."),
            "seats": whole["properties"]["seats"] | seats,
        }
        required = [member for member in whole["required"] if member in own]
        told = extended(base, f"{game.name}.", own, required)
        return f"{name}{kind}Request", {**told, "unevaluatedProperties": False}

    union(schemas, f"{kind}Request", BY, {game.id: variant(game) for game in games})


def _played(games: Iterable[Game]) -> Schema:
    """Return the schema of the games in a bot's manifest."""
    terms: dict[str, Schema] = {}
    for game in games:
        options = _some_of({name: each(one_of(option.values)) for name, option in game.options.items()})
        terms[game.id] = _some_of({"seats": each(number(min(game.players), max(game.players))), "options": options})
    return _some_of(terms)


def _some_of(members: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object with any of these members, and no others."""
    return {"type": "object", "properties": dict(members), "additionalProperties": False}
