"""URL converters: parts of paths, with patterns that exclude what cannot be an id."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from werkzeug.routing import BaseConverter, UnicodeConverter, ValidationError

from rules.schema import Schema
from service.accounts.names import NAME_PATTERN
from service.security.keys import GAME_ID_LENGTH


class GameId(BaseConverter):
    """The id of a game."""

    regex = f"[a-z0-9]{{{GAME_ID_LENGTH}}}"


class AccountName(BaseConverter):
    """The name of an account."""

    regex = NAME_PATTERN.pattern


class RowNumber(BaseConverter):
    """The number of a row. Its pattern excludes numbers that no database has: werkzeug's own would lead to a 405."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)


class Day(BaseConverter):
    """A day in ISO 8601."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise ValidationError from None


SCHEMAS: Mapping[type[BaseConverter], Schema] = {
    Day: {"type": "string", "format": "date"},
    RowNumber: {"type": "integer", "format": "int64", "minimum": 0, "maximum": 999_999_999},
    GameId: {"type": "string", "pattern": f"^{GameId.regex}$"},
    AccountName: {"type": "string", "pattern": f"^{AccountName.regex}$"},
    UnicodeConverter: {"type": "string", "minLength": 1, "pattern": "^[^/]+$"},
}
"""The OpenAPI schema of each converter, and of a plain path segment."""
