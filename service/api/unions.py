"""Discriminated unions of schemas, in a form that client generators support."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from rules.schema import Schema


def ref(name: str) -> Schema:
    """Return a reference to a component schema."""
    return {"$ref": _place(name)}


def union(schemas: dict[str, Schema], name: str, by: str, variants: Mapping[str, tuple[str, Schema]]) -> None:
    """Replace a schema by a union discriminated by the member `by`: for each value, a name and a schema.

    Members that differ between variants are listed without a schema, because PHP reads all variants with one class.
    """
    schemas |= dict(variants.values())
    schemas[name] = {
        "description": f"`{by}` names the variant.",
        "oneOf": [ref(variant) for variant, _ in variants.values()],
        "discriminator": {
            "propertyName": by,
            "mapping": {value: _place(variant) for value, (variant, _) in variants.items()},
        },
        "properties": {name: {} for name in _differing([schema for _, schema in variants.values()])},
    }


def only(value: str) -> Schema:
    """Return the schema of a single string, as a component: Go and PHP need one to discriminate a union.

    Many generators do not support `const`.
    """
    return {"type": "string", "enum": [value]}


def without(schema: Schema, members: Iterable[str]) -> Schema:
    """Return an object's schema without some members."""
    kept = {name: inner for name, inner in schema["properties"].items() if name not in members}
    return {**schema, "properties": kept, "required": [name for name in schema["required"] if name in kept]}


def extended(
    base: str, description: str, members: Mapping[str, Schema], required: Iterable[str] | None = None
) -> Schema:
    """Return the schema `base` with additional members, all of them required unless `required` says otherwise."""
    own = {"type": "object", "properties": dict(members), "required": list(members if required is None else required)}
    return {"description": description, "allOf": [ref(base), own]}


def without_patterns_beside_null(schema: Schema) -> Schema:
    """Return a schema without patterns of nullable text, which Go clients cannot read."""
    said: Schema = json.loads(json.dumps(schema), object_hook=_without_pattern_beside_null)
    return said


def _without_pattern_beside_null(said: Schema) -> Schema:
    if {"type": "null"} in said.get("anyOf", ()):
        for each in said["anyOf"]:
            each.pop("pattern", None)
    return said


def _differing(variants: Iterable[Schema]) -> list[str]:
    """Return the members that differ between variants; members of their common base are equal."""
    found: dict[str, list[Schema]] = {}
    for variant in variants:
        for name, member in variant.get("allOf", [variant])[-1]["properties"].items():
            found.setdefault(name, []).append(member)
    return [name for name, members in found.items() if any(member != members[0] for member in members)]


def _place(name: str) -> str:
    return f"#/components/schemas/{name}"
