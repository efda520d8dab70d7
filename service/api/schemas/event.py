"""Schemas of events and their filters."""

from __future__ import annotations

import re

from marshmallow import ValidationError, fields

from rules.schema import Schema
from service.api.schemas.base import LONG, WHOLE_NUMBER, Number, QueryNumber, Sent, Shown, moment, says, whole
from service.models import EndedBy, SeekState
from service.play.chat import QUICK_WORDS
from service.play.proposals import What
from service.work.events import TYPES

LATEST = "latest"
LONGEST_WAIT = 60
PAGE = 100
_GAME_ID = re.compile("[a-zA-Z0-9_-]{0,16}")
_AFTER = re.compile(f"{LATEST}|{WHOLE_NUMBER.pattern}")
_TYPE = "(?:" + "|".join(map(re.escape, TYPES)) + ")"
_SOME_TYPES = re.compile(f"(?:{_TYPE}(?:,{_TYPE})*)?")
_TYPES = ", ".join(f"`{name}`: {meaning}" for name, meaning in TYPES.items())

_NUMBER = {"type": "integer"}
UNRECORDED = {
    "webhook.challenge": "An endpoint is asked whether it wants events. It comes by webhook alone, with the id 0.",
    "webhook.test": "Somebody tries an endpoint. It comes by webhook alone, with the id 0.",
}
"""Types that are sent like events, but not stored as events."""
_SEAT = says("The seat that it is about.", type="integer", example=0)
_DEADLINE = says("Until when; null for the computer.", type=["string", "null"], format="date-time", example=None)
_TURN = {"seat": _SEAT, "deadline": _DEADLINE}
_PROPOSED = {
    "id": says("By which it is answered.", type="string", example="k3xw7mq2"),
    "what": says("What is proposed.", type="string", enum=[each.value for each in What], example="takeback"),
    "seat": _SEAT,
}
DATA: dict[str, Schema] = {
    "invitation.withdrawn": {"place": says("In the order of invitation, from 0.", type="integer", example=1)},
    "game.joined": {"place": says("In the order of invitation, from 0.", type="integer", example=1)},
    "seek.changed": {
        "seek": says("The id of the seek.", type="string", example="k3xw7mq2hd5t"),
        "state": says(f"One of {', '.join(SeekState)}.", type="string", example=SeekState.ASKING.value),
    },
    "turn.started": _TURN,
    "turn.reminded": _TURN,
    "move.played": {
        "seat": _SEAT,
        "move": says("In the ruleset's notation.", type="string", example="place max-15"),
    },
    "move.taken_back": {
        "seat": _SEAT,
        "first": says("The entry of the log that is off, with all after it.", type="integer", example=4),
    },
    "proposal.made": _PROPOSED,
    "proposal.declined": _PROPOSED,
    "deadline.near": _TURN,
    "deadline.last_call": _TURN,
    "delivery.failed": {
        "seat": _SEAT,
        "mail": says("The kind of the mail.", type="string", example="your-turn"),
        "status": says("Of RFC 3463; null if none was heard.", type=["string", "null"], example="5.1.1"),
    },
    "deadline.credited": _TURN,
    "deadline.moved": _TURN | {"deadline": _DEADLINE | says("Until when; null while the clock is stopped.")},
    "seat.stood_in": {
        "seat": _SEAT,
        "level": says("The level at which the computer plays on.", type="integer", example=3),
    },
    "seat.returned": {"seat": _SEAT},
    "seat.taken_over": {"seat": _SEAT},
    "pause.wished": {"seat": _SEAT},
    "clock.started": {"seat": _SEAT},
    "analysis.wished": {"seat": _SEAT},
    "analysis.ready": {
        "positions": says(
            "The positions that are worked out, as `at` of the analysis.", type="array", items=_NUMBER, example=[0, 4]
        )
    },
    "vacation.changed": {
        "seat": _SEAT,
        "vacations": says(
            "All days that are taken, as intervals of ISO 8601: with the first and the last.",
            type="array",
            items={"type": "string"},
            example=["2026-08-01/2026-08-14"],
        ),
    },
    "message.posted": {
        "message": says("The id of the message.", type="integer", example=12) | LONG,
        "seat": _SEAT,
        "text": says(
            "What was said; empty if it was said to one player, and once its speaker is gone.",
            type="string",
            example="Well played!",
        ),
        "to": says("The only other seat that hears it; null for all.", type=["integer", "null"], example=None),
        "quick": says(
            "Which of the quick words it is; null for other words.",
            type=["string", "null"],
            enum=[*QUICK_WORDS, None],
            example="well-played",
        ),
    },
    "game.finished": {
        "ended_by": says(f"One of {', '.join(EndedBy)}.", type="string", example=EndedBy.PLAY.value),
        "winners": says("Seats; only if the game had begun.", type="array", items=_NUMBER, example=[0]),
        "scores": says("By seat; only if it had begun.", type=["array", "null"], items=_NUMBER, example=[12, 9]),
    },
    "game.restored": {
        "seat": says("The seat to move; null where nobody is.", type=["integer", "null"], example=0),
        "deadline": _DEADLINE,
    },
    "match.finished": {
        "match": says("The id of the match.", type="string", example="k3xw7mq2hd5t"),
        "winner": says("The place that has won; null for a draw.", type=["integer", "null"], example=0),
        "totals": says("Points by place.", type="array", items=_NUMBER, example=[163, 120]),
    },
    "series.finished": {
        "series": says("The id of the series, which is that of its first game.", type="string", example="m9umjsvkphjr"),
        "winner": says(
            "The seat that has won it; null for a series that ends unfinished.", type=["integer", "null"], example=0
        ),
        "wins": says("Games won, by seat of the last game.", type="array", items=_NUMBER, example=[3, 1]),
    },
    "webhook.challenge": {
        "challenge": says("What to give back.", type="string", example="k3xw7mq2hd5tn6ybe4rjc2avm5zq8wpl")
    },
}
"""The members of `data` by type of event; other types have none."""
OPTIONAL = ("winners", "scores", "to", "quick")
"""Members that are not always present."""


def _whole(expression: re.Pattern[str]) -> str:
    """Return a pattern for OpenAPI that matches a whole text."""
    return f"^(?:{expression.pattern})$"


def _check_types(text: str) -> None:
    if not _SOME_TYPES.fullmatch(text):
        raise ValidationError(f"Known types are: {', '.join(TYPES)}.")


def _check_after(text: str) -> None:
    if not _AFTER.fullmatch(text):
        raise ValidationError(f"The id of an event, 0, or {LATEST}.")


class FilterSchema(Sent):
    """The filter of events."""

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
        validate=whole(_GAME_ID.pattern),
        metadata=says(
            "Only of this game: one of yours, or a public one. Without it, of all games with a seat of yours.",
            pattern=_whole(_GAME_ID),
        ),
    )


class EventsQuerySchema(FilterSchema):
    """The filter and start of a list of events, and the time to wait."""

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
    """Something that happened. Later versions may add types: use `types` to get only those that you know."""

    id = Number(metadata=says("Rises, not always by one; the same in streams and webhooks.", example=17) | LONG)
    type = fields.String(metadata=says(_TYPES, example="turn.started"))
    at = moment()
    game = fields.String(allow_none=True, metadata={"example": "m9umjsvkphjr"})
    ruleset = fields.String(allow_none=True, metadata={"example": "seasons"})
    version = Number(allow_none=True, metadata=says("The version of the game that came of it.", example=8))
    your_seat = Number(allow_none=True, metadata=says("Your seat in that game.", example=0))
    data = fields.Dict(metadata=says("What belongs to the type."))


class EventsSchema(Shown):
    """Events in the order in which they happened."""

    events = fields.List(fields.Nested(EventSchema))
    next = Number(metadata=says("Ask for what came after this next time.", example=17) | LONG)


class StreamQuerySchema(FilterSchema):
    """The filter and start of a stream of events."""

    after = fields.String(
        load_default=LATEST,
        validate=_check_after,
        metadata=says(
            "Where to begin without a Last-Event-ID: an event's id, `0` for all that is kept, or `latest`.",
            pattern=_whole(_AFTER),
        ),
    )
