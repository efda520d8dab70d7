"""Parts of addresses: what cannot be an id is not looked for."""

from __future__ import annotations

from werkzeug.routing import BaseConverter, UnicodeConverter

from service.keys import GAME_ID_LENGTH


class GameId(BaseConverter):
    """The id of a game."""

    regex = f"[a-z0-9]{{{GAME_ID_LENGTH}}}"


def game_id_schema(_converter: BaseConverter) -> dict[str, str]:
    """How OpenAPI writes the id of a game."""
    return {"type": "string", "pattern": f"^{GameId.regex}$"}


def word_schema(_converter: UnicodeConverter) -> dict[str, str | int]:
    """How OpenAPI writes one segment of a path."""
    return {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}
