"""Requests that violate the description are refused: each bound and pattern of the schemas is broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from itertools import chain
from typing import Any

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema, fields
from marshmallow.validate import Validator

from service.config.environment import Config
from service.db import clock
from service.play.chat import post
from tests.service.api.document import operations, resolved, validator
from tests.service.api.makers import told
from tests.service.api.program import API, Match, match

TEXTS = ("", "x" * 1001, "x" * 5001, "<script>", "1\n", "\x01", "nothing", "guest-1", "admin", "é", "-1", "1.5", "1e3")
NUMBERS = (-1, 0, 1_000_000_000, 1.5)
OPERATIONS = dict(operations())
OTHERWISE = [(413, "too-large"), (404, "no-such-ruleset")]
"""Refusals that are more exact than 422."""

DAYS = {"date-time": "2030-01-01T00:00:00Z", "date": "2030-01-01"}

Described = dict[str, Any]


def walked(schema: type[Schema]) -> Iterator[fields.Field[Any]]:
    """Yield each field of the schemas, including nested ones."""
    found = list(schema().fields.values())
    while found:
        field = found.pop()
        yield field
        inner = (getattr(field, name, None) for name in ("inner", "key_field", "value_field"))
        found += [each for each in inner if isinstance(each, fields.Field)]


def schemas(above: type[Schema] = Schema) -> Iterator[type[Schema]]:
    """All of the API's."""
    for each in above.__subclasses__():
        if each.__module__.startswith("service.api."):
            yield each
        yield from schemas(each)


def example(schema: Described) -> Any:  # noqa: PLR0911  # a kind of schema each
    """Something that fits."""
    schema = resolved(schema)
    for given in ("example", "default", "const"):
        if given in schema:
            return schema[given]
    if choices := schema.get("examples") or schema.get("enum"):
        return choices[0]
    if several := schema.get("oneOf") or schema.get("anyOf"):
        return example(several[0])
    if schema.get("format") in DAYS:
        return DAYS[schema["format"]]
    if schema.get("type", "object") == "object":
        parts = [schema, *map(resolved, schema.get("allOf", ()))]
        members = {name: each for part in parts for name, each in part.get("properties", {}).items()}
        return {name: example(each) for name, each in members.items() if name in schema.get("required", members)}
    if schema["type"] == "array":
        return [example(schema["items"])] * schema.get("minItems", 1)
    plain = {"string": "x" * schema.get("minLength", 1), "integer": schema.get("minimum", 1), "boolean": True}
    return plain.get(schema["type"])


def broken(schema: Described, fits: object) -> Iterator[Any]:
    """Yield invalid values in place of a valid one."""
    if isinstance(fits, str):
        ends = () if schema.get("format") == "email" else (fits + "\n",)  # blanks round an address are none of it
        yield from (*TEXTS, *ends, fits * (schema.get("maxLength", 0) + 1))
    elif isinstance(fits, int) and not isinstance(fits, bool):
        yield from (*NUMBERS, schema.get("minimum", 0) - 1, schema.get("maximum", 0) + 1)
    elif isinstance(fits, list):
        yield from ([], fits * (schema.get("maxItems", 0) + 1))


def changed(schema: Described, fits: Any) -> Iterator[Any]:
    """Yield an object with one part replaced by an invalid value."""
    schema = resolved(schema)
    yield from broken(schema, fits)
    for each in chain.from_iterable(schema.get(name, ()) for name in ("oneOf", "anyOf")):
        yield from changed(each, example(each))
    for each in schema.get("allOf", ()):
        yield from changed(each, fits)
    if isinstance(fits, dict):
        named = schema.get("properties", {}) or dict.fromkeys(fits, schema.get("additionalProperties", {}))
        for name, member in named.items():
            for other in changed(member, fits.get(name, example(member))) if isinstance(member, dict) else ():
                yield {**fits, name: other}
    elif isinstance(fits, list) and fits:
        yield from ([other, *fits[1:]] for other in changed(schema.get("items", {}), fits[0]))


def forbidden(schema: Described, **more: Any) -> Iterator[Any]:
    """Yield values that almost match a schema, each once."""
    fits, judge = example({**resolved(schema), **more}), validator(schema)
    judge.validate(fits)
    tried = {json.dumps(each): each for each in changed(schema, fits)}
    yield from (each for each in tried.values() if not judge.is_valid(each))


def requests(operation: Described) -> Iterator[dict[str, Any]]:
    """Yield requests that an operation forbids, as arguments of Werkzeug's client."""
    body = resolved(operation.get("requestBody", {})).get("content", {}).get("application/json")
    yield from ({"json": each} for each in (forbidden(body["schema"]) if body else ()))
    for each in map(resolved, operation["parameters"]):
        given = {"example": each["example"]} if "example" in each else {}
        values = forbidden(each["schema"], **given) if each["in"] in ("query", "header") else ()
        if each["in"] == "query":
            yield from ({"query_string": {each["name"]: value}} for value in values)
        else:
            yield from ({"headers": {each["name"]: value}} for value in values if "\n" not in value)


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    return replace(sqlite_settings, rate_limits={})


@pytest.fixture
def playing(client: FlaskClient) -> Match:
    """Create a game of Ann and Bob with a message of his, and other things of Ann's with addresses."""
    of = match(client)
    assert of.ann.post("/bots", {"name": "crate"}).status_code == 201
    return of


def parameters(of: Match) -> dict[str, str]:
    """Return an existing value for each path parameter."""
    said = post(of.table.id, of.table.players[1], "hello", clock.now())
    branch = of.ann.post(f"{of.path}/branches", {"name": "corner", "at": 0})
    challenge = of.ann.post("/challenges", {"to": {"anybody": True}, "ruleset": "siesta"})
    cup = of.ann.post("/tournaments", {"title": "Cup", "ruleset": "siesta", "system": "round-robin"})
    made = {
        "branch_id": told(branch, 201)["id"],
        "challenge_id": told(challenge, 201)["id"],
        "message_id": said.id,
        "tournament_id": told(cup, 201)["id"],
        "round_number": 1,
        "board": 1,
        "player": "bob",
    }
    return {"game_id": of.table.id, "bot": "crate"} | {name: str(number) for name, number in made.items()}


def test_a_validator_refuses_by_raising() -> None:
    """Check that validators raise: marshmallow ignores their return value, even False."""
    every = {each for schema in schemas() for field in walked(schema) for each in field.validators}
    plain = {each for each in every if not isinstance(each, Validator)}
    assert len(every) > len(plain) > 0
    assert [each for each in plain if getattr(each, "__annotations__", {}).get("return") != "None"] == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_is_forbidden_is_refused(name: str, playing: Match) -> None:
    method, path = name.split()
    described = [each for each in map(resolved, OPERATIONS[name]["parameters"]) if each["in"] == "path"]
    named = {each["name"]: example(each["schema"]) for each in described} | parameters(playing)
    taken = []
    for request in requests(OPERATIONS[name]):
        answer = playing.ann.call(method.upper(), path.format_map(named).removeprefix(API), **request)
        refusal = answer.status_code, (answer.json or {}).get("code") if answer.data else None
        if refusal[0] != HTTPStatus.UNPROCESSABLE_ENTITY and refusal not in OTHERWISE:
            taken.append((refusal, request))
    assert taken == []
