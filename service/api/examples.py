"""Examples in the OpenAPI document, composed from the examples of fields."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from itertools import chain, islice
from typing import Any

import rules
from rules.json_types import Json
from rules.schema import Schema
from service.api.problems import MEDIA_TYPE
from service.language.refusals import EXPLANATIONS
from service.telemetry.requests import EXAMPLE_ID

JSON = "application/json"
RULESET = "seasons"
"""The game of the examples."""
BY_TYPE: Mapping[str, Json] = {"integer": 0, "number": 0.0, "boolean": False, "null": None}
MOMENT = "2026-05-04T12:00:00Z"
CODES = {
    HTTPStatus.BAD_REQUEST: "bad-json",
    HTTPStatus.UNAUTHORIZED: "unauthenticated",
    HTTPStatus.FORBIDDEN: "missing-scope",
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.NOT_ACCEPTABLE: "not-acceptable",
    HTTPStatus.REQUEST_TIMEOUT: "too-slow",
    HTTPStatus.CONFLICT: "stale-version",
    HTTPStatus.GONE: "events-forgotten",
    HTTPStatus.PRECONDITION_FAILED: "precondition-failed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported-media-type",
    HTTPStatus.UNPROCESSABLE_ENTITY: "bad-request",
    HTTPStatus.TOO_MANY_REQUESTS: "rate-limited",
    HTTPStatus.INTERNAL_SERVER_ERROR: "internal-error",
    HTTPStatus.SERVICE_UNAVAILABLE: "not-ready",
}
"""The most common code of each status."""


class Examples:
    """Builds an example of any schema of a document."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self._schemas = schemas

    def of(self, schema: Schema) -> Json:
        """Return an example of a schema: its own example, its default or first choice, or one composed of its parts."""
        schema = self._named(schema)
        for word in ("example", "const", "default"):
            if word in schema:
                given: Json = schema[word]
                return given
        if "enum" in schema:
            first: Json = schema["enum"][0]
            return first
        return self._put_together(schema)

    def _named(self, schema: Schema) -> Schema:
        """Resolve a reference; a union resolves to the game of the examples, or to its first member."""
        if "oneOf" in schema:
            mapping = schema["discriminator"]["mapping"]
            return self._named({"$ref": mapping.get(RULESET, next(iter(mapping.values())))})
        return self._named(self._schemas[schema["$ref"].rsplit("/", 1)[1]]) if "$ref" in schema else schema

    def _put_together(self, schema: Schema) -> Json:
        if "allOf" in schema:
            return dict(chain.from_iterable(self._object(self._named(part)).items() for part in schema["allOf"]))
        if "properties" in schema:
            return self._object(schema)
        if "anyOf" in schema:
            return self.of(schema["anyOf"][0])
        return self._of_kind(schema)

    def _of_kind(self, schema: Schema) -> Json:
        kind = schema.get("type", "object")
        if isinstance(kind, list):
            return None
        if kind == "array":
            return [self.of(schema["items"])]
        if schema.get("format") == "date-time":
            return MOMENT
        return BY_TYPE.get(kind, {})

    def _object(self, schema: Schema) -> dict[str, Json]:
        required = schema.get("required", ())
        return {
            name: self.of(inner)
            for name, inner in schema["properties"].items()
            if name in required or "example" in inner
        }


def add_examples(document: dict[str, Any]) -> None:
    """Add an example to every request body, every JSON response and every kind of problem."""
    components = document["components"]
    schemas: dict[str, Schema] = components["schemas"]
    of_schemas, examples = Examples(schemas), dict[str, Json]()
    begun = _begun()
    for name, member in {"Setup": "setup", "Position": "position"}.items():
        schemas[f"{RULESET.capitalize()}{name}"]["example"] = begun[member]
    for path in document["paths"].values():
        for operation in path.values():
            for content in _contents(operation):
                name = content["schema"]["$ref"].rsplit("/", 1)[1]
                examples[name] = {"value": of_schemas.of(content["schema"])}
                content["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}
    for status, code in CODES.items():
        problem = components["responses"][f"Problem{int(status)}"]["content"][MEDIA_TYPE]
        problem["example"] = _problem(status, code)
    components["examples"] = examples
    components["securitySchemes"] = components.pop("securitySchemes")  # move behind examples, in apispec's order


def _contents(operation: object) -> list[dict[str, Any]]:
    """Return the JSON contents of an operation's request and responses that have a named schema."""
    if not isinstance(operation, dict):  # the parameters of a path
        return []
    answers = [answer for answer in operation["responses"].values() if isinstance(answer, dict)]
    contents = [part.get("content", {}).get(JSON, {}) for part in (operation.get("requestBody", {}), *answers)]
    return [content for content in contents if "$ref" in content.get("schema", {})]


def _begun() -> dict[str, object]:
    """Return the setup and position of a game that has just begun."""
    game = rules.game(RULESET)
    setup = game.new_setup(game.players[0])
    position = game.initial_position(setup)
    first = next(islice((outcome for outcome, _ in position.chance_outcomes()), 1), None)
    begun = position.apply(first) if first else position
    return {"setup": setup, "position": {"ruleset": RULESET, **begun.to_json()}}


def _problem(status: HTTPStatus, code: str) -> dict[str, Json]:
    known = EXPLANATIONS[code]
    return {
        "type": f"https://sundial.example/api/v1/problems/{code}",
        "title": known.title,
        "status": int(status),
        "detail": known.title,
        "code": code,
        "advice": known.advice,
        "request_id": EXAMPLE_ID,
    }
