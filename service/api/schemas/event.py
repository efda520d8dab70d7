"""Events, as they are asked for and shown."""

from __future__ import annotations

import re

from marshmallow import ValidationError, fields

from rules.json_types import Json
from service.api.schemas.base import WHOLE_NUMBER, Number, QueryNumber, Sent, Shown, moment, says
from service.work.events import TYPES

LATEST = "latest"
LONGEST_WAIT = 60
PAGE = 100
_GAME_ID = re.compile("[a-zA-Z0-9_-]{0,16}")
_AFTER = re.compile(f"{LATEST}|{WHOLE_NUMBER.pattern}")
_TYPE = "(?:" + "|".join(map(re.escape, TYPES)) + ")"
_SOME_TYPES = re.compile(f"(?:{_TYPE}(?:,{_TYPE})*)?")
_TYPES = ", ".join(f"`{name}`: {meaning}" for name, meaning in TYPES.items())

_NUMBER, _TEXT = {"type": "integer"}, {"type": "string"}
DATA: dict[str, Json] = {
    "seat": _NUMBER,
    "deadline": {"type": ["string", "null"], "format": "date-time"},
    "place": _NUMBER,
    "move": _TEXT,
    "mail": _TEXT,
    "status": {"type": ["string", "null"]},
    "message": _NUMBER,
    "text": _TEXT,
    "ended_by": _TEXT,
    "winners": {"type": "array", "items": _NUMBER},
    "scores": {"type": ["array", "null"], "items": _NUMBER},
    "match": _TEXT,
    "winner": {"type": ["integer", "null"]},
    "totals": {"type": "array", "items": _NUMBER},
    "challenge": _TEXT,
}
"""What there is to tell of events; docs/api.md says which type has which. A challenge comes by webhook alone."""


def _whole(expression: re.Pattern[str]) -> str:
    """How OpenAPI writes that all of a text matches."""
    return f"^(?:{expression.pattern})$"


def _check_types(text: str) -> None:
    if not _SOME_TYPES.fullmatch(text):
        raise ValidationError(f"Known types are: {', '.join(TYPES)}.")


def _check_after(text: str) -> None:
    if not _AFTER.fullmatch(text):
        raise ValidationError(f"The id of an event, 0, or {LATEST}.")


class FilterSchema(Sent):
    """Which events."""

    types = fields.String(
        load_default="",
        validate=_check_types,
        metadata=says(
            f"Only of these types, with commas between them; all if it is empty. {_TYPES}",
            example="turn.started,game.finished",
            pattern=_whole(_SOME_TYPES),
        ),
    )
    game = fields.String(
        load_default="",
        validate=lambda text: bool(_GAME_ID.fullmatch(text)),
        metadata=says(
            "Only of this game: one of yours, or a public one. Without it, of all games with a seat of yours.",
            pattern=_whole(_GAME_ID),
        ),
    )


class EventsQuerySchema(FilterSchema):
    """From where, and for how long to wait."""

    after = fields.String(
        load_default="0",
        validate=_check_after,
        metadata=says(
            f"What came after this event; `0` for all that is kept, `{LATEST}` for what happens from now on.",
            pattern=_whole(_AFTER),
        ),
    )
    wait = QueryNumber(
        0,
        LONGEST_WAIT,
        load_default=0,
        metadata=says("Seconds to wait where nothing has happened yet. The answer may come earlier, and be empty."),
    )
    limit = QueryNumber(1, PAGE, load_default=PAGE, metadata=says("How many at most."))


class EventSchema(Shown):
    """Something that happened. Later versions may bring further types: pass over those that you do not know."""

    id = Number(metadata=says("Rises, not always by one; the same in streams and webhooks.", example=17))
    type = fields.String(metadata=says(_TYPES, example="turn.started"))
    at = moment()
    game = fields.String(allow_none=True, metadata={"example": "m9umjsvkphjr"})
    ruleset = fields.String(allow_none=True, metadata={"example": "seasons"})
    version = Number(allow_none=True, metadata=says("The version of the game that came of it.", example=8))
    your_seat = Number(allow_none=True, metadata=says("Your seat in that game.", example=0))
    data = fields.Dict(
        metadata=says("What belongs to the type.", properties=DATA, example={"seat": 0, "deadline": None})
    )


class EventsSchema(Shown):
    """Events in the order in which they happened."""

    events = fields.List(fields.Nested(EventSchema))
    next = Number(metadata=says("Ask for what came after this next time.", example=17))


class StreamQuerySchema(FilterSchema):
    """From where."""

    after = fields.String(
        load_default=LATEST,
        validate=_check_after,
        metadata=says(
            "Where to begin without a Last-Event-ID: an event's id, `0` for all that is kept, or `latest`.",
            pattern=_whole(_AFTER),
        ),
    )
