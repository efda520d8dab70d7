"""What players say to each other."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import LONG, Number, QueryNumber, Sent, Shown, moment, says, text
from service.core.texts import LINES
from service.models import LONGEST_MESSAGE

PAGE = 100


class MessageRequestSchema(Sent):
    """Something to say."""

    text = text(
        LONGEST_MESSAGE,
        required=True,
        metadata=says("One line or several, as plain text.", example="Well played!", pattern=LINES),
    )


class MessagesQuerySchema(Sent):
    """From where."""

    after = QueryNumber(load_default=0, metadata=says("What was said after the message with this id.") | LONG)
    limit = QueryNumber(1, PAGE, load_default=PAGE, metadata=says("How many at most."))


class MessageSchema(Shown):
    """Something that a player has said to all at the table."""

    id = Number(metadata=says("Rises from each message of a game to the next, not always by one.", example=12) | LONG)
    seat = Number(metadata=says("Where the speaker sits.", example=1))
    account = fields.String(metadata=says("Who has said it.", example="bob"))
    text = fields.String(metadata={"example": "Well played!"})
    at = moment()


class MessagesSchema(Shown):
    """What was said, in order."""

    messages = fields.List(fields.Nested(MessageSchema))
    next_after = Number(allow_none=True, metadata=says("`after` for what was said next; null if this is all.") | LONG)
