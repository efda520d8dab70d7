"""Base classes of schemas for requests and responses, and strict fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields
from marshmallow.fields import Field
from marshmallow.validate import Length, Range, Regexp

from rules.json_types import Json
from service.accounts.names import GONE, GUEST, LINKED, NAME_PATTERN, TAKEN_BY_US
from service.db.clock import time_json
from service.security.addresses import ADDRESS, MAX_ADDRESS_LENGTH

LARGEST = 999_999_999
WHOLE_NUMBER = re.compile("[0-9]{1,9}")
"""Fits the integers of every database."""
PLAIN = r"^[^\x00]*$"
"""Text without NUL, in a syntax that PHP and Go support, too."""
LONG = {"format": "int64"}
"""For ids that grow without limit, so that generated clients use 64-bit integers."""


@dataclass(frozen=True)
class View:
    """A row with additional members for schemas; all other members are those of the row."""

    row: Any

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # of any column
        return getattr(self.row, name)


class Sent(Schema):
    """A request schema: unknown members are refused."""

    class Meta:
        """Gives the schema `additionalProperties: false` in OpenAPI."""

        unknown = RAISE


class Shown(Schema):
    """A response schema: every field is always present, and later versions may add others."""

    class Meta:
        """Keeps `additionalProperties: false` out of OpenAPI."""

        unknown = EXCLUDE

    def on_bind_field(self, _field_name: str, field_obj: Field[Any]) -> None:
        """Mark every field as required in OpenAPI."""
        field_obj.required = True

    def get_attribute(self, obj: object, attr: str, default: object) -> object:
        """Return a member of a dict or a row, without marshmallow's slower check whether the row is a mapping."""
        return obj.get(attr, default) if isinstance(obj, dict) else getattr(obj, attr, default)


class Texts(fields.Dict):
    """A JSON object of strings, serialized unchanged."""

    def _serialize(self, value: Mapping[Any, Any] | None, *_: object, **__: object) -> dict[Any, Any] | None:
        return None if value is None else dict(value)


class Flag(fields.Boolean):
    """A strict JSON boolean: `true` or `false` only."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryFlag(fields.Boolean):
    """A boolean in a query: `true` or `false`."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401  # marshmallow's
        super().__init__(truthy={"true"}, falsy={"false"}, **settings)


class QueryNumber(fields.Integer):
    """A whole number in ASCII digits in a query."""

    def __init__(self, least: int = 0, most: int = LARGEST, **settings: Any) -> None:  # noqa: ANN401  # marshmallow's
        super().__init__(validate=Range(least, most), **settings)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **settings: object) -> int:
        if not (isinstance(value, str) and WHOLE_NUMBER.fullmatch(value)):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **settings)


class Number(fields.Integer):
    """A whole number in JSON, including 1.0 (JSON Schema, 4.2.3); no strings, booleans or fractions."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401  # marshmallow's
        super().__init__(strict=True, **settings)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **settings: object) -> int:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **settings)


class JsonObject(fields.Raw):
    """A JSON object, whose members are described in the metadata."""

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, Json]:
        if not isinstance(value, dict):
            raise ValidationError("Not a JSON object.")
        return value


class Moment(fields.String):
    """A time in RFC 3339; strings are serialized unchanged."""

    def _serialize(self, value: Any, *rest: Any, **settings: Any) -> str | None:  # noqa: ANN401  # marshmallow's
        return super()._serialize(time_json(value) if isinstance(value, datetime) else value, *rest, **settings)


def whole(expression: str) -> Regexp:
    """Build a validator that matches a whole text; `$` would allow a line end after it."""
    return Regexp(rf"(?:{expression})\Z")


def text(longest: int, shortest: int = 1, **settings: Any) -> fields.String:  # noqa: ANN401  # marshmallow's
    """Build a field for text of `shortest` to `longest` characters without NUL, which databases reject."""
    metadata = {"pattern": PLAIN, **settings.pop("metadata", {})}
    return fields.String(validate=Length(shortest, longest), metadata=metadata, **settings)


def address(**settings: Any) -> fields.String:  # noqa: ANN401  # marshmallow's
    """Build a field for an email address as `service.security.addresses` defines it, with blanks around it allowed."""
    metadata = {"format": "email", "pattern": rf"^\s*{ADDRESS}\s*$", **settings.pop("metadata", {})}
    return text(MAX_ADDRESS_LENGTH, metadata=metadata, **settings)


def moment(**settings: Any) -> Moment:  # noqa: ANN401  # marshmallow's
    """Build a field for a time."""
    metadata = {"format": "date-time", **settings.pop("metadata", {})}
    return Moment(metadata=metadata, **settings)


def says(description: str, **more: Json) -> dict[str, Json]:
    """Build the metadata of a field: its meaning, and possibly an example."""
    return {"description": description, **more}


EMAIL = says("Your email address.", example="ann@example.net")
NAME = says(
    f"2 to 30 lower-case letters, digits, dots, dashes and underlines. No dot may precede two letters, as in a web "
    f"address; names that suggest the operator, such as `admin`, are reserved, and so are `{GUEST}…` and `{GONE}…`.",
    example="ann",
    pattern=f"^{NAME_PATTERN.pattern}$",
) | {"not": {"pattern": f"^({GUEST}|{GONE})|{LINKED}|^({'|'.join(sorted(TAKEN_BY_US))})$"}}
"""The schema of a name that somebody chooses. For an `anyOf` in a `not`, C# gets a class that does not compile."""
