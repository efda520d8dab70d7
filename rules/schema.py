"""Words in which a game describes its JSON for client authors (JSON Schema, draft 2020-12, as in OpenAPI 3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]
"""By keyword; each keyword has values of a kind of its own."""

ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}
"""An object of which nothing is said."""
FLAG: Schema = {"type": "boolean"}


def record(description: str = "", /, **members: Schema) -> Schema:
    """An object with exactly these members."""
    return _said(
        {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}, description
    )


def table(keys: Schema, values: Schema, description: str = "") -> Schema:
    """An object with any number of members, whose names and values are like these."""
    return _said({"type": "object", "propertyNames": keys, "additionalProperties": values}, description)


def number(least: int | None = None, most: int | None = None, description: str = "") -> Schema:
    """A whole number; from `least` to `most` where they are given."""
    return _said({"type": "integer"} | _given(minimum=least, maximum=most), description)


def one_of(values: Iterable[int | str], description: str = "") -> Schema:
    """One of these numbers, or one of these words."""
    listed = list(values)
    return _said({"type": "string" if isinstance(listed[0], str) else "integer", "enum": listed}, description)


def each(items: Schema, least: int | None = None, most: int | None = None, description: str = "") -> Schema:
    """A list of `least` to `most` such items."""
    return _said({"type": "array", "items": items} | _given(minItems=least, maxItems=most), description)


def pattern(expression: str, description: str = "") -> Schema:
    """Text that matches a regular expression from its beginning to its end."""
    return _said({"type": "string", "pattern": f"^(?:{expression})$"}, description)


def or_null(schema: Schema, description: str = "") -> Schema:
    """That, or null."""
    return _said({"anyOf": [schema, {"type": "null"}]}, description)


def square(columns: int, rows: int) -> Schema:
    """The name of a square of a board of at most 26 columns and 19 rows, such as `c4`."""
    number_of_row = f"[1-{rows}]" if rows <= _DIGIT else f"(?:[1-9]|1[0-{rows - 10}])"
    return pattern(f"[a-{chr(ord('a') + columns - 1)}]{number_of_row}")


def to_move(seats: int, *, chance: bool = False) -> Schema:
    """Whose turn it is at a table of at most so many seats."""
    who = "The seat to act, from 0; null once the game is over."
    return or_null(number(-1 if chance else 0, seats - 1), f"{who} -1 is chance." if chance else who)


def scores(seats: int) -> Schema:
    """Points of at most so many seats."""
    return each(number(), 1, seats, "Points by seat.")


_DIGIT = 9


def _given(**bounds: int | None) -> Schema:
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _said(schema: Schema, description: str) -> Schema:
    return {"description": description, **schema} if description else schema
