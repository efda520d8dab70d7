"""Schemas of which one member tells which of several applies, in the form that generators of clients take whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from rules.schema import Schema


def ref(name: str) -> Schema:
    """A reference to a schema among the components."""
    return {"$ref": _place(name)}


def union(schemas: dict[str, Schema], name: str, by: str, variants: Mapping[str, tuple[str, Schema]]) -> None:
    """Make one of the schemas that which the value of the member `by` tells: for each value a name and a schema.

    Nothing is said of members by which the variants differ, and even that is said: PHP reads all of them by one class.
    """
    schemas |= dict(variants.values())
    schemas[name] = {
        "description": f"Which of these it is, `{by}` says.",
        "oneOf": [ref(variant) for variant, _ in variants.values()],
        "discriminator": {
            "propertyName": by,
            "mapping": {value: _place(variant) for value, (variant, _) in variants.items()},
        },
        "properties": {name: {} for name in _differing([schema for _, schema in variants.values()])},
    }


def only(value: str) -> Schema:
    """The schema of that one word, to be named: only then do Go and PHP tell by it which schema of a union applies.

    Many generators know no `const`.
    """
    return {"type": "string", "enum": [value]}


def without(schema: Schema, members: Iterable[str]) -> Schema:
    """An object's schema with nothing said about these members."""
    kept = {name: inner for name, inner in schema["properties"].items() if name not in members}
    return {**schema, "properties": kept, "required": [name for name in schema["required"] if name in kept]}


def extended(
    base: str, description: str, members: Mapping[str, Schema], required: Iterable[str] | None = None
) -> Schema:
    """What the schema `base` has, and these members; all of these are always there, or those that are `required`."""
    own = {"type": "object", "properties": dict(members), "required": list(members if required is None else required)}
    return {"description": description, "allOf": [ref(base), own]}


def without_patterns_beside_null(schema: Schema) -> Schema:
    """Return a schema without the patterns of text that can be null: clients in Go read none that has one."""
    said: Schema = json.loads(json.dumps(schema), object_hook=_without_pattern_beside_null)
    return said


def _without_pattern_beside_null(said: Schema) -> Schema:
    if {"type": "null"} in said.get("anyOf", ()):
        for each in said["anyOf"]:
            each.pop("pattern", None)
    return said


def _differing(variants: Iterable[Schema]) -> list[str]:
    """The members of which variants say different things; what they have from a base is the same."""
    found: dict[str, list[Schema]] = {}
    for variant in variants:
        for name, member in variant.get("allOf", [variant])[-1]["properties"].items():
            found.setdefault(name, []).append(member)
    return [name for name, members in found.items() if any(member != members[0] for member in members)]


def _place(name: str) -> str:
    return f"#/components/schemas/{name}"
