"""Parts of addresses: what cannot be an id is not looked for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from werkzeug.routing import BaseConverter, UnicodeConverter, ValidationError

from rules.schema import Schema
from service.core.keys import GAME_ID_LENGTH
from service.people.names import NAME_PATTERN


class GameId(BaseConverter):
    """The id of a game."""

    regex = f"[a-z0-9]{{{GAME_ID_LENGTH}}}"


class AccountName(BaseConverter):
    """The name of an account."""

    regex = NAME_PATTERN.pattern


class RowNumber(BaseConverter):
    """The number of a row. Its pattern keeps out what no database holds: werkzeug's own would answer it with 405."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)


class Day(BaseConverter):
    """A day, as ISO 8601 has it."""

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
"""How OpenAPI writes each of them, and one segment of a path."""
