"""Schemas of which one member tells which of several applies, in the form that generators of clients take whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.schema import Schema


def ref(name: str) -> Schema:
    """A reference to a schema among the components."""
    return {"$ref": _place(name)}


def union(schemas: dict[str, Schema], name: str, by: str, variants: Mapping[str, tuple[str, Schema]]) -> None:
    """Make one of the schemas that which the value of the member `by` tells: for each value a name and a schema."""
    schemas |= dict(variants.values())
    schemas[name] = {
        "description": f"Which of these it is, `{by}` says.",
        "oneOf": [ref(variant) for variant, _ in variants.values()],
        "discriminator": {
            "propertyName": by,
            "mapping": {value: _place(variant) for value, (variant, _) in variants.items()},
        },
    }


def only(value: str) -> Schema:
    """The schema of that one word. Many generators know no `const`."""
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


def _place(name: str) -> str:
    return f"#/components/schemas/{name}"
