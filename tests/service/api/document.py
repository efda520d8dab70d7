"""openapi.yaml, to be looked up in and to judge by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

WRITTEN = Path(__file__).parents[3] / "openapi.yaml"
DOCUMENT: dict[str, Any] = yaml.load(WRITTEN.read_text(), yaml.CSafeLoader)  # in Python it takes a second
METHODS = ("get", "post", "patch", "delete", "put")


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation, its name, and the parameters of its path among its own."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in item:
                shared = item.get("parameters", [])
                yield f"{method} {path}", {**item[method], "parameters": [*shared, *item[method].get("parameters", [])]}


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """Resolve a reference."""
    while "$ref" in part:
        _, *names = part["$ref"].split("/")
        part = DOCUMENT
        for name in names:
            part = part[name]
    return part


def variants(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas of which one applies."""
    schema = resolved(schema)
    return [resolved(variant) for variant in schema["oneOf"]] if "oneOf" in schema else [schema]


def members(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the members of an object that is described in one or several schemas."""
    schema = resolved(schema)
    parts = [members(part) for part in schema.get("allOf", ())]
    return {name: member for part in [*parts, schema.get("properties", {})] for name, member in part.items()}


def valid(schema: dict[str, Any], value: object) -> None:
    """Fail unless the value fits a schema of the document."""
    validator(schema).validate(value)


def validator(schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
    """Return a validator for a schema of the document."""
    whole = {**schema, "components": DOCUMENT["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def found_under(name: str, part: object) -> Iterator[Any]:
    """Yield every value with that name anywhere in a part of the document."""
    if isinstance(part, dict):
        if isinstance(part.get(name), str):
            yield part[name]
        for inner in part.values():
            yield from found_under(name, inner)
    elif isinstance(part, list):
        for inner in part:
            yield from found_under(name, inner)
