"""Builders of JSON schemas for client authors (JSON Schema, draft 2020-12, as in OpenAPI 3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]
"""Schema by keyword; the values depend on the keyword."""

ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}
"""Schema of an object with any members."""
FLAG: Schema = {"type": "boolean"}


def record(description: str = "", /, **members: Schema) -> Schema:
    """Build a schema of an object with exactly these members."""
    return _said(
        {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}, description
    )


def table(keys: Schema, values: Schema, description: str = "") -> Schema:
    """Build a schema of an object with any number of members that match `keys` and `values`."""
    return _said({"type": "object", "propertyNames": keys, "additionalProperties": values}, description)


def number(least: int | None = None, most: int | None = None, description: str = "") -> Schema:
    """Build a schema of an integer, from `least` to `most` if given."""
    return _said({"type": "integer"} | _given(minimum=least, maximum=most), description)


def one_of(values: Iterable[int | str], description: str = "") -> Schema:
    """Build an enumeration of numbers or of words."""
    listed = list(values)
    return _said({"type": "string" if isinstance(listed[0], str) else "integer", "enum": listed}, description)


def each(items: Schema, least: int | None = None, most: int | None = None, description: str = "") -> Schema:
    """Build a schema of a list of `least` to `most` items."""
    return _said({"type": "array", "items": items} | _given(minItems=least, maxItems=most), description)


def pattern(expression: str, description: str = "") -> Schema:
    """Build a schema of text that matches a whole regular expression."""
    return _said({"type": "string", "pattern": f"^(?:{expression})$"}, description)


def or_null(schema: Schema, description: str = "") -> Schema:
    """Make a schema nullable."""
    return _said({"anyOf": [schema, {"type": "null"}]}, description)


def square(columns: int, rows: int) -> Schema:
    """Build a schema of a square's name, such as `c4`, on a board of at most 26 columns and 19 rows."""
    number_of_row = f"[1-{rows}]" if rows <= _DIGIT else f"(?:[1-9]|1[0-{rows - 10}])"
    return pattern(f"[a-{chr(ord('a') + columns - 1)}]{number_of_row}")


def to_move(seats: int, *, chance: bool = False) -> Schema:
    """Build a schema of the seat to act among at most `seats`."""
    who = "The seat to move, from 0; null once the game is over."
    return or_null(number(-1 if chance else 0, seats - 1), f"{who} -1 is chance." if chance else who)


def scores(seats: int) -> Schema:
    """Build a schema of the points of at most `seats`."""
    return each(number(), 1, seats, "Points by seat.")


_DIGIT = 9


def _given(**bounds: int | None) -> Schema:
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _said(schema: Schema, description: str) -> Schema:
    return {"description": description, **schema} if description else schema
