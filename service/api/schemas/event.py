"""Schemas of events and their filters."""

from __future__ import annotations

import re

from marshmallow import ValidationError, fields

from rules.schema import Schema
from service.api.schemas.base import LONG, WHOLE_NUMBER, Number, QueryNumber, Sent, Shown, moment, says, whole
from service.jobs.events import TYPES
from service.models import ChallengeState, DeclineReason, EndedBy
from service.play.chat import QUICK_WORDS
from service.play.proposals import What

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
    "webhook.challenge": "A challenge asks whether the endpoint wants events. It is sent only by webhook, "
    "with the id 0.",
    "webhook.test": "A test that the owner of an endpoint requested. It is sent only by webhook, with the id 0.",
}
"""Types that are sent like events, but not stored as events."""
_SEAT = says("The seat concerned.", type="integer", example=0)
_DEADLINE = says("The deadline; null for the computer.", type=["string", "null"], format="date-time", example=None)
_TURN = {"seat": _SEAT, "deadline": _DEADLINE}
_TOURNAMENT = {"tournament": says("The id of the tournament.", type="string", example="k3xw7mq2hd5t")}
_PROPOSED = {
    "id": says("The id to answer it with.", type="string", example="k3xw7mq2"),
    "what": says("The kind of proposal.", type="string", enum=[each.value for each in What], example="takeback"),
    "seat": _SEAT,
}
DATA: dict[str, Schema] = {
    "invitation.failed": {"place": says("In the order of invitation, from 0.", type="integer", example=1)},
    "invitation.unanswered": {"place": says("In the order of invitation, from 0.", type="integer", example=1)},
    "invitation.withdrawn": {"place": says("In the order of invitation, from 0.", type="integer", example=1)},
    "game.joined": {"place": says("In the order of invitation, from 0.", type="integer", example=1)},
    "challenge.changed": {
        "challenge": says("The id of the challenge.", type="string", example="k3xw7mq2hd5t"),
        "state": says(f"One of {', '.join(ChallengeState)}.", type="string", example=ChallengeState.ASKING.value),
    },
    "turn.started": _TURN,
    "turn.reminded": _TURN,
    "move.played": {
        "seat": _SEAT,
        "move": says("In the ruleset's notation.", type="string", example="place max-15"),
    },
    "move.taken_back": {
        "seat": _SEAT,
        "first": says("The log entry that is undone, with all after it.", type="integer", example=4),
    },
    "proposal.made": _PROPOSED,
    "proposal.declined": _PROPOSED,
    "deadline.near": _TURN,
    "deadline.last_call": _TURN,
    "delivery.failed": {
        "seat": _SEAT,
        "mail": says("The kind of email.", type="string", example="your-turn"),
        "status": says("RFC 3463; null if none was received.", type=["string", "null"], example="5.1.1"),
    },
    "deadline.credited": _TURN,
    "deadline.moved": _TURN | {"deadline": _DEADLINE | says("The deadline; null while the clock is paused.")},
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
            "The analysed positions, as `at` of the analysis.", type="array", items=_NUMBER, example=[0, 4]
        )
    },
    "vacation.changed": {
        "seat": _SEAT,
        "vacations": says(
            "All vacations, as ISO 8601 intervals of the first and the last day.",
            type="array",
            items={"type": "string"},
            example=["2026-08-01/2026-08-14"],
        ),
    },
    "message.posted": {
        "message": says("The id of the message.", type="integer", example=12) | LONG,
        "seat": _SEAT,
        "text": says(
            "The text; empty for messages to one player, and once the sender's account is deleted.",
            type="string",
            example="Well played!",
        ),
        "to": says("The seat of the only recipient; null for all.", type=["integer", "null"], example=None),
        "quick": says(
            "The id of the quick message; null for other messages.",
            type=["string", "null"],
            enum=[*QUICK_WORDS, None],
            example="well-played",
        ),
    },
    "game.finished": {
        "ended_by": says(f"One of {', '.join(EndedBy)}.", type="string", example=EndedBy.PLAY.value),
        "winners": says("Seats; only if the game had started.", type="array", items=_NUMBER, example=[0]),
        "declined_for": says(
            "The reason that a player gave for declining; null without one. Only if the game had not started.",
            type=["string", "null"],
            enum=[*DeclineReason, None],
            example=None,
        ),
        "scores": says(
            "By seat; only if the game had started.", type=["array", "null"], items=_NUMBER, example=[12, 9]
        ),
        "reason": says(
            "The organiser's reason; only if they decided the game.", type="string", example="Bob is away for a month."
        ),
    },
    "game.annulled": {
        "reason": says("The reason that the operators gave.", type="string", example="Eve played both sides."),
    },
    "game.restored": {
        "seat": says("The seat to move; null if there is none.", type=["integer", "null"], example=0),
        "deadline": _DEADLINE,
    },
    "match.finished": {
        "match": says("The id of the match.", type="string", example="k3xw7mq2hd5t"),
        "winner": says("The place that won; null for a draw.", type=["integer", "null"], example=0),
        "totals": says("Points by place.", type="array", items=_NUMBER, example=[163, 120]),
    },
    "series.finished": {
        "series": says(
            "The id of the series, which is the id of its first game.", type="string", example="m9umjsvkphjr"
        ),
        "winner": says("The seat that won it; null if it ended unfinished.", type=["integer", "null"], example=0),
        "wins": says("Games won, by the seats of the last game.", type="array", items=_NUMBER, example=[3, 1]),
    },
    "tournament.confirm": _TOURNAMENT,
    "tournament.started": _TOURNAMENT,
    "tournament.round": _TOURNAMENT | {"round": says("The number of the round.", type="integer", example=2)},
    "tournament.stuck": _TOURNAMENT,
    "tournament.finished": _TOURNAMENT,
    "tournament.cancelled": _TOURNAMENT
    | {"note": says("Why: `too-few-entries` or `cancelled`.", type="string", example="too-few-entries")},
    "webhook.challenge": {
        "challenge": says("The text to return.", type="string", example="k3xw7mq2hd5tn6ybe4rjc2avm5zq8wpl")
    },
}
"""The members of `data` by type of event; other types have none."""
OPTIONAL = ("winners", "scores", "declined_for", "reason", "to", "quick")
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
            f"Only these types, separated by commas; empty for all. {_TYPES}",
            example="turn.started,game.finished",
            pattern=_whole(_SOME_TYPES),
        ),
    )
    game = fields.String(
        load_default="",
        validate=whole(_GAME_ID.pattern),
        metadata=says(
            "Only events of this game: one of yours, or a public one. Without it, of all games in which you have a "
            "seat, and of all tournaments that you have entered or organise.",
            pattern=_whole(_GAME_ID),
        ),
    )
    batch = fields.String(
        load_default="",
        validate=whole(_GAME_ID.pattern),
        metadata=says(
            "Only events of the games of this batch, which you have organised; not those for players only. With `game`"
            " it has no effect.",
            pattern=_whole(_GAME_ID),
        ),
    )


class EventsQuerySchema(FilterSchema):
    """The filter and start of a list of events, and the time to wait."""

    after = fields.String(
        load_default="0",
        validate=_check_after,
        metadata=says(
            f"Events after this one; `0` for all that are kept, `{LATEST}` for future events.",
            pattern=_whole(_AFTER),
        ),
    )
    wait = QueryNumber(
        0,
        LONGEST_WAIT,
        load_default=0,
        metadata=says("Seconds to wait for an event. The response may come earlier, and be empty."),
    )
    limit = QueryNumber(1, PAGE, load_default=PAGE, metadata=says("Maximum number of events."))


class EventSchema(Shown):
    """Something that happened. Later versions may add types: use `types` to get only those that you know."""

    id = Number(
        metadata=says("Increases, not always by one; the same in lists, streams and webhooks.", example=17) | LONG
    )
    type = fields.String(metadata=says(_TYPES, example="turn.started"))
    at = moment()
    game = fields.String(allow_none=True, metadata={"example": "m9umjsvkphjr"})
    ruleset = fields.String(allow_none=True, metadata={"example": "seasons"})
    version = Number(allow_none=True, metadata=says("The version of the game after the event.", example=8))
    your_seat = Number(allow_none=True, metadata=says("Your seat in that game.", example=0))
    data = fields.Dict(metadata=says("The data of the event, depending on its type."))


class EventsSchema(Shown):
    """Events in the order in which they happened."""

    events = fields.List(fields.Nested(EventSchema))
    next = Number(metadata=says("Send this as `after` in the next request.", example=17) | LONG)


class StreamQuerySchema(FilterSchema):
    """The filter and start of a stream of events."""

    after = fields.String(
        load_default=LATEST,
        validate=_check_after,
        metadata=says(
            "Where to start without a Last-Event-ID: the id of an event, `0` for all that are kept, or `latest`.",
            pattern=_whole(_AFTER),
        ),
    )
