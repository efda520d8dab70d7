"""Chat messages of games."""

from __future__ import annotations

from typing import Any

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import LONG, Number, QueryNumber, Sent, Shown, moment, says, text
from service.db.clock import now, time_json
from service.language.errors import Invalid
from service.language.texts import LINES
from service.models import LONGEST_MESSAGE, LONGEST_REASON, Grievance, Message
from service.play import chat
from service.play.chat import QUICK_WORDS
from service.play.reports import report

blueprint = Resource("messages", "Chat between the players of a game; spectators cannot read it.")

PAGE = 100


class MessageRequestSchema(Sent):
    """A chat message to post."""

    text = text(
        LONGEST_MESSAGE,
        metadata=says("One or more lines of plain text; or use `quick`.", example="Well played!", pattern=LINES),
    )
    quick = fields.String(
        validate=OneOf(list(QUICK_WORDS)),
        metadata=says("A predefined message, shown to each reader in their language, instead of `text`."),
    )
    to = Number(
        validate=Range(0),
        metadata=says("The seat of the only recipient; without it, all players get the message.") | LONG,
    )


class MessagesQuerySchema(Sent):
    """The page of a list of messages."""

    after = QueryNumber(load_default=0, metadata=says("Messages after the one with this id.") | LONG)
    limit = QueryNumber(1, PAGE, load_default=PAGE, metadata=says("Maximum number of messages."))


class MessageSchema(Shown):
    """A chat message from a player, to all in the game or to one."""

    id = Number(metadata=says("Increases with each message of a game, not always by one.", example=12) | LONG)
    seat = Number(metadata=says("The seat of the sender.", example=1))
    account = fields.String(metadata=says("The name of the sender.", example="bob"))
    text = fields.String(metadata=says("The text; the English text of a quick message.", example="Well played!"))
    to = Number(allow_none=True, metadata=says("The seat of the only recipient; null for all."))
    quick = fields.String(
        allow_none=True, validate=OneOf(list(QUICK_WORDS)), metadata=says("The id of the quick message.")
    )
    at = moment()


class MessagesSchema(Shown):
    """Chat messages, in order."""

    messages = fields.List(fields.Nested(MessageSchema))
    next_after = Number(allow_none=True, metadata=says("`after` for the next messages; null if this is all.") | LONG)


class ReportRequestSchema(Sent):
    """The reason of a report."""

    why = fields.String(
        required=True,
        validate=OneOf(list(Grievance)),
        metadata=says(
            "`abuse`: an insult or threat; `spam`: advertising or a link to another site; `cheating`: an unfair way "
            "to win the game; or `other`.",
            example="abuse",
        ),
    )
    words = text(LONGEST_REASON, 0, load_default="", metadata=says("Your comment.", example="", pattern=f"^$|{LINES}"))


@blueprint.route("/games/<game_id:game_id>/messages")
@blueprint.lists("messages", "next_after", "after")
@blueprint.allows("messages")
@blueprint.refuses(403, 404)
@blueprint.response(200, MessagesSchema)
@blueprint.arguments(MessagesQuerySchema, location="query")
def list_messages(wish: dict[str, int], *, game_id: str) -> dict[str, Json]:
    """List the chat messages in a game of yours, oldest first."""
    found, more = chat.messages_of(game_id, account(), wish["after"], wish["limit"])
    return {"messages": [_message_json(each) for each in found], "next_after": found[-1].id if more else None}


@blueprint.route("/games/<game_id:game_id>/messages", methods=["POST"])
@blueprint.allows("messages")
@blueprint.refuses(403, 404, 409, 429)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, MessageSchema)
@blueprint.arguments(MessageRequestSchema)
@repeatable
def post_message(wish: dict[str, Any], *, game_id: str) -> dict[str, Json]:
    """Post a chat message to all players of the game, or to one of them."""
    if ("text" in wish) == ("quick" in wish):
        raise Invalid("text-or-quick")
    text, quick = wish.get("text", ""), wish.get("quick")
    return _message_json(chat.post(game_id, account(), text, now(), wish.get("to"), quick=quick))


@blueprint.route("/games/<game_id:game_id>/messages/<row:message_id>/report", methods=["POST"])
@blueprint.allows("messages")
@blueprint.refuses(403, 404, 422, 429)
@blueprint.response(204)
@blueprint.arguments(ReportRequestSchema)
def report_message(wish: dict[str, str], *, game_id: str, message_id: int) -> None:
    """Report a chat message to the operator of this server. Idempotent."""
    report(game_id, account(), message_id, wish["why"], wish["words"], now())


def _message_json(message: Message) -> dict[str, Json]:
    return {
        "id": message.id,
        "seat": message.seat,
        "account": message.speaker,
        "text": message.text,
        "to": message.to_seat,
        "quick": message.quick,
        "at": time_json(message.at),
    }
