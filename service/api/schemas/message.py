"""What players say to each other."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from service.api.schemas.base import LONG, Number, QueryNumber, Sent, Shown, moment, says, text
from service.core.texts import LINES
from service.models import LONGEST_MESSAGE, LONGEST_REASON, Grievance
from service.play.chat import QUICK_WORDS

PAGE = 100


class MessageRequestSchema(Sent):
    """Something to say."""

    text = text(
        LONGEST_MESSAGE,
        metadata=says("One line or several, as plain text; or `quick`.", example="Well played!", pattern=LINES),
    )
    quick = fields.String(
        validate=OneOf(list(QUICK_WORDS)),
        metadata=says("Words that each reader is shown in their language, in place of `text`."),
    )
    to = Number(
        validate=Range(0),
        metadata=says("The seat of the only one who is to hear it; without it, all at the table do.") | LONG,
    )


class MessagesQuerySchema(Sent):
    """From where."""

    after = QueryNumber(load_default=0, metadata=says("What was said after the message with this id.") | LONG)
    limit = QueryNumber(1, PAGE, load_default=PAGE, metadata=says("How many at most."))


class MessageSchema(Shown):
    """Something that a player has said, to all at the table or to one."""

    id = Number(metadata=says("Rises from each message of a game to the next, not always by one.", example=12) | LONG)
    seat = Number(metadata=says("Where the speaker sits.", example=1))
    account = fields.String(metadata=says("Who has said it.", example="bob"))
    text = fields.String(metadata=says("What was said; of quick words, the English ones.", example="Well played!"))
    to = Number(allow_none=True, metadata=says("The seat of the only other one who hears it; null for all."))
    quick = fields.String(
        allow_none=True, validate=OneOf(list(QUICK_WORDS)), metadata=says("Which of the quick words it is.")
    )
    at = moment()


class MessagesSchema(Shown):
    """What was said, in order."""

    messages = fields.List(fields.Nested(MessageSchema))
    next_after = Number(allow_none=True, metadata=says("`after` for what was said next; null if this is all.") | LONG)


class ReportRequestSchema(Sent):
    """Why somebody is to look at a message."""

    why = fields.String(
        required=True,
        validate=OneOf(list(Grievance)),
        metadata=says(
            "`abuse`: it insults or threatens; `spam`: it sells something or leads elsewhere; `cheating`: it is there "
            "to win by other means than the game's; or `other`.",
            example="abuse",
        ),
    )
    words = text(
        LONGEST_REASON, 0, load_default="", metadata=says("What you add to that.", example="", pattern=f"^$|{LINES}")
    )
