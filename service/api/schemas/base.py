"""Fields that take only what they say, and two kinds of schema: for what comes in and for what goes out."""

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
from service.core.addresses import ADDRESS, MAX_ADDRESS_LENGTH
from service.core.clock import time_json
from service.people.names import GONE, GUEST, LINKED, NAME_PATTERN, TAKEN_BY_US

LARGEST = 999_999_999
WHOLE_NUMBER = re.compile("[0-9]{1,9}")
"""Fits the integers of every database."""
PLAIN = r"^[^\x00]*$"
"""Text without NUL, in a syntax that PHP and Go understand, too."""
LONG = {"format": "int64"}
"""Said of numbers that rise as long as the service is there, so that generated clients take 64 bits for them."""


@dataclass(frozen=True)
class View:
    """A row of which schemas find what they show, but for its own members."""

    row: Any

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # of any column
        return getattr(self.row, name)


class Sent(Schema):
    """What a client sends: unknown fields are refused."""

    class Meta:
        """So that OpenAPI says it, too."""

        unknown = RAISE


class Shown(Schema):
    """What a client is shown: every field is always there, and others may come with later versions."""

    class Meta:
        """So that OpenAPI says it, too."""

        unknown = EXCLUDE

    def on_bind_field(self, _field_name: str, field_obj: Field[Any]) -> None:
        """Say so in OpenAPI."""
        field_obj.required = True

    def get_attribute(self, obj: object, attr: str, default: object) -> object:
        """A member of what is written already, or of a row. marshmallow would ask each row whether it is a mapping."""
        return obj.get(attr, default) if isinstance(obj, dict) else getattr(obj, attr, default)


class Texts(fields.Dict):
    """A JSON object of texts, which are shown as they are."""

    def _serialize(self, value: Mapping[Any, Any] | None, *_: object, **__: object) -> dict[Any, Any] | None:
        return None if value is None else dict(value)


class Flag(fields.Boolean):
    """`true` or `false` in JSON, nothing that could be taken for one."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryFlag(fields.Boolean):
    """`true` or `false` in a query."""

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
    """A whole number in JSON, which 1.0 is, too (JSON Schema, 4.2.3); neither a string nor a boolean nor a fraction."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401  # marshmallow's
        super().__init__(strict=True, **settings)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **settings: object) -> int:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **settings)


class JsonObject(fields.Raw):
    """A JSON object; what may stand in it is said in the metadata."""

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, Json]:
        if not isinstance(value, dict):
            raise ValidationError("Not a JSON object.")
        return value


class Moment(fields.String):
    """A time as RFC 3339 has it; one that is written already stays as it is."""

    def _serialize(self, value: Any, *rest: Any, **settings: Any) -> str | None:  # noqa: ANN401  # marshmallow's
        return super()._serialize(time_json(value) if isinstance(value, datetime) else value, *rest, **settings)


def whole(expression: str) -> Regexp:
    """Match all of a text with an expression: a `$` would let a line end pass."""
    return Regexp(rf"(?:{expression})\Z")


def text(longest: int, shortest: int = 1, **settings: Any) -> fields.String:  # noqa: ANN401  # marshmallow's
    """A field for text of `shortest` to `longest` characters, none of them NUL, which no database takes."""
    metadata = {"pattern": PLAIN, **settings.pop("metadata", {})}
    return fields.String(validate=Length(shortest, longest), metadata=metadata, **settings)


def address(**settings: Any) -> fields.String:  # noqa: ANN401  # marshmallow's
    """A field for a mail address; which ones are taken is said in `service.core.addresses`. Blanks round it are not."""
    metadata = {"format": "email", "pattern": rf"^\s*{ADDRESS}\s*$", **settings.pop("metadata", {})}
    return text(MAX_ADDRESS_LENGTH, metadata=metadata, **settings)


def moment(**settings: Any) -> Moment:  # noqa: ANN401  # marshmallow's
    """A field for a time."""
    metadata = {"format": "date-time", **settings.pop("metadata", {})}
    return Moment(metadata=metadata, **settings)


def says(description: str, **more: Json) -> dict[str, Json]:
    """The metadata of a field: what it means, and an example perhaps."""
    return {"description": description, **more}


EMAIL = says("Your mail address.", example="ann@example.net")
NAME = says(
    "2 to 30 lower-case letters, digits, dots, dashes and underlines. No dot stands before two letters, as in a web "
    f"address; names that speak for the server, such as `admin`, are reserved, and so are `{GUEST}…` and `{GONE}…`.",
    example="ann",
    pattern=f"^{NAME_PATTERN.pattern}$",
) | {"not": {"pattern": f"^({GUEST}|{GONE})|{LINKED}|^({'|'.join(sorted(TAKEN_BY_US))})$"}}
"""What is said of a name that somebody chooses. Of an `anyOf` in a `not`, C# makes a class that does not compile."""
